//go:build unix

package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// The bug: a start on a full disk failed with SQLite's "disk I/O error (4874)", the words of a broken disk.
func TestOpenOnAFullDiskTellsWhatTheSystemSays(t *testing.T) {
	t.Parallel()
	if !sqlitetest.OwnProcess(t) {
		return
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "shopdesk.db")
	if err := open(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	sqlitetest.FillDisk(t)
	_, looked := sqlite.Look(t.Context(), path)
	_, opened := sqlite.Open(t.Context(), path)
	for _, err := range []error{looked, opened} {
		if !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), "write "+folder) {
			t.Errorf("%v", err)
		}
	}
	if left, err := filepath.Glob(filepath.Join(folder, ".*")); err != nil || len(left) > 0 {
		t.Errorf("left %q, %v", left, err)
	}
}

// A file that can't be opened is named, also one that SQLite keeps beside the database.
func TestOpenNamesTheFileInTheWay(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shopdesk.db")
	if err := open(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	log := path + "-wal"
	if err := os.Mkdir(log, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), log+": not a regular file") {
		t.Errorf("%v", err)
	}
}
