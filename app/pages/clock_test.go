package pages_test

import (
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// A time is the shop's own. Its place is said where shops of several zones meet, and only there.
func TestPlacesAreSaidWhereZonesMeet(t *testing.T) {
	t.Parallel()
	const at = 1_795_467_656_379 // 21:00:56 UTC
	central := api.Shop{ShopID: 1, EnName: "Central", Zone: "Asia/Hong_Kong"}
	olaya := api.Shop{ShopID: 2, EnName: "Olaya", Zone: "Asia/Riyadh"}
	for _, tt := range []struct {
		name        string
		shops       []api.Shop
		shop        int64
		there, when string
	}{
		{"one zone", []api.Shop{central}, 1, "Central", "24 Nov, 05:00"},
		{"two zones, the first", []api.Shop{central, olaya}, 1, "Central · Hong Kong", "24 Nov, 05:00 (Hong Kong)"},
		{"two zones, the second", []api.Shop{central, olaya}, 2, "Olaya · Riyadh", "24 Nov, 00:00 (Riyadh)"},
	} {
		s := pagetest.Deps(t, routes.Route{Page: routes.Today}, api.RoleOwner).State
		s.SetShops(tt.shops)
		if got := text.Plain(pages.ShopThere(s, tt.shop)); got != tt.there {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.there)
		}
		if got := text.Plain(pages.When(s, tt.shop, at)); got != tt.when {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.when)
		}
	}
}

// A pause of three weeks ago was told by its day of the week alone, like one of this week.
func TestInstantOfAnotherWeekHasItsDate(t *testing.T) {
	t.Parallel()
	hongKong := rules.Fixed(8 * 3600)
	for hours, want := range map[time.Duration]string{
		-21 * 24: "Fri 30 Oct 12:00", -7 * 24: "Fri 13 Nov 12:00", -6 * 24: "Sat 12:00", -24: "Thu 12:00", -2: "10:00",
		2: "14:00", 6 * 24: "Thu 12:00", 7 * 24: "Fri 27 Nov 12:00",
	} {
		at := pagetest.Now.Add(hours * time.Hour).UnixMilli()
		if got := pages.At(at, pagetest.Now.UnixMilli(), hongKong); got != want {
			t.Errorf("%d hours from now: %q, want %q", hours, got, want)
		}
	}
}
