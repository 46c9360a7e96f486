package shops

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
)

// Page is the list of shops.
type Page struct {
	app.Compo

	Deps pages.Deps

	query  string
	adding adding
	calls  pages.Generation
	ctx    app.Context
}

// OnMount keeps the page's own context.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	if _, listed := p.Deps.State.Shops(); !listed && p.Deps.State.ListErr() != nil {
		p.Deps.Read(ctx)
	}
}

// OnDismount drops the call under way.
func (p *Page) OnDismount() { p.calls.Drop() }

// mayAdd reports whether the operator may add shops.
func (p *Page) mayAdd() bool {
	operator := p.Deps.State.Operator()
	return operator != nil && operator.Role == api.RoleOwner
}

// showsForm reports whether the form stands on the page: when asked for, and
// where there is nothing else to do.
func (p *Page) showsForm() bool {
	shops, listed := p.Deps.State.Shops()
	return p.mayAdd() && (p.adding.open || listed && len(shops) == 0)
}

// zone is the zone chosen, or the likeliest.
func (p *Page) zone() string {
	if p.adding.zone != "" {
		return p.adding.zone
	}
	shops, _ := p.Deps.State.Shops()
	return usualZone(shops, state.DeviceZone())
}
