package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/shopdesk/shopdesk/server/store/migrations"
	"github.com/shopdesk/shopdesk/server/store/sqlstore"
)

// Limits of the pool of one replica. A server of PostgreSQL accepts 100
// connections unless told otherwise.
const (
	maxConnections = 16
	maxIdleTime    = 5 * time.Minute
	maxLifetime    = time.Hour // so that a replaced server or address is noticed
	connectTimeout = 10 * time.Second
)

// Open connects to the database that dsn names, as a postgres:// address or as
// key=value pairs, and migrates it. ctx bounds the opening only. Close the
// store when done. Errors don't contain the password.
func Open(ctx context.Context, dsn string) (*sqlstore.Store, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("postgres: database address: %w", err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "shopdesk"
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(maxConnections)
	db.SetMaxIdleConns(maxConnections)
	db.SetConnMaxIdleTime(maxIdleTime)
	db.SetConnMaxLifetime(maxLifetime)
	ears := newListener(*config)
	s, err := start(ctx, db, func() error { ears.stop(); return db.Close() })
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	ears.start(s.Ring)
	return s, nil
}

// OpenDB keeps the store in the database of a host application, through its
// own handle (of pgx or lib/pq), and migrates it. Give the handle a
// search_path that begins with a schema of Shopdesk's own, for the names of
// its tables are plain ones. Closing the store leaves the handle open. Other
// replicas' events are then noticed by looking, not at once: listening needs a
// connection of its own.
func OpenDB(ctx context.Context, db *sql.DB) (*sqlstore.Store, error) {
	if db == nil {
		return nil, errors.New("postgres: no database handle")
	}
	return start(ctx, db, nil)
}

func start(ctx context.Context, db *sql.DB, closing func() error) (*sqlstore.Store, error) {
	if err := migrations.Up(ctx, migrations.Postgres, db); err != nil {
		return nil, fmt.Errorf("postgres: open: %w", err)
	}
	s, err := sqlstore.New(ctx, sqlstore.Config{
		Write:   db,
		Read:    db,
		Dialect: sqlstore.Dialect{Unique: unique, SkipLocked: " FOR UPDATE SKIP LOCKED", Notify: "SELECT pg_notify('" + channel + "', '')", Rows: 64},
		Close:   closing,
	})
	if err != nil {
		return nil, fmt.Errorf("postgres: open: %w", err)
	}
	return s, nil
}

// uniqueViolation is the SQLSTATE of a key that exists.
const uniqueViolation = "23505"

// unique reads the SQLSTATE, which the errors of pgx and lib/pq both have.
func unique(err error) bool {
	var e interface{ SQLState() string }
	return errors.As(err, &e) && e.SQLState() == uniqueViolation
}
