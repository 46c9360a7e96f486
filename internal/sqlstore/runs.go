package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	runColumns = `id, run_key, version, operator_id, operator, address, vouched, name, state, change,
		made_at, begin_at, ended_at, ended_by, undo_of, repeat_of`
	selectRun     = `SELECT ` + runColumns + ` FROM runs`
	countOpenRuns = `SELECT COUNT(CASE WHEN state = 'scheduled' THEN 1 END), COUNT(CASE WHEN state = 'running' THEN 1 END),
			COUNT(CASE WHEN state = 'paused' THEN 1 END), COUNT(CASE WHEN state = 'scheduled' AND begin_at < $1 THEN 1 END)
		FROM runs WHERE state IN ('scheduled', 'running', 'paused')`
	insertRun = `INSERT INTO runs (` + runColumns + `)
		VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`
	updateRun = `UPDATE runs SET version = version + 1, state = $2, begin_at = $3, ended_at = $4, ended_by = $5
		WHERE id = $1 AND version = $6`
	// A shop with an audit entry is left by a worker, which ends the entry too.
	leaveRest = `UPDATE run_shops SET state = CASE WHEN audit = 0 THEN 'left' ELSE state END, version = version + 1,
			due_at = 0, changed_at = $2 WHERE `
	restOfRun = `run_id = $1 AND state = 'waiting'`
	// A run's first shop stands in line at the run's beginning, and the others behind it.
	moveTurns = `UPDATE run_shops SET turn = turn + $2 - (SELECT MIN(turn) FROM run_shops WHERE run_id = $1) WHERE `
	allOfRun  = `run_id = $1 AND (SELECT MIN(turn) FROM run_shops WHERE run_id = $1) <> $2`
	beginRuns = `UPDATE runs SET version = version + 1, state = 'running' WHERE `
	dueRuns   = `state = 'scheduled' AND begin_at <= $1`
	endRuns   = `UPDATE runs SET version = version + 1, state = 'done', ended_at = $1 WHERE `
	doneRuns  = `state IN ('running', 'paused') AND NOT EXISTS (
			SELECT 1 FROM run_shops WHERE run_id = runs.id AND run_shops.state IN ('waiting', 'working'))`

	insertRunShops = `INSERT INTO run_shops (run_id, shop_id, version, state, turn, tries, due_at, holder, lease_until, audit, changed_at, work) VALUES `
)

// AddRun adds a run with its shops.
func (s *Store) AddRun(ctx context.Context, r store.Run, shops []store.RunShop,
	events []store.Event) (store.Run, error) {
	err := s.withEvents(ctx, "add run", func(tx *sql.Tx) ([]store.Event, error) {
		_, err := tx.ExecContext(ctx, insertRun, text(r.ID), text(r.Key), r.OperatorID, text(r.Operator), text(r.Address),
			blob(r.Vouched),
			text(r.Name), r.State, blob(r.Change), r.MadeAt, r.At, r.EndedAt, text(r.EndedBy), text(r.UndoOf), text(r.RepeatOf))
		if err != nil {
			return nil, err
		}
		return events, insertRows(ctx, tx, insertRunShops, "", shops, func(args []any, shop store.RunShop) []any {
			return append(args, text(r.ID), shop.ShopID, 1, store.RunShopWaiting, shop.Turn, 0, 0, "", 0, 0, shop.At,
				blob(shop.Work))
		})
	})
	if errors.Is(err, store.ErrConflict) {
		return find(ctx, s, "find run by key", scanRun,
			selectRun+` WHERE operator_id = $1 AND run_key = $2`, r.OperatorID, text(r.Key))
	}
	r.Version = 1
	return r, err
}

// Run returns a run.
func (s *Store) Run(ctx context.Context, id string) (store.Run, error) {
	return find(ctx, s, "find run", scanRun, selectRun+` WHERE id = $1`, text(id))
}

// ListRuns lists runs, newest first.
func (s *Store) ListRuns(ctx context.Context, q store.RunQuery) ([]store.Run, error) {
	where := ` FROM runs WHERE made_at < $1`
	if q.Open {
		where += ` AND state IN ('scheduled', 'running', 'paused')`
	}
	switch {
	case q.Shops != nil && len(q.Shops) == 0:
		return nil, nil
	case q.Shops != nil:
		where += ` AND EXISTS (SELECT 1 FROM run_shops WHERE run_id = runs.id AND shop_id IN ` + integers(q.Shops) + `)`
	}
	// The list begins with the moment of its last run, if there are so many.
	query := `SELECT ` + runColumns + where + ` AND made_at >= COALESCE((SELECT made_at` + where +
		` ORDER BY made_at DESC LIMIT 1 OFFSET $2), 0) ORDER BY made_at DESC, id DESC`
	return list(ctx, s, "list runs", scanRun, query, cmp.Or(q.Before, math.MaxInt64), max(0, q.Limit-1))
}

// CountOpenRuns counts the runs that haven't ended.
func (s *Store) CountOpenRuns(ctx context.Context, before int64) (n store.OpenRuns, err error) {
	err = s.read.QueryRowContext(ctx, countOpenRuns, before).Scan(&n.Scheduled, &n.Running, &n.Paused, &n.Late)
	return n, s.failed("count open runs", err)
}

