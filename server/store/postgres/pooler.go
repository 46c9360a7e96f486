package postgres

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/internal/migrations"
)

// Pooler is a connection pooler in front of PostgreSQL, such as PgBouncer, that gives a connection of the server to one
// transaction at a time. Prepared statements, notifications and locks of a session don't work there: the store
// prepares no statements, and listens at PostgreSQL's own address.
//
// The default isolation of the database or role must be READ COMMITTED there, which is PostgreSQL's own default.
//
// [Open], [Create] and [Look] refuse such an address with [ErrPooler]; a pooler that gives a connection to one session
// at a time needs none of this.
type Pooler struct {
	Direct string // PostgreSQL's own address, of the same database; required
}

// ErrPooler means that the address is a pooler's, and that the store can't work with what the pooler does.
var ErrPooler = errors.New("the address is of a connection pooler")

// Open is like the function [Open], for the pooler's address.
func (p Pooler) Open(ctx context.Context, dsn string) (*sqlstore.Store, error) {
	return connect(ctx, dsn, &p, false)
}

// Create is like the function [Create], for the pooler's address.
func (p Pooler) Create(ctx context.Context, dsn string) (*sqlstore.Store, error) {
	return connect(ctx, dsn, &p, true)
}

// Look is like the function [Look], for the pooler's address.
func (p Pooler) Look(ctx context.Context, dsn string) (store.Found, error) {
	return look(ctx, dsn, &p)
}

// The errors of an address whose pooler the store can't work with.
var (
	errTellDirect = fmt.Errorf("%w that gives a connection to one transaction at a time, where prepared statements and "+
		"notifications are lost: name PostgreSQL's own address too (SHOPDESK_DATABASE_DIRECT, --database-direct, "+
		"postgres.Pooler), or choose the pooler's session mode", ErrPooler)
	errTellHandle = fmt.Errorf("%w that gives a connection to one transaction at a time, where prepared statements are "+
		"lost: open the handle with default_query_exec_mode=cache_describe", ErrPooler)
)

// poolerWait bounds how long a pooler may take to give the connections that recognise it, and a notification to come.
// PostgreSQL itself, on a machine that stands still, may take longer.
var poolerWait = 5 * time.Second

// recognise returns an error if db can't keep every text, and [ErrPooler] if it is of a pooler that the store can't
// work with. A server tells a client the number of the process that serves it; a pooler tells a number of its own,
// since that process changes. unfit is the error for a pooler that gives a connection to one transaction at a time,
// which matters where the handle listens or prepares statements. Handles of other drivers than pgx aren't looked at.
func recognise(ctx context.Context, db *sql.DB, listens bool, unfit error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return refusedParameter(err)
	}
	defer func() { _ = conn.Close() }()
	return conn.Raw(func(driver any) error {
		session, ok := driver.(*stdlib.Conn)
		if !ok {
			return nil
		}
		first := session.Conn()
		encoding := first.PgConn().ParameterStatus("server_encoding")
		raw := encoding == "SQL_ASCII" && first.PgConn().ParameterStatus("client_encoding") == "UTF8" // kept as it comes
		if encoding != "UTF8" && encoding != "" && !raw {
			return fmt.Errorf("the database's encoding is %s, which can't keep every name: make one with "+
				"CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0", encoding)
		}
		pid, err := process(ctx, first)
		if err != nil || pid == first.PgConn().PID() {
			return err
		}
		ctx, cancel := context.WithTimeout(ctx, poolerWait)
		defer cancel()
		if err := heeded(ctx, first); err != nil {
			return err
		}
		if !listens && first.Config().DefaultQueryExecMode != pgx.QueryExecModeCacheStatement {
			return nil
		}
		return perTransaction(ctx, db, first, pid, unfit)
	})
}

// refusedParameter turns a pooler's refusal of a parameter into [ErrPooler]. Other errors of a connection stay.
func refusedParameter(err error) error {
	if migrations.SQLState(err) == "08P01" && strings.Contains(err.Error(), "startup parameter") {
		return fmt.Errorf("%w, which refuses a parameter of the address: let the pooler or the role set it: %w",
			ErrPooler, err)
	}
	return err
}

// process returns the number of the server's process that answers.
func process(ctx context.Context, conn *pgx.Conn) (pid uint32, err error) {
	err = conn.QueryRow(ctx, `SELECT pg_backend_pid()`, pgx.QueryExecModeSimpleProtocol).Scan(&pid)
	return pid, err
}

// heeded returns [ErrPooler] if the address's search_path has no effect, which a pooler can be told to ignore.
func heeded(ctx context.Context, conn *pgx.Conn) error {
	want, given := conn.Config().RuntimeParams["search_path"]
	if !given {
		return nil
	}
	var got string
	err := conn.QueryRow(ctx, `SELECT current_setting('search_path')`, pgx.QueryExecModeSimpleProtocol).Scan(&got)
	if err == nil && got != want {
		return fmt.Errorf("%w, which ignores the address's search_path: let the pooler or the role set it", ErrPooler)
	}
	return err
}

// perTransaction returns unfit if the pooler gives a process of the server to another session while the first one is
// open. pid served the first session's last statement.
func perTransaction(ctx context.Context, db *sql.DB, first *pgx.Conn, pid uint32, unfit error) error {
	const most = 8 // a pooler may give its connections in turn
	for range most {
		moved, err := shared(ctx, db, first, pid)
		switch {
		case err != nil:
			return fmt.Errorf("%w, which doesn't serve two transactions at once: %w", ErrPooler, err)
		case moved:
			return unfit
		}
	}
	return nil
}

// shared reports whether another session's transaction has the first session's process, or leaves another one to it.
func shared(ctx context.Context, db *sql.DB, first *pgx.Conn, pid uint32) (bool, error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }() // nothing was changed
	var rival uint32
	err = tx.QueryRowContext(ctx, `SELECT pg_backend_pid()`, pgx.QueryExecModeSimpleProtocol).Scan(&rival)
	if err != nil || rival == pid {
		return err == nil, err
	}
	now, err := process(ctx, first)
	return now != pid, err
}

// hears returns an error unless notifications of db come to a connection of the listener.
func hears(ctx context.Context, db *sql.DB, direct pgx.ConnConfig) (err error) {
	ctx, cancel := context.WithTimeout(ctx, poolerWait)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, direct.Copy())
	if err != nil {
		return fmt.Errorf("the direct address: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	name := "shopdesk_" + strings.ToLower(rand.Text())
	if _, err := conn.Exec(ctx, "LISTEN "+name); err != nil {
		return fmt.Errorf("the direct address: %w", err)
	}
	if _, err := db.ExecContext(ctx, `SELECT pg_notify($1, '')`, name); err != nil {
		return err
	}
	if _, err := conn.WaitForNotification(ctx); err != nil {
		return fmt.Errorf("the direct address isn't PostgreSQL's own, or not of the same database: no notification "+
			"came there: %w", err)
	}
	return nil
}
