package storetest

import (
	"bytes"
	"fmt"
	"testing"

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

func begin(t *testing.T, s store.Store, e store.Entry) int64 {
	t.Helper()
	id, err := s.Begin(t.Context(), e)
	must(t, err)
	return id
}

func entries(t *testing.T, s store.Store, shop int64, limit int) []store.Entry {
	t.Helper()
	all, err := s.Entries(t.Context(), query(shop, limit))
	must(t, err)
	return all
}

func audit(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"an entry begins as an intent, whatever its outcome says": func(t *testing.T, s store.Store) {
			want := entry(1)
			want.Outcome, want.FinishedAt = store.OutcomeDone, now
			want.ID = begin(t, s, want)
			want.Outcome, want.FinishedAt = store.OutcomeIntent, 0
			same(t, []store.Entry{want}, entries(t, s, 1, 10))
		},
		"an entry is finished only once": func(t *testing.T, s store.Store) {
			for _, outcome := range []string{store.OutcomeDone, store.OutcomeRefused, store.OutcomeUnknown} {
				want := entry(1)
				want.ID = begin(t, s, want)
				must(t, s.Finish(ctx, want.ID, outcome, wild, now+5))
				wantError(t, s.Finish(ctx, want.ID, store.OutcomeDone, "again", now+6), store.ErrConflict)
				want.Outcome, want.Detail, want.FinishedAt = outcome, wild, now+5
				same(t, []store.Entry{want}, entries(t, s, 0, 1))
			}
		},
		"one of many callers finishes an entry": func(t *testing.T, s store.Store) {
			id := begin(t, s, entry(1))
			oneWins(t, race(func(i int) error {
				return s.Finish(ctx, id, store.OutcomeDone, fmt.Sprint(i), now)
			}), store.ErrConflict)
		},
		"an unknown entry or outcome isn't finished": func(t *testing.T, s store.Store) {
			id := begin(t, s, entry(1))
			wantError(t, s.Finish(ctx, id+1, store.OutcomeDone, "", now), store.ErrNotFound)
			for _, outcome := range []string{"", store.OutcomeIntent, "great"} {
				if s.Finish(ctx, id, outcome, "", now) == nil {
					t.Errorf("outcome %q was taken", outcome)
				}
			}
			same(t, store.OutcomeIntent, entries(t, s, 1, 1)[0].Outcome)
		},
		"the newest entries of a shop or of all shops are listed": func(t *testing.T, s store.Store) {
			var ids []int64
			for i := range int64(6) {
				ids = append(ids, begin(t, s, entry(1+i%2)))
			}
			list := func(shop int64, limit int) (got []int64) {
				for _, e := range entries(t, s, shop, limit) {
					got = append(got, e.ID)
				}
				return got
			}
			same(t, []int64{ids[5], ids[4], ids[3]}, list(0, 3))
			same(t, []int64{ids[4], ids[2], ids[0]}, list(1, 10))
			same(t, []int64{ids[5]}, list(2, 1))
			same(t, []int64(nil), list(3, 10))
			same(t, []int64(nil), list(0, 0))
			same(t, []int64(nil), list(0, -1))
		},
		"large bytes and invalid text are kept": func(t *testing.T, s store.Store) {
			want := entry(1)
			want.Request = bytes.Repeat([]byte{0, 1, 0xfe, 0xff}, 1<<19)
			want.Detail = "bad\xff\x00bytes"
			want.ID = begin(t, s, want)
			want.Outcome, want.Detail = store.OutcomeIntent, "bad\uFFFD\uFFFDbytes"
			same(t, []store.Entry{want}, entries(t, s, 1, 1))
		},
		"concurrent entries get distinct numbers": func(t *testing.T, s store.Store) {
			var ids [rivals]int64
			mustAll(t, race(func(i int) (err error) {
				ids[i], err = s.Begin(ctx, entry(1))
				return err
			}))
			seen := map[int64]bool{}
			for _, id := range ids {
				if id == 0 || seen[id] {
					t.Errorf("number %d twice, or none", id)
				}
				seen[id] = true
			}
		},
		"direct statements cannot change a row": appendOnly,
	})
}

func appendOnly(t *testing.T, s store.Store) {
	ctx := t.Context()
	finished, open := begin(t, s, entry(1)), begin(t, s, entry(2))
	must(t, s.Finish(ctx, finished, store.OutcomeRefused, "7001", now+1))
	before := entries(t, s, 0, 10)
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
		if direct(t, s, query) == nil {
			t.Errorf("accepted: %s", query)
		}
	}
	same(t, before, entries(t, s, 0, 10))
}
