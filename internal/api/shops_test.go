package api_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
)

// What a role allows is written once, and every shop has it again when read; a
// shop whose permissions differ from its role's others keeps its own.
func TestGatherAndSpread(t *testing.T) {
	t.Parallel()
	all, few := []string{"shop.view", "hours.edit"}, []string{"shop.view"}
	shops := []api.Shop{
		{ShopID: 1, Role: api.RoleOwner, Permissions: all},
		{ShopID: 2, Role: api.RoleStaff, Permissions: few, Favourite: true, Standing: api.StandingPaused},
		{ShopID: 3, Role: api.RoleOwner, Permissions: all},
		{ShopID: 4, Role: api.RoleOwner, Permissions: few},
	}
	data, err := json.Marshal(api.Gather(shops))
	if err != nil {
		t.Fatal(err)
	}
	if shops[0].Permissions == nil {
		t.Error("the caller's list was changed")
	}
	var list api.Shops
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	if list.Shops[2].Permissions != nil || list.Shops[3].Permissions == nil {
		t.Errorf("%s", data)
	}
	if diff := cmp.Diff(shops, list.Spread()); diff != "" {
		t.Error(diff)
	}
}
