package account

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Page is the operator's account.
type Page struct {
	app.Compo

	pages.Deps

	model   model
	account *api.Account
	outcome string // of a redirect to the provider, "" for none
	remove  *api.Passkey
	act     stepup.Act
	read    pages.Reader
	ctx     app.Context
}

// OnMount reads the account, which a host's people don't have, and what the provider's redirect came to.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.outcome = pages.OIDCOutcome(ctx)
	if !p.State.Session().HostSign {
		pages.Read(ctx, &p.read, backend.Account.From(p.Backend), p.show)
	}
}

// show takes the account, but leaves a name that is being typed.
func (p *Page) show(account *api.Account) {
	if p.account == nil || p.model.name == p.account.Name {
		p.model.name = account.Name
	}
	p.account = account
}
