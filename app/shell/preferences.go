package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// applyPreferences wears what the operator chose on any device. Without a choice
// the device's own stays.
func (r *Root) applyPreferences() {
	if r.State.Operator() == nil {
		return
	}
	chosen := r.State.Session().Preferences
	if chosen.Theme != "" {
		r.State.SetTheme(state.Theme(chosen.Theme))
	}
	r.wear()
	if chosen.Language != "" && chosen.Language != text.Lang() {
		r.speak(chosen.Language)
	}
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
	r.prefer(pages.Choice{Change: func(p *api.Preferences) {
		p.Theme = ""
		if theme != state.ThemeAuto {
			p.Theme = string(theme)
		}
	}})
}

// choosing sends what the operator chose, one call at a time.
type choosing struct {
	calls pages.Generation
	sent  bool                     // some of it is on its way
	done  func(app.Context, error) // of the last choice that asked for it
}

// prefer changes what the server keeps of the operator's choices. A choice without
// Done disturbs nobody when it can't be kept: it holds here.
func (r *Root) prefer(choice pages.Choice) {
	if r.State.Operator() == nil {
		return
	}
	wanted := r.State.Preferences()
	choice.Change(&wanted)
	r.State.Want(&wanted)
	if choice.Done != nil {
		r.choices.done = choice.Done
	}
	if !r.choices.sent {
		r.sendPreferences(r.State.Session().Preferences)
	}
}

// sendPreferences tells the server how the choices differ from what was, and then of what was chosen
// meanwhile: two calls at once could arrive in either order.
func (r *Root) sendPreferences(was api.Preferences) {
	sent := r.State.Preferences()
	r.choices.sent = true
	call := backend.SetPreferences.To(r.Backend, api.SetPreferences{Preferences: sent, Was: &was})
	pages.Load(r.calls(), &r.choices.calls, call, func(ctx app.Context, session *api.Session, err error) {
		if r.State.Preferences() != sent {
			if err == nil {
				was = sent
			}
			r.sendPreferences(was)
			return
		}
		done := r.choices.done
		r.choices = choosing{calls: r.choices.calls}
		r.State.Want(nil)
		if err == nil {
			if session.Preferences.Language == "" && r.State.Preferences().Language != "" {
				r.speak("")
			}
			r.State.SetSession(*session)
		}
		if done == nil {
			return
		}
		done(ctx, err)
		if err == nil {
			r.applyPreferences()
			r.applySound()
		}
	})
}
