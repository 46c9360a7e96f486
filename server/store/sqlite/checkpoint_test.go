package sqlite

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

// growLog grows the log's file without changing the store's content. Later commits don't grow the
// file.
func TestGrowLogLeavesTheContentUnchanged(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shopdesk.db")
	pools, err := openFile(t.Context(), path, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := pools.stop(); err != nil { // on a busy machine, the store's own growth came among the events
		t.Fatal(err)
	}
	s, err := start(t.Context(), pools)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	events := func(n int) {
		t.Helper()
		for range n {
			if err := s.AddEvents(t.Context(), []store.Event{{ShopID: 1, Kind: "order"}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	size := func() int64 {
		t.Helper()
		log, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return log.Size()
	}
	events(2)
	db := open(&guard{path: path}, moving, 1)
	defer db.Close()
	if err := growLog(t.Context(), path, db); err != nil {
		t.Fatal(err)
	}
	grown := size()
	if grown < walRoom {
		t.Errorf("the log has %d bytes", grown)
	}
	events(50)
	if now := size(); now != grown {
		t.Errorf("the log grew from %d to %d bytes", grown, now)
	}
	if page, err := s.Events(t.Context(), 0, 100); err != nil || len(page.Events) != 52 {
		t.Errorf("%d events, %v", len(page.Events), err)
	}
	var verdict string
	if err := s.DB().QueryRow(`PRAGMA integrity_check`).Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("the file is %s, %v", verdict, err)
	}
	var tables int
	if err := s.DB().QueryRow(`SELECT count(*) FROM sqlite_schema WHERE name = 'room'`).Scan(
		&tables); err != nil || tables != 0 {
		t.Errorf("%d tables are left of it, %v", tables, err)
	}
}

// A file that is new when it is first looked at has its log moved too. The connection that looks was not in the mode of
// the log where a start took longer than walEvery, and never saw the log.
func TestLogOfANewFileIsSeen(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shopdesk.db")
	if err := secure(path); err != nil {
		t.Fatal(err)
	}
	looks := open(&guard{path: path}, moving, 1)
	defer looks.Close()
	pages := func() (n int) {
		t.Helper()
		var busy, moved int
		if err := looks.QueryRow(`PRAGMA wal_checkpoint(NOOP)`).Scan(&busy, &n, &moved); err != nil {
			t.Fatal(err)
		}
		return n
	}
	pages()
	writes := open(&guard{path: path}, writing, 1)
	defer writes.Close()
	if _, err := writes.Exec(`CREATE TABLE letters (letter TEXT)`); err != nil {
		t.Fatal(err)
	}
	if n := pages(); n <= 0 {
		t.Errorf("the log has %d pages", n)
	}
}
