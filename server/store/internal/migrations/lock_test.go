package migrations

import (
	"database/sql"
	"testing"

	"github.com/shopdesk/shopdesk/internal/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func conn(t *testing.T, dsn string) *sql.Conn {
	t.Helper()
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	c, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = c.Close(), db.Close() })
	return c
}

// SessionLock holds the lock until SessionUnlock. The lock of another schema stays free.
func TestSessionLockHoldsItsSchemaOnly(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Start(t)
	holder, rival, elsewhere := conn(t, dsn), conn(t, dsn), conn(t, pgtest.Start(t))
	free := func(c *sql.Conn) (free bool) {
		t.Helper()
		err := c.QueryRowContext(t.Context(), `SELECT pg_try_advisory_lock($1, hashtext(current_schema()))`,
			lockKey).Scan(&free)
		if err != nil {
			t.Fatal(err)
		}
		return free
	}
	if err := (advisoryLock{}).SessionLock(t.Context(), holder); err != nil {
		t.Fatal(err)
	}
	if free(rival) {
		t.Error("a rival takes the lock too")
	}
	if !free(elsewhere) {
		t.Error("the lock of another schema is taken")
	}
	if err := (advisoryLock{}).SessionUnlock(t.Context(), holder); err != nil {
		t.Fatal(err)
	}
	if !free(rival) {
		t.Error("the lock is still taken")
	}
}
