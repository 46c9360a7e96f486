package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/internal/migrations"
)

// Limits of a replica's connection pool. A PostgreSQL server accepts 100 connections by default.
const (
	maxConnections = 16 // unless pool_max_conns says otherwise
	minConnections = 4
	maxIdleTime    = 5 * time.Minute
	maxLifetime    = time.Hour // so that a replaced server or address is noticed
	connectTimeout = 10 * time.Second
)

// Open connects to the database that dsn names, as a postgres:// address or as key=value pairs, and
// migrates it. A schema without an installation returns [store.ErrAbsent]: a wrong name must not
// become a new, empty installation. The parameter pool_max_conns of the address is the size of the pool, 16 by default;
// one more connection listens. An application_name of the address follows the word shopdesk in pg_stat_activity. ctx
// limits only the opening. The result is a [store.Store]; close it when done. Errors don't contain the password.
func Open(ctx context.Context, dsn string) (*sqlstore.Store, error) {
	return connect(ctx, dsn, nil, false)
}

// Create is like [Open], and starts a new installation if there is none.
func Create(ctx context.Context, dsn string) (*sqlstore.Store, error) {
	return connect(ctx, dsn, nil, true)
}

// Look describes the installation in the database and changes nothing, so it may be used before an upgrade. The errors
// are those of [Open].
func Look(ctx context.Context, dsn string) (f store.Found, err error) { return look(ctx, dsn, nil) }

func look(ctx context.Context, dsn string, pooler *Pooler) (f store.Found, err error) {
	h, err := newHandle(dsn, pooler)
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, h.db.Close()) }()
	if err := h.fit(ctx); err != nil {
		return f, fmt.Errorf("postgres: look: %w", err)
	}
	if f, err = migrations.Find(ctx, migrations.Postgres, h.db); err != nil {
		return f, fmt.Errorf("postgres: look: %w", err)
	}
	return f, nil
}

func configOf(dsn string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("postgres: database address: %w", err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	config.DialFunc = newDialer().DialContext
	goesOn := config.OnPgError
	config.OnPgError = func(conn *pgconn.PgConn, err *pgconn.PgError) bool { // false closes the connection
		return goesOn(conn, err) && err.Code != readOnly // a later session may be on a server that takes writes
	}
	// A restore and Split know a console's sessions by this beginning.
	name := config.RuntimeParams["application_name"]
	config.RuntimeParams["application_name"] = strings.TrimSpace("shopdesk " + name)
	return config, nil
}

// poolParameter is the parameter of a database address with the size of the pool, by the name that pgxpool uses.
const poolParameter = "pool_max_conns"

// poolSize takes the pool's size out of the parameters, because the server would refuse this one.
func poolSize(config *pgx.ConnConfig) (int, error) {
	text, given := config.RuntimeParams[poolParameter]
	if !given {
		return maxConnections, nil
	}
	delete(config.RuntimeParams, poolParameter)
	most, err := strconv.Atoi(text)
	if err != nil || most < minConnections {
		return 0, fmt.Errorf("postgres: database address: %s is %q: want at least %d", poolParameter, text, minConnections)
	}
	return most, nil
}

// handle is a pool of connections, and where the store listens.
type handle struct {
	db     *sql.DB
	pooled bool           // the pool's connections are a connection pooler's, as the store was told
	direct pgx.ConnConfig // of the connection that listens
}

func newHandle(dsn string, pooler *Pooler) (h handle, err error) {
	config, err := configOf(dsn)
	if err != nil {
		return h, err
	}
	most, err := poolSize(config)
	if err != nil {
		return h, err
	}
	h.direct = *config
	if pooler != nil {
		h.pooled = true
		direct, err := configOf(pooler.Direct)
		if err == nil {
			_, err = poolSize(direct)
		}
		if err != nil {
			return h, fmt.Errorf("the direct address: %w", err)
		}
		h.direct = *direct
		if config.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
			config.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
		}
	}
	h.db = stdlib.OpenDB(*config, stdlib.OptionAfterConnect(h.afterConnect))
	h.db.SetMaxOpenConns(most)
	h.db.SetMaxIdleConns(most)
	h.db.SetConnMaxIdleTime(maxIdleTime)
	h.db.SetConnMaxLifetime(maxLifetime)
	return h, nil
}

// afterConnect gives single statements the level of transactions (see dialect), whatever the database's default is. A
// pooler's connection of a transaction isn't ours to change.
func (h handle) afterConnect(ctx context.Context, conn *pgx.Conn) error {
	if h.pooled {
		return nil
	}
	_, err := conn.Exec(ctx, `SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED`)
	return err
}

