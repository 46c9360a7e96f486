package shell

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Drafts were listed to somebody who may not edit any more: their page shows no draft, and the line never went.
func TestDraftsWaitForThePermission(t *testing.T) {
	t.Parallel()
	r := newTestRoot(t, routes.Route{Page: routes.Shops}, api.RoleManager)
	may := func(permissions ...platform.Permission) {
		shop := api.Shop{ShopID: 1}
		for _, p := range permissions {
			shop.Permissions = append(shop.Permissions, string(p))
		}
		r.State.SetShops([]api.Shop{shop})
	}
	may(platform.PermissionHoursEdit, platform.PermissionShopEdit)
	for _, kind := range []string{"week", "special", "phones", state.DraftPhoto, state.DraftDay} {
		if err := r.State.SaveDraft(kind, 1, kind); err != nil {
			t.Fatal(err)
		}
	}
	listed := func() (list []routes.Page) {
		for _, place := range r.elsewhere() {
			list = append(list, place.Page)
		}
		return list
	}
	all := listed()
	want := []routes.Page{routes.Hours, routes.Dates, routes.Phones, routes.Photo, routes.Shop}
	if diff := cmp.Diff(want, all); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	may(platform.PermissionShopEdit)
	if diff := cmp.Diff([]routes.Page{routes.Phones, routes.Photo}, listed()); diff != "" {
		t.Errorf("without hours (-want +got):\n%s", diff)
	}
	may(platform.PermissionHoursEdit)
	if diff := cmp.Diff([]routes.Page{routes.Hours, routes.Dates, routes.Shop}, listed()); diff != "" {
		t.Errorf("with hours alone (-want +got):\n%s", diff)
	}
}
