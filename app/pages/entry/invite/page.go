package invite

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/entry/link"
)

// Page uses a one-time link.
type Page struct {
	app.Compo

	Deps pages.Deps
	Done func(app.Context, api.Session) // used, and signed in

	form    link.Form
	info    *api.InviteInfo // nil until it is known
	lookErr error
	calls   pages.Generation
	ctx     app.Context
}

// OnInit names the form.
func (p *Page) OnInit() { p.form.ID = "invite" }

// OnMount takes the link's token and asks what it is for.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.form.Take(ctx)
	p.look(ctx)
}

// OnDismount drops the call under way.
func (p *Page) OnDismount() { p.calls.Drop() }

func (p *Page) look(app.Context) {
	if p.form.Token == "" {
		return
	}
	p.lookErr = nil
	pages.Load(p.ctx, &p.calls, func(c context.Context) (*api.InviteInfo, error) {
		return p.Deps.Backend.InviteLook(c, p.form.Token)
	}, func(_ app.Context, info *api.InviteInfo, err error) { p.looked(info, err) })
}

func (p *Page) send() {
	f := &p.form
	request := api.AcceptInvite{Token: f.Token, Name: f.Name, Login: f.Login, Password: f.Password}
	pages.Load(p.ctx, &p.calls, func(c context.Context) (*api.Session, error) {
		return p.Deps.Backend.AcceptInvite(c, request)
	}, func(ctx app.Context, session *api.Session, err error) {
		if err != nil {
			f.Failed(err)
			return
		}
		*f = link.Form{}
		p.Done(ctx, *session)
	})
}
