package sqlstore

import (
	"context"
	"database/sql"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	takeSeqs     = `UPDATE event_head SET seq = seq + $1 WHERE id = 1 RETURNING seq`
	insertEvents = `INSERT INTO events (seq, at, shop_id, kind, data) VALUES `
	selectEvents = `SELECT seq, at, shop_id, kind, data FROM events WHERE seq > $1 ORDER BY seq LIMIT $2`
	selectHead   = `SELECT seq, kept FROM event_head WHERE id = 1`
)

// AddEvents appends events to the log.
func (s *Store) AddEvents(ctx context.Context, events []store.Event) error {
	err := s.transaction(ctx, "add events", func(tx *sql.Tx) error { return s.appendEvents(ctx, tx, events) })
	if err == nil && len(events) > 0 {
		s.Ring()
	}
	return err
}

// appendEvents numbers the events and inserts them. It must be the last step of its transaction:
// other writers of events wait from here until the commit.
func (s *Store) appendEvents(ctx context.Context, tx *sql.Tx, events []store.Event) error {
	if len(events) == 0 {
		return nil
	}
	var last int64
	if err := tx.QueryRowContext(ctx, takeSeqs, len(events)).Scan(&last); err != nil {
		return err
	}
	seq := last - int64(len(events))
	for chunk := range slices.Chunk(events, 64) {
		args := make([]any, 0, 5*len(chunk))
		for _, e := range chunk {
			seq++
			args = append(args, seq, e.At, e.ShopID, e.Kind, blob(e.Data))
		}
		if err := exec(ctx, tx, nil, insertEvents+values(len(chunk), 5), args...); err != nil {
			return err
		}
	}
	if s.dialect.Notify == "" {
		return nil
	}
	return exec(ctx, tx, nil, s.dialect.Notify)
}

// Events lists up to limit events after a number.
func (s *Store) Events(ctx context.Context, after int64, limit int) (page store.EventPage, err error) {
	page.Events, err = rowsOf(ctx, s.read, func(row scanner, e *store.Event) error {
		return row.Scan(&e.Seq, &e.At, &e.ShopID, &e.Kind, &e.Data)
	}, selectEvents, after, max(0, limit))
	if err != nil {
		return page, s.failed("list events", err)
	}
	err = s.read.QueryRowContext(ctx, selectHead).Scan(&page.Head, &page.Kept)
	return page, s.failed("read event head", err)
}

// PruneEvents deletes the events before a moment. The log is cut at a number, because times may run
// back a little where replicas' clocks differ.
func (s *Store) PruneEvents(ctx context.Context, before int64) error {
	return s.transaction(ctx, "prune events", func(tx *sql.Tx) error {
		var cut sql.NullInt64
		if err := tx.QueryRowContext(ctx, `SELECT MAX(seq) FROM events WHERE at < $1`,
			before).Scan(&cut); err != nil || !cut.Valid {
			return err
		}
		if err := exec(ctx, tx, nil, `DELETE FROM events WHERE seq <= $1`, cut.Int64); err != nil {
			return err
		}
		return exec(ctx, tx, nil, `UPDATE event_head SET kept = $1 WHERE id = 1 AND kept < $1`, cut.Int64)
	})
}
