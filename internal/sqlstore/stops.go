package sqlstore

import (
	"context"
	"database/sql"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectStops = `SELECT shop_id, since, until_at, kind FROM stops WHERE since < $2 AND until_at > $1 AND shop_id IN `
	extendStop  = `UPDATE stops SET until_at = $3 WHERE shop_id = $1 AND since <= $2 AND until_at >= $2 AND kind = $4`
	endStop     = `UPDATE stops SET until_at = $2 WHERE shop_id = $1 AND since <= $2 AND until_at > $2`
	insertStop  = `INSERT INTO stops (shop_id, since, until_at, kind) VALUES ($1, $2, $3, $4)
		ON CONFLICT (shop_id, since) DO UPDATE SET until_at = excluded.until_at, kind = excluded.kind`
	deleteStops = `DELETE FROM stops WHERE shop_id = $1 AND (until_at < $2 OR since > $3)`
)

// Stops lists the shops' stops that overlap [from, to).
func (s *Store) Stops(ctx context.Context, shops []int64, from, to int64) ([]store.Stop, error) {
	if len(shops) == 0 {
		return nil, nil
	}
	query := selectStops + integers(shops) + ` ORDER BY shop_id, since`
	return list(ctx, s, "list stops", func(row scanner, one *store.Stop) error {
		return row.Scan(&one.ShopID, &one.Since, &one.Until, &one.Kind)
	}, query, from, to)
}

// saveStop begins, extends or ends the shop's stop at a moment. The caller holds the lock of the shop's row in seen.
func saveStop(ctx context.Context, tx *sql.Tx, shopID, at int64, stop store.SnapshotStop) error {
	// Nothing is known after the latest record: a later stop is of a clock that was ahead.
	if err := exec(ctx, tx, nil, deleteStops, shopID, stop.Forget, at); err != nil {
		return err
	}
	if stop.Kind != "" {
		n, err := count(tx.ExecContext(ctx, extendStop, shopID, at, stop.Until, stop.Kind))
		if err != nil || n > 0 {
			return err
		}
	}
	if err := exec(ctx, tx, nil, endStop, shopID, at); err != nil || stop.Kind == "" {
		return err
	}
	return exec(ctx, tx, nil, insertStop, shopID, at, stop.Until, stop.Kind)
}
