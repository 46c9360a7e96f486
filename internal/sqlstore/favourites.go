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
	rows, err := s.read.QueryContext(ctx, selectFavourites, operatorID)
	all, err := list(rows, err, func(row scanner) (shopID int64, err error) {
		err = row.Scan(&shopID)
		return shopID, err
	})
	return all, s.failed("list favourites", err)
}

// SetFavourite adds or removes a mark.
func (s *Store) SetFavourite(ctx context.Context, operatorID, shopID int64, on bool) error {
	return s.transaction(ctx, "set favourite", func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, lockOperator, operatorID)
		if err := changed(result, err, store.ErrNotFound); err != nil {
			return err
		}
		statement := deleteFavourite
		if on {
			statement = insertFavourite
		}
		_, err = tx.ExecContext(ctx, statement, operatorID, shopID)
		return err
	})
}
