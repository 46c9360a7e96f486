package storetest

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

func orderFigures() cases {
	return cases{
		"the figures equal those computed from every order": func(s tested) {
			random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // equal orders in each run
			stages := []string{"new", "preparing", "ready", "other", "done", "cancelled"}
			var all []store.Order
			for i := range int64(400) {
				o := store.Order{
					ShopID: random.Int64N(5), OrderID: i + 1, Stage: stages[random.IntN(len(stages))],
					PlacedAt: now + random.Int64N(100), Data: []byte("{}"), Record: "r",
					AcceptedAt: random.Int64N(2) * (now + 50), LateAt: random.Int64N(2) * (now + random.Int64N(50)),
					Refunds: max(0, random.Int64N(8)-5), ReadyAt: random.Int64N(2) * (now + 60), Sales: random.Int64N(9),
					Currency: []string{"", "HKD", wild}[random.IntN(3)],
				}
				if o.Refunds > 0 {
					o.AskedAt = random.Int64N(2) * (now + random.Int64N(50))
				}
				all = append(all, o)
			}
			put(s, all...)
			for range 20 {
				shops := []int64{random.Int64N(5), random.Int64N(7)}
				if shops[0] == shops[1] {
					shops = shops[:1]
				}
				from := now + random.Int64N(100)
				to := from + random.Int64N(60)
				var figures []store.OrderFigure
				var odd []int64
				waiting := map[store.Waiting][]int64{}
				next := map[store.Waiting]int64{}
				for _, o := range all {
					if !slices.Contains(shops, o.ShopID) {
						continue
					}
					if o.PlacedAt >= from && o.PlacedAt < to {
						figures = append(figures, store.OrderFigure{ShopID: o.ShopID, PlacedAt: o.PlacedAt,
							AcceptedAt: o.AcceptedAt, ReadyAt: o.ReadyAt, Sales: o.Sales, Currency: o.Currency})
						if o.Stage == "cancelled" || o.Refunds > 0 {
							odd = append(odd, o.OrderID)
						}
					}
					note := func(what store.Waiting, since int64) {
						if since < from {
							waiting[what] = append(waiting[what], o.OrderID)
						} else if next[what] == 0 || since < next[what] {
							next[what] = since
						}
					}
					open := o.Stage != "done" && o.Stage != "cancelled"
					if o.Stage == "new" {
						note(store.WaitingNew, o.PlacedAt)
					}
					if open && o.LateAt > 0 {
						note(store.WaitingLate, o.LateAt)
					}
					if o.AskedAt > 0 {
						note(store.WaitingAsked, o.AskedAt)
					}
				}
				gotFigures := get(s.FiguresOf(ctx, shops, from, to))(s)
				for _, list := range [][]store.OrderFigure{figures, gotFigures} {
					slices.SortFunc(list, func(a, b store.OrderFigure) int {
						return cmp.Or(cmp.Compare(a.ShopID, b.ShopID),
							cmp.Compare(a.PlacedAt, b.PlacedAt), cmp.Compare(a.AcceptedAt, b.AcceptedAt),
							cmp.Compare(a.ReadyAt, b.ReadyAt), cmp.Compare(a.Sales, b.Sales),
							cmp.Compare(a.Currency, b.Currency))
					})
				}
				same(s, figures, gotFigures)
				sorted := func(orders []store.Order, err error) (ids []int64) {
					s.Helper()
					must(s, err)
					for _, o := range orders {
						ids = append(ids, o.OrderID)
					}
					slices.Sort(ids)
					return ids
				}
				same(s, odd, sorted(s.OddOrders(ctx, shops, from, to)))
				for _, what := range []store.Waiting{store.WaitingNew, store.WaitingLate, store.WaitingAsked} {
					got, err := s.WaitingOrders(ctx, shops, what, from, 1000)
					same(s, waiting[what], sorted(got.Orders, err))
					same(s, [2]int64{int64(len(waiting[what])), next[what]}, [2]int64{int64(got.All), got.Next})
				}
			}
		},
		"the longest waiting orders come first": func(s tested) {
			for i, at := range []int64{7, 0, 3, 5, 9} {
				o := order(1, int64(i+1), "done")
				o.AskedAt = at
				put(s, o)
			}
			got := get(s.WaitingOrders(ctx, []int64{1, 2}, store.WaitingAsked, 8, 2))(s)
			lists[int64](s, "OrderID", 3, 4)(got.Orders, nil)
			same(s, []byte(`{}`), got.Orders[0].Data)
			same(s, [2]int64{3, 9}, [2]int64{int64(got.All), got.Next})
		},
		"no shops have no figures": func(s tested) {
			put(s, order(1, 1, "new"))
			figures := get(s.FiguresOf(ctx, nil, 0, now*2))(s)
			odd := get(s.OddOrders(ctx, nil, 0, now*2))(s)
			waiting := get(s.WaitingOrders(ctx, nil, store.WaitingNew, now*2, 9))(s)
			same(s, 0, len(figures)+len(odd)+len(waiting.Orders)+waiting.All)
		},
	}
}
