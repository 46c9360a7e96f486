package postgres_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/server/store/postgres"
)

// plain makes connections that take the values that every driver takes, and no others, like lib/pq before v1.11.
type plain struct{ driver.Connector }

// Connect opens a connection.
func (p plain) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	all, ok := conn.(whole)
	if !ok {
		return nil, errors.New("another driver than pgx")
	}
	return struct{ whole }{all}, nil
}

// whole is what the store needs of a connection.
type whole interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ExecerContext
	driver.QueryerContext
}

// Bug: a console on such a handle started, and stored no message of the platform.
func TestHandleWithoutArraysIsRefused(t *testing.T) {
	t.Parallel()
	config, err := pgx.ParseConfig(pgtest.Start(t))
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(plain{stdlib.GetConnector(*config)})
	t.Cleanup(func() { _ = db.Close() })
	if _, err := postgres.CreateDB(t.Context(), db); err == nil || !strings.Contains(err.Error(), "arrays") {
		t.Errorf("opened: %v", err)
	}
}
