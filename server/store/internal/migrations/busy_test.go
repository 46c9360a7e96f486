package migrations

import (
	"context"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/pgtest"
)

// A migration that waits for a table which a backup reads lets the replicas of the release before work on with the
// table. Bug: they waited behind the migration until the backup had ended, and took no message.
func TestMigrationThatWaitsHoldsUpNoReplica(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Start(t)
	backup, replica, starting := handle(t, dsn), handle(t, dsn), handle(t, dsn)
	provider, err := newProvider(Postgres, starting)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), 65); err != nil {
		t.Fatal(err)
	}
	dump, err := backup.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dump.Exec(`LOCK TABLE orders IN ACCESS SHARE MODE`); err != nil { // as pg_dump does
		t.Fatal(err)
	}
	migrated := make(chan error, 1)
	go func() { migrated <- Up(t.Context(), Postgres, starting) }()
	for waits := false; !waits; {
		if err := backup.QueryRow(`SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted
			AND relation = 'orders'::regclass)`).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var orders int
	if err := replica.QueryRowContext(ctx, `SELECT COUNT(*) FROM orders`).Scan(&orders); err != nil {
		t.Errorf("while the backup is made: %v", err)
	}
	if err := dump.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-migrated; err != nil {
		t.Error(err)
	}
}
