package storetest

import (
	"fmt"
	"testing"

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

func save(t *testing.T, s store.Store, changes ...store.OrderChange) []bool {
	t.Helper()
	saved, err := s.SaveOrders(t.Context(), changes)
	must(t, err)
	return saved
}

func orderIDs(orders []store.Order) (ids []int64) {
	for _, o := range orders {
		ids = append(ids, o.OrderID)
	}
	return ids
}

func orders(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"saved orders come back with the next version, timeline and act": func(t *testing.T, s store.Store) {
			fails(t, store.ErrNotFound)(s.Order(ctx, 1, 2))
			o := order(1, 2, "new")
			act := &store.OrderAct{ShopID: 1, OrderID: 2, Key: wild, Act: "accept", OperatorID: 3, State: "sent",
				Answer: []byte("{}"), At: now}
			same(t, []bool{true}, save(t, s, store.OrderChange{Order: o, Act: act,
				Timeline: []store.OrderMoment{{At: now + 1, Data: []byte("b")}, {At: now, Data: []byte("a")}}}))
			o.Version = 1
			returns(t, o)(s.Order(ctx, 1, 2))
			moments, err := s.Timeline(ctx, 1, 2)
			must(t, err)
			same(t, []store.OrderMoment{{At: now, Data: []byte("a")}, {At: now + 1, Data: []byte("b")}}, moments)
			other := order(1, 3, "new")
			save(t, s, store.OrderChange{Order: other, Timeline: moments})
			same(t, []bool{true, false}, save(t, s, store.OrderChange{Order: o, Retold: true, Timeline: moments[1:]},
				store.OrderChange{Order: other, Retold: true}))
			told := func(id int64) []store.OrderMoment {
				t.Helper()
				moments, err := s.Timeline(ctx, 1, id)
				must(t, err)
				return moments
			}
			same(t, moments[1:], told(2))
			same(t, moments, told(3))
			returns(t, *act)(s.Act(ctx, 1, 2, wild))
			fails(t, store.ErrNotFound)(s.Act(ctx, 2, 2, wild))
			fails(t, store.ErrNotFound)(s.Order(ctx, 2, 2))
		},
		"a stale version changes nothing": func(t *testing.T, s store.Store) {
			save(t, s, store.OrderChange{Order: order(1, 2, "new")})
			stale := store.OrderChange{
				Order: order(1, 2, "done"), Timeline: []store.OrderMoment{{At: now}},
				Act:    &store.OrderAct{ShopID: 1, OrderID: 2, Key: "k", State: "done"},
				Events: []store.Event{{ShopID: 1, Kind: "order"}},
			}
			fresh := store.OrderChange{Order: order(1, 3, "new"),
				Events: []store.Event{{ShopID: 1, Kind: "order", Data: []byte("3")}}}
			same(t, []bool{false, true}, save(t, s, stale, fresh))
			counts(t, 0)(s.Timeline(ctx, 1, 2))
			fails(t, store.ErrNotFound)(s.Act(ctx, 1, 2, "k"))
			page, err := s.Events(ctx, 0, 9)
			must(t, err)
			same(t, []store.Event{{Seq: 1, ShopID: 1, Kind: "order", Data: []byte("3")}}, page.Events)
		},
		"the board has the open and the newest ended orders": func(t *testing.T, s store.Store) {
			for i, stage := range []string{"new", "preparing", "ready", "other", "done", "cancelled", "done"} {
				o := order(1, int64(i+1), stage)
				o.AskedAt = 0
				save(t, s, store.OrderChange{Order: o})
			}
			save(t, s, store.OrderChange{Order: order(2, 8, "new")})
			all, err := s.Board(ctx, []int64{1, 3}, now+6, 9)
			must(t, err)
			same(t, []int64{1, 2, 3, 4, 6, 7}, orderIDs(all))
			all, err = s.Board(ctx, []int64{1}, 0, 1)
			must(t, err)
			same(t, []int64{1, 2, 3, 4, 7}, orderIDs(all))
			counts(t, 0)(s.Board(ctx, nil, 0, 1))
			returns(t, 1)(s.CountStage(ctx, 1, "preparing"))
		},
		"an order with an unanswered refund stays on the board": func(t *testing.T, s store.Store) {
			for i, stage := range []string{"preparing", "done", "cancelled", "done", "done"} {
				o := order(1, int64(i+1), stage)
				if i > 2 {
					o.AskedAt = 0
				}
				save(t, s, store.OrderChange{Order: o})
			}
			save(t, s, store.OrderChange{Order: order(2, 6, "done")})
			for _, limit := range []int{1, 9} {
				all, err := s.Board(ctx, []int64{1, 3}, now+5, limit)
				must(t, err)
				same(t, []int64{1, 2, 3, 5}, orderIDs(all))
			}
			all, err := s.Board(ctx, []int64{1}, 0, 1)
			must(t, err)
			same(t, []int64{1, 2, 3, 5}, orderIDs(all))
		},
		"the history is filtered by page, day, state and words": func(t *testing.T, s store.Store) {
			for i := range int64(5) {
				o := order(1, i+1, "done")
				o.PlacedAt = now + i/2
				if i != 1 {
					o.Refunds = 0
				}
				save(t, s, store.OrderChange{Order: o})
			}
			list := func(q store.OrderQuery) []int64 {
				t.Helper()
				q.Shops = []int64{1}
				if q.Limit == 0 {
					q.Limit = 9
				}
				all, err := s.History(ctx, q)
				must(t, err)
				return orderIDs(all)
			}
			same(t, []int64{5, 4, 3, 2, 1}, list(store.OrderQuery{}))
			same(t, []int64{5, 4}, list(store.OrderQuery{Limit: 2}))
			same(t, []int64{3, 2, 1}, list(store.OrderQuery{AfterPlaced: now + 1, AfterOrder: 4}))
			same(t, []int64{4, 3}, list(store.OrderQuery{From: now + 1, To: now + 2}))
			same(t, []int64{5, 2, 1}, list(store.OrderQuery{Hours: []store.Span{{From: now + 2, To: now + 9},
				{From: now, To: now + 1}, {From: now + 1, To: now + 1}}}))
			same(t, []int64{2}, list(store.OrderQuery{Odd: true}))
			same(t, []int64(nil), list(store.OrderQuery{Stages: []string{"new", "ready"}}))
			same(t, []int64{5, 4, 3, 2, 1}, list(store.OrderQuery{Stages: []string{"done"},
				Words: []string{"wonton", "100%_!"}}))
			same(t, []int64(nil), list(store.OrderQuery{Words: []string{"w%n"}}))
			same(t, []int64(nil), list(store.OrderQuery{Words: []string{"wont_n"}}))
		},
		"old orders go with all that belongs to them": func(t *testing.T, s store.Store) {
			kept := func(id int64) (all string) {
				t.Helper()
				_, err := s.Order(ctx, 1, id)
				moments, failed := s.Timeline(ctx, 1, id)
				must(t, failed)
				_, none := s.Act(ctx, 1, id, "k")
				return fmt.Sprint(err == nil, len(moments), none == nil)
			}
			for id, stage := range map[int64]string{1: "done", 2: "cancelled", 3: "new", 4: "done"} {
				o := order(1, id, stage)
				if o.ChangedAt = now; id == 4 {
					o.ChangedAt = now + 5
				}
				save(t, s, store.OrderChange{Order: o, Timeline: []store.OrderMoment{{At: now, Data: []byte("{}")}},
					Act: &store.OrderAct{ShopID: 1, OrderID: id, Key: "k", Act: "accept", State: "done", At: now}})
			}
			gone := func(before int64, limit int) int {
				t.Helper()
				n, err := s.PruneOrders(ctx, before, limit)
				must(t, err)
				return n
			}
			same(t, 0, gone(now, 9))
			same(t, 2, gone(now+1, 2))
			same(t, 1, gone(now+1, 9))
			same(t, 0, gone(now+1, 9))
			for id := range int64(3) {
				same(t, "false 0 false", kept(id+1))
			}
			same(t, "true 1 true", kept(4))
			about := message("of4", "")
			about.OrderID = 4
			succeeds(t)(s.AddMessages(ctx, []store.Message{about}))
			must(t, s.EraseOrder(ctx, 1, 4))
			same(t, "false 0 false", kept(4))
			counts(t, 0)(s.OrderMessages(ctx, 1, 4))
			wantError(t, s.EraseOrder(ctx, 1, 4), store.ErrNotFound)
		},
		"records are listed by pages and replaced": func(t *testing.T, s store.Store) {
			for _, id := range [][2]int64{{2, 1}, {1, 9}, {1, 8}, {3, 1}} {
				o := order(id[0], id[1], "done")
				if o.Record = fmt.Sprint("sealed ", id); id[0] == 3 {
					o.Record = ""
				}
				save(t, s, store.OrderChange{Order: o})
			}
			one := store.SealedRecord{ShopID: 1, OrderID: 8, Record: "sealed [1 8]"}
			returns(t, []store.SealedRecord{one})(s.Records(ctx, store.SealedRecord{}, 1))
			returns(t, []store.SealedRecord{{ShopID: 1, OrderID: 9, Record: "sealed [1 9]"},
				{ShopID: 2, OrderID: 1, Record: "sealed [2 1]"}})(s.Records(ctx, one, 9))
			must(t, s.ReplaceRecord(ctx, one, "new"))
			wantError(t, s.ReplaceRecord(ctx, one, "newer"), store.ErrConflict)
			o, err := s.Order(ctx, 1, 8)
			must(t, err)
			same(t, []any{"new", int64(1)}, []any{o.Record, o.Version})
		},
		"settings are replaced by version, with an event": func(t *testing.T, s store.Store) {
			counts(t, 0)(s.OrderSettings(ctx, []int64{1, 2}))
			one := store.OrderSettings{ShopID: 1, Data: []byte("a")}
			must(t, s.SaveOrderSettings(ctx, one, store.Event{ShopID: 1, Kind: "settings"}))
			wantError(t, s.SaveOrderSettings(ctx, one, store.Event{ShopID: 1, Kind: "settings"}), store.ErrConflict)
			one.Version, one.Data = 1, []byte("b")
			must(t, s.SaveOrderSettings(ctx, one, store.Event{ShopID: 1, Kind: "settings"}))
			other := store.OrderSettings{ShopID: 9007199254740993, Data: []byte("c")}
			must(t, s.SaveOrderSettings(ctx, other, store.Event{ShopID: other.ShopID, Kind: "settings"}))
			got, err := s.OrderSettings(ctx, []int64{other.ShopID, 2, 1})
			must(t, err)
			one.Version, other.Version = 2, 1
			same(t, []store.OrderSettings{one, other}, got)
			counts(t, 0)(s.OrderSettings(ctx, nil))
			page, err := s.Events(ctx, 0, 9)
			must(t, err)
			same(t, 3, len(page.Events))
		},
	})
}
