package postgres_test

import (
	"testing"

	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/internal/storetest"
	"github.com/shopdesk/shopdesk/server/store/postgres"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func TestPostgresPassesTheSuite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store { return postgrestest.Open(t) })
}

// Some poolers want pgx's simple protocol, in which arguments have no types. Bug: older runs couldn't be listed.
func TestSimpleProtocolPassesTheSuite(t *testing.T) {
	t.Parallel()
	storetest.Log(t, func(t *testing.T) store.Store {
		return open(t, postgrestest.Address(t)+"&default_query_exec_mode=simple_protocol")
	})
}

func open(t testing.TB, dsn string) *sqlstore.Store {
	t.Helper()
	s, err := postgres.Create(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
