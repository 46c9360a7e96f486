package signin

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/components"
)

// Form signs somebody in.
type Form struct {
	app.Compo

	Deps pages.Deps
	Over bool // shown over a page, for the person whose session ended
	Done func(app.Context, api.Session)

	model   model
	outcome string // of a redirect to the provider, "" for none
	calls   pages.Generation
	ctx     app.Context
}

// OnMount starts with the name of the person who was here. Over a page, the
// keyboard goes to what is left to type once the dialog has opened.
func (f *Form) OnMount(ctx app.Context) {
	f.ctx = ctx
	f.begin()
	f.outcome = pages.OIDCOutcome(ctx)
	if f.Over {
		ctx.Defer(func(ctx app.Context) { components.FocusID(ctx, f.firstID()) })
	}
}

// begin is OnMount without a browser. The demonstration's people have no
// password to be asked for.
func (f *Form) begin() {
	session := f.Deps.State.Session()
	if f.Over && session.Operator != nil && !session.Demo {
		f.model.login = session.Operator.Login
	}
}

// firstID is the id of the control to begin with over a page.
func (f *Form) firstID() string {
	if operator := f.Deps.State.Operator(); operator != nil && f.Deps.State.Session().Demo {
		return buttonAs(operator.Role)
	}
	return fieldPassword
}

// offers reports whether a role is offered: over a page only the one that the
// person had.
func (f *Form) offers(role api.Role) bool {
	operator := f.Deps.State.Operator()
	return !f.Over || operator == nil || operator.Role == role
}

func buttonAs(role api.Role) string { return "signin-as-" + string(role) }

// OnDismount drops the call under way.
func (f *Form) OnDismount() { f.calls.Drop() }
