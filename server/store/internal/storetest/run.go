package storetest

import (
	"context"
	"database/sql"
	"slices"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

// test is a test that checks the errors of calls.
type test struct{ testing.TB }

// tested is a store under test, and the test.
type tested struct {
	test
	store.Store
}

// ctx is the context of calls that aren't cancelled.
var ctx = context.Background()

// cases are cases by name, each for a new store.
type cases map[string]func(s tested)

// suite has the parts of the suite by name.
var suite = map[string]func() cases{
	"operators":      operators,
	"setup":          setup,
	"sessions":       sessions,
	"people":         people,
	"favourites":     favourites,
	"invitations":    invitations,
	"links":          links,
	"passkeys":       passkeys,
	"shops":          shops,
	"connections":    connections,
	"meta":           meta,
	"versions":       versions,
	"audit":          audit,
	"audit chain":    auditChain,
	"together":       together,
	"pauses":         pauses,
	"dates":          dates,
	"leases":         leases,
	"rates":          rates,
	"runs":           runs,
	"photos":         photos,
	"blobs":          blobs,
	"inbox":          inbox,
	"inbox claims":   inboxClaims,
	"hooks":          hooks,
	"orders":         orders,
	"due orders":     dueOrders,
	"order figures":  orderFigures,
	"order reach":    orderReach,
	"events":         events,
	"push":           push,
	"rings":          rings,
	"stops":          stops,
	"summaries":      summaries,
	"templates":      templates,
	"shop directory": roster,
	"groups":         groups,
	"roles by group": groupRoles,
	"views":          views,
	"crashes":        crashes,
	"legend":         legend,
	"releases":       releases,
	"cancelled":      cancelled,
	"ping":           ping,
}

// Run runs the suite. open returns a new, empty store with a method DB() *sql.DB, and closes it
// when the test ends.
func Run(t *testing.T, open func(t *testing.T) store.Store) { run(t, open) }

// Sample runs some parts of the suite: those with transactions that depend on each other.
func Sample(t *testing.T, open func(t *testing.T) store.Store) {
	run(t, open, "audit chain", "inbox", "inbox claims", "leases", "events")
}

// Log runs the parts of the suite that append to the event log or read it.
func Log(t *testing.T, open func(t *testing.T) store.Store) { run(t, open, "events", "orders", "runs") }

// run runs parts of the suite, all without names.
func run(t *testing.T, open func(t *testing.T) store.Store, names ...string) {
	for name, part := range suite {
		if len(names) > 0 && !slices.Contains(names, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for name, run := range part() {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					run(tested{test{t}, open(t)})
				})
			}
		})
	}
}

// wild is text that could confuse a database.
const wild = "深水埗 茶餐廳 — المطعم 🥡 e\u0301 'quoted' \"double\" ; DROP TABLE shops; -- $1 {{serial}} %s \\"

// now is the present of the tests, in milliseconds.
const now int64 = 1_790_000_000_000

// numbers are the numbers from 1 to n.
func numbers(n int64) (all []int64) {
	for i := range n {
		all = append(all, i+1)
	}
	return all
}

// DB is the database itself, for what the store doesn't do.
func (s tested) DB() *sql.DB {
	d, ok := s.Store.(interface{ DB() *sql.DB })
	if !ok {
		s.Fatalf("%T has no DB method", s.Store)
	}
	return d.DB()
}

// direct runs a statement on the database, bypassing the store.
func direct(s tested, query string) error {
	_, err := s.DB().ExecContext(ctx, query)
	return err
}
