package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// statements holds prepared statements for the most frequent queries.
type statements struct {
	session     *sql.Stmt
	saveSession *sql.Stmt
	operator    *sql.Stmt
	memberships *sql.Stmt
	shop        *sql.Stmt
	connection  *sql.Stmt
	nextInChain *sql.Stmt
	insertRow   *sql.Stmt
	endOfChain  *sql.Stmt
	addMessage  *sql.Stmt

	all []*sql.Stmt
}

func (s *Store) prepare(ctx context.Context) error {
	for _, p := range []struct {
		into **sql.Stmt
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
	} {
		stmt, err := p.db.PrepareContext(ctx, p.text) //nolint:sqlclosecheck // closed with the store
		if err != nil {
			return fmt.Errorf("sqlstore: prepare: %w", err)
		}
		*p.into = stmt
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
