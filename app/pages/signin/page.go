package signin

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
)

// Form signs somebody in.
type Form struct {
	app.Compo

	Deps pages.Deps
	Over bool // shown over a page, for the person whose session ended
	Done func(app.Context, api.Session)

	model model
	calls pages.Generation
	ctx   app.Context
}

// OnMount starts with the name of the person who was here.
func (f *Form) OnMount(ctx app.Context) {
	f.ctx = ctx
	f.begin()
}

// begin is OnMount without a browser.
func (f *Form) begin() {
	if operator := f.Deps.State.Operator(); f.Over && operator != nil {
		f.model.login = operator.Login
	}
}

// OnDismount drops the call under way.
func (f *Form) OnDismount() { f.calls.Drop() }
