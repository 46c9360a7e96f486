package sqlite_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/internal/migrations"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// The file persists under any name, and only its owner can read it.
func TestFileIsKeptForItsOwner(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "new", "100%41 of #1? ünïcode")
	path := filepath.Join(folder, "shop desk?.db")
	first := open(t, path)
	if _, err := first.PutMeta(t.Context(), "name", "kept"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{
		folder: fs.ModeDir | 0o700, path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600,
	} {
		info, err := os.Stat(name)
		if err != nil {
			t.Error(err)
		} else if info.Mode() != want {
			t.Errorf("%s has mode %v, want %v", name, info.Mode(), want)
		}
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if value, err := open(t, path).Meta(t.Context(), "name"); err != nil || value != "kept" {
		t.Errorf("after opening again: %q, %v", value, err)
	}
}

func TestOpenTakesAccessFromOthers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "wide.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o664); err != nil {
		t.Fatal(err)
	}
	open(t, path)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestOpenRefusesOtherFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	text := filepath.Join(folder, "letter.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("Dear Sir or Madam. ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"a folder": folder, "another file": text, "a folder that is a file": filepath.Join(text, "x.db"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := sqlite.Open(t.Context(), path)
			if err == nil || !strings.HasPrefix(err.Error(), "sqlite: open "+path+": ") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// The audit requires that a commit is on disk when it returns.
func TestCommitsAreDurable(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "shopdesk.db"))
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "10000",
	} {
		var got string
		if err := s.DB().QueryRow(`PRAGMA ` + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", pragma, got, err, want)
		}
	}
}

// The log's pages are moved into the file while the store is open. Otherwise the log would grow
// until a commit had to move all of it.
func TestLogIsMovedWhileTheStoreIsOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "shopdesk.db"))
	if err := s.PutBlob(t.Context(), "a", "", make([]byte, 6<<20)); err != nil {
		t.Fatal(err)
	}
	// A busy disk needs minutes for the first look, which waits for it; only the run's own time limit ends this test.
	for {
		if file, err := os.Stat(filepath.Join(dir, "blobs.db")); err == nil && file.Size() > 6<<20 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Two programs may start at once on a new file: the server, and the command that makes a setup
// link.
func TestProgramsMayStartAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shopdesk.db")
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			s, err := sqlite.Create(t.Context(), path)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = s.Close() }()
			if err := s.Ping(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

func TestOneOfTwoStoresSavesAVersion(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shopdesk.db")
	var (
		group sync.WaitGroup
		won   = make(chan bool, 16)
	)
	for _, s := range []store.Store{open(t, path), open(t, path)} {
		for range 8 {
			group.Go(func() {
				err := s.SaveConnection(t.Context(), store.Connection{ID: "app"})
				if err != nil && !errors.Is(err, store.ErrConflict) {
					t.Error(err)
				}
				won <- err == nil
			})
		}
	}
	group.Wait()
	close(won)
	count := 0
	for one := range won {
		if one {
			count++
		}
	}
	if count != 1 {
		t.Errorf("%d saved the first version", count)
	}
}

func TestMemoryStoresAreSeparate(t *testing.T) {
	t.Parallel()
	first, second := open(t, sqlite.Memory), open(t, sqlite.Memory)
	if _, err := first.PutMeta(t.Context(), "name", "first"); err != nil {
		t.Fatal(err)
	}
	if _, err := second.Meta(t.Context(), "name"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shopdesk.db")
	s := open(t, path)
	if _, err := s.DB().Exec(`INSERT INTO shopdesk_migrations (version_id, is_applied) VALUES (9999, 1)`); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(t.Context(), path); !errors.Is(err, migrations.ErrNewer) {
		t.Errorf("got %v", err)
	}
}
