package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
)

// inboxClaim is the claim of messages that were added under it. They are stored as done, which costs nothing when they
// are; until the claim's row is gone they wait (docs/adr/0060).
type inboxClaim struct {
	holder           string
	first, last      int64 // ids; between them may be messages of other holders
	messages, oldest int64
}

// unheard is the condition for messages that are stored as done and wait for the end of their claim.
const unheard = `holder <> '' AND state = 'done' AND holder IN (SELECT holder FROM inbox_claims)`

// add makes a message part of the claim.
func (c *inboxClaim) add(id, receivedAt int64) {
	if c.messages == 0 {
		c.first, c.last, c.oldest = id, id, receivedAt
	}
	c.messages++
	c.first, c.last, c.oldest = min(c.first, id), max(c.last, id), min(c.oldest, receivedAt)
}

// endClaims deletes claims and returns them by holder. The caller saves the results of their messages, or frees them.
func (s *Store) endClaims(ctx context.Context, tx *sql.Tx, where string, args ...any) ([]inboxClaim, error) {
	all, err := rowsOf(ctx, tx, func(row scanner, c *inboxClaim) error {
		return row.Scan(&c.holder, &c.first, &c.last, &c.messages)
	}, `DELETE FROM inbox_claims WHERE `+s.inOrder("inbox_claims", "holder", where)+
		` RETURNING holder, first_id, last_id, messages`, args...)
	slices.SortFunc(all, func(a, b inboxClaim) int { return cmp.Compare(a.first, b.first) })
	return all, err
}

// free makes messages of ended claims wait, so that any process may claim them at once.
func (s *Store) free(ctx context.Context, tx *sql.Tx, claims []inboxClaim) error {
	for _, c := range claims {
		err := exec(ctx, tx, nil, `UPDATE inbox SET state = 'waiting', holder = '' WHERE `+s.inOrder("inbox", "id",
			`id BETWEEN $2 AND $3 AND holder = $1 AND state = 'done'`), c.holder, c.first, c.last)
		if err != nil {
			return err
		}
	}
	return nil
}

// freeClaims ends claims, makes their messages wait, and returns the number of claims.
func (s *Store) freeClaims(ctx context.Context, doing, where string, args ...any) (n int, err error) {
	err = s.transaction(ctx, doing, func(tx *sql.Tx) error {
		claims, err := s.endClaims(ctx, tx, where, args...)
		n = len(claims)
		if err != nil {
			return err
		}
		return s.free(ctx, tx, claims)
	})
	return n, err
}
