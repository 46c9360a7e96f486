package storetest

import (
	"slices"
	"sync"

	"github.com/shopdesk/shopdesk/server/store"
)

func dueOrders() cases {
	return cases{
		"orders are due by their time, and AskAgain makes the unfinished ones due": func(s tested) {
			for i, stage := range []string{"new", "ready", "done"} {
				o := order(1, int64(i+1), stage)
				o.AskedAt = 0
				put(s, o)
			}
			asked, forgotten := order(1, 4, "done"), order(1, 5, "done")
			asked.DueAt, forgotten.DueAt, forgotten.Record = 0, 0, ""
			strange := forgotten
			strange.OrderID, strange.Stage, strange.PlacedAt = 6, "other", now+20
			unread := strange
			unread.OrderID, unread.ReadAt = 7, 0
			stuck := strange
			stuck.OrderID, stuck.Stage = 8, "preparing"
			ended, earlier := asked, asked
			ended.OrderID, earlier.OrderID, ended.AskedAt, earlier.AskedAt = 9, 10, 0, 0
			ended.PlacedAt, earlier.PlacedAt = now+30, now-1
			put(s, asked, forgotten,
				strange, unread, stuck, ended, earlier)
			due := func(at int64, want ...int64) {
				s.Helper()
				lists(s, "OrderID", want...)(s.DueOrders(ctx, at, 9, 9))
			}
			due(now)
			due(now+2, 1, 2)
			must(s, s.AskAgain(ctx, now, now+40))
			due(now, 1, 2, 4, 7)
			must(s, s.AskAgain(ctx, now, now))
			due(now, 1, 2, 4, 7)
			due(now+store.PutOffEnded.Milliseconds(), 1, 2, 4, 7, 3, 9)
			lists[int64](s, "OrderID", 10, 1, 2, 3, 4)(s.OldRecords(ctx, now+9, 9))
		},
		// Bug: after a restart a new order waited for the reads of all orders in work.
		"of more orders than can be read new ones come first": func(s tested) {
			for i, stage := range []string{"preparing", "ready", "new", "done", "new"} {
				o := order(int64(i%2+1), int64(i+1), stage)
				o.DueAt = now + int64(i)
				put(s, o)
			}
			lists[int64](s, "OrderID", 1, 2, 3, 4, 5)(s.DueOrders(ctx, now+9, 9, 5))
			lists[int64](s, "OrderID", 3, 5, 1, 2)(s.DueOrders(ctx, now+9, 9, 4))
			lists[int64](s, "OrderID", 3)(s.DueOrders(ctx, now+9, 9, 1))
		},
		// Bug: orders that a server read while its clock was ahead, even by two hours, weren't read again for as long.
		"orders that a clock far ahead put off are due": func(s tested) {
			for id, at := range []int64{0, 1, 1_200_000, 1_200_001, 4_200_000, 4_200_001} {
				for i, stage := range []string{"ready", "done"} {
					o := order(1, int64(10*id+i), stage)
					o.DueAt = now + at
					put(s, o)
				}
			}
			lists[int64](s, "OrderID", 0, 1, 30, 40, 50, 51)(s.DueOrders(ctx, now, 99, 99))
		},
		"due orders are listed with the shops in turn, and claimed once": func(s tested) {
			for i, shop := range []int64{1, 1, 1, 1, 2, 3, 2} {
				put(s, order(shop, int64(i+1), "new"))
			}
			due := func(each, limit int, want ...int64) {
				s.Helper()
				lists(s, "OrderID", want...)(s.DueOrders(ctx, now+9, each, limit))
			}
			due(9, 9, 1, 5, 6, 2, 7, 3, 4)
			due(2, 9, 1, 5, 6, 2, 7)
			due(9, 2, 1, 5)
			due(9, 0)
			all := get(s.DueOrders(ctx, now+9, 9, 9))(s)
			var mu sync.Mutex
			wins := map[int64]int{}
			allSucceed(s, func(i int) error {
				wanted := slices.Clone(all)
				if i%2 == 1 {
					slices.Reverse(wanted)
				}
				got, err := s.ClaimOrders(ctx, wanted, now+99)
				mu.Lock()
				defer mu.Unlock()
				for j, mine := range got {
					if mine {
						wins[wanted[j].OrderID]++
					}
				}
				return err
			})
			same(s, map[int64]int{1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1}, wins)
			due(9, 9)
			o := get(s.Order(ctx, 1, 1))(s)
			same(s, []int64{1, now + 99}, []int64{o.Version, o.DueAt})
		},
	}
}
