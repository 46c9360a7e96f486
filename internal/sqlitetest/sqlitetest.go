// Package sqlitetest gives each test a SQLite store of its own that has been
// migrated already: migrating takes a tenth of a second, and two under the race
// detector.
package sqlitetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// files are the names of a store's files, of which the first is opened.
var files = [...]string{"shopdesk.db", "blobs.db"}

// empty are the files of an empty store.
var empty = sync.OnceValues(func() (bodies [len(files)][]byte, err error) {
	dir, err := os.MkdirTemp("", "sqlitetest")
	if err != nil {
		return bodies, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s, err := sqlite.Create(context.Background(), filepath.Join(dir, files[0]))
	if err != nil {
		return bodies, err
	}
	if err := s.Close(); err != nil {
		return bodies, err
	}
	for i, name := range files {
		if bodies[i], err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			return bodies, err
		}
	}
	return bodies, nil
})

// File is the path of an empty store in a folder of the test's own.
func File(tb testing.TB) string {
	tb.Helper()
	bodies, err := empty()
	if err != nil {
		tb.Fatal(err)
	}
	dir := tb.TempDir()
	for i, name := range files {
		if err := os.WriteFile(filepath.Join(dir, name), bodies[i], 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	return filepath.Join(dir, files[0])
}

// Open opens an empty store until the test ends. Its commits don't wait for the
// disk: what a store keeps over a crash is proven elsewhere.
func Open(tb testing.TB) *sqlstore.Store {
	tb.Helper()
	s, err := sqlite.Open(tb.Context(), File(tb))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	if _, err := s.DB().ExecContext(tb.Context(), `PRAGMA synchronous = OFF`); err != nil {
		tb.Fatal(err)
	}
	return s
}

// each is a test whose stores end with each of its checks.
type each struct {
	testing.TB
	check *rapid.T
}

// Each is tb for one of the thousands of checks that it may make: what is opened for a check is closed, and its folders
// are deleted, when the check ends.
func Each(tb testing.TB, check *rapid.T) testing.TB { return each{tb, check} }

func (e each) Cleanup(end func()) { e.check.Cleanup(end) }

func (e each) TempDir() string {
	dir := e.TB.TempDir()
	e.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
