package setup

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
)

// Page makes the first owner.
type Page struct {
	app.Compo

	Deps pages.Deps
	Done func(app.Context, api.Session) // the owner is made and signed in

	model model
	calls pages.Generation
	ctx   app.Context
}

// OnMount takes the token out of the address, so that it stands neither on the
// screen nor in the history.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	address := ctx.Page().URL()
	p.model.token = address.Fragment
	address.Fragment = ""
	ctx.Page().ReplaceURL(address)
}

// OnDismount drops the call under way.
func (p *Page) OnDismount() { p.calls.Drop() }
