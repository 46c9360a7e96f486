package setup

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/entry/link"
	"github.com/shopdesk/shopdesk/app/text"
)

// Page makes the first owner.
type Page struct {
	app.Compo

	Deps pages.Deps
	Done func(app.Context, api.Session) // the owner is made and signed in

	form  link.Form
	calls pages.Generation
	ctx   app.Context
}

// OnInit names the form.
func (p *Page) OnInit() { p.form.ID = "setup" }

// OnMount takes the link's token.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.form.Take(ctx)
}

// OnDismount drops the call under way.
func (p *Page) OnDismount() { p.calls.Drop() }

// Render draws the page.
func (p *Page) Render() app.UI {
	body := []app.UI{app.H1().ID(pages.HeadingID).TabIndex(-1).Text(text.T("setup.title"))}
	switch {
	case p.form.Used:
		body = append(body, link.Dead(p.Deps, text.T("setup.used"), text.T("setup.used.do")))
	case p.form.Token == "":
		body = append(body, link.Dead(p.Deps, text.T("setup.none"), text.T("setup.none.do")))
	default:
		body = append(body, app.P().Class("soft").Text(text.T("setup.intro")), p.form.View(text.T("setup.go"), p.send))
	}
	return app.Div().Class("stack").Body(body...)
}

func (p *Page) send() {
	f := &p.form
	request := api.Setup{Token: f.Token, Name: f.Name, Login: f.Login, Password: f.Password}
	pages.Load(p.ctx, &p.calls, func(c context.Context) (*api.Session, error) {
		return p.Deps.Backend.Setup(c, request)
	}, func(ctx app.Context, session *api.Session, err error) {
		if err != nil {
			f.Failed(err)
			return
		}
		*f = link.Form{}
		p.Done(ctx, *session)
	})
}
