package sqlstore

import (
	"context"
	"database/sql"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectGroup   = `SELECT id, version, name, tag, operator_id, deleted_at FROM shop_groups`
	insertGroup   = `INSERT INTO shop_groups (id, version, name, tag, operator_id, deleted_at) VALUES ($1, 1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING`
	updateGroup   = `UPDATE shop_groups SET version = version + 1, name = $2, tag = $3, operator_id = $4, deleted_at = $5 WHERE id = $1 AND version = $6`
	selectMembers = `SELECT group_id, shop_id FROM shop_group_members`
	insertMembers = `INSERT INTO shop_group_members (group_id, shop_id) VALUES `
	deleteMembers = `DELETE FROM shop_group_members WHERE group_id = $1 AND shop_id IN `
	purgeMembers  = `DELETE FROM shop_group_members WHERE group_id IN (SELECT id FROM shop_groups WHERE deleted_at > 0 AND deleted_at < $1)`
	purgeGroups   = `DELETE FROM shop_groups WHERE deleted_at > 0 AND deleted_at < $1`

	selectViews = `SELECT operator_id, id, name, body, at FROM shop_views WHERE operator_id = $1 ORDER BY name, id`
	upsertView  = `INSERT INTO shop_views (operator_id, id, name, body, at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (operator_id, id) DO UPDATE SET name = excluded.name, body = excluded.body, at = excluded.at`
	deleteView = `DELETE FROM shop_views WHERE operator_id = $1 AND id = $2`
)

// Groups lists the groups that aren't deleted.
func (s *Store) Groups(ctx context.Context) ([]store.Group, error) {
	groups, err := s.groups(ctx, ` WHERE deleted_at = 0 ORDER BY name, id`)
	return groups, s.failed("list groups", err)
}

// Group returns a group, deleted or not.
func (s *Store) Group(ctx context.Context, id string) (store.Group, error) {
	groups, err := s.groups(ctx, ` WHERE id = $1`, id)
	if err == nil && len(groups) == 0 {
		return store.Group{}, store.ErrNotFound
	}
	if err != nil {
		return store.Group{}, s.failed("find group", err)
	}
	return groups[0], nil
}

func (s *Store) groups(ctx context.Context, where string, args ...any) ([]store.Group, error) {
	groups, err := rowsOf(ctx, s.read, func(row scanner, g *store.Group) error {
		return row.Scan(&g.ID, &g.Version, &g.Name, &g.Tag, &g.OperatorID, &g.DeletedAt)
	}, selectGroup+where, args...)
	if err != nil || len(groups) == 0 {
		return groups, err
	}
	only := ` ORDER BY group_id, shop_id`
	if len(args) > 0 {
		only = ` WHERE group_id = $1` + only
	}
	shops, err := members[int64](ctx, s.read, selectMembers+only, args...)
	for i := range groups {
		groups[i].Shops = shops[groups[i].ID]
	}
	return groups, err
}

// SaveGroup saves a group if its version is still g.Version, and adds and removes shops.
func (s *Store) SaveGroup(ctx context.Context, g store.Group, add, drop []int64) error {
	query, args := versioned(g.Version, insertGroup, updateGroup, g.ID, text(g.Name), g.Tag, g.OperatorID, g.DeletedAt)
	return s.transaction(ctx, "save group", func(tx *sql.Tx) error {
		if err := exec(ctx, tx, store.ErrConflict, query, args...); err != nil {
			return err
		}
		if len(drop) > 0 {
			if err := exec(ctx, tx, nil, deleteMembers+integers(drop), g.ID); err != nil {
				return err
			}
		}
		return insertRows(ctx, tx, insertMembers, ` ON CONFLICT (group_id, shop_id) DO NOTHING`, add,
			func(args []any, shop int64) []any { return append(args, g.ID, shop) })
	})
}

// PurgeGroups removes the rows of groups that were deleted before a moment.
func (s *Store) PurgeGroups(ctx context.Context, before int64) error {
	return s.changes(ctx, "purge groups",
		step(nil, purgeMembers, before),
		step(nil, purgeGroups, before))
}

// Views lists an operator's views.
func (s *Store) Views(ctx context.Context, operatorID int64) ([]store.View, error) {
	return list(ctx, s, "list views", func(row scanner, v *store.View) error {
		return row.Scan(&v.OperatorID, &v.ID, &v.Name, &v.Body, &v.At)
	}, selectViews, operatorID)
}

// SaveView adds or replaces a view.
func (s *Store) SaveView(ctx context.Context, v store.View) error {
	return s.change(ctx, "save view", nil, upsertView, v.OperatorID, v.ID, text(v.Name), text(v.Body), v.At)
}

// DropView deletes a view, if it exists.
func (s *Store) DropView(ctx context.Context, operatorID int64, id string) error {
	return s.change(ctx, "drop view", nil, deleteView, operatorID, id)
}
