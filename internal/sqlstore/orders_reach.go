package sqlstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	// The casts tell PostgreSQL the types of values that only a select names.
	insertReach = `INSERT INTO order_reach (shop_id, order_id, device, how, at, operator, agent)
		SELECT shop_id, order_id, CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT), CAST($6 AS TEXT), CAST($7 AS TEXT)
		FROM orders WHERE shop_id = $1 AND order_id = $2 ON CONFLICT DO NOTHING`
	selectReach = `SELECT shop_id, order_id, device, how, at, operator, agent FROM order_reach
		WHERE shop_id = $1 AND order_id = $2 ORDER BY at, device, how`
)

// AddReach adds the rows that aren't stored yet, of orders that exist.
func (s *Store) AddReach(ctx context.Context, reach []store.OrderReach) error {
	// All writers use one order, so that writers of equal rows queue and don't deadlock.
	sorted := slices.SortedStableFunc(slices.Values(reach), func(a, b store.OrderReach) int {
		return cmp.Or(cmp.Compare(a.ShopID, b.ShopID), cmp.Compare(a.OrderID, b.OrderID), cmp.Compare(a.Device, b.Device),
			cmp.Compare(a.How, b.How))
	})
	steps := make([]statement, len(sorted))
	for i, r := range sorted {
		steps[i] = step(nil, insertReach, r.ShopID, r.OrderID, text(r.Device), text(r.How), r.At, text(r.Operator),
			text(r.Agent))
	}
	return s.changes(ctx, "add reach", steps...)
}

// Reach lists how an order reached devices, oldest first.
func (s *Store) Reach(ctx context.Context, shopID, orderID int64) ([]store.OrderReach, error) {
	return list(ctx, s, "list reach", func(row scanner, r *store.OrderReach) error {
		return row.Scan(&r.ShopID, &r.OrderID, &r.Device, &r.How, &r.At, &r.Operator, &r.Agent)
	}, selectReach, shopID, orderID)
}
