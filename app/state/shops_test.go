package state

import (
	"slices"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// The list outlives the visit with what names it and with what each role allows;
// recent shops are those of this device, each once, the last first.
func TestListOutlivesTheVisit(t *testing.T) {
	t.Parallel()
	storage, now := new(Memory), time.UnixMilli(1_790_000_000_000)
	s := visit(t, storage, now, 7)
	may := []string{"shop.view"}
	s.SetListing([]api.Shop{{ShopID: 2, Name: "b", Role: api.RoleStaff, Permissions: may},
		{ShopID: 1, Name: "A", Role: api.RoleStaff, Permissions: may}}, `"tag"`)
	for _, id := range []int64{1, 2, 3, 4, 5, 6, 7, 2} {
		s.SetLastShop(id)
	}

	next := visit(t, storage, now, 7)
	shops, listed := next.Shops()
	if listed || next.ShopsTag() != `"tag"` || len(shops) != 2 || shops[0].ShopID != 1 || !next.May(2, "shop.view") {
		t.Errorf("%v %q %+v", listed, next.ShopsTag(), shops)
	}
	if got := next.RecentShops(); !slices.Equal(got, []int64{2, 7, 6, 5, 4, 3}) {
		t.Errorf("recent %v", got)
	}
	next.SetFavourite(2, true)
	if shop, _ := next.Shop(2); !shop.Favourite || shops[1].Favourite {
		t.Error("a favourite must be marked in a list of its own")
	}
	other := visit(t, storage, now, 8)
	if shops, _ := other.Shops(); len(shops) != 0 || other.ShopsTag() != "" || len(other.RecentShops()) != 0 {
		t.Error("somebody else finds the list")
	}
}

func TestShopFor(t *testing.T) {
	t.Parallel()
	s := visit(t, new(Memory), time.UnixMilli(1_790_000_000_000), 7)
	view, edit := []string{"shop.view"}, []string{"shop.view", "shop.edit"}
	s.SetListing([]api.Shop{{ShopID: 1, Name: "A", Permissions: view}, {ShopID: 2, Name: "B", Permissions: edit},
		{ShopID: 3, Name: "C", Permissions: edit}}, "")
	for _, tt := range []struct {
		may    string
		rather []int64
		want   int64
	}{
		{"shop.edit", nil, 2},
		{"shop.edit", []int64{1, 3, 2}, 3},
		{"shop.edit", []int64{1, 9}, 2},
		{"shop.view", []int64{9, 1}, 1},
		{"hours.edit", []int64{2}, 0},
	} {
		if got := s.ShopFor(platform.Permission(tt.may), tt.rather); got != tt.want {
			t.Errorf("%s in %v: %d, want %d", tt.may, tt.rather, got, tt.want)
		}
	}
}

// Times that belong to no shop are told by the clock of most shops.
func TestHomeZone(t *testing.T) {
	t.Parallel()
	const hongKong, lisbon = "Asia/Hong_Kong", "Europe/Lisbon"
	for _, tt := range []struct {
		name  string
		zones []string
		want  string
		meet  bool
	}{
		{"no shops", nil, "", false},
		{"one zone", []string{lisbon, lisbon}, lisbon, false},
		{"the zone of most", []string{hongKong, lisbon, lisbon}, lisbon, true},
		{"as many in each", []string{lisbon, hongKong}, hongKong, true},
	} {
		s := visit(t, new(Memory), time.UnixMilli(1_790_000_000_000), 7)
		var shops []api.Shop
		for i, zone := range tt.zones {
			shops = append(shops, api.Shop{ShopID: int64(i + 1), Zone: zone})
		}
		s.SetShops(shops)
		if s.HomeZone() != tt.want || s.ZonesMeet() != tt.meet {
			t.Errorf("%s: %q, %v", tt.name, s.HomeZone(), s.ZonesMeet())
		}
	}
}
