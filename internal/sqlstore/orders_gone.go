package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

// unchanged selects the keys of up to $2 orders in some stages that haven't changed since $1. Both texts have an index.
var unchanged = []string{
	`SELECT shop_id, order_id FROM orders WHERE stage IN ('done', 'cancelled') AND changed_at < $1
		ORDER BY changed_at LIMIT $2`,
	`SELECT shop_id, order_id FROM orders WHERE stage IN ` + openStages + ` AND changed_at < $1 LIMIT $2`,
}

// PruneOrders deletes orders that haven't changed since a moment.
func (s *Store) PruneOrders(ctx context.Context, before int64, limit int) (gone int, err error) {
	var keys [][2]int64
	for _, query := range unchanged {
		more, err := list(ctx, s, "list old orders", func(row scanner, key *[2]int64) error {
			return row.Scan(&key[0], &key[1])
		}, query, before, max(0, limit-len(keys)))
		if err != nil {
			return 0, err
		}
		keys = append(keys, more...)
	}
	if len(keys) == 0 {
		return 0, nil
	}
	slices.SortFunc(keys, func(a, b [2]int64) int { return slices.Compare(a[:], b[:]) }) // in the order of SaveOrders
	err = s.transaction(ctx, "prune orders", func(tx *sql.Tx) error {
		gone = 0
		for _, key := range keys {
			err := exec(ctx, tx, store.ErrConflict,
				`DELETE FROM orders WHERE shop_id = $1 AND order_id = $2 AND changed_at < $3`, key[0], key[1], before)
			if errors.Is(err, store.ErrConflict) {
				continue // changed or deleted meanwhile
			}
			if err == nil {
				gone++
				err = execAll(ctx, tx, besides(key[0], key[1])...)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return gone, err
}

// besides deletes what belongs to an order in other tables.
func besides(shopID, orderID int64) []statement {
	return []statement{step(nil, deleteMoments, shopID, orderID),
		step(nil, `DELETE FROM order_acts WHERE shop_id = $1 AND order_id = $2`, shopID, orderID)}
}

// EraseOrder replaces an order by what is left of it, and deletes everything about it. What came about the order is
// found before the transaction, because the search is long.
func (s *Store) EraseOrder(ctx context.Context, left store.OrderChange) error {
	shopID, orderID := left.Order.ShopID, left.Order.OrderID
	messages, err := s.OrderMessages(ctx, shopID, orderID)
	if err != nil {
		return err
	}
	refusals, err := s.OrderRefusals(ctx, shopID, orderID)
	if err != nil {
		return err
	}
	var steps []statement
	for _, m := range messages {
		steps = append(steps, step(nil, `DELETE FROM inbox WHERE id = $1`, m.ID))
	}
	for _, r := range refusals {
		steps = append(steps, step(nil, `DELETE FROM hook_refusals WHERE id = $1`, r.ID))
	}
	steps = append(steps, step(nil, `DELETE FROM order_reach WHERE shop_id = $1 AND order_id = $2`, shopID, orderID))
	steps = append(steps, besides(shopID, orderID)...)
	return s.withEvents(ctx, "erase order", func(tx *sql.Tx) ([]store.Event, error) {
		if saved, err := saveOrder(ctx, tx, &left); err != nil {
			return nil, err
		} else if !saved {
			return nil, store.ErrConflict
		}
		return left.Events, execAll(ctx, tx, steps...)
	})
}
