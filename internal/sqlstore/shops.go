package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectShop  = `SELECT shop_id, name, en_name, zone, added_at FROM shops`
	insertShops = `INSERT INTO shops (shop_id, name, en_name, zone, added_at) VALUES `
	updateShops = ` ON CONFLICT (shop_id) DO UPDATE SET
		name = excluded.name, en_name = excluded.en_name, zone = COALESCE(NULLIF(excluded.zone, ''), shops.zone)`
)

// PutShops adds shops, or updates the names and zones of known shops; no zone leaves theirs. If a shop occurs twice,
// the later entry counts.
func (s *Store) PutShops(ctx context.Context, shops []store.Shop) error {
	if len(shops) == 0 {
		return nil
	}
	return s.transaction(ctx, "put shops", func(tx *sql.Tx) error {
		return insertRows(ctx, tx, insertShops, updateShops, distinct(shops), func(args []any, shop store.Shop) []any {
			return append(args, shop.ShopID, text(shop.Name), text(shop.EnName), shop.Zone, shop.AddedAt)
		})
	})
}

// distinct returns the last entry of each shop, sorted by ID, so that all callers lock the rows in
// equal order.
func distinct(shops []store.Shop) []store.Shop {
	sorted := slices.Clone(shops)
	slices.Reverse(sorted)
	slices.SortStableFunc(sorted, func(a, b store.Shop) int { return cmp.Compare(a.ShopID, b.ShopID) })
	return slices.CompactFunc(sorted, func(a, b store.Shop) bool { return a.ShopID == b.ShopID })
}

// Shops lists all shops, by ShopID.
func (s *Store) Shops(ctx context.Context) ([]store.Shop, error) {
	return list(ctx, s, "list shops", scanShop, selectShop+` ORDER BY shop_id`)
}

// Shop returns a shop.
func (s *Store) Shop(ctx context.Context, shopID int64) (store.Shop, error) {
	return one(s, "find shop", scanShop, s.hot.shop.QueryRowContext(ctx, shopID))
}

func scanShop(row scanner, shop *store.Shop) error {
	return row.Scan(&shop.ShopID, &shop.Name, &shop.EnName, &shop.Zone, &shop.AddedAt)
}

const (
	selectFavourites = `SELECT shop_id FROM favourites WHERE operator_id = $1 ORDER BY shop_id`
	insertFavourite  = `INSERT INTO favourites (operator_id, shop_id) VALUES ($1, $2) ON CONFLICT (operator_id, shop_id) DO NOTHING`
	deleteFavourite  = `DELETE FROM favourites WHERE operator_id = $1 AND shop_id = $2`
)

// Favourites lists the shops that an operator has marked.
func (s *Store) Favourites(ctx context.Context, operatorID int64) ([]int64, error) {
	return list(ctx, s, "list favourites", scanValue[int64], selectFavourites, operatorID)
}

// SetFavourite adds or removes a mark.
func (s *Store) SetFavourite(ctx context.Context, operatorID, shopID int64, on bool) error {
	query := deleteFavourite
	if on {
		query = insertFavourite
	}
	return s.changes(ctx, "set favourite",
		step(store.ErrNotFound, lockOperator, operatorID),
		step(nil, query, operatorID, shopID))
}

// fewShops is up to how many shops rows are read shop by shop. Those of more shops are read from all rows in the order
// of an index, until there are enough.
const fewShops = 8

// ofShops is the condition that a column has one of the shops. The plus keeps the engine from the indexes that begin
// with a shop: it would take one, and read and sort all rows of many shops.
func ofShops(column string, shops []int64) string {
	condition := column + ` IN ` + integers(shops)
	if len(shops) > fewShops {
		return `+` + condition
	}
	return condition
}
