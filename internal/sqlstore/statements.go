package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// hotStatement is a frequent query. It is prepared if [Dialect].Prepare says so.
type hotStatement struct {
	db   queryer
	text string
	stmt *sql.Stmt // nil: not prepared
}

// queryer is a handle or a transaction.
type queryer interface {
	database
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// within returns the statement as a part of a transaction, which closes it.
func (h hotStatement) within(ctx context.Context, tx *sql.Tx) hotStatement {
	if h.stmt != nil {
		h.stmt = tx.StmtContext(ctx, h.stmt)
	}
	h.db = tx
	return h
}

// ExecContext runs the statement.
func (h hotStatement) ExecContext(ctx context.Context, args ...any) (sql.Result, error) {
	if h.stmt != nil {
		return h.stmt.ExecContext(ctx, args...)
	}
	return h.db.ExecContext(ctx, h.text, args...)
}

// QueryContext runs the query.
func (h hotStatement) QueryContext(ctx context.Context, args ...any) (*sql.Rows, error) {
	if h.stmt != nil {
		return h.stmt.QueryContext(ctx, args...)
	}
	return h.db.QueryContext(ctx, h.text, args...)
}

// QueryRowContext runs the query for one row.
func (h hotStatement) QueryRowContext(ctx context.Context, args ...any) *sql.Row {
	if h.stmt != nil {
		return h.stmt.QueryRowContext(ctx, args...)
	}
	return h.db.QueryRowContext(ctx, h.text, args...)
}

// statements holds the most frequent queries.
type statements struct {
	session     hotStatement
	saveSession hotStatement
	operator    hotStatement
	memberships hotStatement
	shop        hotStatement
	connection  hotStatement
	nextInChain hotStatement
	insertRow   hotStatement
	endOfChain  hotStatement
	addMessage  hotStatement
	addClaim    hotStatement
	saveRange   hotStatement

	all []*sql.Stmt
}

func (s *Store) prepare(ctx context.Context) error {
	for _, p := range []struct {
		into *hotStatement
		db   *sql.DB
		text string
	}{
		{&s.hot.session, s.read, selectSession},
		{&s.hot.saveSession, s.write, upsertSession},
		{&s.hot.operator, s.read, selectOperator + ` WHERE id = $1`},
		{&s.hot.memberships, s.read, selectMemberships},
		{&s.hot.shop, s.read, selectShop + ` WHERE shop_id = $1`},
		{&s.hot.connection, s.read, selectConnection + ` WHERE id = $1`},
		{&s.hot.nextInChain, s.write, nextInChain},
		{&s.hot.insertRow, s.write, insertRow},
		{&s.hot.endOfChain, s.write, endOfChain},
		{&s.hot.addMessage, s.write, oneMessage},
		{&s.hot.addClaim, s.write, oneClaim},
		{&s.hot.saveRange, s.write, saveResult + s.inOrder("inbox", "id", `id BETWEEN $6 AND $7 AND holder = $5`)},
	} {
		*p.into = hotStatement{db: p.db, text: p.text}
		if !s.dialect.Prepare {
			continue
		}
		stmt, err := p.db.PrepareContext(ctx, p.text)
		if err != nil {
			return fmt.Errorf("sqlstore: prepare: %w", err)
		}
		p.into.stmt = stmt
		s.hot.all = append(s.hot.all, stmt)
	}
	return nil
}

func (h *statements) close() error {
	var errs []error
	for _, stmt := range h.all {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(errs...)
}
