package sqlstore

import (
	"context"
	"database/sql"

	"github.com/shopdesk/shopdesk/server/store"
)

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
	return s.transaction(ctx, "set favourite", func(tx *sql.Tx) error {
		if err := exec(ctx, tx, store.ErrNotFound, lockOperator, operatorID); err != nil {
			return err
		}
		statement := deleteFavourite
		if on {
			statement = insertFavourite
		}
		return exec(ctx, tx, nil, statement, operatorID, shopID)
	})
}
