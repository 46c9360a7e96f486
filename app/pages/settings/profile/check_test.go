package profile

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
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
