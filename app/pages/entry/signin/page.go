package signin

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/device/passkey"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Form signs somebody in.
type Form struct {
	app.Compo

	pages.Deps
	Over   bool // shown over a page, for the person whose session ended
	Unkept bool // the session ended as soon as it had begun: the browser seems to keep no cookies
	Done   func(app.Context, api.Session)

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
	session := f.State.Session()
	if f.Over && session.Operator != nil && !session.Demo {
		f.model.login = session.Operator.Login
	}
}

// firstID is the id of the control to begin with over a page.
func (f *Form) firstID() string {
	if operator := f.State.Operator(); operator != nil && f.State.Session().Demo {
		return buttonAs(operator.Role)
	}
	return fieldPassword
}

// offers reports whether a role is offered: over a page only the one that the
// person had.
func (f *Form) offers(role api.Role) bool {
	operator := f.State.Operator()
	return !f.Over || operator == nil || operator.Role == role
}

func buttonAs(role api.Role) string { return "signin-as-" + string(role) }

// submit reads the fields once more: a password manager may have filled them
// without telling.
func (f *Form) submit(ctx app.Context) {
	device.Filled(fieldLogin, &f.model.login)
	device.Filled(fieldPassword, &f.model.password)
	if request, ok := f.model.submit(); ok {
		pages.Load(f.ctx, &f.calls, backend.SignIn.To(f.Backend, request), f.answered)
	}
}

// try signs somebody of the demonstration in.
func (f *Form) try(role api.Role) {
	if f.model.begin(busyWith(role)) {
		pages.Load(f.ctx, &f.calls, backend.SignInDemo.To(f.Backend, api.DemoSignIn{Role: role}), f.answered)
	}
}

func (f *Form) answered(ctx app.Context, session *api.Session, err error) {
	if err != nil {
		f.model.failed(err)
		components.FocusID(ctx, fieldPassword)
		return
	}
	f.model = model{}
	f.Done(ctx, *session)
}

// byPasskey signs in with whichever passkey the person chooses: it tells who
// they are.
func (f *Form) byPasskey(app.Context) {
	if !f.model.begin(busyPasskey) {
		return
	}
	remember := f.model.remember
	pages.Load(f.ctx, &f.calls, func(c context.Context) (*api.Session, error) {
		asked, err := backend.AskSignInPasskey.To(f.Backend, backend.None{})(c)
		if err != nil {
			return nil, err
		}
		answer, err := passkey.Get(asked.Options)
		if err != nil {
			return nil, err
		}
		return backend.SignInPasskey.To(f.Backend, api.PasskeySignIn{
			Remember: remember, PasskeyAnswer: api.PasskeyAnswer{Proof: asked.Proof, Response: answer},
		})(c)
	}, func(ctx app.Context, session *api.Session, err error) {
		if errors.Is(err, passkey.ErrCancelled) {
			f.model.busy = ""
			return
		}
		f.answered(ctx, session, err)
	})
}

// byProvider leads to the provider, and from there back to the start.
func (f *Form) byProvider(app.Context) {
	if !f.model.begin(busyProvider) {
		return
	}
	start := api.OIDCStart{Purpose: api.OIDCSignIn, Remember: f.model.remember}
	pages.Load(f.ctx, &f.calls, backend.OIDCStart.To(f.Backend, start), func(ctx app.Context, to *api.OIDCGo, err error) {
		if err != nil {
			f.model.failed(err)
			return
		}
		device.Leave(ctx, to.URL, pages.Set(&f.model.busy, ""))
	})
}
