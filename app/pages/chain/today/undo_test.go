package today

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// An undo that failed is told as a failure. Bug: the toast had the sign of a success.
func TestFailedUndoIsToldAsAFailure(t *testing.T) {
	t.Parallel()
	p := pageOf(t, api.RoleOwner, everything) // without a server
	var told []pages.Offer
	pagetest.Run(t, func(ctx app.Context) {
		ctx.Handle(state.ActionToast, func(ctx app.Context, a app.Action) {
			offer := a.Value.(pages.Offer)
			if told = append(told, offer); len(told) == 1 {
				offer.Do(ctx)
			}
		})
		p.offerPause(ctx, api.Need{ShopID: 1}, api.Pause{ShopID: 1})
	})
	if len(told) != 2 || told[1].Tone != components.ToneBad || !strings.HasPrefix(told[1].Text, "Noodle wasn't paused") {
		t.Errorf("told %+v", told)
	}
}
