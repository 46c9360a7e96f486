package storetest

import (
	"github.com/shopdesk/shopdesk/server/store"
)

func summary(operatorID int64) store.Summary {
	return store.Summary{
		OperatorID: operatorID, Push: true, Mail: true, Minute: 7 * 60, Address: "ann@shops.example", Proved: true,
		Language: wild, Pushed: "2026-11-21", Mailed: "2026-11-20", Tries: 3, DueAt: now,
	}
}

func summaries() cases {
	due := func(s tested, at int64, limit int, want ...int64) {
		s.Helper()
		lists(s, "OperatorID", want...)(s.DueSummaries(ctx, at, limit))
	}
	return cases{
		"a saved row comes back with the next version": func(s tested) {
			ann := person(s, "ann", owner)
			s.notFound(s.Summary(ctx, ann))
			m := summary(ann)
			for range 3 {
				must(s, s.SaveSummary(ctx, m))
				m.Version++
				returns(s, m)(s.Summary(ctx, ann))
				m = store.Summary{OperatorID: ann, Version: m.Version, Mailed: "2026-11-22"}
			}
		},
		"an unknown operator has no row": func(s tested) {
			s.conflicts(s.SaveSummary(ctx, summary(999)))
		},
		"rows are due by their time": func(s tested) {
			ann, bob := person(s, "ann", owner), person(s, "bob")
			cat, dan := person(s, "cat"), person(s, "dan")
			for id, at := range map[int64]int64{ann: now + 2, bob: now + 1, cat: 0, dan: now + 3} {
				must(s, s.SaveSummary(ctx, store.Summary{OperatorID: id, DueAt: at}))
			}
			due(s, now, 9)
			due(s, now+1, 9, bob)
			due(s, now+9, 9, bob, ann, dan)
			due(s, now+9, 2, bob, ann)
			due(s, now+9, 0)
		},
		"a row goes with its operator": func(s tested) {
			person(s, "ann", owner)
			bob := person(s, "bob")
			must(s, s.SaveSummary(ctx, summary(bob)))
			must(s, s.RemoveOperator(ctx, bob, now))
			same(s, 0, len(rows(s, `SELECT operator_id FROM summaries`)))
		},
	}
}
