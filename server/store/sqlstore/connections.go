package sqlstore

import (
	"context"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectConnection = `SELECT id, sealed_access, sealed_refresh, issued_at, expires_at, version
		FROM connections WHERE id = $1`
	insertConnection = `INSERT INTO connections (id, sealed_access, sealed_refresh, issued_at, expires_at, version)
		VALUES ($1, $2, $3, $4, $5, 1) ON CONFLICT (id) DO NOTHING`
	updateConnection = `UPDATE connections SET
			sealed_access = $2, sealed_refresh = $3, issued_at = $4, expires_at = $5, version = version + 1
		WHERE id = $1 AND version = $6`
)

// Connection finds one by ID.
func (s *Store) Connection(ctx context.Context, id string) (c store.Connection, err error) {
	err = s.hot.connection.QueryRowContext(ctx, id).Scan(
		&c.ID, &c.SealedAccess, &c.SealedRefresh, &c.IssuedAt, &c.ExpiresAt, &c.Version)
	return c, s.failed("find connection", err)
}

// SaveConnection replaces a connection if its version is still c.Version.
func (s *Store) SaveConnection(ctx context.Context, c store.Connection) error {
	query, args := insertConnection, []any{c.ID, c.SealedAccess, c.SealedRefresh, c.IssuedAt, c.ExpiresAt}
	if c.Version != 0 {
		query, args = updateConnection, append(args, c.Version)
	}
	result, err := s.write.ExecContext(ctx, query, args...)
	return s.failed("save connection", changed(result, err, store.ErrConflict))
}
