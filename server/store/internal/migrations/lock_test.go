package migrations

import (
	"database/sql"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/shopdesk/shopdesk/internal/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func handle(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// The lock of a schema is held while the function runs, and not longer. The lock of another schema stays free.
func TestLockHoldsItsSchemaOnly(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Start(t)
	holder, rival, elsewhere := handle(t, dsn), handle(t, dsn), handle(t, pgtest.Start(t))
	free := func(db *sql.DB) bool {
		t.Helper()
		mine, err := tryLocked(t.Context(), db, func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		return mine
	}
	failure := errors.New("failure")
	err := locked(t.Context(), holder, func() error {
		if free(rival) {
			t.Error("a rival takes the lock too")
		}
		if !free(elsewhere) {
			t.Error("the lock of another schema is taken")
		}
		return failure
	})
	if !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
	if !free(rival) {
		t.Error("the lock is still taken")
	}
}

// A process that waits for the lock gets it as soon as the holder is done.
func TestLockIsWaitedFor(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Start(t)
	holder, rival := handle(t, dsn), handle(t, dsn)
	var held atomic.Bool
	held.Store(true)
	done := make(chan error, 1)
	err := locked(t.Context(), holder, func() error {
		go func() {
			done <- locked(t.Context(), rival, func() error {
				if held.Load() {
					t.Error("the rival didn't wait")
				}
				return nil
			})
		}()
		if mine, err := tryLocked(t.Context(), rival, func() error { return nil }); mine || err != nil {
			t.Errorf("a rival takes the lock too, %v", err)
		}
		held.Store(false)
		return nil
	})
	if err := errors.Join(err, <-done); err != nil {
		t.Error(err)
	}
}

// Bug: a handle with one connection would wait for itself, without a word.
func TestHandleWithOneConnectionIsRefused(t *testing.T) {
	t.Parallel()
	db := handle(t, pgtest.Start(t))
	db.SetMaxOpenConns(1)
	if err := Up(t.Context(), Postgres, db); err == nil || !strings.Contains(err.Error(), "SetMaxOpenConns") {
		t.Errorf("got %v", err)
	}
}
