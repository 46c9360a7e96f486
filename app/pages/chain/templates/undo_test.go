package templates

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// An undo that failed is told as a failure. Bug: the toast had the sign of a success.
func TestFailedUndoIsToldAsAFailure(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Templates}, api.RoleOwner) // without a server
	var told []pages.Offer
	pagetest.Run(t, func(ctx app.Context) {
		ctx.Handle(state.ActionToast, func(ctx app.Context, a app.Action) {
			if offer := a.Value.(pages.Offer); offer.Tone == "" {
				offer.Do(ctx)
			} else {
				told = append(told, offer)
			}
		})
		offerRemoved(ctx, deps, api.Template{})
		offerBack(ctx, deps, "", api.AcceptDrift{}, func(app.Context) { t.Error("read anew") })
	})
	if len(told) != 2 || told[0].Tone != components.ToneBad || told[1].Tone != components.ToneBad {
		t.Errorf("told %+v", told)
	}
}
