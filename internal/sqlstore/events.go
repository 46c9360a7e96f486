package sqlstore

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	takeSeqs     = `UPDATE event_head SET seq = seq + $1 WHERE id = 1 RETURNING seq`
	insertEvents = `INSERT INTO events (seq, at, shop_id, kind, data) VALUES `
	selectEvents = `SELECT seq, at, shop_id, kind, data FROM events WHERE seq > $1 ORDER BY seq LIMIT $2`
	selectSeq    = `SELECT seq FROM event_head WHERE id = 1`
	selectHead   = `SELECT seq, kept, 0 FROM event_head WHERE id = 1`
)

// AddEvents appends events to the log.
func (s *Store) AddEvents(ctx context.Context, events []store.Event) error {
	return s.withEvents(ctx, "add events", func(*sql.Tx) ([]store.Event, error) { return events, nil })
}

// withEvents runs a transaction that appends the events that do returns, and announces them.
func (s *Store) withEvents(ctx context.Context, doing string, do func(tx *sql.Tx) ([]store.Event, error)) error {
	var added bool
	err := s.transaction(ctx, doing, func(tx *sql.Tx) error {
		events, err := do(tx)
		if err != nil {
			return err
		}
		added = len(events) > 0
		return s.appendEvents(ctx, tx, events)
	})
	if err == nil && added {
		s.announce(ctx)
	}
	return err
}

// appendEvents numbers the events and inserts them. It must be the last step of its transaction: other writers of
// events wait from here until the commit. The audit entry is written before, because all writers lock the audit's head
// first.
func (s *Store) appendEvents(ctx context.Context, tx *sql.Tx, events []store.Event) error {
	if len(events) == 0 {
		return nil
	}
	if err := s.record(ctx, tx); err != nil {
		return err
	}
	if parts := s.parts.Load(); parts > 0 {
		return appendToParts(ctx, tx, events, parts)
	}
	var last int64
	if err := tx.QueryRowContext(ctx, takeSeqs, len(events)).Scan(&last); err != nil {
		return err
	}
	if err := insertLog(ctx, tx, insertEvents, last, events); err != nil {
		return err
	}
	if notify := s.notify(s.dialect.Notify); notify != "" {
		return exec(ctx, tx, nil, notify)
	}
	return nil
}

// insertLog inserts events whose numbers end with last, each with the columns before it.
func insertLog(ctx context.Context, tx *sql.Tx, insert string, last int64, events []store.Event, before ...any) error {
	seq := last - int64(len(events))
	return insertRows(ctx, tx, insert, "", events, func(args []any, e store.Event) []any {
		seq++
		return append(append(args, before...), seq, e.At, e.ShopID, e.Kind, blob(e.Data))
	})
}

// announceWithin bounds the wait for a notification.
const announceWithin = 2 * time.Second

// announce rings after events were committed. Writers to parts notify the other replicas only now: PostgreSQL lets one
// notifying transaction commit at a time. A lost notification is harmless, because watchers look at intervals.
func (s *Store) announce(ctx context.Context) {
	if notify := s.notify(s.dialect.NotifyAfter); notify != "" && s.parts.Load() > 0 {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), announceWithin)
		defer cancel()
		_ = exec(ctx, s.write, nil, notify)
	}
	s.bell.rang()
}

// Events lists up to limit events after a number.
func (s *Store) Events(ctx context.Context, after int64, limit int) (page store.EventPage, err error) {
	log, head := selectEvents, selectHead
	if s.dialect.Parts {
		head = selectPartsHead
	}
	for {
		known := s.parts.Load()
		if known > 0 {
			log = selectPartsLog
			if limit > 0 { // otherwise only the head is wanted, and no event is missed
				if err := s.mergeParts(ctx); err != nil {
					return page, err
				}
			}
		}
		page.Events, err = rowsOf(ctx, s.read, func(row scanner, e *store.Event) error {
			return row.Scan(&e.Seq, &e.At, &e.ShopID, &e.Kind, &e.Data)
		}, log, after, max(0, limit))
		if err != nil {
			return page, s.failed("list events", err)
		}
		var parts int64
		err = s.read.QueryRowContext(ctx, head).Scan(&page.Head, &page.Kept, &parts)
		if err != nil || parts <= known {
			return page, s.failed("read event head", err)
		}
		s.parts.Store(parts) // the log was split meanwhile, and the page may lack events of parts
	}
}

// PruneEvents deletes the events before a moment, up to the first younger event. An event later than the newest by more
// than [store.MostAhead] is of a clock that was ahead, and goes with its neighbours.
func (s *Store) PruneEvents(ctx context.Context, before int64) error {
	for {
		page, err := s.Events(ctx, 0, prunedAtOnce)
		if err != nil || len(page.Events) == 0 {
			return err
		}
		newest, err := s.Events(ctx, page.Head-1, 1)
		if err != nil {
			return err
		}
		old := slices.IndexFunc(page.Events, func(e store.Event) bool {
			return e.At >= before && (len(newest.Events) == 0 || !store.Ahead(e.At, newest.Events[0].At))
		})
		if old < 0 {
			old = len(page.Events)
		}
		if old == 0 {
			return nil
		}
		if err := s.cutEvents(ctx, page.Events[old-1].Seq); err != nil {
			return err
		}
	}
}

// cutEvents deletes the events up to a number.
func (s *Store) cutEvents(ctx context.Context, last int64) error {
	var steps []statement
	if s.parts.Load() > 0 {
		steps = append(steps, step(nil, prunePartEvents, last), step(nil, pruneRuns, last))
	}
	return s.changes(ctx, "prune events", append(steps, step(nil, `DELETE FROM events WHERE seq <= $1`, last),
		step(nil, `UPDATE event_head SET kept = $1 WHERE id = 1 AND kept < $1`, last))...)
}
