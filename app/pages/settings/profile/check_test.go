package profile

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
	"github.com/shopdesk/shopdesk/platform"
)

// Bug: the check had no shop where the list of shops came after the page, and its button couldn't be pressed, though
// the only shop looked chosen.
func TestCheckTakesAShopThatComesLater(t *testing.T) {
	t.Parallel()
	c := &check{Deps: pagetest.Deps(t, routes.Route{Page: routes.Profile}, api.RoleOwner), last: &api.Check{}}
	pagetest.Markup(c)
	c.State.SetShops([]api.Shop{{ShopID: 7, Permissions: []string{string(platform.PermissionShopView)}}})
	if html := pagetest.Markup(c); c.shop != 7 || !strings.Contains(html, `disabled="false"`) {
		t.Errorf("shop %d: %s", c.shop, html)
	}
}

// Bug: where another owner had begun a check, or the answer to its beginning was lost, the page said that none could be
// made, and didn't show the one that there was.
func TestCheckOfAnotherIsSeen(t *testing.T) {
	t.Parallel()
	last := api.Check{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			last = api.Check{At: 1, By: "Mei"}
			w.WriteHeader(http.StatusConflict)
			_ = json.NewEncoder(w).Encode(&api.Error{Code: api.CodeBusy})
			return
		}
		_ = json.NewEncoder(w).Encode(last)
	}))
	t.Cleanup(server.Close)
	c := &check{Deps: pagetest.Deps(t, routes.Route{Page: routes.Profile}, api.RoleOwner)}
	c.Backend = wire.Backend(t, pagetest.Mount, server)
	pagetest.Run(t, func(ctx app.Context) {
		c.OnMount(ctx)
		pagetest.Until(ctx, func() bool { return c.read.Known }, c.start)
	})
	if c.last.By != "Mei" || c.failed == nil {
		t.Errorf("%+v, %v", c.last, c.failed)
	}
}
