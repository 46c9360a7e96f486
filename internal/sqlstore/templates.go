package sqlstore

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectTemplate = `SELECT id, version, name, parts, maker_id, changed_by, changed_at, removed_at FROM templates`
	insertTemplate = `INSERT INTO templates (id, version, name, name_key, parts, maker_id, changed_by, changed_at, removed_at)
		VALUES ($1, 1, $2, $3, $4, $5, $6, $7, 0)
		ON CONFLICT (id) DO UPDATE SET version = templates.version + 1, name = excluded.name, name_key = excluded.name_key,
			parts = excluded.parts, changed_by = excluded.changed_by, changed_at = excluded.changed_at, removed_at = 0
		WHERE templates.removed_at > 0`
	updateTemplate = `UPDATE templates SET version = version + 1, name = $2, name_key = $3, parts = $4, changed_by = $5, changed_at = $6
		WHERE id = $1 AND version = $7 AND removed_at = 0`
	removeTemplate = `UPDATE templates SET version = version + 1, removed_at = $3 WHERE id = $1 AND version = $2 AND removed_at = 0`
	forgetRemoved  = `DELETE FROM templates WHERE removed_at > 0 AND removed_at < $1`
	stepTemplates  = `UPDATE template_head SET seq = seq + 1 WHERE id = 1`

	deleteTemplateGroups = `DELETE FROM template_groups WHERE template_id = $1`
	insertTemplateGroups = `INSERT INTO template_groups (template_id, group_id) VALUES `
	deleteTemplateShops  = `DELETE FROM template_shops WHERE template_id = $1`
	insertTemplateShops  = `INSERT INTO template_shops (template_id, shop_id) VALUES `
	selectTemplateGroups = `SELECT template_id, group_id FROM template_groups`
	selectTemplateShops  = `SELECT template_id, shop_id FROM template_shops`
)

// TemplatesAt returns the number of changes.
func (s *Store) TemplatesAt(ctx context.Context) (int64, error) {
	return value[int64](ctx, s, "count changes of templates", `SELECT seq FROM template_head WHERE id = 1`)
}

// Templates lists the templates that aren't removed.
func (s *Store) Templates(ctx context.Context) ([]store.Template, error) {
	all, err := s.templates(ctx, ` WHERE removed_at = 0`)
	return all, s.failed("list templates", err)
}

// Template returns a template, removed or not.
func (s *Store) Template(ctx context.Context, id string) (store.Template, error) {
	all, err := s.templates(ctx, ` WHERE id = $1`, id)
	if err == nil && len(all) == 0 {
		return store.Template{}, store.ErrNotFound
	}
	if err != nil {
		return store.Template{}, s.failed("find template", err)
	}
	return all[0], nil
}

// templates lists templates by ID, with their groups and shops. args are none, or the ID of the only template.
func (s *Store) templates(ctx context.Context, where string, args ...any) ([]store.Template, error) {
	all, err := rowsOf(ctx, s.read, scanTemplate, selectTemplate+where, args...)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b store.Template) int { return strings.Compare(a.ID, b.ID) }) // by bytes, as Go compares
	only := ``
	if len(args) > 0 {
		only = ` WHERE template_id = $1`
	}
	groups, err := members[string](ctx, s.read, selectTemplateGroups+only, args...)
	if err != nil {
		return nil, err
	}
	shops, err := members[int64](ctx, s.read, selectTemplateShops+only+` ORDER BY shop_id`, args...)
	for i := range all {
		t := &all[i]
		t.Groups, t.Shops = groups[t.ID], shops[t.ID]
		slices.Sort(t.Groups)
	}
	return all, err
}

// SaveTemplate saves a template with its groups and shops.
func (s *Store) SaveTemplate(ctx context.Context, t store.Template) error {
	return s.transaction(ctx, "save template", func(tx *sql.Tx) error {
		query, args := insertTemplate, []any{t.ID, text(t.Name), nameKey(t.Name), blob(t.Parts), t.MakerID,
			text(t.ChangedBy), t.ChangedAt}
		if t.Version != 0 {
			query, args = updateTemplate, []any{t.ID, text(t.Name), nameKey(t.Name), blob(t.Parts), text(t.ChangedBy),
				t.ChangedAt, t.Version}
		}
		err := execAll(ctx, tx, step(store.ErrConflict, query, args...),
			step(nil, deleteTemplateGroups, t.ID), step(nil, deleteTemplateShops, t.ID))
		if err == nil {
			err = insertPairs(ctx, tx, insertTemplateGroups, t.ID, t.Groups)
		}
		if err == nil {
			err = insertPairs(ctx, tx, insertTemplateShops, t.ID, t.Shops)
		}
		if err != nil {
			return err
		}
		return exec(ctx, tx, nil, stepTemplates)
	})
}

// RemoveTemplate removes a template, and deletes templates that were removed long ago.
func (s *Store) RemoveTemplate(ctx context.Context, id string, version, now, forget int64) error {
	return s.changes(ctx, "remove template",
		step(store.ErrConflict, removeTemplate, id, version, now),
		step(nil, forgetRemoved, forget),
		step(nil, stepTemplates))
}

// nameKey returns equal keys for names that differ only in case.
func nameKey(name string) string { return strings.ToLower(text(name)) }

func scanTemplate(row scanner, t *store.Template) error {
	var removedAt int64
	err := row.Scan(&t.ID, &t.Version, &t.Name, &t.Parts, &t.MakerID, &t.ChangedBy, &t.ChangedAt, &removedAt)
	t.Removed = removedAt > 0
	return err
}

const (
	selectAccepted = `SELECT a.template_id, a.shop_id, a.differences, a.operator, a.note, a.accepted_at
		FROM drift_accepted a JOIN templates t ON t.id = a.template_id
		WHERE t.removed_at = 0 ORDER BY a.template_id, a.shop_id`
	upsertAccepted = `INSERT INTO drift_accepted (template_id, shop_id, differences, operator, note, accepted_at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (template_id, shop_id) DO UPDATE SET differences = excluded.differences,
			operator = excluded.operator, note = excluded.note, accepted_at = excluded.accepted_at`
	deleteAccepted = `DELETE FROM drift_accepted WHERE template_id = $1 AND shop_id = $2`
)

// AcceptedDrifts lists the accepted drift of all templates that aren't removed.
func (s *Store) AcceptedDrifts(ctx context.Context) ([]store.AcceptedDrift, error) {
	return list(ctx, s, "list accepted drift", func(row scanner, a *store.AcceptedDrift) error {
		var digests string
		err := row.Scan(&a.TemplateID, &a.ShopID, &digests, &a.Operator, &a.Note, &a.At)
		a.Differences = strings.Fields(digests)
		return err
	}, selectAccepted)
}

// AcceptDrift replaces the accepted drift of a shop from a template.
func (s *Store) AcceptDrift(ctx context.Context, a store.AcceptedDrift) error {
	return s.changes(ctx, "accept drift",
		step(nil, upsertAccepted, a.TemplateID, a.ShopID, text(strings.Join(a.Differences, " ")),
			text(a.Operator), text(a.Note), a.At),
		step(nil, stepTemplates))
}

// RevokeDrift deletes an accepted drift.
func (s *Store) RevokeDrift(ctx context.Context, templateID string, shopID int64) error {
	return s.changes(ctx, "revoke drift",
		step(store.ErrNotFound, deleteAccepted, templateID, shopID),
		step(nil, stepTemplates))
}
