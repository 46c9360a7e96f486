package pgconsole_test

import (
	"database/sql"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx

	"github.com/shopdesk/shopdesk/internal/pgconsole"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/server/store/postgres"
)

// A console that runs counts. One that has just stopped doesn't, although the server lists its sessions for a moment.
func TestStoppedConsoleDoesNotCount(t *testing.T) {
	t.Parallel()
	address := postgrestest.Address(t)
	console, err := postgres.Create(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if n, err := pgconsole.ConnectionsWithin(t.Context(), db, 0); err != nil || n == 0 {
		t.Errorf("of a console that runs: %d, %v", n, err)
	}
	if err := console.Close(); err != nil {
		t.Fatal(err)
	}
	// The server of a busy machine may take long to end a session.
	if n, err := pgconsole.ConnectionsWithin(t.Context(), db, 3*time.Minute); err != nil || n != 0 {
		t.Errorf("of one that has stopped: %d, %v", n, err)
	}
}
