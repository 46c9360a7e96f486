package sqlstore

import (
	"context"
	"database/sql"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectSeenDates = `SELECT first_day, last_day, hours FROM seen_dates
		WHERE shop_id = $1 AND last_day >= $2 AND last_day < $3 ORDER BY last_day DESC, first_day DESC`
	deleteSeenOpen = `DELETE FROM seen_dates WHERE shop_id = $1 AND (last_day >= $2 OR last_day < $3)`
	deleteSeenDays = `DELETE FROM seen_dates WHERE shop_id = $1 AND first_day <= $3 AND last_day >= $2`
	insertSeenDate = `INSERT INTO seen_dates (shop_id, first_day, last_day, hours) VALUES ($1, $2, $3, $4)`
)

// SeenDates lists a shop's entries whose last day is in [from, before).
func (s *Store) SeenDates(ctx context.Context, shopID int64, from, before string) ([]store.SeenDate, error) {
	return list(ctx, s, "list seen dates", func(row scanner, d *store.SeenDate) error {
		return row.Scan(&d.First, &d.Last, &d.Hours)
	}, selectSeenDates, shopID, from, before)
}

func saveSeenDates(ctx context.Context, tx *sql.Tx, shopID int64, seen store.SeenList) error {
	if err := exec(ctx, tx, nil, deleteSeenOpen, shopID, seen.Open, seen.Forget); err != nil {
		return err
	}
	for _, d := range seen.Entries {
		if err := exec(ctx, tx, nil, deleteSeenDays, shopID, d.First, d.Last); err != nil {
			return err
		}
		if err := exec(ctx, tx, nil, insertSeenDate, shopID, d.First, d.Last, blob(d.Hours)); err != nil {
			return err
		}
	}
	return nil
}
