package sqlstore

import (
	"context"
	"database/sql"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

const bindShop = `INSERT INTO connection_shops (shop_id, connection_id) VALUES ($1, $2)
	ON CONFLICT (shop_id) DO UPDATE SET connection_id = excluded.connection_id`

// BindShops makes the connection's shops exactly shops.
func (s *Store) BindShops(ctx context.Context, id string, shops []int64) error {
	return s.bind(ctx, id, shops, true)
}

// AddShops adds shops to a connection.
func (s *Store) AddShops(ctx context.Context, id string, shops []int64) error {
	return s.bind(ctx, id, shops, false)
}

func (s *Store) bind(ctx context.Context, id string, shops []int64, alone bool) error {
	shops = slices.Clone(shops)
	slices.Sort(shops) // all callers lock the rows in equal order
	return s.transaction(ctx, "bind shops", func(tx *sql.Tx) error {
		// This locks the row, so that it isn't deleted meanwhile.
		if err := exec(ctx, tx, store.ErrNotFound, `UPDATE connections SET id = id WHERE id = $1`, id); err != nil {
			return err
		}
		if alone {
			if err := exec(ctx, tx, nil, `DELETE FROM connection_shops WHERE connection_id = $1`, id); err != nil {
				return err
			}
		}
		for _, shop := range slices.Compact(shops) {
			if err := exec(ctx, tx, nil, bindShop, shop, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// ConnectionShops returns the connection of each shop.
func (s *Store) ConnectionShops(ctx context.Context) (map[int64]string, error) {
	return byKey[int64, string](ctx, s, "list connections' shops", `SELECT shop_id, connection_id FROM connection_shops`)
}
