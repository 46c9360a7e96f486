package account

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/stepup"
)

// Page is the operator's account.
type Page struct {
	app.Compo

	Deps pages.Deps

	model   model
	account *api.Account
	err     error  // of the read
	failed  error  // of a change
	doing   string // the change under way or that failed, "" for none
	busy    bool
	outcome string // of a redirect to the provider, "" for none
	remove  *api.Passkey
	guard   stepup.Guard
	wish    *api.Preferences // on its way, nil for none
	reads   pages.Generation
	wishes  pages.Generation
	calls   pages.Generation
	ctx     app.Context
}

// OnMount reads the account, and what the provider's redirect came to.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.outcome = pages.OIDCOutcome(ctx)
	ctx.Handle(state.ActionSignedIn, func(ctx app.Context, _ app.Action) { p.read(ctx) })
	p.read(ctx)
}

// OnDismount drops the calls under way.
func (p *Page) OnDismount() {
	p.reads.Drop()
	p.calls.Drop()
	p.wishes.Drop()
}

// read reads the account; a host's people have none.
func (p *Page) read(app.Context) {
	if p.Deps.State.Session().HostSign {
		return
	}
	p.err = nil
	pages.Load(p.ctx, &p.reads, func(c context.Context) (*api.Account, error) { return p.Deps.Backend.Account(c) },
		func(_ app.Context, account *api.Account, err error) {
			if p.err = err; err == nil {
				p.show(account)
			}
		})
}

// show takes the account, but leaves a name that is being typed.
func (p *Page) show(account *api.Account) {
	if p.account == nil || p.model.name == p.account.Name {
		p.model.name = account.Name
	}
	p.account = account
}
