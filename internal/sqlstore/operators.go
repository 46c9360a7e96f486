package sqlstore

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectOperator = `SELECT id, login, name, password, disabled, created_at FROM operators`
	insertOperator = `INSERT INTO operators (login, name, password, disabled, created_at)
		VALUES ($1, $2, $3, $4, $5) RETURNING id`
	allMemberships = `SELECT operator_id, shop_id, role, '' AS group_id FROM memberships
		UNION ALL SELECT r.operator_id, COALESCE(m.shop_id, -1), r.role, r.group_id
		FROM group_roles r JOIN shop_groups g ON g.id = r.group_id
		LEFT JOIN shop_group_members m ON m.group_id = g.id AND g.deleted_at = 0 AND m.shop_id > 0`
	selectMemberships = `SELECT operator_id, shop_id, role, group_id FROM (` + allMemberships + `) AS every
		WHERE operator_id = $1 ORDER BY shop_id, group_id`
	insertMembership = `INSERT INTO memberships (operator_id, shop_id, role) VALUES ($1, $2, $3)`
	insertGroupRole  = `INSERT INTO group_roles (operator_id, group_id, role) VALUES ($1, $2, $3)
		ON CONFLICT (operator_id, group_id) DO NOTHING`
	// A group whose roles change gets a new version, so that nobody changes its shops without having seen the roles.
	queueForGroup  = `UPDATE shop_groups SET version = version + 1 WHERE id = $1`
	updatePassword = `UPDATE operators SET password = $2 WHERE id = $1`
	rehashPassword = `UPDATE operators SET password = $3 WHERE id = $1 AND password = $2`
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
	return id, execAll(ctx, tx, addMemberships(id, m)...)
}

// addMemberships gives an operator roles in shops and by groups.
func addMemberships(operatorID int64, m []store.Membership) []statement {
	steps := lockGroups(m)
	for _, one := range m {
		if one.GroupID != "" {
			steps = append(steps, step(nil, insertGroupRole, operatorID, one.GroupID, one.Role))
		} else {
			steps = append(steps, step(nil, insertMembership, operatorID, one.ShopID, one.Role))
		}
	}
	return steps
}

// lockGroups makes changes of the groups that give the roles wait until the transaction has ended, and fail then.
func lockGroups(m []store.Membership) (steps []statement) {
	var ids []string
	for _, one := range m {
		if one.GroupID != "" {
			ids = append(ids, one.GroupID)
		}
	}
	slices.Sort(ids) // in one order, so that two such changes don't wait for each other
	for _, id := range slices.Compact(ids) {
		steps = append(steps, step(nil, queueForGroup, id))
	}
	return steps
}

// Operator returns the operator with an ID.
func (s *Store) Operator(ctx context.Context, id int64) (store.Operator, error) {
	return one(s, "find operator", scanOperator, s.hot.operator.QueryRowContext(ctx, id))
}

// OperatorByLogin returns the operator with a login, in any case.
func (s *Store) OperatorByLogin(ctx context.Context, name string) (store.Operator, error) {
	return find(ctx, s, "find login", scanOperator, selectOperator+` WHERE login = $1`, login(name))
}

func scanOperator(row scanner, o *store.Operator) error {
	return row.Scan(&o.ID, &o.Login, &o.Name, &o.Password, &o.Disabled, &o.CreatedAt)
}

// Memberships lists an operator's memberships, by ShopID and GroupID.
func (s *Store) Memberships(ctx context.Context, operatorID int64) ([]store.Membership, error) {
	rows, err := s.hot.memberships.QueryContext(ctx, operatorID)
	all, err := scanAll(rows, err, scanMembership)
	return all, s.failed("list memberships", err)
}

// SetPassword replaces an operator's password.
func (s *Store) SetPassword(ctx context.Context, id int64, phc string) error {
	return s.changes(ctx, "set password", newPassword(id, phc)...)
}

// ReplacePassword replaces an operator's password and ends the operator's other sessions.
func (s *Store) ReplacePassword(ctx context.Context, id int64, phc, but string, now int64) error {
	return s.changes(ctx, "replace password", append(newPassword(id, phc), revokeSessions(id, but, now))...)
}

// newPassword sets a password and ends the earlier links.
func newPassword(id int64, phc string) []statement {
	return []statement{lockPeople, step(store.ErrNotFound, updatePassword, id, phc), step(nil, deleteLinksOf, id)}
}

// Rehash replaces the hash of an unchanged password.
func (s *Store) Rehash(ctx context.Context, id int64, before, after string) error {
	return s.change(ctx, "rehash password", store.ErrNotFound, rehashPassword, id, before, after)
}

// login returns the form in which logins are stored and compared.
func login(name string) string { return strings.ToLower(text(name)) }
