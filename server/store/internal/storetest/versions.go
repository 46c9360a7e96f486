package storetest

import (
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

// versions tests that one of many callers saves each version of a row, and that a stale version changes nothing.
func versions() cases {
	all := cases{}
	for name, save := range map[string]func(s store.Store, version int64, i int) error{
		"connection": func(s store.Store, version int64, i int) error {
			return s.SaveConnection(ctx, store.Connection{ID: "app", SealedAccess: fmt.Sprint(i), Version: version})
		},
		"group": func(s store.Store, version int64, i int) error {
			return s.SaveGroup(ctx, store.Group{ID: "a", Version: version, Name: fmt.Sprint(i)}, []int64{int64(i)},
				[]int64{int64((i + 1) % rivals)})
		},
		"order": func(s store.Store, version int64, _ int) error {
			o, other := order(1, 2, "new"), order(1, 8, "new")
			o.Version, other.Version = version, version
			saved, err := s.SaveOrders(ctx, []store.OrderChange{{Order: o}, {Order: other}, {Order: order(1, 9, "new")}})
			if err == nil && !saved[0] {
				return store.ErrConflict
			}
			return err
		},
		"pause": func(s store.Store, version int64, i int) error {
			p := pause(1)
			p.Version, p.Note = version, fmt.Sprint(i)
			return s.SavePause(ctx, p)
		},
		"summary": func(s store.Store, version int64, i int) error {
			m := summary(1)
			m.Version, m.DueAt = version, now+int64(i)
			return s.SaveSummary(ctx, m)
		},
		"template": func(s store.Store, version int64, i int) error {
			one := template("t1")
			one.Version, one.Name, one.Shops = version, fmt.Sprint(i), []int64{int64(i)}
			return s.SaveTemplate(ctx, one)
		},
	} {
		all[name] = func(s tested) {
			same(s, int64(1), person(s, "ann", owner)) // has the summary
			s.conflicts(save(s, 1, 0))                 // there is no row yet
			for version := range int64(5) {
				oneWins(s, func(i int) error { return save(s, version, i) }, store.ErrConflict)
			}
			before := state(s)
			for _, version := range []int64{0, 1, 4, 6, -1} {
				for i := range rivals {
					s.conflicts(save(s, version, i))
				}
			}
			same(s, before, state(s))
		}
	}
	return all
}
