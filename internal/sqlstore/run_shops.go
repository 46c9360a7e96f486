package sqlstore

import (
	"context"
	"database/sql"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	runShopColumns = `run_id, shop_id, version, state, turn, tries, due_at, holder, lease_until, audit, changed_at, work`
	selectRunShops = `SELECT ` + runShopColumns + ` FROM run_shops WHERE run_id = $1`
	holdRunShops   = `UPDATE run_shops SET lease_until = $3 WHERE (run_id, shop_id) IN (
			SELECT run_id, shop_id FROM run_shops WHERE holder = $1 AND state = 'working' AND lease_until > $2 AND shop_id IN `
	hurryRunShop = `UPDATE run_shops SET turn = CASE WHEN turn > $3 THEN $3 ELSE turn END WHERE `
	earlierRuns  = `shop_id = $2 AND state IN ('waiting', 'working') AND run_id IN (
			SELECT a.id FROM runs a, runs b WHERE b.id = $1 AND a.state = 'running'
				AND (a.begin_at, a.made_at, a.id) < (b.begin_at, b.made_at, b.id))`
	laterRunShops = `SELECT ` + runShopColumns + ` FROM run_shops WHERE shop_id = $2 AND run_id IN (
			SELECT b.id FROM runs a, runs b WHERE a.id = $1 AND (a.begin_at, a.made_at) < (b.begin_at, b.made_at))`
	saveRunShop = `UPDATE run_shops SET version = version + 1, state = $3, tries = $4, due_at = $5, holder = $6, lease_until = $7,
			audit = $8, changed_at = $9, work = $10
		WHERE run_id = $1 AND shop_id = $2 AND version = $11`
)

var (
	freeRunShops = `FROM run_shops WHERE state IN ('waiting', 'working')
		AND ` + over("lease_until") + ` AND ` + over("due_at") + `
		AND (state = 'working' OR run_id IN (SELECT id FROM runs WHERE runs.state IN ('running', 'cancelled')))`
	dueRunShop    = `SELECT EXISTS (SELECT 1 ` + freeRunShops + `)`
	claimRunShops = `UPDATE run_shops SET state = 'working', holder = $2, lease_until = $3, version = version + 1
		WHERE (run_id, shop_id) IN (SELECT run_id, shop_id ` + freeRunShops + ` ORDER BY turn, shop_id LIMIT $4`
)

// RunShops lists a run's shops.
func (s *Store) RunShops(ctx context.Context, id string) ([]store.RunShop, error) {
	return list(ctx, s, "list run's shops", scanRunShop, selectRunShops+` ORDER BY turn, shop_id`, text(id))
}

// CountRunShops counts shops by run and state.
func (s *Store) CountRunShops(ctx context.Context, ids []string, shops []int64) (map[string]map[string]int, error) {
	counts := map[string]map[string]int{}
	if len(ids) == 0 || shops != nil && len(shops) == 0 {
		return counts, nil
	}
	query, args := `SELECT run_id, state, COUNT(*) FROM run_shops WHERE run_id IN `+placeholders(0, len(ids)), anys(ids)
	if shops != nil {
		query += ` AND shop_id IN ` + integers(shops)
	}
	_, err := list(ctx, s, "count run's shops", func(row scanner, n *int) error {
		var id, state string
		err := row.Scan(&id, &state, n)
		if counts[id] == nil {
			counts[id] = map[string]int{}
		}
		counts[id][state] = *n
		return err
	}, query+` GROUP BY run_id, state`, args...)
	return counts, err
}

// ClaimRunShops claims shops that are due and free. It reads before it writes, because usually
// there is none.
func (s *Store) ClaimRunShops(ctx context.Context, holder string, now, until int64,
	limit int) ([]store.RunShop, error) {
	if due, err := value[bool](ctx, s, "claim run's shops", dueRunShop, now); err != nil || !due {
		return nil, err
	}
	query := claimRunShops + s.dialect.SkipLocked + `) RETURNING ` + runShopColumns
	all, err := rowsOf(ctx, s.write, scanRunShop, query, now, text(holder), until, max(0, limit))
	slices.SortFunc(all, func(a, b store.RunShop) int { return int(a.Turn - b.Turn) })
	return all, s.failed("claim run's shops", err)
}

// HoldRunShops prolongs the leases of the given shops that holder works on. It passes over shops that are being saved:
// waiting for one while another waits for it would deadlock, and the next call prolongs them.
func (s *Store) HoldRunShops(ctx context.Context, holder string, shops []int64, now, until int64) error {
	if len(shops) == 0 {
		return nil
	}
	query := holdRunShops + placeholders(3, len(shops)) + s.dialect.SkipLocked + `)`
	return s.change(ctx, "hold run's shops", nil, query,
		append([]any{text(holder), now, until}, anys(shops)...)...)
}

// HurryRunShop has earlier runs do the shop in the turn of a later one.
func (s *Store) HurryRunShop(ctx context.Context, shop store.RunShop) ([]string, error) {
	query := hurryRunShop + s.inOrder("run_shops", "run_id, shop_id", earlierRuns) + ` RETURNING run_id`
	scan := func(row scanner, id *string) error { return row.Scan(id) }
	ids, err := rowsOf(ctx, s.write, scan, query, text(shop.RunID), shop.ShopID, shop.Turn)
	return ids, s.failed("hurry run's shop", err)
}

// LaterRunShops returns the shop as it is in later runs.
func (s *Store) LaterRunShops(ctx context.Context, shop store.RunShop) ([]store.RunShop, error) {
	return list(ctx, s, "find run's shop in later runs", scanRunShop, laterRunShops, text(shop.RunID), shop.ShopID)
}

// SaveRunShop saves a claimed shop, its audit entry and its events.
func (s *Store) SaveRunShop(ctx context.Context, shop store.RunShop, with store.RunSave) (store.RunShop, error) {
	err := s.withEvents(ctx, "save run's shop", func(tx *sql.Tx) (_ []store.Event, err error) {
		if with.Begin != nil {
			e := *with.Begin
			e.Outcome = store.OutcomeIntent
			if shop.Audit, err = s.append(ctx, tx, 0, e); err != nil {
				return nil, err
			}
		}
		err = exec(ctx, tx, store.ErrConflict, saveRunShop, text(shop.RunID), shop.ShopID, shop.State,
			shop.Tries, shop.DueAt, text(shop.Holder),
			shop.LeaseUntil, shop.Audit, shop.At, blob(shop.Work), shop.Version)
		if err == nil && with.Outcome != "" && shop.Audit != 0 {
			_, err = s.append(ctx, tx, shop.Audit, store.Entry{At: shop.At, Outcome: with.Outcome, Detail: with.Detail})
		}
		return with.Events, err
	})
	if err == nil {
		shop.Version++
	}
	return shop, err
}

func scanRunShop(row scanner, r *store.RunShop) error {
	return row.Scan(&r.RunID, &r.ShopID, &r.Version, &r.State, &r.Turn, &r.Tries, &r.DueAt, &r.Holder, &r.LeaseUntil,
		&r.Audit, &r.At, &r.Work)
}
