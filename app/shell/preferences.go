package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

// applyPreferences wears what the operator chose on any device. Without a choice
// the device's own stays.
func (r *Root) applyPreferences() {
	if r.State.Operator() == nil {
		r.speakOwn()
		return
	}
	if theme := r.State.Session().Preferences.Theme; theme != "" {
		_ = r.State.SetTheme(state.Theme(theme)) // a cache: worn now all the same
	}
	r.wear(r.State.Theme())
	if lang := r.State.Session().Preferences.Language; lang != "" {
		_ = r.State.SetLang(lang)
	}
	r.speakOwn()
}

// applySound rings as the operator wants it, once they sign in or change it. On
// the board each device can be silenced on its own.
func (r *Root) applySound() {
	if sound := r.State.Session().Preferences.Sound; r.State.Operator() != nil && sound != "" {
		r.State.SetSound(sound == "on")
	}
}

// keepTheme keeps the operator's choice for their other devices.
func (r *Root) keepTheme(theme state.Theme) {
	r.prefer(func(p *api.Preferences) {
		p.Theme = ""
		if theme != state.ThemeAuto {
			p.Theme = string(theme)
		}
	})
}

// choosing is what the operator chose and the server doesn't know yet.
type choosing struct {
	calls  pages.Generation
	wanted *api.Preferences // nil for nothing
	sent   bool             // some of it is on its way
}

// drop forgets it: the operator has gone.
func (c *choosing) drop() {
	c.calls.Drop()
	c.wanted, c.sent = nil, false
}

// prefer changes what the server keeps of the operator's choices. That it
// couldn't be kept disturbs nobody: it holds here.
func (r *Root) prefer(change func(*api.Preferences)) {
	if app.IsServer || r.State.Operator() == nil {
		return
	}
	preferences := r.State.Session().Preferences
	if r.choices.wanted != nil {
		preferences = *r.choices.wanted
	}
	change(&preferences)
	r.choices.wanted = &preferences
	if !r.choices.sent {
		r.sendPreferences()
	}
}

// sendPreferences tells the server of the choices, and then of what was chosen
// meanwhile: two calls at once could arrive in either order.
func (r *Root) sendPreferences() {
	sent := *r.choices.wanted
	r.choices.sent = true
	call := backend.SetPreferences.To(r.Backend, sent)
	pages.Load(r.ctx, &r.choices.calls, call, func(_ app.Context, session *api.Session, err error) {
		if *r.choices.wanted != sent {
			r.sendPreferences()
			return
		}
		r.choices.wanted, r.choices.sent = nil, false
		if err == nil {
			r.State.SetSession(*session)
		}
	})
}
