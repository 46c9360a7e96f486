// Package pgconsole tells of the consoles that use a PostgreSQL database. The application_name of their sessions begins
// with the word shopdesk, which a name of the address's own follows (package server/store/postgres).
package pgconsole

import (
	"context"
	"database/sql"
	"time"
)

const connections = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
	AND application_name || ' ' LIKE 'shopdesk %' AND pid <> pg_backend_pid()`

const (
	fades = 2 * time.Second // the server lists a session for a moment after its console has stopped
	again = 20 * time.Millisecond
)

// Connections counts the sessions of consoles in db's database, apart from the one that asks. It waits up to two
// seconds for those to go whose console has just stopped.
func Connections(ctx context.Context, db *sql.DB) (n int, err error) {
	return connectionsWithin(ctx, db, fades)
}

func connectionsWithin(ctx context.Context, db *sql.DB, wait time.Duration) (n int, err error) {
	end := time.Now().Add(wait)
	look := time.NewTicker(again)
	defer look.Stop()
	for {
		err = db.QueryRowContext(ctx, connections).Scan(&n)
		if err != nil || n == 0 || time.Now().After(end) {
			return n, err
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return n, ctx.Err()
		}
	}
}
