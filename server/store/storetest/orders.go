package storetest

import (
	"bytes"
	"fmt"
	"sync"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func order(shop, id int64, stage string) store.Order {
	return store.Order{
		ShopID: shop, OrderID: id, Stage: stage, PlacedAt: now + id, ChangedAt: now + id, Search: "wonton 100%_!" + wild, Data: []byte(`{}`),
		Record: "v1.sealed", ReadAt: now, DueAt: now + id,
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
		"come back with the next version, their timeline and their act": func(t *testing.T, s store.Store) {
			_, err := s.Order(ctx, 1, 2)
			wantError(t, err, store.ErrNotFound)
			o := order(1, 2, "new")
			act := &store.OrderAct{ShopID: 1, OrderID: 2, Key: wild, Act: "accept", OperatorID: 3, State: "sent", Answer: []byte("{}"), At: now}
			same(t, []bool{true}, save(t, s, store.OrderChange{Order: o, Act: act, Timeline: []store.OrderMoment{{At: now + 1, Data: []byte("b")}, {At: now, Data: []byte("a")}}}))
			o.Version = 1
			got, err := s.Order(ctx, 1, 2)
			must(t, err)
			same(t, o, got)
			moments, err := s.Timeline(ctx, 1, 2)
			must(t, err)
			same(t, []store.OrderMoment{{At: now, Data: []byte("a")}, {At: now + 1, Data: []byte("b")}}, moments)
			found, err := s.Act(ctx, 1, 2, wild)
			must(t, err)
			same(t, *act, found)
			_, err = s.Act(ctx, 2, 2, wild)
			wantError(t, err, store.ErrNotFound)
			_, err = s.Order(ctx, 2, 2)
			wantError(t, err, store.ErrNotFound)
		},
		"of a stale version nothing is kept": func(t *testing.T, s store.Store) {
			save(t, s, store.OrderChange{Order: order(1, 2, "new")})
			stale := store.OrderChange{
				Order: order(1, 2, "done"), Timeline: []store.OrderMoment{{At: now}}, Act: &store.OrderAct{ShopID: 1, OrderID: 2, Key: "k", State: "done"},
				Events: []store.Event{{ShopID: 1, Kind: "order"}},
			}
			fresh := store.OrderChange{Order: order(1, 3, "new"), Events: []store.Event{{ShopID: 1, Kind: "order", Data: []byte("3")}}}
			same(t, []bool{false, true}, save(t, s, stale, fresh))
			moments, err := s.Timeline(ctx, 1, 2)
			must(t, err)
			same(t, 0, len(moments))
			_, err = s.Act(ctx, 1, 2, "k")
			wantError(t, err, store.ErrNotFound)
			page, err := s.Events(ctx, 0, 9)
			must(t, err)
			same(t, []store.Event{{Seq: 1, ShopID: 1, Kind: "order", Data: []byte("3")}}, page.Events)
		},
		"of many, one saves each version": func(t *testing.T, s store.Store) {
			for version := range int64(4) {
				oneWins(t, race(func(int) error {
					o := order(1, 2, "new")
					o.Version = version
					saved, err := s.SaveOrders(ctx, []store.OrderChange{{Order: o}, {Order: order(1, 9, "new")}})
					if err == nil && !saved[0] {
						return store.ErrConflict
					}
					return err
				}), store.ErrConflict)
			}
		},
		"the board has the open ones and the newest ended": func(t *testing.T, s store.Store) {
			for i, stage := range []string{"new", "preparing", "ready", "other", "done", "cancelled", "done"} {
				save(t, s, store.OrderChange{Order: order(1, int64(i+1), stage)})
			}
			save(t, s, store.OrderChange{Order: order(2, 8, "new")})
			all, err := s.Board(ctx, []int64{1, 3}, now+6, 9)
			must(t, err)
			same(t, []int64{1, 2, 3, 4, 6, 7}, orderIDs(all))
			all, err = s.Board(ctx, []int64{1}, 0, 1)
			must(t, err)
			same(t, []int64{1, 2, 3, 4, 7}, orderIDs(all))
			all, err = s.Board(ctx, nil, 0, 1)
			must(t, err)
			same(t, 0, len(all))
			n, err := s.CountStage(ctx, 1, "preparing")
			must(t, err)
			same(t, 1, n)
		},
		"the history goes by page, day, state and words": func(t *testing.T, s store.Store) {
			for i := range int64(5) {
				o := order(1, i+1, "done")
				o.PlacedAt = now + i/2
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
			same(t, []int64(nil), list(store.OrderQuery{Stages: []string{"new", "ready"}}))
			same(t, []int64{5, 4, 3, 2, 1}, list(store.OrderQuery{Stages: []string{"done"}, Words: []string{"wonton", "100%_!"}}))
			same(t, []int64(nil), list(store.OrderQuery{Words: []string{"w%n"}}))
			same(t, []int64(nil), list(store.OrderQuery{Words: []string{"wont_n"}}))
		},
		"are due by their time; asked again, all open ones": func(t *testing.T, s store.Store) {
			for i, stage := range []string{"new", "ready", "done"} {
				save(t, s, store.OrderChange{Order: order(1, int64(i+1), stage)})
			}
			due := func(at int64) []int64 {
				t.Helper()
				all, err := s.DueOrders(ctx, at, 9)
				must(t, err)
				return orderIDs(all)
			}
			same(t, []int64(nil), due(now))
			same(t, []int64{1, 2}, due(now+2))
			must(t, s.AskAgain(ctx, now))
			same(t, []int64{1, 2}, due(now))
			old, err := s.OldRecords(ctx, now+9, 9)
			must(t, err)
			same(t, []int64{3}, orderIDs(old))
		},
		"settings are replaced by version, with an event": func(t *testing.T, s store.Store) {
			_, err := s.OrderSettings(ctx, 1)
			wantError(t, err, store.ErrNotFound)
			one := store.OrderSettings{ShopID: 1, Data: []byte("a")}
			must(t, s.SaveOrderSettings(ctx, one, store.Event{ShopID: 1, Kind: "settings"}))
			wantError(t, s.SaveOrderSettings(ctx, one, store.Event{ShopID: 1, Kind: "settings"}), store.ErrConflict)
			one.Version, one.Data = 1, []byte("b")
			must(t, s.SaveOrderSettings(ctx, one, store.Event{ShopID: 1, Kind: "settings"}))
			got, err := s.OrderSettings(ctx, 1)
			must(t, err)
			one.Version = 2
			same(t, one, got)
			page, err := s.Events(ctx, 0, 9)
			must(t, err)
			same(t, 2, len(page.Events))
		},
	})
}

func events(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"are numbered without a gap, and ring": func(t *testing.T, s store.Store) {
			rings := make(chan struct{}, 99)
			stop := s.Watch(func() {
				select {
				case rings <- struct{}{}:
				default:
				}
			})
			must(t, s.AddEvents(ctx, []store.Event{{At: 1, ShopID: 1, Kind: "a", Data: []byte("x")}, {At: 2, ShopID: 2, Kind: wild}}))
			<-rings
			stop()
			page, err := s.Events(ctx, 0, 9)
			must(t, err)
			same(t, store.EventPage{Head: 2, Events: []store.Event{{Seq: 1, At: 1, ShopID: 1, Kind: "a", Data: []byte("x")}, {Seq: 2, At: 2, ShopID: 2, Kind: wild}}}, page)
			page, err = s.Events(ctx, 1, 0)
			must(t, err)
			same(t, store.EventPage{Head: 2}, page)
		},
		"pruned, the log says how far": func(t *testing.T, s store.Store) {
			for i := range int64(4) {
				must(t, s.AddEvents(ctx, []store.Event{{At: now + i, ShopID: 1, Kind: "a"}}))
			}
			must(t, s.PruneEvents(ctx, now+2))
			must(t, s.PruneEvents(ctx, now-9))
			page, err := s.Events(ctx, 0, 9)
			must(t, err)
			same(t, int64(2), page.Kept)
			same(t, int64(3), page.Events[0].Seq)
		},
		// Readers that follow the numbers miss nothing, however many write.
		"none is missed by who follows the numbers": func(t *testing.T, s store.Store) {
			const each = 25
			var writing sync.WaitGroup
			for w := range rivals {
				writing.Go(func() {
					for i := range each {
						if err := s.AddEvents(ctx, []store.Event{{ShopID: int64(w), Kind: fmt.Sprint(i)}, {ShopID: int64(w), Kind: "more"}}); err != nil {
							t.Error(err)
						}
					}
				})
			}
			var last int64
			for last < rivals*each*2 && !t.Failed() {
				page, err := s.Events(ctx, last, 7)
				must(t, err)
				for _, e := range page.Events {
					if e.Seq != last+1 {
						t.Fatalf("%d after %d", e.Seq, last)
					}
					last = e.Seq
				}
			}
			writing.Wait()
		},
	})
}

