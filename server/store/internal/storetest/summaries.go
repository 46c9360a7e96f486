package storetest

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func summary(operatorID int64) store.Summary {
	return store.Summary{
		OperatorID: operatorID, Push: true, Mail: true, Minute: 7 * 60, Address: "ann@shops.example", Proved: true,
		Language: wild, Pushed: "2026-11-21", Mailed: "2026-11-20", Tries: 3, DueAt: now,
	}
}

func summaries(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	due := func(t *testing.T, s store.Store, at int64, limit int) (ids []int64) {
		t.Helper()
		all, err := s.DueSummaries(ctx, at, limit)
		must(t, err)
		for _, m := range all {
			ids = append(ids, m.OperatorID)
		}
		return ids
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"a saved row comes back with the next version": func(t *testing.T, s store.Store) {
			ann := person(t, s, "ann", owner)
			fails(t, store.ErrNotFound)(s.Summary(ctx, ann))
			m := summary(ann)
			for range 3 {
				must(t, s.SaveSummary(ctx, m))
				m.Version++
				returns(t, m)(s.Summary(ctx, ann))
				m = store.Summary{OperatorID: ann, Version: m.Version, Mailed: "2026-11-22"}
			}
		},
		"a stale version changes nothing": func(t *testing.T, s store.Store) {
			ann := person(t, s, "ann", owner)
			m := summary(ann)
			must(t, s.SaveSummary(ctx, m))
			for _, version := range []int64{0, 2, -1} {
				m := store.Summary{OperatorID: ann, Version: version}
				wantError(t, s.SaveSummary(ctx, m), store.ErrConflict)
			}
			m.Version = 1
			returns(t, m)(s.Summary(ctx, ann))
		},
		"an unknown operator has no row": func(t *testing.T, s store.Store) {
			wantError(t, s.SaveSummary(ctx, summary(999)), store.ErrConflict)
		},
		"rows are due by their time": func(t *testing.T, s store.Store) {
			ann, bob := person(t, s, "ann", owner), person(t, s, "bob")
			cat, dan := person(t, s, "cat"), person(t, s, "dan")
			for id, at := range map[int64]int64{ann: now + 2, bob: now + 1, cat: 0, dan: now + 3} {
				must(t, s.SaveSummary(ctx, store.Summary{OperatorID: id, DueAt: at}))
			}
			same(t, []int64(nil), due(t, s, now, 9))
			same(t, []int64{bob}, due(t, s, now+1, 9))
			same(t, []int64{bob, ann, dan}, due(t, s, now+9, 9))
			same(t, []int64{bob, ann}, due(t, s, now+9, 2))
			same(t, []int64(nil), due(t, s, now+9, 0))
		},
		"a row goes with its operator": func(t *testing.T, s store.Store) {
			person(t, s, "ann", owner)
			bob := person(t, s, "bob")
			must(t, s.SaveSummary(ctx, summary(bob)))
			must(t, s.RemoveOperator(ctx, bob, now))
			same(t, 0, len(rows(t, s, `SELECT operator_id FROM summaries`)))
		},
	})
}
