package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectMessage = `id, message_id, COALESCE(fingerprint, ''), digest, received_at, event_id, shop_id, order_id, body,
		state, tries, due_at, lease_until, why`
	saveMessage = `UPDATE inbox SET state = $2, tries = $3, due_at = $4, why = $5, lease_until = 0
		WHERE id = $1 AND lease_until = $6`
)

// ClaimMessages takes messages that are due and free.
func (s *Store) ClaimMessages(ctx context.Context, now, until int64, limit int) ([]store.Message, error) {
	//nolint:gosec // of constants
	query := `UPDATE inbox SET lease_until = $2 WHERE id IN (
			SELECT id FROM inbox WHERE state = 'waiting' AND due_at <= $1 AND lease_until <= $1
			ORDER BY id LIMIT $3` + s.dialect.SkipLocked + `) RETURNING ` + selectMessage
	rows, err := s.write.QueryContext(ctx, query, now, until, max(0, limit))
	all, err := list(rows, err, scanMessage)
	slices.SortFunc(all, func(a, b store.Message) int { return cmp.Compare(a.ID, b.ID) })
	return all, s.failed("claim messages", err)
}

// SaveMessages stores what came of claimed messages.
func (s *Store) SaveMessages(ctx context.Context, messages []store.Message) error {
	return s.transaction(ctx, "save messages", func(tx *sql.Tx) error {
		for _, m := range messages {
			if _, err := tx.ExecContext(ctx, saveMessage, m.ID, m.State, m.Tries, m.DueAt, text(m.Why), m.LeaseUntil); err != nil {
				return err
			}
		}
		return nil
	})
}

// DeadMessages lists the newest dead ones.
func (s *Store) DeadMessages(ctx context.Context, limit int) ([]store.Message, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT `+selectMessage+` FROM inbox WHERE state = 'dead' ORDER BY id DESC LIMIT $1`, max(0, limit))
	all, err := list(rows, err, scanMessage)
	return all, s.failed("list dead messages", err)
}

// StrangeMessages lists the newest of event codes that aren't known.
func (s *Store) StrangeMessages(ctx context.Context, known []int64, limit int) ([]store.Message, error) {
	if len(known) == 0 {
		known = []int64{0}
	}
	//nolint:gosec // of constants and placeholders
	query := `SELECT ` + selectMessage + ` FROM inbox WHERE event_id NOT IN ` + placeholders(1, len(known)) + ` ORDER BY id DESC LIMIT $1`
	rows, err := s.read.QueryContext(ctx, query, append([]any{max(0, limit)}, anys(known)...)...)
	all, err := list(rows, err, scanMessage)
	return all, s.failed("list strange messages", err)
}

// ReplayMessages makes dead messages wait again.
func (s *Store) ReplayMessages(ctx context.Context, ids []int64, now int64) (int64, error) {
	query, args := `UPDATE inbox SET state = 'waiting', tries = 0, due_at = $1, lease_until = 0 WHERE state = 'dead'`, []any{now}
	if len(ids) > 0 {
		query, args = query+` AND id IN `+placeholders(1, len(ids)), append(args, anys(ids)...)
	}
	var n int64
	err := s.transaction(ctx, "replay messages", func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, query, args...)
		if err != nil {
			return err
		}
		if n, err = result.RowsAffected(); err == nil && n == 0 {
			err = store.ErrNotFound
		}
		return err
	})
	return n, err
}

// InboxFacts sums up.
func (s *Store) InboxFacts(ctx context.Context) (store.InboxFacts, error) {
	facts := store.InboxFacts{Counts: map[int64]int64{}, Last: map[int64]int64{}}
	err := s.read.QueryRowContext(ctx, `SELECT COUNT(*), COALESCE(MIN(received_at), 0) FROM inbox WHERE state = 'waiting'`).
		Scan(&facts.Waiting, &facts.Oldest)
	if err != nil {
		return facts, s.failed("sum up the inbox", err)
	}
	if err := s.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM inbox WHERE state = 'dead'`).Scan(&facts.Dead); err != nil {
		return facts, s.failed("sum up the inbox", err)
	}
	rows, err := s.read.QueryContext(ctx, `SELECT event_id, COUNT(*), MAX(received_at) FROM inbox GROUP BY event_id`)
	_, err = list(rows, err, func(row scanner) (struct{}, error) {
		var event, count, last int64
		err := row.Scan(&event, &count, &last)
		facts.Counts[event], facts.Last[event] = count, last
		return struct{}{}, err
	})
	return facts, s.failed("sum up the inbox", err)
}

// PruneInbox deletes what is done and was received before a moment.
func (s *Store) PruneInbox(ctx context.Context, before int64) error {
	_, err := s.write.ExecContext(ctx, `DELETE FROM inbox WHERE state = 'done' AND received_at < $1`, before)
	return s.failed("prune inbox", err)
}

func scanMessage(row scanner) (m store.Message, err error) {
	err = row.Scan(&m.ID, &m.MessageID, &m.Fingerprint, &m.Digest, &m.ReceivedAt, &m.EventID, &m.ShopID, &m.OrderID, &m.Body,
		&m.State, &m.Tries, &m.DueAt, &m.LeaseUntil, &m.Why)
	return m, err
}
