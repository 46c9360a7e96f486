package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// lockKey is our key among the database's advisory locks. The second half of the key is the schema.
const lockKey = 0x5d0be5c

// lockEvery is how often a process that waits for the lock tries again.
const lockEvery = 50 * time.Millisecond

// locked runs do while no other process migrates the PostgreSQL schema; other processes wait. The lock belongs to a
// transaction, because a connection pooler gives a session's lock to whoever has the server's connection next. A
// process that waits has no transaction open, so that many of them don't use up the pooler's connections.
func locked(ctx context.Context, db *sql.DB, do func() error) error {
	if db.Stats().MaxOpenConnections == 1 {
		return errors.New("the database handle needs two connections, and may have one (SetMaxOpenConns)")
	}
	for {
		mine, err := tryLocked(ctx, db, do)
		if mine || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("lock: %w", ctx.Err())
		case <-time.After(lockEvery):
		}
	}
}

// tryLocked runs do if it gets the lock, and reports whether it did.
func tryLocked(ctx context.Context, db *sql.DB, do func() error) (mine bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, fmt.Errorf("lock: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // releases the lock
	// A long migration must not end the transaction that waits for it.
	if _, err := tx.ExecContext(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
		return false, fmt.Errorf("lock: %w", err)
	}
	err = tx.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock($1, hashtext(current_schema()))`, lockKey).Scan(&mine)
	if err != nil {
		return false, fmt.Errorf("lock: %w", err)
	}
	if !mine {
		return false, nil
	}
	return true, do()
}
