package sqlstore

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	messageColumns = 8
	insertMessage  = `INSERT INTO inbox (message_id, fingerprint, digest, received_at, event_id, shop_id, order_id, body,
		state, tries, due_at, lease_until, why) VALUES `
	freshMessage  = `'waiting', 0, 0, 0, ''`
	skipRepeats   = ` ON CONFLICT DO NOTHING RETURNING message_id`
	selectDigest  = `SELECT digest FROM inbox WHERE message_id = $1`
	selectMessage = `id, message_id, COALESCE(fingerprint, ''), digest, received_at, event_id, shop_id, order_id, body,
		state, tries, due_at, lease_until, why`
	saveMessage = `UPDATE inbox SET state = $2, tries = $3, due_at = $4, why = $5, lease_until = 0
		WHERE id = $1 AND lease_until = $6`
	oneMessage = insertMessage + `($1, $2, $3, $4, $5, $6, $7, $8, ` + freshMessage + `)` + skipRepeats
)

// AddMessages adds the messages that aren't here yet.
func (s *Store) AddMessages(ctx context.Context, messages []store.Message) ([]store.Added, error) {
	// All writers in one order: two that hold each other's keys would wait for ever.
	order := make([]int, len(messages))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(messages[a].MessageID, messages[b].MessageID) })
	fate := make([]store.Added, len(messages))
	err := s.transaction(ctx, "add messages", func(tx *sql.Tx) error {
		for chunk := range slices.Chunk(order, max(1, s.dialect.Rows)) {
			fresh, err := s.insertMessages(ctx, tx, messages, chunk)
			if err != nil {
				return err
			}
			for _, i := range chunk {
				if fresh[messages[i].MessageID] {
					delete(fresh, messages[i].MessageID) // a second one of this name is a repeat
					continue
				}
				if fate[i], err = repeated(ctx, tx, messages[i]); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return fate, err
}

func (s *Store) insertMessages(ctx context.Context, tx *sql.Tx, messages []store.Message, which []int) (map[string]bool, error) {
	args := make([]any, 0, messageColumns*len(which))
	for _, i := range which {
		m := &messages[i]
		args = append(args, text(m.MessageID), sql.NullString{String: text(m.Fingerprint), Valid: m.Fingerprint != ""},
			blob(m.Digest), m.ReceivedAt, m.EventID, m.ShopID, m.OrderID, blob(m.Body))
	}
	var rows *sql.Rows
	var err error
	if len(which) == 1 {
		rows, err = tx.StmtContext(ctx, s.hot.addMessage).QueryContext(ctx, args...) //nolint:sqlclosecheck // the transaction closes its statement, list the rows
	} else {
		rows, err = tx.QueryContext(ctx, manyMessages(len(which)), args...)
	}
	names, err := list(rows, err, func(row scanner) (name string, err error) { return name, row.Scan(&name) })
	fresh := make(map[string]bool, len(names))
	for _, name := range names {
		fresh[name] = true
	}
	return fresh, err
}

func manyMessages(n int) string {
	var b bytes.Buffer
	b.WriteString(insertMessage)
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		row := placeholders(i*messageColumns, messageColumns)
		b.WriteString(row[:len(row)-1] + ", " + freshMessage + ")")
	}
	b.WriteString(skipRepeats)
	return b.String()
}

// repeated tells a repeat from another message of the same name. One that has
// no row of its name is a repeat by its fingerprint.
func repeated(ctx context.Context, tx *sql.Tx, m store.Message) (store.Added, error) {
	var digest []byte
	err := tx.QueryRowContext(ctx, selectDigest, text(m.MessageID)).Scan(&digest)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return store.AddedRepeat, nil
	case err != nil:
		return 0, err
	case !bytes.Equal(digest, m.Digest):
		return store.AddedOther, nil
	}
	return store.AddedRepeat, nil
}

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
	result, err := s.write.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, s.failed("replay messages", err)
	}
	n, err := result.RowsAffected()
	return n, s.failed("replay messages", err)
}

// InboxFacts sums up.
func (s *Store) InboxFacts(ctx context.Context) (store.InboxFacts, error) {
	facts := store.InboxFacts{Counts: map[int64]int64{}, Last: map[int64]int64{}}
	err := s.read.QueryRowContext(ctx, `SELECT COUNT(*), COALESCE(MIN(received_at), 0) FROM inbox WHERE state = 'waiting'`).
		Scan(&facts.Waiting, &facts.Oldest)
	if err != nil {
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
