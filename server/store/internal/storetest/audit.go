package storetest

import (
	"bytes"
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

func entry(shop int64) store.Entry {
	return store.Entry{
		At: now, OperatorID: 7, Operator: wild, Address: "192.0.2.1", ShopID: shop,
		Action: "hours.week.update", Request: []byte(`{"shopId":1}`), Before: []byte(`{"mon":[]}`), Detail: "begun",
	}
}

// query selects the newest entries of a shop, or of all shops for 0.
func query(shop int64, limit int) store.EntryQuery {
	if shop == 0 {
		return store.EntryQuery{Limit: limit}
	}
	return store.EntryQuery{Shops: []int64{shop}, Limit: limit}
}

func begin(s tested, e store.Entry) int64 {
	s.Helper()
	return get(s.Begin(ctx, e))(s)
}

func entries(s tested, shop int64, limit int) []store.Entry {
	s.Helper()
	return get(s.Entries(ctx, query(shop, limit)))(s)
}

func audit() cases {
	return cases{
		"an entry begins as an intent, whatever its outcome says": func(s tested) {
			want := entry(1)
			want.Outcome, want.FinishedAt = store.OutcomeDone, now
			want.ID = begin(s, want)
			want.Outcome, want.FinishedAt = store.OutcomeIntent, 0
			same(s, []store.Entry{want}, entries(s, 1, 10))
		},
		"an entry is finished only once": func(s tested) {
			for _, outcome := range []string{store.OutcomeDone, store.OutcomeRefused, store.OutcomeUnknown} {
				want := entry(1)
				want.ID = begin(s, want)
				must(s, s.Finish(ctx, want.ID, outcome, wild, now+5))
				s.conflicts(s.Finish(ctx, want.ID, store.OutcomeDone, "again", now+6))
				want.Outcome, want.Detail, want.FinishedAt = outcome, wild, now+5
				same(s, []store.Entry{want}, entries(s, 0, 1))
			}
		},
		"one of many callers finishes an entry": func(s tested) {
			id := begin(s, entry(1))
			oneWins(s, func(i int) error {
				return s.Finish(ctx, id, store.OutcomeDone, fmt.Sprint(i), now)
			}, store.ErrConflict)
		},
		"an unknown entry or outcome isn't finished": func(s tested) {
			id := begin(s, entry(1))
			s.notFound(s.Finish(ctx, id+1, store.OutcomeDone, "", now))
			for _, outcome := range []string{"", store.OutcomeIntent, "great"} {
				if s.Finish(ctx, id, outcome, "", now) == nil {
					s.Errorf("outcome %q was taken", outcome)
				}
			}
			same(s, store.OutcomeIntent, entries(s, 1, 1)[0].Outcome)
		},
		"the newest entries of a shop or of all shops are listed": func(s tested) {
			var ids []int64
			for i := range int64(6) {
				ids = append(ids, begin(s, entry(1+i%2)))
			}
			list := func(shop int64, limit int, want ...int64) {
				s.Helper()
				lists(s, "ID", want...)(s.Entries(ctx, query(shop, limit)))
			}
			list(0, 3, ids[5], ids[4], ids[3])
			list(1, 10, ids[4], ids[2], ids[0])
			list(2, 1, ids[5])
			list(3, 10)
			list(0, 0)
			list(0, -1)
		},
		"entries of connections are found by each of their shops": ofConnections,
		"large bytes and invalid text are kept": func(s tested) {
			want := entry(1)
			want.Request = bytes.Repeat([]byte{0, 1, 0xfe, 0xff}, 1<<19)
			want.Detail = "bad\xff\x00bytes"
			want.ID = begin(s, want)
			want.Outcome, want.Detail = store.OutcomeIntent, "bad\uFFFD\uFFFDbytes"
			same(s, []store.Entry{want}, entries(s, 1, 1))
		},
		"concurrent entries get distinct numbers": func(s tested) {
			var ids [rivals]int64
			allSucceed(s, func(i int) (err error) {
				ids[i], err = s.Begin(ctx, entry(1))
				return err
			})
			seen := map[int64]bool{}
			for _, id := range ids {
				if id == 0 || seen[id] {
					s.Errorf("number %d twice, or none", id)
				}
				seen[id] = true
			}
		},
		"direct statements cannot change a row": appendOnly,
	}
}

// Bug: only the list of all entries had those of connections, which are about many shops.
func ofConnections(s tested) {
	must(s, s.PutShops(ctx, []store.Shop{{ShopID: 1}, {ShopID: 2}, {ShopID: 12}}))
	act := func(action, detail, outcome string) int64 {
		e := entry(0)
		e.Action, e.Detail = action, detail
		id := begin(s, e)
		if outcome != "" {
			must(s, s.Finish(ctx, id, outcome, detail, now+1))
		}
		return id
	}
	connected := act("connections.connect", "c1: 2, 12", store.OutcomeDone)
	week := begin(s, entry(2))
	ending := act("connections.disconnect", "12, 2", "")
	act("connections.disconnect", "refused", store.OutcomeRefused)
	act("operators.rename", "2", store.OutcomeDone)
	list := func(q store.EntryQuery, want ...int64) {
		s.Helper()
		q.Limit = max(q.Limit, 1)
		lists(s, "ID", want...)(s.Entries(ctx, q))
	}
	many := []int64{1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	list(store.EntryQuery{Shops: []int64{2}, Limit: 9}, ending, week, connected)
	list(store.EntryQuery{Shops: []int64{2}, Limit: 2}, ending, week)
	list(store.EntryQuery{Shops: []int64{2}, Before: ending, Limit: 1}, week)
	list(store.EntryQuery{Shops: []int64{2}, Before: week, OperatorID: 7}, connected)
	list(store.EntryQuery{Shops: []int64{2, 12}, Kinds: []string{"connections"}, Limit: 9}, ending, connected)
	list(store.EntryQuery{Shops: []int64{1}})
	list(store.EntryQuery{Shops: many, Limit: 9}, ending, connected)
}

func appendOnly(s tested) {
	finished, open := begin(s, entry(1)), begin(s, entry(2))
	must(s, s.Finish(ctx, finished, store.OutcomeRefused, "7001", now+1))
	before := entries(s, 0, 10)
	for _, query := range []string{
		`DELETE FROM audit`,
		fmt.Sprintf(`DELETE FROM audit WHERE seq = %d`, open),
		fmt.Sprintf(`UPDATE audit SET outcome = 'done' WHERE seq = %d`, open),
		fmt.Sprintf(`UPDATE audit SET detail = 'x' WHERE seq = %d`, finished),
		fmt.Sprintf(`UPDATE audit SET mac = mac WHERE seq = %d`, open),
		// accepted by SQLite only
		fmt.Sprintf(`REPLACE INTO audit VALUES (%d, %d, 1, 1, '', '', 1, '', '', '', 'intent', '', '', '')`, open, open),
		`TRUNCATE audit`, // accepted by PostgreSQL only
	} {
		if direct(s, query) == nil {
			s.Errorf("accepted: %s", query)
		}
	}
	same(s, before, entries(s, 0, 10))
}
