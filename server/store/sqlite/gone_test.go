package sqlite_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// Bug: a wrong path, or a volume that wasn't mounted, became a new, empty installation. Open
// creates nothing.
func TestOpenStartsNoInstallation(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T, path string){
		"no folder": func(*testing.T, string) {},
		"no file":   func(t *testing.T, path string) { check(t, os.Mkdir(filepath.Dir(path), 0o700)) },
		"an empty file": func(t *testing.T, path string) {
			check(t, os.Mkdir(filepath.Dir(path), 0o700))
			check(t, os.WriteFile(path, nil, 0o600))
		},
		"another program's database": func(t *testing.T, path string) {
			other := open(t, filepath.Join(filepath.Dir(path), "other.db"))
			_, err := other.DB().Exec(`ATTACH $1 AS theirs; CREATE TABLE theirs.notes (words TEXT)`, path)
			check(t, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "data", "shopdesk.db")
			prepare(t, path)
			before := size(t, path)
			if s, err := sqlite.Open(t.Context(), path); !errors.Is(err, store.ErrAbsent) ||
				!strings.Contains(err.Error(), path) {
				t.Fatalf("got %v, %v; want store.ErrAbsent and the path", s, err)
			}
			if after := size(t, path); after != before {
				t.Errorf("the file had %d bytes and has %d", before, after)
			}
			open(t, path) // Create makes the file
		})
	}
}

// size returns a file's size, or -1 if there is no file.
func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return -1
	}
	check(t, err)
	return info.Size()
}

// Photos are in a separate file, which can be lost alone. A database from before photos has none to
// lose.
func TestLostPhotosAreNoticed(t *testing.T) {
	t.Parallel()
	path := sqlitetest.File(t)
	check(t, os.Remove(filepath.Join(filepath.Dir(path), "blobs.db")))
	for range 2 {
		if _, err := sqlite.Open(t.Context(), path); !errors.Is(err, sqlite.ErrNoBlobs) {
			t.Fatalf("got %v", err)
		}
	}
	check(t, open(t, path).Close())
	s, err := sqlite.Open(t.Context(), path)
	check(t, err)
	_, err = s.DB().Exec(`DROP TABLE photos; DELETE FROM shopdesk_migrations WHERE version_id >= 12`)
	check(t, errors.Join(err, s.Close(), os.Remove(filepath.Join(filepath.Dir(path), "blobs.db"))))
	if _, err := sqlite.Open(t.Context(), path); errors.Is(err, sqlite.ErrNoBlobs) {
		t.Errorf("from before there were pictures: %v", err)
	}
}

// Bug: after a file was deleted under a running store, every later commit was lost and yet reported
// as stored. Each kind of write is refused, and no other file grows at the path.
func TestWritesToAMissingFileAreRefused(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(t *testing.T, path string){
		"deleted": func(t *testing.T, path string) {
			for _, suffix := range []string{"", "-wal", "-shm"} {
				check(t, os.Remove(path+suffix))
			}
		},
		"deleted without its log": func(t *testing.T, path string) { check(t, os.Remove(path)) },
		"its log deleted":         func(t *testing.T, path string) { check(t, os.Remove(path+"-wal")) },
		"moved away":              func(t *testing.T, path string) { check(t, os.Rename(path, path+".old")) },
		"its folder moved away": func(t *testing.T, path string) {
			check(t, os.Rename(filepath.Dir(path), filepath.Dir(path)+".old"))
		},
		"replaced": func(t *testing.T, path string) {
			check(t, os.Rename(sqlitetest.File(t), path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "data", "shopdesk.db")
			s := open(t, path)
			message := func(id string) error {
				_, err := s.AddMessages(t.Context(), []store.Message{{MessageID: id, Digest: []byte(id), Body: []byte(id)}})
				return err
			}
			check(t, errors.Join(message("before"), s.Ping(t.Context()), s.Prove(t.Context())))
			lose(t, path)
			_, meta := s.PutMeta(t.Context(), "name", "value")
			for what, err := range map[string]error{"a transaction": message("after"), "a statement": meta,
				"the proof": s.Prove(t.Context())} {
				if err == nil {
					t.Errorf("%s was kept in a file that is gone", what)
				}
			}
			if at, err := s.Trouble(); at.IsZero() || err == nil {
				t.Error("no trouble is told of")
			}
			if name != "its log deleted" {
				if err := s.Ping(t.Context()); !errors.Is(err, store.ErrGone) {
					t.Errorf("ping: %v", err)
				}
				if !errors.Is(meta, store.ErrGone) {
					t.Errorf("got %v, want store.ErrGone", meta)
				}
			}
		})
	}
}

// A store writes again after its file returns unchanged.
func TestReturnedFileIsWrittenAgain(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shopdesk.db")
	s := open(t, path)
	check(t, os.Rename(path, path+".old"))
	if _, err := s.PutMeta(t.Context(), "name", "lost"); !errors.Is(err, store.ErrGone) {
		t.Fatalf("got %v", err)
	}
	check(t, os.Rename(path+".old", path))
	_, err := s.PutMeta(t.Context(), "name", "kept")
	check(t, errors.Join(err, s.Close()))
	if value, err := open(t, path).Meta(t.Context(), "name"); err != nil || value != "kept" {
		t.Errorf("%q, %v", value, err)
	}
}

// Bug: the readiness check changed no row, so it missed a full disk and a damaged file. The check
// also notices when there is space again.
func TestFullDiskIsNoticed(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "shopdesk.db"))
	for range 3 { // the rest of one proof isn't the space that the next one needs
		check(t, s.Prove(t.Context()))
	}
	if at, _ := s.Trouble(); !at.IsZero() {
		t.Fatal("trouble before there is any")
	}
	var pages int64
	check(t, s.DB().QueryRow(`PRAGMA page_count`).Scan(&pages))
	_, err := s.DB().Exec(`PRAGMA max_page_count = 1`) // SQLite raises the limit to the present count
	check(t, err)
	full := func() error {
		for i := range 1000 {
			body := make([]byte, 8<<10)
			id := string(rune('a'+i%26)) + string(rune(0x100+i))
			if _, err := s.AddMessages(t.Context(), []store.Message{{MessageID: id, Digest: []byte(id),
				Body: body}}); err != nil {
				return err
			}
		}
		return nil
	}
	if full() == nil {
		t.Fatal("the file has no end")
	}
	if err := s.Prove(t.Context()); err == nil || !strings.Contains(err.Error(), "full") {
		t.Errorf("the proof on a full disk: %v", err)
	}
	if at, err := s.Trouble(); at.IsZero() || err == nil {
		t.Error("no trouble is told of")
	}
	_, err = s.DB().Exec(`PRAGMA max_page_count = 1000000`)
	check(t, errors.Join(err, s.Prove(t.Context())))
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
