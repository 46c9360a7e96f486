package sqlstore

import (
	"context"
	"database/sql"
)

// scanner is a row: *sql.Row or *sql.Rows.
type scanner interface {
	Scan(into ...any) error
}

// find reads a row of a query outside of transactions, or returns store.ErrNotFound.
func find[T any](
	ctx context.Context, s *Store, doing string, scan func(row scanner, into *T) error, query string, args ...any,
) (T, error) {
	return one(s, doing, scan, s.read.QueryRowContext(ctx, query, args...))
}

// value is find for a row of one column.
func value[T any](ctx context.Context, s *Store, doing, query string, args ...any) (T, error) {
	return find(ctx, s, doing, scanValue[T], query, args...)
}

// one reads a row, or returns store.ErrNotFound.
func one[T any](s *Store, doing string, scan func(row scanner, into *T) error, row scanner) (T, error) {
	var found T
	err := scan(row, &found)
	return found, s.failed(doing, err)
}

// list reads all rows of a query outside of transactions.
func list[T any](
	ctx context.Context, s *Store, doing string, scan func(row scanner, into *T) error, query string, args ...any,
) ([]T, error) {
	all, err := rowsOf(ctx, s.read, scan, query, args...)
	return all, s.failed(doing, err)
}

// listPast is list for what may be long ago and much. At most half of the connections that read do so at once: boards
// and sessions have the others.
func listPast[T any](
	ctx context.Context, s *Store, doing string, scan func(row scanner, into *T) error, query string, args ...any,
) ([]T, error) {
	if err := s.past.Acquire(ctx, 1); err != nil {
		return nil, s.failed(doing, err)
	}
	defer s.past.Release(1)
	return list(ctx, s, doing, scan, query, args...)
}

// rowsOf reads all rows of a query.
func rowsOf[T any](
	ctx context.Context, db database, scan func(row scanner, into *T) error, query string, args ...any,
) ([]T, error) {
	rows, err := db.QueryContext(ctx, query, args...)
	return scanAll(rows, err, scan)
}

// scanAll reads all rows.
func scanAll[T any](rows *sql.Rows, err error, scan func(row scanner, into *T) error) (all []T, _ error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one T
		if err := scan(rows, &one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// scanValue reads a row of one column.
func scanValue[T any](row scanner, into *T) error { return row.Scan(into) }

// pair is a row of two columns.
type pair[K, V any] struct {
	key   K
	value V
}

// pairs reads all rows of a query with two columns.
func pairs[K, V any](ctx context.Context, db database, query string, args ...any) ([]pair[K, V], error) {
	return rowsOf(ctx, db, func(row scanner, p *pair[K, V]) error { return row.Scan(&p.key, &p.value) }, query, args...)
}

// members reads all rows of a query with two columns, and lists the second ones by the first.
func members[V any](ctx context.Context, db database, query string, args ...any) (map[string][]V, error) {
	all, err := pairs[string, V](ctx, db, query, args...)
	of := map[string][]V{}
	for _, p := range all {
		of[p.key] = append(of[p.key], p.value)
	}
	return of, err
}

// byKey reads all rows of a query with two columns. Of rows with equal keys, the last counts.
func byKey[K comparable, V any](
	ctx context.Context, s *Store, doing, query string, args ...any,
) (map[K]V, error) {
	all, err := pairs[K, V](ctx, s.read, query, args...)
	values := make(map[K]V, len(all))
	for _, p := range all {
		values[p.key] = p.value
	}
	return values, s.failed(doing, err)
}
