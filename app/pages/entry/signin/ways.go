package signin

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/device/passkey"
	"github.com/shopdesk/shopdesk/app/pages"
)

// byPasskey signs in with whichever passkey the person chooses: it tells who
// they are.
func (f *Form) byPasskey(app.Context) {
	if !f.model.begin(busyPasskey) {
		return
	}
	remember := f.model.remember
	pages.Load(f.ctx, &f.calls, func(c context.Context) (*api.Session, error) {
		asked, err := f.Deps.Backend.AskPasskey(c, api.PathSignInPasskeyBegin)
		if err != nil {
			return nil, err
		}
		answer, err := passkey.Get(asked.Options)
		if err != nil {
			return nil, err
		}
		return f.Deps.Backend.SignInPasskey(c, api.PasskeySignIn{
			Remember: remember, PasskeyAnswer: api.PasskeyAnswer{Proof: asked.Proof, Response: answer},
		})
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
	remember := f.model.remember
	pages.Load(f.ctx, &f.calls, func(c context.Context) (*api.OIDCGo, error) {
		return f.Deps.Backend.OIDCStart(c, api.OIDCStart{Purpose: api.OIDCSignIn, Remember: remember})
	}, func(_ app.Context, to *api.OIDCGo, err error) {
		if err != nil {
			f.model.failed(err)
			return
		}
		app.Window().Get("location").Call("assign", to.URL)
	})
}
