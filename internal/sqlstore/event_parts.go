package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

// mostParts is the largest number of parts of the event log.
const mostParts = 64

// A transaction holds the event log's head until it is on disk, so one head lets one transaction commit at a time. A
// log in parts (ADR 0059) has a head for each part of the shops. The log's own numbers are given later: a reader adds
// a run for each part that has grown, and so joins the parts in one order.
const (
	countParts       = `SELECT COUNT(*) FROM event_parts`
	takePartSeqs     = `UPDATE event_parts SET seq = seq + $2 WHERE part = $1 RETURNING seq`
	insertPartEvents = `INSERT INTO part_events (part, seq, at, shop_id, kind, data) VALUES `
	selectGrown      = `FROM event_parts AS p LEFT JOIN event_merged AS m ON m.part = p.part
		WHERE p.seq > COALESCE(m.seq, 0)`
	anyGrown      = `SELECT EXISTS (SELECT 1 ` + selectGrown + `)`
	listGrown     = `SELECT p.part, p.seq, p.seq - COALESCE(m.seq, 0) ` + selectGrown + ` ORDER BY p.part`
	insertRuns    = `INSERT INTO event_runs (seq, part, part_seq, size) VALUES `
	upsertMerged  = `INSERT INTO event_merged (part, seq) VALUES `
	replaceMerged = ` ON CONFLICT (part) DO UPDATE SET seq = excluded.seq`
	moveHead      = `UPDATE event_head SET seq = seq + $1 WHERE id = 1`
	eventsOfRuns  = ` FROM event_runs AS r JOIN part_events AS e
		ON e.part = r.part AND e.seq > r.part_seq - r.size AND e.seq <= r.part_seq`
	seqOfRun       = `r.seq - r.part_seq + e.seq`
	selectPartsLog = `SELECT seq, at, shop_id, kind, data FROM (
			(` + selectEvents + `)
			UNION ALL
			(SELECT ` + seqOfRun + `, e.at, e.shop_id, e.kind, e.data` + eventsOfRuns + `
			WHERE r.seq > $1 AND ` + seqOfRun + ` > $1 ORDER BY r.seq, e.seq LIMIT $2)
		) AS log ORDER BY seq LIMIT $2`
	selectPartsHead = `SELECT seq, kept, (` + countParts + `) FROM event_head WHERE id = 1`
	prunePartEvents = `DELETE FROM part_events AS e USING (
			SELECT part, MAX(LEAST(part_seq, part_seq - seq + $1)) AS cut FROM event_runs
			WHERE seq - size < $1 GROUP BY part
		) AS r WHERE e.part = r.part AND e.seq <= r.cut`
	pruneRuns = `DELETE FROM event_runs WHERE seq <= $1`
)

// partOf is the part of a shop's events. When the number of parts doubles, shops stay or go to a part with a higher
// number, which the log joins later: the order of a shop's events stays.
func partOf(shopID, parts int64) int64 {
	const golden = -0x61C8864680B583EB // spreads shops whose numbers have a pattern
	return shopID * golden >> 33 & (parts - 1)
}

// appendToParts numbers the events in their parts and inserts them. All writers take heads in one order.
func appendToParts(ctx context.Context, tx *sql.Tx, events []store.Event, parts int64) error {
	order := slices.Clone(events)
	part := func(e store.Event) int64 { return partOf(e.ShopID, parts) }
	slices.SortStableFunc(order, func(a, b store.Event) int { return cmp.Compare(part(a), part(b)) })
	for len(order) > 0 {
		p := part(order[0])
		n := slices.IndexFunc(order, func(e store.Event) bool { return part(e) != p })
		if n < 0 {
			n = len(order)
		}
		var last int64
		if err := tx.QueryRowContext(ctx, takePartSeqs, p, n).Scan(&last); err != nil {
			return err
		}
		if err := insertLog(ctx, tx, insertPartEvents, last, order[:n], p); err != nil {
			return err
		}
		order = order[n:]
	}
	return nil
}

// mergeParts gives the log's numbers to the events that have none yet.
func (s *Store) mergeParts(ctx context.Context) error {
	if grown, err := value[bool](ctx, s, "look at the parts", anyGrown); err != nil || !grown {
		return err
	}
	err := s.transaction(ctx, "merge the parts", func(tx *sql.Tx) error {
		var head int64
		if err := tx.QueryRowContext(ctx, selectSeq+s.dialect.Lock).Scan(&head); err != nil {
			return err
		}
		type run struct{ part, last, size int64 }
		runs, err := rowsOf(ctx, tx, func(row scanner, r *run) error {
			return row.Scan(&r.part, &r.last, &r.size)
		}, listGrown)
		if err != nil {
			return err
		}
		if len(runs) == 0 {
			return store.ErrConflict // another reader merged them; nothing to commit
		}
		var added int64
		var order, merged []any
		for _, r := range runs {
			added += r.size
			order = append(order, head+added, r.part, r.last, r.size)
			merged = append(merged, r.part, r.last)
		}
		return execAll(ctx, tx, step(nil, insertRuns+values(len(runs), 4), order...),
			step(nil, upsertMerged+values(len(runs), 2)+replaceMerged, merged...), step(nil, moveHead, added))
	})
	if errors.Is(err, store.ErrConflict) {
		return nil
	}
	return err
}

// SplitEvents gives the event log a number of parts: a power of two up to 64. Each part of the shops then has a head
// of its own. Parts are never taken away again. Only PostgreSQL's log has parts. Replicas of this release may run
// meanwhile; an earlier release doesn't read the parts.
func (s *Store) SplitEvents(ctx context.Context, parts int) error {
	if !s.dialect.Parts {
		return errors.New("sqlstore: only PostgreSQL's event log has parts")
	}
	if parts < 2 || parts > mostParts || parts&(parts-1) != 0 {
		return fmt.Errorf("sqlstore: the event log can't have %d parts: want 2, 4, 8, 16, 32 or %d", parts, mostParts)
	}
	err := s.transaction(ctx, "split the event log", func(tx *sql.Tx) error {
		var head int64
		if err := tx.QueryRowContext(ctx, selectSeq+s.dialect.Lock).Scan(&head); err != nil {
			return err
		}
		var present int
		if err := tx.QueryRowContext(ctx, countParts).Scan(&present); err != nil {
			return err
		}
		if present > parts {
			return fmt.Errorf("the event log has %d parts already, and parts are never taken away", present)
		}
		for part := present; part < parts; part++ {
			if err := exec(ctx, tx, nil, `INSERT INTO event_parts (part, seq) VALUES ($1, 0)`, part); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.countParts(ctx)
}

// countParts reads the number of parts.
func (s *Store) countParts(ctx context.Context) error {
	if !s.dialect.Parts {
		return nil
	}
	parts, err := value[int64](ctx, s, "count the parts", countParts)
	if err == nil {
		s.parts.Store(parts)
	}
	return err
}
