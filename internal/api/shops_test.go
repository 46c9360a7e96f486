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

// The local name leads for people who read its script.
func TestNamesFollowTheLanguage(t *testing.T) {
	t.Parallel()
	dubai := api.Shop{Name: "هاربر نودل - ديرة", EnName: "Harbour Noodle Deira"}
	central := api.Shop{Name: "海港麵家・中環店", EnName: "Harbour Noodle Central"}
	for _, tt := range []struct {
		name         string
		shop         api.Shop
		lang         string
		leads, other string
	}{
		{"English", central, "en", central.EnName, central.Name},
		{"Portuguese", dubai, "pt", dubai.EnName, dubai.Name},
		{"Chinese", central, "zh-Hant", central.Name, central.EnName},
		{"Arabic", dubai, "ar", dubai.Name, dubai.EnName},
		{"a Chinese name for readers of Arabic", central, "ar", central.EnName, central.Name},
		{"an Arabic name for readers of Chinese", dubai, "zh-Hant", dubai.EnName, dubai.Name},
		{"without an English name", api.Shop{Name: "Padaria"}, "en", "Padaria", ""},
		{"without a local name", api.Shop{EnName: "Bakery"}, "ar", "Bakery", ""},
		// The bug: such a shop of a host's options stood blank everywhere, also where it is pressed.
		{"without a name", api.Shop{ShopID: 100001}, "en", "100001", ""},
		{"no shop", api.Shop{}, "en", "", ""},
		{"both the same", api.Shop{Name: "Bakery", EnName: "Bakery"}, "en", "Bakery", ""},
	} {
		if leads, other := tt.shop.Names(tt.lang); leads != tt.leads || other != tt.other {
			t.Errorf("%s: %q and %q, want %q and %q", tt.name, leads, other, tt.leads, tt.other)
		}
	}
}
