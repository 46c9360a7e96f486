package today

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Yesterday is the whole last day of each shop's own calendar, also when its clock changed on it, beside the whole day
// a week before.
func TestYesterdayIsAWholeDayOfEachShop(t *testing.T) {
	t.Parallel()
	for engine, s := range stores(t) {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(3, 5))
			for round, now := range []time.Time{
				time.Date(2026, 11, 21, 15, 59, 59, 0, time.UTC), // a second before midnight in Hong Kong
				time.Date(2026, 10, 26, 2, 59, 0, 0, time.UTC),   // Lisbon's 25th has 25 hours
				time.Date(2027, 3, 29, 3, 0, 0, 1e6, time.UTC),   // and its 28th has 23
			} {
				var shops []api.Shop
				for i, zone := range places {
					shops = append(shops, api.Shop{ShopID: int64(round*10 + i + 1), Zone: zone,
						Permissions: []string{string(platform.PermissionOrderView)}})
				}
				orders, refunds := some(random, now, shops, 4000)
				keepAll(t, s, orders, refunds)
				got, err := at(t, now, shops, s).Yesterday(t.Context(), shops, now)
				if err != nil {
					t.Fatal(err)
				}
				day, all := map[int64]int{}, [2]int{}
				for _, shop := range shops {
					zone, err := time.LoadLocation(shop.Zone)
					if err != nil {
						zone = time.UTC
					}
					today := now.In(zone)
					for i, back := range []int{1, 8} {
						want := today.AddDate(0, 0, -back).Format(time.DateOnly)
						for _, o := range orders {
							if o.ShopID == shop.ShopID && time.UnixMilli(o.PlacedAt).In(zone).Format(time.DateOnly) == want {
								all[i]++
								if i == 0 {
									day[shop.ShopID]++
								}
							}
						}
					}
				}
				if got.Orders != all[0] || got.All.Now.Orders != all[0] || got.All.Before.Orders != all[1] || all[0] == 0 {
					t.Errorf("%s: %d and %d orders, want %v", now, got.All.Now.Orders, got.All.Before.Orders, all)
				}
				for _, one := range got.Shops {
					if one.Now.Orders != day[one.ShopID] {
						t.Errorf("%s: shop %d has %d orders, want %d", now, one.ShopID, one.Now.Orders, day[one.ShopID])
					}
				}
				if len(got.Days) == 0 || len(got.Days) > 3 {
					t.Errorf("%s: days %v", now, got.Days)
				}
			}
		})
	}
}
