package account

import (
	"context"
	"errors"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/device/passkey"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

func (p *Page) setKeep(_ app.Context, on bool) { p.model.keep = !on }

func (p *Page) chooseLanguage(_ app.Context, v string) {
	p.prefer(func(c *api.Preferences) { c.Language = v })
}

// followDevice is a choice's value for what is left to the device.
const followDevice = "device"

func (p *Page) chooseSound(_ app.Context, v string) {
	p.prefer(func(c *api.Preferences) { c.Sound = strings.TrimPrefix(v, followDevice) })
}

func (p *Page) chooseTheme(_ app.Context, v string) {
	v = strings.TrimPrefix(v, followDevice)
	if v == "" {
		_ = p.State.SetTheme(state.ThemeAuto) // worn now, whether or not it can be kept
	}
	p.prefer(func(c *api.Preferences) { c.Theme = v })
}

// prefer takes effect at once. Choices made while one is on its way follow it in
// one call: two at once could arrive in the wrong order.
func (p *Page) prefer(change func(*api.Preferences)) {
	under := p.wish != nil
	wish := p.preferences()
	change(&wish)
	p.wish = &wish
	if !under {
		p.sendWish()
	}
}

// preferences are those chosen, kept or not yet.
func (p *Page) preferences() api.Preferences {
	if p.wish != nil {
		return *p.wish
	}
	return p.State.Session().Preferences
}

func (p *Page) sendWish() {
	sent := *p.wish
	p.failed = nil
	pages.Load(p.ctx, &p.wishes, backend.SetPreferences.To(p.Backend, sent),
		func(ctx app.Context, session *api.Session, err error) {
			if err != nil {
				p.failed, p.wish = err, nil // what is shown is what holds
				return
			}
			p.State.SetSession(*session)
			ctx.NewAction(state.ActionPreferences)
			p.Changed(ctx)
			if *p.wish != sent {
				p.sendWish()
				return
			}
			p.wish = nil
		})
}

func (p *Page) begin(what string) { p.doing, p.busy, p.failed, p.outcome = what, true, nil, "" }

func (p *Page) ended(err error) { p.busy, p.failed = false, err }

// change sends one of the account's changes. again repeats it after a proof of
// who asks; done follows its success.
func (p *Page) change(what string, call backend.Call[*api.Account], again, done func(app.Context)) {
	p.begin(what)
	pages.Load(p.ctx, &p.calls, call, p.changed(again, done))
}

func (p *Page) changed(again, done func(app.Context)) func(app.Context, *api.Account, error) {
	return func(ctx app.Context, account *api.Account, err error) {
		p.ended(nil)
		switch {
		case err == nil:
			p.show(account)
			done(ctx)
		case p.guard.Asks(err, again), errors.Is(err, passkey.ErrCancelled), p.model.refused(err):
		default:
			p.failed = err
		}
	}
}

func (p *Page) saveName(_ app.Context, e app.Event) {
	e.PreventDefault()
	p.model.name = device.FieldValue(fieldName, p.model.name)
	if !p.model.checkName() {
		return
	}
	p.change("name", backend.Rename.To(p.Backend, api.Rename{Name: p.model.name}), nil, func(ctx app.Context) {
		p.model.name = p.account.Name
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

func (p *Page) savePassword(ctx app.Context, e app.Event) {
	e.PreventDefault()
	p.model.password = device.FieldValue(fieldPassword, p.model.password)
	p.sendPassword(ctx)
}

func (p *Page) sendPassword(app.Context) {
	if !p.model.checkPassword() {
		return
	}
	request := api.NewPassword{Password: p.model.password, Keep: p.model.keep}
	p.change("password", backend.NewPassword.To(p.Backend, request), p.sendPassword, func(ctx app.Context) {
		p.model.password = ""
		p.Toast(ctx, text.T("account.password.done"))
	})
}

func (p *Page) addKey(ctx app.Context, e app.Event) {
	e.PreventDefault()
	p.model.key = device.FieldValue(fieldKey, p.model.key)
	p.askKey(ctx)
}

// askKey has the device make a passkey.
func (p *Page) askKey(app.Context) {
	if !p.model.checkKey() {
		return
	}
	name := p.model.key
	p.begin("key")
	pages.Load(p.ctx, &p.calls, func(c context.Context) (*api.Account, error) {
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
	}, p.changed(p.askKey, func(ctx app.Context) {
		p.model.key = ""
		p.Toast(ctx, text.T("account.key.done"))
	}))
}

func (p *Page) askRemove(_ app.Context, k api.Passkey) { p.remove = &k }
func (p *Page) keepKey(app.Context)                    { p.remove = nil }

func (p *Page) removeKey(app.Context) {
	if p.remove == nil {
		return
	}
	p.sendRemove(api.PasskeyRef{ID: p.remove.ID})
	p.remove = nil
}

func (p *Page) sendRemove(ref api.PasskeyRef) {
	again := func(app.Context) { p.sendRemove(ref) }
	p.change("remove", backend.RemovePasskey.To(p.Backend, ref), again, func(ctx app.Context) {
		p.Toast(ctx, text.T("account.key.removed"))
		components.FocusID(ctx, pages.HeadingID)
	})
}

// link leads to the provider and back.
func (p *Page) link(app.Context) {
	p.begin("link")
	pages.Load(p.ctx, &p.calls, backend.OIDCStart.To(p.Backend, api.OIDCStart{Purpose: api.OIDCLink}), func(_ app.Context, to *api.OIDCGo, err error) {
		p.ended(nil)
		switch {
		case err == nil:
			app.Window().Get("location").Call("assign", to.URL)
		case p.guard.Asks(err, p.link):
		default:
			p.failed = err
		}
	})
}

func (p *Page) unlink(app.Context) {
	p.change("unlink", backend.UnlinkProvider.To(p.Backend, backend.None{}), p.unlink, func(ctx app.Context) {
		p.Toast(ctx, text.T("account.unlinked"))
	})
}
