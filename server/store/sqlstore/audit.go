package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	insertEntry = `INSERT INTO audit
		(at, operator_id, operator, address, shop_id, action, request, outcome, detail, finished_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, 'intent', $8, 0) RETURNING id`
	finishEntry = `UPDATE audit SET outcome = $2, detail = $3, finished_at = $4
		WHERE id = $1 AND outcome = 'intent'`
	selectEntry   = `SELECT EXISTS (SELECT 1 FROM audit WHERE id = $1)`
	selectEntries = `SELECT id, at, operator_id, operator, address, shop_id, action, request,
			outcome, detail, finished_at FROM audit`
)

// Begin writes e as an intent, whatever its Outcome, and returns its ID.
func (s *Store) Begin(ctx context.Context, e store.Entry) (id int64, err error) {
	err = s.hot.beginEntry.QueryRowContext(ctx, e.At, e.OperatorID, text(e.Operator), text(e.Address),
		e.ShopID, e.Action, blob(e.Request), text(e.Detail)).Scan(&id)
	return id, s.failed("begin audit entry", err)
}

// Finish records the outcome of the entry, once.
func (s *Store) Finish(ctx context.Context, id int64, outcome, detail string, now int64) error {
	switch outcome {
	case store.OutcomeDone, store.OutcomeRefused, store.OutcomeUnknown:
	default:
		return fmt.Errorf("sqlstore: finish audit entry: %q is no outcome", outcome)
	}
	result, err := s.hot.finishEntry.ExecContext(ctx, id, outcome, text(detail), now)
	err = changed(result, err, store.ErrConflict)
	if !errors.Is(err, store.ErrConflict) {
		return s.failed("finish audit entry", err)
	}
	var exists bool
	if err := s.write.QueryRowContext(ctx, selectEntry, id).Scan(&exists); err != nil {
		return s.failed("finish audit entry", err)
	}
	if !exists {
		return store.ErrNotFound
	}
	return store.ErrConflict
}

// Entries lists the newest entries of a shop (0: of all), up to limit.
func (s *Store) Entries(ctx context.Context, shopID int64, limit int) ([]store.Entry, error) {
	if limit <= 0 {
		return nil, nil
	}
	query, args := selectEntries+` ORDER BY id DESC LIMIT $1`, []any{limit}
	if shopID != 0 {
		query, args = selectEntries+` WHERE shop_id = $2 ORDER BY id DESC LIMIT $1`, append(args, shopID)
	}
	rows, err := s.read.QueryContext(ctx, query, args...)
	all, err := list(rows, err, func(row scanner) (e store.Entry, err error) {
		err = row.Scan(&e.ID, &e.At, &e.OperatorID, &e.Operator, &e.Address, &e.ShopID, &e.Action, &e.Request,
			&e.Outcome, &e.Detail, &e.FinishedAt)
		return e, err
	})
	return all, s.failed("list audit", err)
}
