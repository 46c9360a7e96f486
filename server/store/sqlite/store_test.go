package sqlite_test

import (
	"testing"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/internal/storetest"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

func TestFilePassesTheSuite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store {
		return open(t, sqlitetest.File(t))
	})
}

// One process is all that has a SQLite file, so its watchers are the only ones.
func TestWatchersInOneProcessPassTheDoorbellSuite(t *testing.T) {
	t.Parallel()
	storetest.RunDoorbell(t, func(t *testing.T) storetest.Replicas {
		s := sqlitetest.Open(t)
		return storetest.Replicas{First: s, Second: s}
	})
}

func open(t testing.TB, path string) *sqlstore.Store {
	t.Helper()
	s, err := sqlite.Create(t.Context(), path)
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
