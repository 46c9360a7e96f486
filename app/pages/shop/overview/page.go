package overview

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
)

// Page is the overview of one shop. The shell reads what it shows; it changes
// today or tomorrow alone.
type Page struct {
	app.Compo

	pages.Deps

	ctx     app.Context
	quick   *quickEdit // nil while its dialog is closed
	resumed bool       // what was typed before a reload was looked for
	notice  pages.Notice
	saver   editor.Saver[*special.Record]
	change  change // what the save under way changes
}

// OnMount keeps what outlives a button.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	ctx.Handle(actionTyped, p.typedAgain)
	p.notice.Hear(ctx)
	p.resumeQuick()
}

// OnUpdate has what comes later.
func (p *Page) OnUpdate(app.Context) { p.resumeQuick() }

// OnDismount lets what is under way end: its outcome is told in a toast.
func (p *Page) OnDismount() { p.saver.Leave() }
