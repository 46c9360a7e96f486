package shell

import (
	"slices"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// forgotten are the pauses to ask about. Today lists those without an end itself, of its shop or of all.
func (r *Root) forgotten() []api.Pause {
	return slices.DeleteFunc(r.State.Forgotten(), func(p api.Pause) bool {
		listed := r.route.ShopID == 0 || r.route.ShopID == p.ShopID
		return r.route.Page == routes.Today && listed && p.Until == 0
	})
}

// nudgeRest is how long reminders take no finger's press once one has come to another's place.
const nudgeRest = time.Second

// settleNudges has the reminders rest when one comes to another's place.
func (r *Root) settleNudges(list []api.Pause) {
	before := r.pausing.nudges
	r.pausing.nudges = nil
	for _, p := range list {
		r.pausing.nudges = append(r.pausing.nudges, p.ShopID)
	}
	stay := min(len(before), len(list))
	if slices.Equal(before[:stay], r.pausing.nudges[:stay]) {
		return
	}
	r.pausing.moved = r.State.Now()
	if r.ctx.Context != nil {
		r.ctx.After(nudgeRest, func(app.Context) {}) // draws
	}
}

// nudge asks about a pause that nobody has ended for hours.
func (r *Root) nudge(p api.Pause) app.UI {
	shop, _ := r.State.Shop(p.ShopID)
	paused := int(r.State.ServerNow().Sub(time.UnixMilli(p.StartedAt)).Hours())
	id, rests := "nudge-"+strconv.FormatInt(p.ShopID, 10), r.within(nudgeRest, r.pausing.moved)
	return &pages.Keyed{Key: id, Draw: func() app.UI {
		return &components.Note{
			ID: id, Tone: components.ToneWarn,
			Title: text.N("pause.nudge", paused, state.DisplayName(shop)), Text: text.T("pause.nudge.text"),
			Actions: pages.Buttons(
				components.Button{
					Label: text.T("pause.resume"), Icon: components.IconPlay, Busy: r.resuming(p.ShopID), Rests: rests,
					OnClick: func(app.Context) { r.resume(p.ShopID) },
				},
				components.Button{
					Label: text.T("pause.nudge.keep"), Kind: components.KindBare, Rests: rests, OnClick: func(ctx app.Context) {
						r.State.KeepPaused(p)
						components.Land(ctx)
					},
				},
			),
		}
	}}
}
