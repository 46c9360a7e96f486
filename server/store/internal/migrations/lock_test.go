package migrations

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/server/store"
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

// advisory runs do under the lock of an earlier release.
func advisory(ctx context.Context, db *sql.DB, do func() error) error {
	mine, err := tryLocked(ctx, db, do)
	if !mine && err == nil {
		err = errors.New("the lock is taken")
	}
	return err
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

// A process that waits for the lock gets it as soon as the holder is done, and ends with its context. An earlier
// release holds the advisory lock only.
func TestLockIsWaitedFor(t *testing.T) {
	t.Parallel()
	for name, hold := range map[string]func(context.Context, *sql.DB, func() error) error{
		"this release": locked, "an earlier release": advisory,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dsn := pgtest.Start(t)
			holder, rival := handle(t, dsn), handle(t, dsn)
			var held atomic.Bool
			held.Store(true)
			run := func() error {
				if held.Load() {
					return errors.New("the rival didn't wait")
				}
				return nil
			}
			done := make(chan error, 1)
			err := hold(t.Context(), holder, func() error {
				short, cancel := context.WithTimeout(t.Context(), 2*lockEvery)
				defer cancel()
				if err := locked(short, rival, run); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got %v", err)
				}
				go func() { done <- locked(t.Context(), rival, run) }()
				held.Store(false)
				return nil
			})
			if err := errors.Join(err, <-done); err != nil {
				t.Error(err)
			}
		})
	}
}

// lines is a log that sends each line on a channel.
type lines chan string

func (l lines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}

// A process that waits for the lock says so once, with its holder, and says when it goes on. The bug: a replica that
// waited for another's migration, or half a minute for that of a killed one, said nothing.
func TestWaitForTheLockIsLogged(t *testing.T) {
	t.Parallel()
	host, _ := os.Hostname()
	for name, tt := range map[string]struct {
		hold func(context.Context, *sql.DB, func() error) error
		says string
	}{
		"this release": {locked, "holder=" + host}, "an earlier release": {advisory, "holder=\"an earlier release\""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dsn := pgtest.Start(t)
			log := make(lines, 9)
			done := make(chan error, 1)
			err := tt.hold(t.Context(), handle(t, dsn), func() error {
				ctx := store.WithLogger(t.Context(), slog.New(slog.NewTextHandler(log, nil)))
				rival := handle(t, dsn)
				go func() { done <- locked(ctx, rival, func() error { return nil }) }()
				if line := <-log; !strings.Contains(line, "waiting for the process that migrates it") ||
					!strings.Contains(line, tt.says) {
					t.Error(line)
				}
				return nil
			})
			if err := errors.Join(err, <-done); err != nil {
				t.Error(err)
			}
			if line := <-log; !strings.Contains(line, "migrated by another process, going on") || len(log) > 0 {
				t.Error(line, len(log))
			}
		})
	}
}

// advisories are what engines have in place of PostgreSQL's advisory locks: the body of the function.
var advisories = map[string]string{
	"missing":    `RAISE EXCEPTION 'unknown function' USING ERRCODE = 'undefined_function'`,   // CockroachDB
	"refused":    `RAISE EXCEPTION 'not implemented' USING ERRCODE = 'feature_not_supported'`, // YugabyteDB
	"no effects": `RETURN true`,                                                               // CockroachDB's others
}

// withAdvisory is the address of an empty schema with another function for the advisory lock.
func withAdvisory(t *testing.T, body string) (dsn string) {
	t.Helper()
	dsn = pgtest.Start(t)
	if _, err := handle(t, dsn).Exec(`CREATE FUNCTION pg_try_advisory_xact_lock(int, int) RETURNS boolean
		LANGUAGE plpgsql AS $$ BEGIN ` + body + `; END $$`); err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	query.Set("search_path", query.Get("search_path")+",pg_catalog") // otherwise pg_catalog is the first
	address.RawQuery = query.Encode()
	return address.String()
}

// The lease is enough on an engine whose advisory locks are missing, or hold nothing.
func TestLeaseIsEnough(t *testing.T) {
	t.Parallel()
	for name, body := range advisories {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dsn := withAdvisory(t, body)
			holder, rival := handle(t, dsn), handle(t, dsn)
			if err := locked(t.Context(), holder, func() error {
				if leaseIsFree(t, rival) {
					t.Error("a rival takes the lease too")
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if !leaseIsFree(t, rival) {
				t.Error("the lease is still taken")
			}
		})
	}
}

// leaseIsFree takes the lease and releases it.
func leaseIsFree(t *testing.T, db *sql.DB) bool {
	t.Helper()
	once, err := lease(1, func() {})
	if err != nil {
		t.Fatal(err)
	}
	if once.Lock(t.Context(), db) != nil {
		return false
	}
	if err := once.Unlock(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	return true
}

// Of processes that start at once, one applies all migrations, with every kind of advisory lock.
func TestOneProcessMigrates(t *testing.T) {
	t.Parallel()
	starts := map[string]func(t *testing.T) (dsn string){
		"PostgreSQL": func(t *testing.T) string { return pgtest.Start(t) },
	}
	for name, body := range advisories {
		starts[name] = func(t *testing.T) string { return withAdvisory(t, body) }
	}
	for name, start := range starts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dsn := start(t)
			var group sync.WaitGroup
			for range 3 {
				db := handle(t, dsn)
				group.Go(func() {
					if err := Up(t.Context(), Postgres, db); err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
			var rows, versions int
			if err := handle(t, dsn).QueryRow(`SELECT count(*), count(DISTINCT version_id) FROM `+table).
				Scan(&rows, &versions); err != nil {
				t.Fatal(err)
			}
			known, err := numbers(Postgres)
			if err != nil {
				t.Fatal(err)
			}
			if rows != versions || versions != len(known)+1 { // goose's own 0 too
				t.Errorf("%d migrations were applied in %d runs, want %d", versions, rows, len(known)+1)
			}
		})
	}
}

// A process that died while it migrated holds the others up until its lease has expired.
func TestLeaseOfADeadProcessExpires(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := handle(t, pgtest.Start(t))
	dead, err := lease(1, func() {})
	if err != nil {
		t.Fatal(err)
	}
	dying, die := context.WithCancel(ctx)
	if err := dead.Lock(dying, db); err != nil {
		t.Fatal(err)
	}
	die() // nothing prolongs the lease from now on
	if leaseIsFree(t, db) {
		t.Error("the lease is free at once")
	}
	const pass = `UPDATE ` + lockTable + ` SET lease_expires_at = lease_expires_at - INTERVAL '30 seconds'`
	if _, err := db.Exec(pass); err != nil {
		t.Fatal(err)
	}
	ran := false
	if err := locked(ctx, db, func() error { ran = true; return nil }); err != nil || !ran {
		t.Errorf("the expired lease: ran %t, %v", ran, err)
	}
}

// Bug: a handle with one connection would wait for itself, without a word. Two are enough.
func TestHandleWithOneConnectionIsRefused(t *testing.T) {
	t.Parallel()
	db := handle(t, pgtest.Start(t))
	db.SetMaxOpenConns(1)
	if err := Up(t.Context(), Postgres, db); err == nil || !strings.Contains(err.Error(), "SetMaxOpenConns") {
		t.Errorf("got %v", err)
	}
	db.SetMaxOpenConns(2)
	if err := Up(t.Context(), Postgres, db); err != nil {
		t.Error(err)
	}
}
