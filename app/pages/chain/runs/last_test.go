package runs

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
)

// go-app queues OnMount and calls OnUpdate at once: the card once read without a context, which ended the program.
func TestLastRunIsReadByAnUpdateBeforeMounting(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Runs}, api.RoleOwner)
	deps.State.SetShops([]api.Shop{{ShopID: 1, Permissions: []string{api.MayViewActivity}}})
	p := &Last{Deps: deps}
	pagetest.Run(t, func(ctx app.Context) { p.OnUpdate(ctx) })
	if !p.asked {
		t.Error("the runs weren't read")
	}
}