func message(id, fingerprint string) store.Message {
	return store.Message{MessageID: id, Fingerprint: fingerprint, Digest: []byte("d"), ReceivedAt: now, EventID: 1001, ShopID: 1, OrderID: 9007199254740993, Body: []byte(wild + "\x00")}
}

func inbox(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	add := func(t *testing.T, s store.Store, messages ...store.Message) []store.Added {
		t.Helper()
		fates, err := s.AddMessages(ctx, messages)
		must(t, err)
		return fates
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"repeats add nothing": func(t *testing.T, s store.Store) {
			other := message("b", "")
			other.Digest = []byte("e")
			same(t, []store.Added{store.AddedNew, store.AddedNew, store.AddedRepeat, store.AddedRepeat},
				add(t, s, message("a", "f"), message("b", ""), message("a", "f"), message("c", "f")))
			same(t, []store.Added{store.AddedRepeat, store.AddedOther, store.AddedNew}, add(t, s, message("a", "f"), other, message("d", "")))
			got, err := s.ClaimMessages(ctx, now, now+1, 9)
			must(t, err)
			same(t, 3, len(got))
			want := message("a", "f")
			want.ID, want.State, want.LeaseUntil = got[0].ID, store.MessageWaiting, now+1
			same(t, want, got[0])
		},
		"of many who add the same, one does": func(t *testing.T, s store.Store) {
			for turn := range 5 {
				oneWins(t, race(func(i int) error {
					batch := []store.Message{message(fmt.Sprint("m", turn), fmt.Sprint("f", turn)), message(fmt.Sprint("x", turn, i), "")}
					if i%2 == 0 {
						batch[0], batch[1] = batch[1], batch[0]
					}
					fates, err := s.AddMessages(ctx, batch)
					if err == nil && fates[1-i%2] == store.AddedRepeat {
						return store.ErrConflict
					}
					return err
				}), store.ErrConflict)
			}
		},
		"a claim holds until its end": func(t *testing.T, s store.Store) {
			for i := range 10 {
				add(t, s, message(fmt.Sprint(i), ""))
			}
			var mu sync.Mutex
			claimed := map[int64]int{}
			for _, err := range race(func(int) error {
				got, err := s.ClaimMessages(ctx, now, now+10, 3)
				mu.Lock()
				defer mu.Unlock()
				for _, m := range got {
					claimed[m.ID]++
				}
				return err
			}) {
				must(t, err)
			}
			for id, n := range claimed {
				if n != 1 {
					t.Errorf("message %d was claimed %d times", id, n)
				}
			}
			same(t, 10, len(claimed))
			again, err := s.ClaimMessages(ctx, now+10, now+20, 99)
			must(t, err)
			same(t, 10, len(again))
			late := again[0]
			late.LeaseUntil, late.State = now+10, store.MessageDone
			must(t, s.SaveMessages(ctx, []store.Message{late}))
			again[1].State, again[2].State, again[2].Why = store.MessageDone, store.MessageDead, wild
			must(t, s.SaveMessages(ctx, again[1:3]))
			facts, err := s.InboxFacts(ctx)
			must(t, err)
			same(t, store.InboxFacts{Waiting: 8, Oldest: now, Counts: map[int64]int64{1001: 10}, Last: map[int64]int64{1001: now}}, facts)
			dead, err := s.DeadMessages(ctx, 9)
			must(t, err)
			same(t, []string{wild}, []string{dead[0].Why})
			n, err := s.ReplayMessages(ctx, []int64{dead[0].ID, again[1].ID}, now)
			must(t, err)
			same(t, int64(1), n)
			must(t, s.PruneInbox(ctx, now+1))
			strange, err := s.StrangeMessages(ctx, []int64{1002}, 99)
			must(t, err)
			same(t, 9, len(strange))
			strange, err = s.StrangeMessages(ctx, []int64{1001, 1002}, 99)
			must(t, err)
			same(t, 0, len(strange))
		},
		"refusals, registrations and marks": func(t *testing.T, s store.Store) {
			for i := range int64(5) {
				must(t, s.AddRefusal(ctx, store.Refusal{At: i, Why: "signature", Address: wild, Body: bytes.Repeat([]byte{0xff}, 3), Received: wild, Matches: "a,b"}, 3))
			}
			all, err := s.Refusals(ctx, 9)
			must(t, err)
			same(t, []int64{4, 3, 2}, []int64{all[0].At, all[1].At, all[2].At})
			same(t, 3, len(all))
			e := store.HookEvent{EventID: 1001, State: "failed", URL: wild, At: 1, Operator: wild, Note: wild}
			must(t, s.PutHookEvent(ctx, e))
			e.State, e.Test = "set", true
			must(t, s.PutHookEvent(ctx, e))
			registered, err := s.HookEvents(ctx)
			must(t, err)
			same(t, []store.HookEvent{e}, registered)
			for _, at := range []int64{5, 3, 6, 6} {
				must(t, s.Mark(ctx, "beat", at))
			}
			at, err := s.Marked(ctx, "beat")
			must(t, err)
			same(t, int64(6), at)
			at, err = s.Marked(ctx, "never")
			must(t, err)
			same(t, int64(0), at)
		},
	})
}
