package storetest

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

// reach is how order 1 of shop 1 reached a device.
func reach(device, how string, at int64) store.OrderReach {
	return store.OrderReach{ShopID: 1, OrderID: 1, Device: device, How: how, At: at, Operator: "Ann " + wild,
		Agent: "Chrome, Android"}
}

func orderReach(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	reached := func(t *testing.T, s store.Store, shop, order int64) []store.OrderReach {
		t.Helper()
		all, err := s.Reach(ctx, shop, order)
		must(t, err)
		return all
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"the first of each device and way stays": func(t *testing.T, s store.Store) {
			save(t, s, store.OrderChange{Order: order(1, 1, "new")})
			rang, seen, other := reach("a", "rang", now+1), reach("a", "seen", now+5), reach("b", "rang", now)
			must(t, s.AddReach(ctx, []store.OrderReach{seen, rang, other, reach("b", "rang", now+7)}))
			must(t, s.AddReach(ctx, []store.OrderReach{reach("a", "rang", now+9)}))
			must(t, s.AddReach(ctx, nil))
			same(t, []store.OrderReach{other, rang, seen}, reached(t, s, 1, 1))
			same(t, 0, len(reached(t, s, 2, 1)))
		},
		"an unknown order has none": func(t *testing.T, s store.Store) {
			save(t, s, store.OrderChange{Order: order(1, 1, "new")})
			unknown := reach("a", "rang", now)
			unknown.OrderID = 2
			must(t, s.AddReach(ctx, []store.OrderReach{unknown, reach("a", "rang", now)}))
			same(t, 0, len(reached(t, s, 1, 2)))
			same(t, 1, len(reached(t, s, 1, 1)))
		},
		"it goes with its order": func(t *testing.T, s store.Store) {
			pruned, erased, kept := order(1, 1, "done"), order(1, 2, "done"), order(1, 3, "done")
			pruned.ChangedAt = now - 9
			save(t, s, store.OrderChange{Order: pruned}, store.OrderChange{Order: erased}, store.OrderChange{Order: kept})
			for id := range int64(3) {
				r := reach("a", "rang", now)
				r.OrderID = id + 1
				must(t, s.AddReach(ctx, []store.OrderReach{r}))
			}
			succeeds(t)(s.PruneOrders(ctx, now, 9))
			must(t, s.EraseOrder(ctx, 1, 2))
			same(t, 0, len(rows(t, s, `SELECT * FROM order_reach WHERE order_id < 3`)))
			same(t, 1, len(reached(t, s, 1, 3)))
		},
		"rivals add the same rows in any order": func(t *testing.T, s store.Store) {
			save(t, s, store.OrderChange{Order: order(1, 1, "new")})
			a, b := reach("a", "rang", now), reach("b", "rang", now)
			mustAll(t, race(func(i int) error {
				if i%2 == 0 {
					return s.AddReach(ctx, []store.OrderReach{a, b})
				}
				return s.AddReach(ctx, []store.OrderReach{b, a})
			}))
			same(t, []store.OrderReach{a, b}, reached(t, s, 1, 1))
		},
	})
}
