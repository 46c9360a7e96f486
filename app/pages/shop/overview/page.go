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

	Deps pages.Deps

	ctx     app.Context
	quick   *quickEdit // nil while its dialog is closed
	resumed bool       // what was typed before a reload was looked for
	gone    bool       // the page was left
	notice  pages.Notice
	saver   editor.Saver[*special.Record]
	change  change // what the save under way changes
}

// OnMount keeps what outlives a button.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.resumeQuick(ctx)
}

// OnUpdate has what comes later.
func (p *Page) OnUpdate(ctx app.Context) { p.resumeQuick(ctx) }

// OnDismount lets what is under way end: its outcome is told in a toast.
func (p *Page) OnDismount() { p.gone = true }

// lasting is a context that outlives the button that was pressed: the page's
// own, or the frame's once the page was left.
func (p *Page) lasting(ctx app.Context) app.Context {
	if p.gone {
		return ctx
	}
	return p.ctx
}

// again reads the shop once more.
func (p *Page) again(ctx app.Context) { p.Deps.Read(ctx) }
