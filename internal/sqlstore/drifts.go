package sqlstore

import (
	"context"
	"database/sql"
	"strings"

	"github.com/shopdesk/shopdesk/server/store"
)

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
	return s.transaction(ctx, "accept drift", func(tx *sql.Tx) error {
		if err := exec(ctx, tx, nil, upsertAccepted, a.TemplateID, a.ShopID, text(strings.Join(a.Differences, " ")),
			text(a.Operator), text(a.Note), a.At); err != nil {
			return err
		}
		return exec(ctx, tx, nil, stepTemplates)
	})
}

// RevokeDrift deletes an accepted drift.
func (s *Store) RevokeDrift(ctx context.Context, templateID string, shopID int64) error {
	return s.transaction(ctx, "revoke drift", func(tx *sql.Tx) error {
		if err := exec(ctx, tx, store.ErrNotFound, deleteAccepted, templateID, shopID); err != nil {
			return err
		}
		return exec(ctx, tx, nil, stepTemplates)
	})
}
