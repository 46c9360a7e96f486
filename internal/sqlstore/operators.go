package sqlstore

import (
	"context"
	"database/sql"
	"strings"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectOperator = `SELECT id, login, name, password, disabled, created_at FROM operators`
	insertOperator = `INSERT INTO operators (login, name, password, disabled, created_at)
		VALUES ($1, $2, $3, $4, $5) RETURNING id`
	selectMemberships = `SELECT operator_id, shop_id, role FROM memberships WHERE operator_id = $1 ORDER BY shop_id`
	insertMembership  = `INSERT INTO memberships (operator_id, shop_id, role) VALUES ($1, $2, $3)`
	updatePassword    = `UPDATE operators SET password = $2 WHERE id = $1`
	rehashPassword    = `UPDATE operators SET password = $3 WHERE id = $1 AND password = $2`
)

// CreateOperator adds an operator with the memberships.
func (s *Store) CreateOperator(ctx context.Context, o store.Operator, m []store.Membership) (id int64, err error) {
	err = s.transaction(ctx, "create operator", func(tx *sql.Tx) error {
		id, err = addOperator(ctx, tx, o, m)
		return err
	})
	if err != nil {
		return 0, err
	}
	return id, nil
}

func addOperator(ctx context.Context, tx *sql.Tx, o store.Operator, m []store.Membership) (id int64, err error) {
	row := tx.QueryRowContext(ctx, insertOperator,
		login(o.Login), text(o.Name), o.Password, o.Disabled, o.CreatedAt)
	if err := row.Scan(&id); err != nil {
		return 0, err
	}
	for _, one := range m {
		if err := exec(ctx, tx, nil, insertMembership, id, one.ShopID, one.Role); err != nil {
			return 0, err
		}
	}
	return id, nil
}

// Operator returns the operator with an ID.
func (s *Store) Operator(ctx context.Context, id int64) (store.Operator, error) {
	return one(s, "find operator", scanOperator, s.hot.operator.QueryRowContext(ctx, id))
}

// OperatorByLogin returns the operator with a login, in any case.
func (s *Store) OperatorByLogin(ctx context.Context, name string) (store.Operator, error) {
	return one(s, "find login", scanOperator, s.read.QueryRowContext(ctx, selectOperator+` WHERE login = $1`, login(name)))
}

func scanOperator(row scanner, o *store.Operator) error {
	return row.Scan(&o.ID, &o.Login, &o.Name, &o.Password, &o.Disabled, &o.CreatedAt)
}

// Memberships lists an operator's memberships, by ShopID.
func (s *Store) Memberships(ctx context.Context, operatorID int64) ([]store.Membership, error) {
	rows, err := s.hot.memberships.QueryContext(ctx, operatorID)
	all, err := scanAll(rows, err, scanMembership)
	return all, s.failed("list memberships", err)
}

// SetPassword replaces an operator's password.
func (s *Store) SetPassword(ctx context.Context, id int64, phc string) error {
	return s.transaction(ctx, "set password", func(tx *sql.Tx) error {
		if err := lockPeople(ctx, tx); err != nil {
			return err
		}
		return newPassword(ctx, tx, id, phc)
	})
}

// newPassword sets a password and ends the earlier links.
func newPassword(ctx context.Context, tx *sql.Tx, id int64, phc string) error {
	if err := exec(ctx, tx, store.ErrNotFound, updatePassword, id, phc); err != nil {
		return err
	}
	return exec(ctx, tx, nil, deleteLinksOf, id)
}

// Rehash replaces the hash of an unchanged password.
func (s *Store) Rehash(ctx context.Context, id int64, before, after string) error {
	return s.change(ctx, "rehash password", store.ErrNotFound, rehashPassword, id, before, after)
}

// login returns the form in which logins are stored and compared.
func login(name string) string { return strings.ToLower(text(name)) }
