package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"github.com/pressly/goose/v3/lock"

	"github.com/shopdesk/shopdesk/server/store"
)

// lockKey is our key among the database's advisory locks. The second half of the key is the schema.
const lockKey = 0x5d0be5c

// lockTable has one row: the lease of the process that migrates.
const lockTable = "shopdesk_lock"

// lockEvery is how often a process that waits for the lock tries again.
const lockEvery = 50 * time.Millisecond

// locked runs do while no other process migrates the PostgreSQL schema; other processes wait. The process takes a
// lease, which every engine has, and then PostgreSQL's advisory lock, which is all that earlier releases take. A
// process that waits has no transaction open, so that many of them don't use up a pooler's connections.
func locked(ctx context.Context, db *sql.DB, do func() error) error {
	if db.Stats().MaxOpenConnections == 1 {
		return errors.New("migrations: the database handle needs two connections, and may have one (SetMaxOpenConns)")
	}
	wait := waiting{ctx: ctx, db: db}
	held, err := lease(math.MaxUint64, func() { wait.begin(wait.holder) })
	if err != nil {
		return fmt.Errorf("migrations: lock: %w", err)
	}
	if err := held.Lock(ctx, db); err != nil {
		return fmt.Errorf("migrations: lock: %w", err)
	}
	defer func() { _ = held.Unlock(ctx, db) }() // a lease that can't be released expires
	for {
		mine, err := tryLocked(ctx, db, func() error { wait.end(); return do() })
		if mine || err != nil {
			return err
		}
		wait.begin(func() string { return "an earlier release" })
		select {
		case <-ctx.Done():
			return fmt.Errorf("migrations: lock: %w", ctx.Err())
		case <-time.After(lockEvery):
		}
	}
}

// waiting logs once that a process waits for the lock, and for whom, and once that it goes on.
type waiting struct {
	ctx   context.Context //nolint:containedctx // of the one call of locked
	db    *sql.DB
	since time.Time
	over  bool
}

func (w *waiting) begin(holder func() string) {
	if w.over || !w.since.IsZero() {
		return
	}
	w.since = time.Now()
	store.LoggerOf(w.ctx).InfoContext(w.ctx, "database: waiting for the process that migrates it", "holder", holder())
}

// holder is the host, process and a random number of the process that has the lease, empty if that isn't known.
func (w *waiting) holder() (holder string) {
	_ = w.db.QueryRowContext(w.ctx, `SELECT locked_by FROM `+lockTable+` WHERE locked`).Scan(&holder)
	return holder
}

func (w *waiting) end() {
	if w.over = true; !w.since.IsZero() {
		store.LoggerOf(w.ctx).InfoContext(w.ctx, "database: migrated by another process, going on", "waited",
			time.Since(w.since).Round(time.Millisecond))
	}
}

// lease is goose's lease in a row of lockTable. It lasts 30 seconds, is prolonged every 5 by a connection that is free,
// and expires after the death of its holder. The database's clock counts. A taken lease is tried for again as often as
// given, and taken is called each time.
func lease(again uint64, taken func()) (lock.Locker, error) {
	return lock.NewPostgresTableLocker(
		lock.WithTableName(lockTable),
		lock.WithTableLockTimeout(lockEvery, again),
		lock.WithTableUnlockTimeout(lockEvery, 1),
		// goose wraps the database's errors, and no error where another process has the lease.
		lock.WithTableRetryPolicy(func(err error) bool {
			if errors.Unwrap(err) != nil {
				return false
			}
			taken()
			return true
		}),
		lock.WithTableLogger(slog.New(slog.DiscardHandler)),
	)
}

// tryLocked runs do if it gets the advisory lock, and reports whether it did. An engine without advisory locks has no
// process of an earlier release. The lock belongs to a transaction, because a connection pooler gives a session's lock
// to whoever has the server's connection next.
func tryLocked(ctx context.Context, db *sql.DB, do func() error) (mine bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, fmt.Errorf("migrations: lock: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // releases the lock
	// A long migration must not end the transaction that waits for it.
	if _, err := tx.ExecContext(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
		return false, fmt.Errorf("migrations: lock: %w", err)
	}
	err = tx.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock($1, hashtext(current_schema()))`, lockKey).Scan(&mine)
	switch state := SQLState(err); {
	case state == undefinedFunction || state == notSupported:
		if err := tx.Rollback(); err != nil {
			return false, fmt.Errorf("migrations: lock: %w", err)
		}
	case err != nil:
		return false, fmt.Errorf("migrations: lock: %w", err)
	case !mine:
		return false, nil
	}
	return true, do()
}
