package sqlstore

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	insertRefusal = `INSERT INTO hook_refusals (at, why, event_id, shop_id, address, size, body, received, matches)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
	// The numbers have gaps: a transaction that fails has taken one.
	deleteRefusals = `DELETE FROM hook_refusals
		WHERE id <= (SELECT id FROM hook_refusals ORDER BY id DESC LIMIT 1 OFFSET $1)`
)

// AddRefusal adds r and deletes all but the newest keep refusals.
func (s *Store) AddRefusal(ctx context.Context, r store.Refusal, keep int) error {
	return s.changes(ctx, "add refusal",
		step(nil, insertRefusal, r.At, r.Why, r.EventID, r.ShopID, text(r.Address), r.Size, blob(r.Body),
			text(r.Received), r.Matches),
		step(nil, deleteRefusals, keep))
}

const selectRefusal = `SELECT id, at, why, event_id, shop_id, address, size, body, received, matches
	FROM hook_refusals `

// Refusals lists the newest refusals.
func (s *Store) Refusals(ctx context.Context, limit int) ([]store.Refusal, error) {
	return list(ctx, s, "list refusals", scanRefusal, selectRefusal+`ORDER BY id DESC LIMIT $1`, max(0, limit))
}

// OrderRefusals lists the refusals about an order.
func (s *Store) OrderRefusals(ctx context.Context, shopID, orderID int64) ([]store.Refusal, error) {
	all, err := list(ctx, s, "list an order's refusals", scanRefusal, selectRefusal+`ORDER BY id`)
	return slices.DeleteFunc(all, func(r store.Refusal) bool { return !tells(r.Body, r.ShopID, shopID, orderID) }), err
}

// PruneRefusals deletes refusals from before a moment.
func (s *Store) PruneRefusals(ctx context.Context, before int64) error {
	return s.inSteps(ctx, "prune refusals", "hook_refusals", "id", `at < $1`, before)
}

func scanRefusal(row scanner, r *store.Refusal) error {
	return row.Scan(&r.ID, &r.At, &r.Why, &r.EventID, &r.ShopID, &r.Address, &r.Size, &r.Body, &r.Received, &r.Matches)
}

// tells reports whether a delivery of a shop, 0 for an unknown one, has the number of an order. A delivery of another
// shop must have the number of the order's shop too.
func tells(body []byte, of, shopID, orderID int64) bool {
	return (of == 0 || of == shopID || hasNumber(body, shopID)) && hasNumber(body, orderID)
}

// hasNumber reports whether a text has a number that isn't a part of a longer one.
func hasNumber(body []byte, n int64) bool {
	number := strconv.FormatInt(n, 10)
	for digits := range bytes.FieldsFuncSeq(body, func(r rune) bool { return r < '0' || r > '9' }) {
		if string(digits) == number {
			return true
		}
	}
	return false
}

// PutHookEvent replaces an event's registration, in production or for tests.
func (s *Store) PutHookEvent(ctx context.Context, e store.HookEvent) error {
	return s.change(ctx, "put hook event", nil,
		`INSERT INTO hook_registrations (event_id, test, state, url, at, operator, note)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (event_id, test) DO UPDATE SET state = excluded.state, url = excluded.url, at = excluded.at,
			operator = excluded.operator, note = excluded.note`,
		e.EventID, e.Test, e.State, text(e.URL), e.At, text(e.Operator), text(e.Note))
}

// HookEvents lists the registrations by event, an event's production one first.
func (s *Store) HookEvents(ctx context.Context) ([]store.HookEvent, error) {
	return list(ctx, s, "list hook events", func(row scanner, e *store.HookEvent) error {
		return row.Scan(&e.EventID, &e.Test, &e.State, &e.URL, &e.At, &e.Operator, &e.Note)
	}, `SELECT event_id, test, state, url, at, operator, note FROM hook_registrations ORDER BY event_id, test`)
}

// mark keeps a later moment, unless it is of a clock that was ahead.
var mark = fmt.Sprintf(`INSERT INTO marks (name, at) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET at = excluded.at
	WHERE marks.at < excluded.at OR marks.at > excluded.at + %d`, store.MostAhead.Milliseconds())

// Mark records that something was seen, unless a later moment is stored.
func (s *Store) Mark(ctx context.Context, name string, at int64) error {
	return s.change(ctx, "mark", nil, mark, name, at)
}

// Marked returns the moment of a mark.
func (s *Store) Marked(ctx context.Context, name string) (int64, error) {
	at, err := value[int64](ctx, s, "find mark", `SELECT at FROM marks WHERE name = $1`, name)
	return at, store.Optional(err)
}