// fit returns an error if a pooler is in between that the store wasn't told of, or can't work with.
func (h handle) fit(ctx context.Context) error {
	if err := recognise(ctx, h.db, !h.pooled, errTellDirect); err != nil || !h.pooled {
		return err
	}
	return hears(ctx, h.db, h.direct)
}

func connect(ctx context.Context, dsn string, pooler *Pooler, create bool) (*sqlstore.Store, error) {
	h, err := newHandle(dsn, pooler)
	if err != nil {
		return nil, err
	}
	if err := h.fit(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("postgres: open: %w", err), h.db.Close())
	}
	s, err := start(ctx, create, sqlstore.Config{Write: h.db, Close: h.db.Close, Doorbell: &listener{config: h.direct}})
	if err != nil {
		return nil, errors.Join(err, h.db.Close())
	}
	return s, nil
}

// OpenDB keeps the store in the database of a host application, through the host's own handle (of pgx, or of lib/pq
// from v1.11.1 on; stdlib.OpenDBFromPool makes one of a pgxpool), and migrates it. Like [Open] it starts no
// installation. Give the handle a search_path that begins with a schema for Shopdesk alone, because the tables have
// plain names. The handle's default isolation must be READ COMMITTED, which is PostgreSQL's own default. Closing the
// store leaves the handle open. Events of other replicas are noticed at the next look, not at once, because listening
// needs a separate connection.
//
// A handle of pgx whose connections are a pooler's must prepare no statements (default_query_exec_mode=cache_describe).
func OpenDB(ctx context.Context, db *sql.DB) (*sqlstore.Store, error) {
	return startOn(ctx, db, false)
}

// CreateDB is like [OpenDB], and starts a new installation if there is none.
func CreateDB(ctx context.Context, db *sql.DB) (*sqlstore.Store, error) {
	return startOn(ctx, db, true)
}

// startOn is start for a host's handle.
func startOn(ctx context.Context, db *sql.DB, create bool) (*sqlstore.Store, error) {
	if db == nil {
		return nil, errors.New("postgres: no database handle")
	}
	if err := recognise(ctx, db, false, errTellHandle); err != nil {
		return nil, fmt.Errorf("postgres: open: %w", err)
	}
	var one int64
	if err := db.QueryRowContext(ctx, `SELECT (CAST($1 AS BIGINT[]))[1]`, []int64{1}).Scan(&one); err != nil {
		return nil, fmt.Errorf("postgres: open: the handle's driver must take arrays (lib/pq does from v1.11.1 on): %w", err)
	}
	return start(ctx, create, sqlstore.Config{Write: db})
}

// start migrates the database of c.Write and opens the store.
func start(ctx context.Context, create bool, c sqlstore.Config) (*sqlstore.Store, error) {
	db := c.Write
	if !create {
		found, err := migrations.Present(ctx, migrations.Postgres, db)
		if err != nil {
			return nil, fmt.Errorf("postgres: open: %w", err)
		}
		if !found {
			return nil, fmt.Errorf("postgres: open: %w", store.ErrAbsent)
		}
	}
	if err := migrations.Up(ctx, migrations.Postgres, db); err != nil {
		return nil, fmt.Errorf("postgres: open: %w", err)
	}
	c.Read, c.Dialect = db, dialect()
	s, err := sqlstore.New(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("postgres: open: %w", err)
	}
	return s, nil
}

func dialect() sqlstore.Dialect {
	const notify = "pg_notify('" + channel + "', '')"
	return sqlstore.Dialect{
		Unique: unique, Broken: broken, Far: true, Parts: true,
		Clock: "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)",
		// Stronger levels, which are the default of some servers, fail where this one waits.
		Again: again, Isolation: sql.LevelReadCommitted,
		SkipLocked: " FOR UPDATE SKIP LOCKED", Lock: " FOR UPDATE", Notify: "SELECT " + notify,
		// A notification needn't wait for the disk, because it doesn't outlive the server.
		NotifyAfter: "SELECT set_config('synchronous_commit', 'off', true), " + notify,
	}
}

// SQLSTATEs of a duplicate key, and of a write in a session that takes none.
const (
	uniqueViolation = "23505"
	readOnly        = "25006"
)

func unique(err error) bool { return migrations.SQLState(err) == uniqueViolation }

// again reports serialization failures and deadlocks.
func again(err error) bool {
	state := migrations.SQLState(err)
	return state == "40001" || state == "40P01"
}

// broken reports insufficient resources, system errors and internal errors (damaged data included),
// a read-only server such as a standby, and missing tables.
func broken(err error) bool {
	state := migrations.SQLState(err)
	if len(state) != 5 {
		return false
	}
	switch state[:2] {
	case "53", "58", "XX":
		return true
	}
	return state == readOnly || state == "42P01"
}
