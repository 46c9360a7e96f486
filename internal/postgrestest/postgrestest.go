// Package postgrestest gives each test a PostgreSQL store of its own that has been
// migrated already: migrating takes half a second.
package postgrestest

import (
	"context"
	"os"
	"sync"
	"testing"

	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store/postgres"
)

// empty is the name of the database that each store begins as a copy of.
var empty = sync.OnceValues(func() (name string, err error) {
	return pgtest.Template(func(address string) error {
		s, err := postgres.Create(context.Background(), address)
		if err != nil {
			return err
		}
		return s.Close()
	})
})

// Open opens an empty store until the test ends.
func Open(tb testing.TB) *sqlstore.Store {
	tb.Helper()
	return At(tb, Address(tb))
}

// At opens the store at an address until the test ends.
func At(tb testing.TB, address string) *sqlstore.Store {
	tb.Helper()
	s, err := postgres.Create(tb.Context(), address)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// Address is the address of an empty store, which is dropped when the test ends.
// In a server that isn't ours it is an empty schema.
func Address(tb testing.TB) string {
	tb.Helper()
	if os.Getenv(pgtest.DatabaseURL) != "" {
		return pgtest.Start(tb)
	}
	from, err := empty()
	if err != nil {
		tb.Fatal(err)
	}
	return pgtest.Copy(tb, from)
}
