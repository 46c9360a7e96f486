package sqlite_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// One console at a time works with a file. Commands that run beside it read and write as before.
func TestOneConsoleOwnsAFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "shopdesk.db")
	first := open(t, path)
	check(t, first.Own(t.Context()))
	check(t, first.Own(t.Context())) // a console that begins again on its store

	second, err := sqlite.Open(t.Context(), path)
	check(t, err)
	if err := second.Own(t.Context()); !errors.Is(err, store.ErrOwned) {
		t.Errorf("owning what another one has: %v", err)
	}
	check(t, second.PutShops(t.Context(), []store.Shop{{ShopID: 7}}))
	check(t, first.Close())
	check(t, second.Own(t.Context()))
	check(t, second.Close())
}

// A store in memory is its own.
func TestStoresInMemoryAreOwned(t *testing.T) {
	t.Parallel()
	for range 2 {
		check(t, open(t, sqlite.Memory).Own(t.Context()))
	}
}

// A console of a later release that is started beside another one changes nothing. Bug: it migrated the file before it
// was refused, and the other console's program couldn't be started again.
func TestFileOfAnotherConsoleIsNotMigrated(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shopdesk.db")
	first := open(t, path)
	check(t, first.Own(t.Context()))
	last := `version_id = (SELECT max(version_id) FROM shopdesk_migrations)`
	_, err := first.DB().Exec(`DELETE FROM shopdesk_migrations WHERE ` + last)
	check(t, err)
	if _, err := sqlite.Open(t.Context(), path); !errors.Is(err, store.ErrOwned) {
		t.Errorf("opened beside it: %v", err)
	}
	check(t, first.Close())
}
