package setup

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/entry/link"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Page makes the first owner.
type Page struct {
	app.Compo

	pages.Deps
	Done func(app.Context, api.Session) // the owner is made and signed in

	form  link.Form
	calls pages.Generation
	ctx   app.Context
}

// OnMount takes the link's token.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.form.ID = "setup"
	p.form.Take(ctx, p.State)
}

// OnNav begins anew with another link. The browser doesn't load the page for it.
func (p *Page) OnNav(ctx app.Context) {
	if link.Another(ctx) {
		p.OnMount(ctx)
	}
}

// Render draws the page.
func (p *Page) Render() app.UI {
	heading := pages.Heading(text.T("setup.title"))
	if p.form.Used || p.form.Token == "" {
		return pages.Stack(heading, p.form.Dead(p.Deps, text.T("setup.used.do"), text.T("setup.none.do")))
	}
	return pages.Stack(heading, pages.Soft(text.T("setup.intro")), p.form.View(text.T("setup.go"), p.send))
}

func (p *Page) send() {
	p.form.Send(p.ctx, &p.calls, p.Backend, backend.Setup, p.Done)
}
