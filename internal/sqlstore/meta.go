package sqlstore

import (
	"context"
	"errors"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectMeta = `SELECT value FROM meta WHERE name = $1`
	insertMeta = `INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`
)

// Meta returns a value.
func (s *Store) Meta(ctx context.Context, name string) (value string, err error) {
	err = s.read.QueryRowContext(ctx, selectMeta, name).Scan(&value)
	return value, s.failed("find meta", err)
}

// PutMeta sets a value unless one is stored, and returns the stored one.
func (s *Store) PutMeta(ctx context.Context, name, value string) (string, error) {
	err := exec(ctx, s.write, store.ErrConflict, insertMeta, name, value)
	if errors.Is(err, store.ErrConflict) {
		return s.Meta(ctx, name)
	}
	if err != nil {
		return "", s.failed("put meta", err)
	}
	return value, nil
}
