package sqlstore

import (
	"context"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectDateNames = `SELECT first_day, last_day, name, changed_at FROM date_names WHERE shop_id = $1 ORDER BY first_day, last_day`
	selectNamesOn   = `SELECT shop_id, first_day, last_day, name, changed_at FROM date_names WHERE last_day >= $1 ORDER BY shop_id, first_day, last_day`
	upsertDateName  = `INSERT INTO date_names (shop_id, first_day, last_day, name, changed_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (shop_id, first_day, last_day) DO UPDATE SET name = excluded.name, changed_at = excluded.changed_at`
	deleteDateName = `DELETE FROM date_names WHERE shop_id = $1 AND first_day = $2 AND last_day = $3`
	forgetNames    = `DELETE FROM date_names WHERE shop_id = $1 AND last_day < $2`

	selectDismissed = `SELECT holiday FROM dismissed_holidays WHERE shop_id = $1 ORDER BY holiday`
	insertDismissed = `INSERT INTO dismissed_holidays (shop_id, holiday) VALUES ($1, $2) ON CONFLICT (shop_id, holiday) DO NOTHING`
	deleteDismissed = `DELETE FROM dismissed_holidays WHERE shop_id = $1 AND holiday = $2`
)

// DateNames lists the names of a shop's dates.
func (s *Store) DateNames(ctx context.Context, shopID int64) ([]store.DateName, error) {
	return list(ctx, s, "list date names", func(row scanner, n *store.DateName) error {
		return row.Scan(&n.First, &n.Last, &n.Name, &n.ChangedAt)
	}, selectDateNames, shopID)
}

// DateNamesFrom lists the names of all shops' dates from a day on.
func (s *Store) DateNamesFrom(ctx context.Context, day string) (map[int64][]store.DateName, error) {
	of := map[int64][]store.DateName{}
	_, err := list(ctx, s, "list date names", func(row scanner, n *store.DateName) error {
		var shop int64
		err := row.Scan(&shop, &n.First, &n.Last, &n.Name, &n.ChangedAt)
		of[shop] = append(of[shop], *n)
		return err
	}, selectNamesOn, day)
	return of, err
}

// ChangeDateNames deletes and saves names in one transaction.
func (s *Store) ChangeDateNames(ctx context.Context, shopID int64, put, drop []store.DateName, forget string) error {
	steps := []statement{step(nil, forgetNames, shopID, forget)}
	for _, n := range drop {
		steps = append(steps, step(nil, deleteDateName, shopID, n.First, n.Last))
	}
	for _, n := range put {
		steps = append(steps, step(nil, upsertDateName, shopID, n.First, n.Last, text(n.Name), n.ChangedAt))
	}
	return s.changes(ctx, "change date names", steps...)
}

// DismissedHolidays lists the holidays that a shop has dismissed.
func (s *Store) DismissedHolidays(ctx context.Context, shopID int64) ([]string, error) {
	return list(ctx, s, "list dismissed holidays", scanValue[string], selectDismissed, shopID)
}

// DismissHoliday adds a holiday to the dismissed ones, or removes it.
func (s *Store) DismissHoliday(ctx context.Context, shopID int64, holiday string, dismissed bool) error {
	query := deleteDismissed
	if dismissed {
		query = insertDismissed
	}
	return s.change(ctx, "dismiss holiday", nil, query, shopID, text(holiday))
}
