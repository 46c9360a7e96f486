package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	listOperators   = `SELECT id, login, name, '', disabled, created_at FROM operators ORDER BY id`
	listMemberships = `SELECT operator_id, shop_id, role, group_id FROM (` + allMemberships + `) AS every
		ORDER BY operator_id, shop_id, group_id`
	selectGroupRoles  = `SELECT operator_id, -1, role, group_id FROM group_roles WHERE group_id = $1 ORDER BY operator_id`
	deleteMemberships = `DELETE FROM memberships WHERE operator_id = $1`
	deleteGroupRoles  = `DELETE FROM group_roles WHERE operator_id = $1`
	// Changes that could remove the last owner, or that end or use one-time links, lock this one row
	// and so run one after the other.
	queueForPeople = `UPDATE setup SET expires_at = expires_at WHERE id = 1`
	lockOperator   = `UPDATE operators SET name = name WHERE id = $1`
	lockUnchanged  = lockOperator + ` AND password = $2 AND NOT disabled`
	countOwners    = `SELECT EXISTS (SELECT 1 FROM memberships m JOIN operators o ON o.id = m.operator_id
		WHERE m.shop_id = $1 AND m.role = $2 AND NOT o.disabled)`
	setDisabled      = `UPDATE operators SET disabled = $2 WHERE id = $1`
	deleteOperator   = `DELETE FROM operators WHERE id = $1`
	renameOperator   = `UPDATE operators SET name = $2 WHERE id = $1`
	deleteLinksOf    = `DELETE FROM invitations WHERE inviter_id = $1 OR operator_id = $1`
	deleteLinksFor   = `DELETE FROM invitations WHERE operator_id = $1`
	selectPreference = `SELECT language, sound, theme FROM preferences WHERE operator_id = $1`
	upsertPreference = `INSERT INTO preferences (operator_id, language, sound, theme) VALUES ($1, $2, $3, $4)
		ON CONFLICT (operator_id) DO UPDATE SET language = excluded.language, sound = excluded.sound, theme = excluded.theme`
)

// ListOperators lists all operators, without passwords, by ID.
func (s *Store) ListOperators(ctx context.Context) ([]store.Operator, error) {
	return list(ctx, s, "list operators", scanOperator, listOperators)
}

// ListMemberships lists the memberships of all operators.
func (s *Store) ListMemberships(ctx context.Context) ([]store.Membership, error) {
	return list(ctx, s, "list memberships", scanMembership, listMemberships)
}

func scanMembership(row scanner, m *store.Membership) error {
	return row.Scan(&m.OperatorID, &m.ShopID, &m.Role, &m.GroupID)
}

// GroupRoles lists the roles by a group.
func (s *Store) GroupRoles(ctx context.Context, groupID string) ([]store.Membership, error) {
	return list(ctx, s, "list roles by group", scanMembership, selectGroupRoles, groupID)
}

// SetMemberships replaces an operator's memberships if they still equal before.
func (s *Store) SetMemberships(ctx context.Context, operatorID int64, before, after []store.Membership) error {
	return s.staysOwned(ctx, "set memberships", func(tx *sql.Tx) error {
		if err := execAll(ctx, tx, lockOwners(operatorID)...); err != nil {
			return err
		}
		present, err := rowsOf(ctx, tx, scanMembership, selectMemberships, operatorID)
		if err != nil {
			return err
		}
		if !sameMemberships(present, before) {
			return store.ErrConflict
		}
		if sameMemberships(present, after) {
			return nil
		}
		steps := []statement{step(nil, deleteMemberships, operatorID), step(nil, deleteGroupRoles, operatorID)}
		if err := execAll(ctx, tx, append(steps, addMemberships(operatorID, after)...)...); err != nil {
			return err
		}
		given, err := rowsOf(ctx, tx, scanMembership, selectMemberships, operatorID)
		if err != nil {
			return err
		}
		if !sameMemberships(given, after) {
			return store.ErrConflict // a group has other shops than the caller saw
		}
		return exec(ctx, tx, nil, deleteLinksOf, operatorID)
	})
}

func sameMemberships(a, b []store.Membership) bool {
	b = slices.Clone(b)
	slices.SortFunc(b, func(x, y store.Membership) int {
		return cmp.Or(cmp.Compare(x.ShopID, y.ShopID), cmp.Compare(x.GroupID, y.GroupID))
	})
	return slices.EqualFunc(a, b, func(x, y store.Membership) bool {
		x.OperatorID, y.OperatorID = 0, 0
		return x == y
	})
}

// lockPeople makes other changes of operators wait until the transaction has ended.
var lockPeople = step(nil, queueForPeople)

// lockOwners begins a change of an operator. Concurrent changes of two owners run one after the other.
func lockOwners(operatorID int64) []statement {
	return []statement{lockPeople, step(store.ErrNotFound, lockOperator, operatorID)}
}

// staysOwned makes a change, unless it would take the last owner. A demonstration has none to begin with.
func (s *Store) staysOwned(ctx context.Context, doing string, change func(tx *sql.Tx) error) error {
	return s.transaction(ctx, doing, func(tx *sql.Tx) error {
		var before, after bool
		if err := tx.QueryRowContext(ctx, countOwners, store.AllShops, api.RoleOwner).Scan(&before); err != nil {
			return err
		}
		if err := change(tx); err != nil {
			return err
		}
		err := tx.QueryRowContext(ctx, countOwners, store.AllShops, api.RoleOwner).Scan(&after)
		if before && !after && err == nil {
			return store.ErrLastOwner
		}
		return err
	})
}

// SetDisabled disables an operator and ends their sessions, or enables the operator.
func (s *Store) SetDisabled(ctx context.Context, operatorID int64, disabled bool, now int64) error {
	set := step(nil, setDisabled, operatorID, disabled)
	if !disabled {
		return s.changes(ctx, "disable operator", append(lockOwners(operatorID), set)...)
	}
	return s.endAccess(ctx, "disable operator", operatorID, now, set)
}

// endAccess makes a change of an operator whose sessions and links end.
func (s *Store) endAccess(ctx context.Context, doing string, operatorID, now int64, change statement) error {
	steps := append(lockOwners(operatorID), revokeSessions(operatorID, "", now),
		step(nil, deleteLinksOf, operatorID), change)
	return s.staysOwned(ctx, doing, func(tx *sql.Tx) error { return execAll(ctx, tx, steps...) })
}

// RemoveOperator deletes an operator with all their data.
func (s *Store) RemoveOperator(ctx context.Context, operatorID, now int64) error {
	return s.endAccess(ctx, "remove operator", operatorID, now, step(nil, deleteOperator, operatorID))
}

// Rename changes the name that others see.
func (s *Store) Rename(ctx context.Context, operatorID int64, name string) error {
	return s.change(ctx, "rename operator", store.ErrNotFound, renameOperator, operatorID, text(name))
}

// Preferences returns an operator's preferences.
func (s *Store) Preferences(ctx context.Context, operatorID int64) (store.Preferences, error) {
	p, err := find(ctx, s, "find preferences", func(row scanner, p *store.Preferences) error {
		return row.Scan(&p.Language, &p.Sound, &p.Theme)
	}, selectPreference, operatorID)
	return p, store.Optional(err)
}

// SetPreferences saves an operator's preferences.
func (s *Store) SetPreferences(ctx context.Context, operatorID int64, p store.Preferences) error {
	return s.changes(ctx, "set preferences",
		step(store.ErrNotFound, lockOperator, operatorID),
		step(nil, upsertPreference, operatorID, text(p.Language), text(p.Sound), text(p.Theme)))
}
