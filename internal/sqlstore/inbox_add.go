package sqlstore

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	messageColumns = 10
	insertMessage  = `INSERT INTO inbox (message_id, fingerprint, digest, received_at, event_id, shop_id, order_id, body,
		holder, state, tries, due_at, lease_until, why) `
	freshMessage = `0, 0, 0, ''`
	skipRepeats  = ` ON CONFLICT DO NOTHING`
	selectDigest = `SELECT digest FROM inbox WHERE message_id = $1`
	oneMessage   = insertMessage + `VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ` + freshMessage + `)` + skipRepeats
	insertClaim  = `INSERT INTO inbox_claims (holder, until, first_id, last_id, messages, oldest) `
	oneClaim     = insertClaim + `VALUES ($1, $2, $3, $4, $5, $6)`
	manyMessages = `WITH added AS (` + insertMessage + `SELECT a, NULLIF(b, ''), c, d, e, f, g, h, $9, $10, ` +
		freshMessage + ` FROM unnest(
			CAST($1 AS TEXT[]), CAST($2 AS TEXT[]), CAST($3 AS BYTEA[]), CAST($4 AS BIGINT[]), CAST($5 AS BIGINT[]),
			CAST($6 AS BIGINT[]), CAST($7 AS BIGINT[]), CAST($8 AS BYTEA[]))
			AS new (a, b, c, d, e, f, g, h)` + skipRepeats + ` RETURNING message_id, id, received_at),
		claim AS (` + insertClaim + `SELECT $9, $11, MIN(id), MAX(id), COUNT(*), MIN(received_at) FROM added
			WHERE $9 <> '' HAVING COUNT(*) > 0)
		SELECT message_id, id FROM added`
)

// AddMessages adds the messages that aren't stored yet, and their claim.
func (s *Store) AddMessages(ctx context.Context, messages []store.Message) ([]store.Added, error) {
	if len(messages) == 0 {
		return nil, nil
	}
	order := places(messages, func(a, b *store.Message) int { return cmp.Compare(a.MessageID, b.MessageID) })
	insert := s.insertEach
	if s.dialect.Far {
		insert = s.insertMany
	}
	fate := make([]store.Added, len(messages))
	ids := make([]int64, len(messages)) // 0 for a repeat
	err := s.transaction(ctx, "add messages", func(tx *sql.Tx) error {
		clear(fate)
		clear(ids)
		err := insert(ctx, tx, messages, order, ids)
		if err != nil {
			return err
		}
		for _, i := range order {
			if ids[i] != 0 {
				continue
			}
			if fate[i], err = repeated(ctx, tx, messages[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		if id != 0 {
			messages[i].ID = id
		}
	}
	return fate, nil
}

// stateOf returns the state with which a message is stored, see inboxClaim.
func stateOf(m *store.Message) string {
	if m.Holder != "" {
		return store.MessageDone
	}
	return store.MessageWaiting
}

// insertEach inserts each message by its own statement, for engines where statements are cheap, and
// sets the ids of those that are new.
func (s *Store) insertEach(
	ctx context.Context, tx *sql.Tx, messages []store.Message, order []int, ids []int64,
) error {
	insert := s.hot.addMessage.within(ctx, tx)
	// the transaction has ctx; watching ctx for each row would cost as much as the row
	within := context.WithoutCancel(ctx)
	args := make([]any, 0, messageColumns)
	var c inboxClaim
	for _, i := range order {
		args = appendMessage(args[:0], &messages[i])
		result, err := insert.ExecContext(within, args...)
		n, err := count(result, err)
		if err == nil && n == 1 {
			ids[i], err = result.LastInsertId()
			c.add(ids[i], messages[i].ReceivedAt)
		}
		if err != nil {
			return err
		}
	}
	m := &messages[0]
	if m.Holder == "" || c.messages == 0 {
		return nil
	}
	_, err := s.hot.addClaim.within(ctx, tx).ExecContext(ctx, text(m.Holder), m.LeaseUntil, c.first, c.last, c.messages,
		c.oldest)
	return err
}

// insertMany inserts many messages by one statement, for engines where a statement is a round trip. The columns are
// arrays, so that the text doesn't depend on the number of messages: each text is parsed and planned anew for each
// connection.
func (s *Store) insertMany(
	ctx context.Context, tx *sql.Tx, messages []store.Message, order []int, ids []int64,
) error {
	n := len(order)
	names, fingerprints := make([]string, n), make([]string, n)
	digests, bodies := make([][]byte, n), make([][]byte, n)
	var numbers [4][]int64
	for i := range numbers {
		numbers[i] = make([]int64, n)
	}
	for row, i := range order {
		m := &messages[i]
		names[row], fingerprints[row] = text(m.MessageID), text(m.Fingerprint)
		digests[row], bodies[row] = blob(m.Digest), blob(m.Body)
		for at, value := range [...]int64{m.ReceivedAt, m.EventID, m.ShopID, m.OrderID} {
			numbers[at][row] = value
		}
	}
	rows, err := pairs[string, int64](ctx, tx, manyMessages, names, fingerprints, digests, numbers[0], numbers[1],
		numbers[2], numbers[3], bodies, text(messages[0].Holder), stateOf(&messages[0]), messages[0].LeaseUntil)
	if err != nil {
		return err
	}
	added := make(map[string]int64, len(rows))
	for _, row := range rows {
		added[row.key] = row.value
	}
	for row, i := range order {
		ids[i] = added[names[row]]
		delete(added, names[row]) // a second message of this name is a repeat
	}
	return nil
}

func appendMessage(args []any, m *store.Message) []any {
	return append(args, text(m.MessageID), sql.NullString{String: text(m.Fingerprint), Valid: m.Fingerprint != ""},
		blob(m.Digest), m.ReceivedAt, m.EventID, m.ShopID, m.OrderID, blob(m.Body), text(m.Holder), stateOf(m))
}

// repeated distinguishes a repeat from another message of that name. A message without a row of its
// name is a repeat by its fingerprint.
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
