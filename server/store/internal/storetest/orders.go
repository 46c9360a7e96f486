package storetest

import (
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

func order(shop, id int64, stage string) store.Order {
	return store.Order{
		ShopID: shop, OrderID: id, Stage: stage, PlacedAt: now + id, ChangedAt: now + id, Search: "wonton 100%_!" + wild,
		Data:   []byte(`{}`),
		Record: "v1.sealed", ReadAt: now, DueAt: now + id,
		AcceptedAt: now + 1, LateAt: now + 2, Refunds: 1, AskedAt: now + 3,
		ReadyAt: now + 4, Sales: 5, Currency: wild,
	}
}

func save(s tested, changes ...store.OrderChange) []bool {
	s.Helper()
	return get(s.SaveOrders(ctx, changes))(s)
}

// put saves orders alone.
func put(s tested, orders ...store.Order) {
	s.Helper()
	changes := make([]store.OrderChange, len(orders))
	for i, o := range orders {
		changes[i].Order = o
	}
	save(s, changes...)
}

// erase erases an order that was saved once, and leaves its row.
func erase(s tested, shop, id int64) {
	s.Helper()
	left := store.Order{ShopID: shop, OrderID: id, Version: 1, Stage: "done", Data: []byte(`{}`)}
	must(s, s.EraseOrder(ctx, store.OrderChange{Order: left}))
}

func orders() cases {
	return cases{
		"saved orders come back with the next version, timeline and act": func(s tested) {
			s.notFound(s.Order(ctx, 1, 2))
			o := order(1, 2, "new")
			act := &store.OrderAct{ShopID: 1, OrderID: 2, Key: wild, Act: "accept", OperatorID: 3, State: "sent",
				Answer: []byte("{}"), At: now}
			same(s, []bool{true}, save(s, store.OrderChange{Order: o, Act: act,
				Timeline: []store.OrderMoment{{At: now + 1, Data: []byte("b")}, {At: now, Data: []byte("a")}}}))
			o.Version = 1
			returns(s, o)(s.Order(ctx, 1, 2))
			moments := get(s.Timeline(ctx, 1, 2))(s)
			same(s, []store.OrderMoment{{At: now, Data: []byte("a")}, {At: now + 1, Data: []byte("b")}}, moments)
			other := order(1, 3, "new")
			save(s, store.OrderChange{Order: other, Timeline: moments})
			same(s, []bool{true, false}, save(s, store.OrderChange{Order: o, Retold: true, Timeline: moments[1:]},
				store.OrderChange{Order: other, Retold: true}))
			returns(s, moments[1:])(s.Timeline(ctx, 1, 2))
			returns(s, moments)(s.Timeline(ctx, 1, 3))
			returns(s, *act)(s.Act(ctx, 1, 2, wild))
			s.notFound(s.Act(ctx, 2, 2, wild))
			s.notFound(s.Order(ctx, 2, 2))
		},
		"a stale version changes nothing": func(s tested) {
			put(s, order(1, 2, "new"))
			stale := store.OrderChange{
				Order: order(1, 2, "done"), Timeline: []store.OrderMoment{{At: now}},
				Act:    &store.OrderAct{ShopID: 1, OrderID: 2, Key: "k", State: "done"},
				Events: []store.Event{{ShopID: 1, Kind: "order"}},
			}
			fresh := store.OrderChange{Order: order(1, 3, "new"),
				Events: []store.Event{{ShopID: 1, Kind: "order", Data: []byte("3")}}}
			same(s, []bool{false, true}, save(s, stale, fresh))
			counts(s, 0)(s.Timeline(ctx, 1, 2))
			s.notFound(s.Act(ctx, 1, 2, "k"))
			same(s, []store.Event{{Seq: 1, ShopID: 1, Kind: "order", Data: []byte("3")}}, get(s.Events(ctx, 0, 9))(s).Events)
		},
		"the board has the open and the newest ended orders": func(s tested) {
			for i, stage := range []string{"new", "preparing", "ready", "other", "done", "cancelled", "done"} {
				o := order(1, int64(i+1), stage)
				o.AskedAt = 0
				put(s, o)
			}
			put(s, order(2, 8, "new"))
			lists[int64](s, "OrderID", 1, 2, 3, 4, 6, 7)(s.Board(ctx, []int64{1, 3}, now+6, 9))
			lists[int64](s, "OrderID", 1, 2, 3, 4, 7)(s.Board(ctx, []int64{1}, 0, 1))
			counts(s, 0)(s.Board(ctx, nil, 0, 1))
			returns(s, 1)(s.CountStage(ctx, 1, "preparing"))
		},
		"an order with an unanswered refund stays on the board": func(s tested) {
			for i, stage := range []string{"preparing", "done", "cancelled", "done", "done"} {
				o := order(1, int64(i+1), stage)
				if i > 2 {
					o.AskedAt = 0
				}
				put(s, o)
			}
			put(s, order(2, 6, "done"))
			for _, limit := range []int{1, 9} {
				lists[int64](s, "OrderID", 1, 2, 3, 5)(s.Board(ctx, []int64{1, 3}, now+5, limit))
			}
			lists[int64](s, "OrderID", 1, 2, 3, 5)(s.Board(ctx, []int64{1}, 0, 1))
		},
		"the history is filtered by page, day, state and words": func(s tested) {
			for i := range int64(5) {
				o := order(1, i+1, "done")
				o.PlacedAt = now + i/2
				if i != 1 {
					o.Refunds = 0
				}
				put(s, o)
			}
			list := func(q store.OrderQuery, want ...int64) {
				s.Helper()
				q.Shops = []int64{1}
				if q.Limit == 0 {
					q.Limit = 9
				}
				all := get(s.History(ctx, q))(s)
				for _, o := range all {
					same(s, string(order(1, o.OrderID, "done").Data), o.Search+o.Record+string(o.Data))
				}
				lists(s, "OrderID", want...)(all, nil)
			}
			list(store.OrderQuery{}, 5, 4, 3, 2, 1)
			list(store.OrderQuery{Limit: 2}, 5, 4)
			list(store.OrderQuery{AfterPlaced: now + 1, AfterOrder: 4}, 3, 2, 1)
			list(store.OrderQuery{From: now + 1, To: now + 2}, 4, 3)
			list(store.OrderQuery{Hours: []store.Span{{From: now + 2, To: now + 9},
				{From: now, To: now + 1}, {From: now + 1, To: now + 1}}}, 5, 2, 1)
			list(store.OrderQuery{Odd: true}, 2)
			list(store.OrderQuery{Stages: []string{"new", "ready"}})
			list(store.OrderQuery{Stages: []string{"done"},
				Words: []string{"wonton", "100%_!"}}, 5, 4, 3, 2, 1)
			list(store.OrderQuery{Words: []string{"w%n"}})
			list(store.OrderQuery{Words: []string{"wont_n"}})
		},
		"a short number is an order's own or stands in its words": func(s tested) {
			for i, text := range []string{"6\n1001796013513448001\n\nwonton", "16\n1001796013513448002\n\nwonton",
				"7\n1001796013513448003\nflat 6\nwonton"} {
				o := order(1, int64(i+1), "done")
				o.Search = text
				put(s, o)
			}
			for word, want := range map[string][]int64{"6": {3, 1}, "16": {2}, "448": {}, "8002": {2}} {
				lists(s, "OrderID", want...)(s.History(ctx, store.OrderQuery{Shops: []int64{1}, Limit: 9, Words: []string{word}}))
			}
		},
		"old orders go with all that belongs to them": func(s tested) {
			kept := func(id int64) (all string) {
				s.Helper()
				_, err := s.Order(ctx, 1, id)
				moments, failed := s.Timeline(ctx, 1, id)
				must(s, failed)
				_, none := s.Act(ctx, 1, id, "k")
				return fmt.Sprint(err == nil, len(moments), none == nil)
			}
			for id, stage := range map[int64]string{1: "done", 2: "cancelled", 3: "new", 4: "done"} {
				o := order(1, id, stage)
				if o.ChangedAt = now; id == 4 {
					o.ChangedAt = now + 5
				}
				save(s, store.OrderChange{Order: o, Timeline: []store.OrderMoment{{At: now, Data: []byte("{}")}},
					Act: &store.OrderAct{ShopID: 1, OrderID: id, Key: "k", Act: "accept", State: "done", At: now}})
			}
			returns(s, 0)(s.PruneOrders(ctx, now, 9))
			returns(s, 2)(s.PruneOrders(ctx, now+1, 2))
			returns(s, 1)(s.PruneOrders(ctx, now+1, 9))
			returns(s, 0)(s.PruneOrders(ctx, now+1, 9))
			for id := range int64(3) {
				same(s, "false 0 false", kept(id+1))
			}
			same(s, "true 1 true", kept(4))
			about := message("of4", "")
			about.OrderID = 4
			succeeds(s)(s.AddMessages(ctx, []store.Message{about}))
			left := order(1, 4, "done")
			left.Version, left.Data, left.Record = 2, []byte(`{"left":1}`), ""
			told := store.Event{At: now, ShopID: 1, Kind: "order", Data: []byte("{}")}
			erased := store.OrderChange{Order: left, Events: []store.Event{told}}
			s.conflicts(s.EraseOrder(ctx, erased))
			same(s, "true 1 true", kept(4))
			counts(s, 1)(s.OrderMessages(ctx, 1, 4))
			erased.Order.Version = 1
			must(s, s.EraseOrder(ctx, erased))
			same(s, "true 0 false", kept(4))
			counts(s, 0)(s.OrderMessages(ctx, 1, 4))
			left.Version = 2
			returns(s, left)(s.Order(ctx, 1, 4))
			same(s, 1, len(get(s.Events(ctx, 0, 9))(s).Events))
		},
		"records are listed by pages and replaced": func(s tested) {
			for _, id := range [][2]int64{{2, 1}, {1, 9}, {1, 8}, {3, 1}} {
				o := order(id[0], id[1], "done")
				if o.Record = fmt.Sprint("sealed ", id); id[0] == 3 {
					o.Record = ""
				}
				put(s, o)
			}
			one := store.SealedRecord{ShopID: 1, OrderID: 8, Record: "sealed [1 8]"}
			returns(s, []store.SealedRecord{one})(s.Records(ctx, store.SealedRecord{}, 1))
			returns(s, []store.SealedRecord{{ShopID: 1, OrderID: 9, Record: "sealed [1 9]"},
				{ShopID: 2, OrderID: 1, Record: "sealed [2 1]"}})(s.Records(ctx, one, 9))
			must(s, s.ReplaceRecord(ctx, one, "new"))
			s.conflicts(s.ReplaceRecord(ctx, one, "newer"))
			o := get(s.Order(ctx, 1, 8))(s)
			same(s, []any{"new", int64(1)}, []any{o.Record, o.Version})
		},
		"settings are replaced by version, with an event": func(s tested) {
			counts(s, 0)(s.OrderSettings(ctx, []int64{1, 2}))
			one := store.OrderSettings{ShopID: 1, Data: []byte("a")}
			must(s, s.SaveOrderSettings(ctx, one, store.Event{ShopID: 1, Kind: "settings"}))
			s.conflicts(s.SaveOrderSettings(ctx, one, store.Event{ShopID: 1, Kind: "settings"}))
			one.Version, one.Data = 1, []byte("b")
			must(s, s.SaveOrderSettings(ctx, one, store.Event{ShopID: 1, Kind: "settings"}))
			other := store.OrderSettings{ShopID: 9007199254740993, Data: []byte("c")}
			must(s, s.SaveOrderSettings(ctx, other, store.Event{ShopID: other.ShopID, Kind: "settings"}))
			got := get(s.OrderSettings(ctx, []int64{other.ShopID, 2, 1}))(s)
			one.Version, other.Version = 2, 1
			same(s, []store.OrderSettings{one, other}, got)
			counts(s, 0)(s.OrderSettings(ctx, nil))
			page := get(s.Events(ctx, 0, 9))(s)
			same(s, 3, len(page.Events))
		},
	}
}
