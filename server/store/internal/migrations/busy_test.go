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

// A migration of a large table may take longer than what the role allows a statement. Bug: it was broken off, at each
// start anew, so that such a database couldn't be upgraded.
func TestMigrationTakesLongerThanAStatementMay(t *testing.T) {
	t.Parallel()
	db := handle(t, pgtest.Start(t)+"&statement_timeout=60000")
	provider, err := newProvider(Postgres, db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), 67); err != nil {
		t.Fatal(err)
	}
	// What the next migration copies tells how long its statements may take.
	if _, err := db.Exec(`DROP TABLE hook_events; CREATE VIEW hook_events AS SELECT 1 AS event_id, false AS test,
		'set' AS state, '' AS url, 0 AS at, '' AS operator, current_setting('statement_timeout') AS note`); err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), 68); err != nil {
		t.Fatal(err)
	}
	var most string
	if err := db.QueryRow(`SELECT note FROM hook_registrations`).Scan(&most); err != nil || most != "0" {
		t.Errorf("a statement may take %s: %v", most, err)
	}
}
