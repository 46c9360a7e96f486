package account

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/device/passkey"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

func (p *Page) chooseTheme(_ app.Context, v string) {
	if v == "" {
		p.State.SetTheme(state.ThemeAuto)
	}
	p.prefer(func(c *api.Preferences) { c.Theme = v })
}

// prefer takes effect at once: the frame sends the choice.
func (p *Page) prefer(change func(*api.Preferences)) {
	p.act.Err = nil
	p.ctx.NewActionWithValue(state.ActionPrefer, pages.Choice{
		Change: change, Done: func(_ app.Context, err error) { p.act.Err = err },
	})
}

// change sends one of the account's changes; done follows its success.
func (p *Page) change(what string, call backend.Call[*api.Account], done func(app.Context)) {
	p.outcome = ""
	stepup.Do(p.ctx, &p.act, what, call, func(ctx app.Context, account *api.Account) {
		p.show(account)
		done(ctx)
	}, p.failed, func(ctx app.Context, _ error) { p.read.Again(ctx) }) // it may be done, and its answer lost
}

func (p *Page) failed(_ app.Context, err error) {
	switch {
	case errors.Is(err, passkey.ErrKnown):
		p.act.Err = &api.Error{Code: "passkey_known"} // worded like an answer of the server
	case errors.Is(err, passkey.ErrCancelled), p.model.wrong.Refused(err, "name", "password", "key"):
		p.act.Err = nil
	}
}

func (p *Page) saveName(app.Context) {
	device.Filled(fieldName, &p.model.name)
	if !p.model.need("name", p.model.name) {
		return
	}
	sent := p.model.name
	p.change("name", backend.Rename.To(p.Backend, api.Rename{Name: sent}), func(ctx app.Context) {
		pages.Saved(&p.model.name, sent, p.account.Name)
		session := p.State.Session()
		if session.Operator != nil {
			operator := *session.Operator
			operator.Name = p.account.Name
			session.Operator = &operator
			p.State.SetSession(session)
		}
		p.Changed(ctx)
		p.Toast(ctx, text.T("account.name.done"))
	})
}

func (p *Page) savePassword(app.Context) {
	device.Filled(fieldPassword, &p.model.password)
	if !p.model.checkPassword() {
		return
	}
	request := api.NewPassword{Password: p.model.password, Keep: p.model.keep}
	p.change("password", backend.NewPassword.To(p.Backend, request), func(ctx app.Context) {
		pages.Saved(&p.model.password, request.Password, "")
		p.Toast(ctx, text.T("account.password.done"))
	})
}

// addKey has the device make a passkey.
func (p *Page) addKey(app.Context) {
	device.Filled(fieldKey, &p.model.key)
	if !p.model.need("key", p.model.key) {
		return
	}
	name := p.model.key
	p.change("key", func(c context.Context) (*api.Account, error) {
		asked, err := backend.AskNewPasskey.To(p.Backend, backend.None{})(c)
		if err != nil {
			return nil, err
		}
		made, err := passkey.Create(asked.Options)
		if err != nil {
			return nil, err
		}
		add := api.PasskeyAdd{Name: name, PasskeyAnswer: api.PasskeyAnswer{Proof: asked.Proof, Response: made}}
		return backend.AddPasskey.To(p.Backend, add)(c)
	}, func(ctx app.Context) {
		pages.Saved(&p.model.key, name, "")
		p.Toast(ctx, text.T("account.key.done"))
	})
}

func (p *Page) removeKey(app.Context) {
	if p.remove == nil {
		return
	}
	remove := api.PasskeyRef{ID: p.remove.ID}
	p.remove = nil
	p.change(remove.ID, backend.RemovePasskey.To(p.Backend, remove), func(ctx app.Context) {
		p.Toast(ctx, text.T("account.key.removed"))
		components.FocusID(ctx, pages.HeadingID)
	})
}

// link leads to the provider and back.
func (p *Page) link(app.Context) {
	p.outcome = ""
	call := backend.OIDCStart.To(p.Backend, api.OIDCStart{Purpose: api.OIDCLink})
	stepup.Do(p.ctx, &p.act, "link", call, func(_ app.Context, to *api.OIDCGo) {
		app.Window().Get("location").Call("assign", to.URL)
	})
}

func (p *Page) unlink(app.Context) {
	p.change("unlink", backend.UnlinkProvider.To(p.Backend, backend.None{}), func(ctx app.Context) {
		p.Toast(ctx, text.T("connections.end.done"))
	})
}
