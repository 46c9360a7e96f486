package invite

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
)

// Page uses a one-time link.
type Page struct {
	app.Compo

	Deps pages.Deps
	Done func(app.Context, api.Session) // used, and signed in

	model model
	calls pages.Generation
	ctx   app.Context
}

// OnMount takes the token out of the address, so that it stands neither on the
// screen nor in the history, and asks what it is for.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	address := ctx.Page().URL()
	p.model.token = address.Fragment
	address.Fragment = ""
	ctx.Page().ReplaceURL(address)
	p.look(ctx)
}

// OnDismount drops the call under way.
func (p *Page) OnDismount() { p.calls.Drop() }

func (p *Page) look(app.Context) {
	if p.model.token == "" {
		return
	}
	p.model.lookErr = nil
	pages.Load(p.ctx, &p.calls, func(c context.Context) (*api.InviteInfo, error) {
		return p.Deps.Backend.InviteLook(c, p.model.token)
	}, func(_ app.Context, info *api.InviteInfo, err error) { p.model.looked(info, err) })
}

func (p *Page) typeName(_ app.Context, v string) {
	p.model.name = v
	p.model.check()
}

func (p *Page) typeLogin(_ app.Context, v string) {
	p.model.login = v
	p.model.check()
}

func (p *Page) typePassword(_ app.Context, v string) {
	p.model.password = v
	p.model.check()
}

func (p *Page) submit(_ app.Context, e app.Event) {
	e.PreventDefault()
	p.model.name = pages.FieldValue(fieldName, p.model.name)
	p.model.login = pages.FieldValue(fieldLogin, p.model.login)
	p.model.password = pages.FieldValue(fieldPassword, p.model.password)
	request, ok := p.model.submit()
	if !ok {
		return
	}
	pages.Load(p.ctx, &p.calls, func(c context.Context) (*api.Session, error) {
		return p.Deps.Backend.AcceptInvite(c, request)
	}, func(ctx app.Context, session *api.Session, err error) {
		if err != nil {
			p.model.failed(err)
			return
		}
		p.model = model{}
		p.Done(ctx, *session)
	})
}
