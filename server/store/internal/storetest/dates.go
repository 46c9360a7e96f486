package storetest

import (
	"github.com/shopdesk/shopdesk/server/store"
)

func dates() cases {
	name := func(first, last, name string) store.DateName {
		return store.DateName{First: first, Last: last, Name: name, ChangedAt: now}
	}
	save := func(s tested, shop int64, names ...store.DateName) {
		s.Helper()
		must(s, s.ChangeDateNames(ctx, shop, names, nil, ""))
	}
	return cases{
		"names belong to a shop and a range": func(s tested) {
			feast, eve := name("2027-02-06", "2027-02-09", wild), name("2026-12-31", "2026-12-31", "New Year's Eve")
			save(s, 1, feast, eve)
			save(s, 2, name("2027-02-06", "2027-02-09", "other"))
			returns(s, []store.DateName{eve, feast})(s.DateNames(ctx, 1))
			feast.Name, feast.ChangedAt = "again", now+1
			must(s, s.ChangeDateNames(ctx, 1, []store.DateName{feast}, []store.DateName{eve}, ""))
			returns(s, []store.DateName{feast})(s.DateNames(ctx, 1))
		},
		"a name that is dropped and put is kept": func(s tested) {
			n := name("2027-02-06", "2027-02-06", "x")
			must(s, s.ChangeDateNames(ctx, 1, []store.DateName{n}, []store.DateName{n}, ""))
			returns(s, []store.DateName{n})(s.DateNames(ctx, 1))
		},
		"old names are deleted, in this shop only": func(s tested) {
			for shop := range int64(2) {
				save(s, shop, name("2025-01-01", "2025-01-02", "old"), name("2025-01-01", "2025-01-03", "kept"))
			}
			must(s, s.ChangeDateNames(ctx, 1, nil, nil, "2025-01-03"))
			for shop, want := range map[int64]int{0: 2, 1: 1} {
				counts(s, want)(s.DateNames(ctx, shop))
			}
		},
		"names of all shops are listed from a day on": func(s tested) {
			early, feast, eve := name("2026-12-01", "2026-12-02", "x"), name("2027-02-06", "2027-02-09", wild),
				name("2026-12-31", "2026-12-31", "y")
			save(s, 2, feast)
			save(s, 1, feast, eve, early)
			save(s, 3, early)
			returns(s, map[int64][]store.DateName{1: {eve, feast}, 2: {feast}})(s.DateNamesFrom(ctx, "2026-12-31"))
		},
		"holidays are dismissed and restored": func(s tested) {
			for range 2 {
				must(s, s.DismissHoliday(ctx, 1, "hk/2027/labour", true))
			}
			must(s, s.DismissHoliday(ctx, 1, wild, true))
			must(s, s.DismissHoliday(ctx, 2, "hk/2027/easter", true))
			must(s, s.DismissHoliday(ctx, 1, wild, false))
			returns(s, []string{"hk/2027/labour"})(s.DismissedHolidays(ctx, 1))
		},
	}
}
