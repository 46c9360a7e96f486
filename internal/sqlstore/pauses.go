package sqlstore

import (
	"context"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectPause = `SELECT shop_id, version, state, operator_id, operator, reason, note,
		started_at, until_at, seen, tries, due_at, lease_until FROM pauses`
	insertPause = `INSERT INTO pauses (shop_id, version, state, operator_id, operator, reason, note,
			started_at, until_at, seen, tries, due_at, lease_until)
		VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (shop_id) DO NOTHING`
	updatePause = `UPDATE pauses SET version = version + 1, state = $2, operator_id = $3, operator = $4,
			reason = $5, note = $6, started_at = $7, until_at = $8, seen = $9, tries = $10, due_at = $11, lease_until = $12
		WHERE shop_id = $1 AND version = $13`
)

// Pause returns a shop's pause.
func (s *Store) Pause(ctx context.Context, shopID int64) (store.Pause, error) {
	return find(ctx, s, "find pause", scanPause, selectPause+` WHERE shop_id = $1`, shopID)
}

// Pauses lists the pauses that haven't ended.
func (s *Store) Pauses(ctx context.Context) ([]store.Pause, error) {
	return list(ctx, s, "list pauses", scanPause, selectPause+` WHERE state <> $1 ORDER BY shop_id`, store.PauseEnded)
}

// CountLatePauses counts the pauses that were due before a moment.
func (s *Store) CountLatePauses(ctx context.Context, before int64) (int64, error) {
	return value[int64](ctx, s, "count late pauses",
		`SELECT COUNT(*) FROM pauses WHERE due_at > 0 AND due_at < $1 AND state <> $2`, before, store.PauseEnded)
}

// DuePauses lists the pauses that are due and free.
func (s *Store) DuePauses(ctx context.Context, now int64, limit int) ([]store.Pause, error) {
	return list(ctx, s, "list due pauses", scanPause,
		selectPause+` WHERE due_at > 0 AND `+over("due_at")+` AND `+over("lease_until")+` ORDER BY due_at, shop_id LIMIT $2`,
		now, max(0, limit))
}

// RecheckPause makes a shop's pause due.
func (s *Store) RecheckPause(ctx context.Context, shopID, now int64) error {
	return s.change(ctx, "recheck pause", nil,
		`UPDATE pauses SET due_at = $1 WHERE shop_id = $2 AND state <> $3 AND `+over("lease_until"),
		now, shopID, store.PauseEnded)
}

// SavePause saves a pause if its version is still p.Version.
func (s *Store) SavePause(ctx context.Context, p store.Pause) error {
	query, args := versioned(p.Version, insertPause, updatePause,
		p.ShopID, p.State, p.OperatorID, text(p.Operator), text(p.Reason), text(p.Note),
		p.StartedAt, p.Until, text(p.Seen), p.Tries, p.DueAt, p.LeaseUntil)
	return s.change(ctx, "save pause", store.ErrConflict, query, args...)
}

// HoldPause prolongs the lease on a pause if its version is still the given one.
func (s *Store) HoldPause(ctx context.Context, shopID, version, until int64) error {
	return s.change(ctx, "hold pause", store.ErrConflict,
		`UPDATE pauses SET lease_until = $1 WHERE shop_id = $2 AND version = $3`, until, shopID, version)
}

func scanPause(row scanner, p *store.Pause) error {
	return row.Scan(&p.ShopID, &p.Version, &p.State, &p.OperatorID, &p.Operator, &p.Reason, &p.Note,
		&p.StartedAt, &p.Until, &p.Seen, &p.Tries, &p.DueAt, &p.LeaseUntil)
}