// LaterRuns returns for each run the later runs that undo and repeat it, also those that repeat a repetition.
func (s *Store) LaterRuns(ctx context.Context, ids []string) (map[string]store.LaterRuns, error) {
	later := map[string]store.LaterRuns{}
	if len(ids) == 0 {
		return later, nil
	}
	type row struct {
		origin, id string
		undoes     bool
		shop       *int64
	}
	these := placeholders(0, len(ids))
	query := `WITH RECURSIVE repeats AS (
			SELECT repeat_of AS origin, id, made_at FROM runs WHERE repeat_of <> '' AND repeat_of IN ` + these + `
			UNION ALL SELECT origin, r.id, r.made_at FROM repeats JOIN runs r ON r.repeat_of = repeats.id),
		later AS (SELECT origin, id, FALSE AS undoes, made_at FROM repeats
			UNION ALL SELECT undo_of, id, TRUE, made_at FROM runs WHERE undo_of <> '' AND undo_of IN ` + these + `)
		SELECT origin, id, undoes, shop_id FROM later
		LEFT JOIN run_shops s ON s.run_id = later.id AND (s.state IN ('waiting', 'working', 'done')
				OR s.state = 'unchanged' AND NOT later.undoes) AND NOT EXISTS (
			SELECT 1 FROM runs back JOIN run_shops b ON b.run_id = back.id
			WHERE back.undo_of = later.id AND b.shop_id = s.shop_id AND b.state = 'done')
		ORDER BY made_at, id, shop_id`
	rows, err := list(ctx, s, "find runs that undo or repeat", func(from scanner, r *row) error {
		return from.Scan(&r.origin, &r.id, &r.undoes, &r.shop)
	}, query, anys(ids)...)
	for _, r := range rows {
		l := later[r.origin]
		by, shops := &l.RepeatedBy, &l.Repeated
		if r.undoes {
			by, shops = &l.UndoneBy, &l.Undone
		}
		if *by = r.id; r.shop != nil && !slices.Contains(*shops, *r.shop) {
			*shops = append(*shops, *r.shop)
		}
		later[r.origin] = l
	}
	return later, err
}

// SaveRunState replaces a run's state.
func (s *Store) SaveRunState(ctx context.Context, r store.Run, events []store.Event) error {
	steps := []statement{step(store.ErrConflict, updateRun, text(r.ID), r.State, r.At, r.EndedAt, text(r.EndedBy),
		r.Version)}
	switch r.State {
	case store.RunRunning: // perhaps early
		query := moveTurns + s.inOrder("run_shops", "run_id, shop_id", allOfRun)
		steps = append(steps, step(nil, query, text(r.ID), r.At))
	case store.RunCancelled:
		query := leaveRest + s.inOrder("run_shops", "run_id, shop_id", restOfRun)
		steps = append(steps, step(nil, query, text(r.ID), r.EndedAt))
	}
	return s.withEvents(ctx, "save run", func(tx *sql.Tx) ([]store.Event, error) {
		return events, execAll(ctx, tx, steps...)
	})
}

// BeginRuns starts the scheduled runs whose time has come.
func (s *Store) BeginRuns(ctx context.Context, now int64) ([]store.Run, error) {
	return s.moveRuns(ctx, "begin runs", beginRuns, dueRuns, now)
}

// EndRuns ends the runs without unfinished shops.
func (s *Store) EndRuns(ctx context.Context, now int64) ([]store.Run, error) {
	return s.moveRuns(ctx, "end runs", endRuns, doneRuns, now)
}

// moveRuns reads before it writes, because usually no run has to change.
func (s *Store) moveRuns(ctx context.Context, doing, update, which string, now int64) ([]store.Run, error) {
	const anyOpen = `SELECT EXISTS (SELECT 1 FROM runs WHERE state IN ('scheduled', 'running', 'paused'))`
	if open, err := value[bool](ctx, s, doing, anyOpen); err != nil || !open {
		return nil, err
	}
	query := update + s.inOrder("runs", "id", which) + ` RETURNING ` + runColumns
	all, err := rowsOf(ctx, s.write, scanRun, query, now)
	return all, s.failed(doing, err)
}

// PruneRuns deletes runs that ended before a moment.
func (s *Store) PruneRuns(ctx context.Context, before int64) error {
	const ended = `ended_at > 0 AND ended_at < $1`
	if err := s.inSteps(ctx, "prune shops of runs", "run_shops", "run_id, shop_id",
		`state NOT IN ('waiting', 'working') AND run_id IN (SELECT id FROM runs WHERE `+ended+`)`, before); err != nil {
		return err
	}
	return s.inSteps(ctx, "prune runs", "runs", "id",
		ended+` AND NOT EXISTS (SELECT 1 FROM run_shops WHERE run_id = runs.id)`, before)
}

func scanRun(row scanner, r *store.Run) error {
	return row.Scan(&r.ID, &r.Key, &r.Version, &r.OperatorID, &r.Operator, &r.Address, &r.Vouched, &r.Name,
		&r.State, &r.Change,
		&r.MadeAt, &r.At, &r.EndedAt, &r.EndedBy, &r.UndoOf, &r.RepeatOf)
}
