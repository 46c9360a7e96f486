package shell

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
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

// prefer changes what the server keeps of the operator's choices. That it
// couldn't be kept disturbs nobody: it holds here.
func (r *Root) prefer(change func(*api.Preferences)) {
	if app.IsServer || r.State.Operator() == nil {
		return
	}
	preferences := r.State.Session().Preferences
	change(&preferences)
	pages.Load(r.ctx, &r.choices, func(c context.Context) (*api.Session, error) {
		return r.Backend.SetPreferences(c, preferences)
	}, func(_ app.Context, session *api.Session, err error) {
		if err == nil {
			r.State.SetSession(*session)
		}
	})
}
