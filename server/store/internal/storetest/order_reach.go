package storetest

import (
	"github.com/shopdesk/shopdesk/server/store"
)

// reach is how order 1 of shop 1 reached a device.
func reach(device, how string, at int64) store.OrderReach {
	return store.OrderReach{ShopID: 1, OrderID: 1, Device: device, How: how, At: at, Operator: "Ann " + wild,
		Agent: "Chrome, Android"}
}

func orderReach() cases {
	reached := func(s tested, shop, order int64) []store.OrderReach {
		s.Helper()
		return get(s.Reach(ctx, shop, order))(s)
	}
	add := func(s tested, rows ...store.OrderReach) {
		s.Helper()
		must(s, s.AddReach(ctx, rows))
	}
	return cases{
		"the first of each device and way stays": func(s tested) {
			put(s, order(1, 1, "new"))
			rang, seen, other := reach("a", "rang", now+1), reach("a", "seen", now+5), reach("b", "rang", now)
			add(s, seen, rang, other, reach("b", "rang", now+7))
			add(s, reach("a", "rang", now+9))
			add(s)
			same(s, []store.OrderReach{other, rang, seen}, reached(s, 1, 1))
			same(s, 0, len(reached(s, 2, 1)))
		},
		"an unknown order has none": func(s tested) {
			put(s, order(1, 1, "new"))
			unknown := reach("a", "rang", now)
			unknown.OrderID = 2
			add(s, unknown, reach("a", "rang", now))
			same(s, 0, len(reached(s, 1, 2)))
			same(s, 1, len(reached(s, 1, 1)))
		},
		"it goes with its order": func(s tested) {
			pruned, erased, kept := order(1, 1, "done"), order(1, 2, "done"), order(1, 3, "done")
			pruned.ChangedAt = now - 9
			put(s, pruned, erased, kept)
			for id := range int64(3) {
				r := reach("a", "rang", now)
				r.OrderID = id + 1
				add(s, r)
			}
			succeeds(s)(s.PruneOrders(ctx, now, 9))
			erase(s, 1, 2)
			same(s, 0, len(rows(s, `SELECT * FROM order_reach WHERE order_id < 3`)))
			same(s, 1, len(reached(s, 1, 3)))
		},
		"rivals add the same rows in any order": func(s tested) {
			put(s, order(1, 1, "new"))
			a, b := reach("a", "rang", now), reach("b", "rang", now)
			allSucceed(s, func(i int) error {
				if i%2 == 0 {
					return s.AddReach(ctx, []store.OrderReach{a, b})
				}
				return s.AddReach(ctx, []store.OrderReach{b, a})
			})
			same(s, []store.OrderReach{a, b}, reached(s, 1, 1))
		},
	}
}
