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
		return
	}
	if theme := r.State.Session().Preferences.Theme; theme != "" {
		_ = r.State.SetTheme(state.Theme(theme)) // a cache: worn now all the same
	}
	r.wear(r.State.Theme())
}

// keepTheme keeps the operator's choice for their other devices. That it
// couldn't be kept disturbs nobody: it is worn here.
func (r *Root) keepTheme(theme state.Theme) {
	if app.IsServer || r.State.Operator() == nil {
		return
	}
	preferences := r.State.Session().Preferences
	preferences.Theme = ""
	if theme != state.ThemeAuto {
		preferences.Theme = string(theme)
	}
	pages.Load(r.ctx, &r.choices, func(c context.Context) (*api.Session, error) {
		return r.Backend.SetPreferences(c, preferences)
	}, func(_ app.Context, session *api.Session, err error) {
		if err == nil {
			r.State.SetSession(*session)
		}
	})
}
