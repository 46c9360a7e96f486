package migrations

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/pressly/goose/v3/lock"
)

// advisoryLock lets one process at a time migrate a PostgreSQL schema; other processes wait.
// (Goose's own locker polls once a second.)
type advisoryLock struct{}

var _ lock.SessionLocker = advisoryLock{}

// lockKey is our key among the database's advisory locks. The second half of the key is the schema.
const lockKey = 0x5d0be5c

// SessionLock waits for the lock, or for ctx to end.
func (advisoryLock) SessionLock(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1, hashtext(current_schema()))`, lockKey); err != nil {
		return fmt.Errorf("migrations: lock: %w", err)
	}
	return nil
}

// SessionUnlock releases the lock.
func (advisoryLock) SessionUnlock(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1, hashtext(current_schema()))`, lockKey); err != nil {
		return fmt.Errorf("migrations: unlock: %w", err)
	}
	return nil
}
