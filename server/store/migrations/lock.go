package migrations

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/pressly/goose/v3/lock"
)

// advisoryLock lets one process at a time migrate a PostgreSQL schema; the
// others wait. (Goose's own locker polls once a second.)
type advisoryLock struct{}

var _ lock.SessionLocker = advisoryLock{}

// lockKey is ours in the database-wide space of advisory locks; the second
// half of the key is the schema.
const lockKey = 0x5d0be5c

// SessionLock waits for the lock, or for ctx to end.
func (advisoryLock) SessionLock(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1, hashtext(current_schema()))`, lockKey); err != nil {
		return fmt.Errorf("migrations: lock: %w", err)
	}
	return nil
}

// SessionUnlock releases it.
func (advisoryLock) SessionUnlock(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1, hashtext(current_schema()))`, lockKey); err != nil {
		return fmt.Errorf("migrations: unlock: %w", err)
	}
	return nil
}
