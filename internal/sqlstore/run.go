package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// failed turns a database error into an error of the store that names the operation.
func (s *Store) failed(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrLastOwner),
		errors.Is(err, store.ErrTooMany):
		return err
	case errors.Is(err, sql.ErrNoRows):
		return store.ErrNotFound
	case s.dialect.Unique(err):
		return store.ErrConflict
	}
	if s.dialect.Broken != nil && s.dialect.Broken(err) {
		err = cmp.Or(s.present(), err)
		s.trouble.Store(&trouble{at: time.Now(), err: err})
	}
	return fmt.Errorf("sqlstore: %s: %w", doing, err)
}

// transaction runs do in a transaction, and commits it if do returns nil.
func (s *Store) transaction(ctx context.Context, doing string, do func(tx *sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return s.failed(doing, err)
	}
	defer func() { _ = tx.Rollback() }() // no effect after Commit
	if err := do(tx); err != nil {
		return s.failed(doing, err)
	}
	if err := s.record(ctx, tx); err != nil {
		return s.failed(doing, err)
	}
	return s.failed(doing, tx.Commit())
}

// change runs one statement, and returns otherwise if it changes no row; otherwise may be nil. An
// audit entry may be written with the change: see [Store.Together].
func (s *Store) change(ctx context.Context, doing string, otherwise error, query string, args ...any) error {
	if ctx.Value(togetherKey{}) != nil {
		return s.transaction(ctx, doing, func(tx *sql.Tx) error {
			result, err := tx.ExecContext(ctx, query, args...)
			return changed(result, err, otherwise)
		})
	}
	result, err := s.write.ExecContext(ctx, query, args...)
	return s.failed(doing, changed(result, err, otherwise))
}

// changed returns otherwise if the statement changed no row.
func changed(result sql.Result, err error, otherwise error) error {
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return otherwise
	}
	return nil
}

// list reads all rows of a query.
func list[T any](rows *sql.Rows, err error, scan func(row scanner) (T, error)) (all []T, _ error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// scanner is a row: *sql.Row or *sql.Rows.
type scanner interface {
	Scan(into ...any) error
}
