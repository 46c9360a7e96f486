package sqlstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectConnection = `SELECT id, sealed_access, sealed_refresh, issued_at, expires_at, version, state, renew_at,
		lease_owner, lease_until, spent_at, attempts, trouble, operator_id, operator, connected_at FROM connections`
	insertConnection = `INSERT INTO connections (id, sealed_access, sealed_refresh, issued_at, expires_at, state, renew_at,
			lease_owner, lease_until, spent_at, attempts, trouble, operator_id, operator, connected_at, version)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 1) ON CONFLICT (id) DO NOTHING`
	updateConnection = `UPDATE connections SET sealed_access = $2, sealed_refresh = $3, issued_at = $4, expires_at = $5,
			state = $6, renew_at = $7, lease_owner = $8, lease_until = $9, spent_at = $10, attempts = $11, trouble = $12,
			operator_id = $13, operator = $14, connected_at = $15, version = version + 1
		WHERE id = $1 AND version = $16`
	deleteConnection = `DELETE FROM connections WHERE id = $1 AND version = $2`
	unbindShops      = `DELETE FROM connection_shops WHERE connection_id = $1`
)

// Connection returns the connection with an ID.
func (s *Store) Connection(ctx context.Context, id string) (store.Connection, error) {
	return one(s, "find connection", scanConnection, s.hot.connection.QueryRowContext(ctx, id))
}

// Connections lists all connections, by ID.
func (s *Store) Connections(ctx context.Context) ([]store.Connection, error) {
	return list(ctx, s, "list connections", scanConnection, selectConnection+` ORDER BY id`)
}

// SaveConnection replaces a connection if its version is still c.Version.
func (s *Store) SaveConnection(ctx context.Context, c store.Connection) error {
	query, args := versioned(c.Version, insertConnection, updateConnection,
		c.ID, c.SealedAccess, c.SealedRefresh, c.IssuedAt, c.ExpiresAt, cmp.Or(c.State, store.ConnectionGood), c.RenewAt,
		c.LeaseOwner, c.LeaseUntil, c.SpentAt, c.Attempts, c.Trouble, c.OperatorID, text(c.Operator), c.ConnectedAt)
	return s.change(ctx, "save connection", store.ErrConflict, query, args...)
}

// DeleteConnection deletes a connection if its version is still version.
func (s *Store) DeleteConnection(ctx context.Context, id string, version int64) error {
	return s.changes(ctx, "delete connection",
		step(store.ErrConflict, deleteConnection, id, version),
		step(nil, unbindShops, id))
}

func scanConnection(row scanner, c *store.Connection) error {
	return row.Scan(&c.ID, &c.SealedAccess, &c.SealedRefresh, &c.IssuedAt, &c.ExpiresAt, &c.Version, &c.State, &c.RenewAt,
		&c.LeaseOwner, &c.LeaseUntil, &c.SpentAt, &c.Attempts, &c.Trouble, &c.OperatorID, &c.Operator, &c.ConnectedAt)
}

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
	// The first step locks the row, so that it isn't deleted meanwhile.
	steps := []statement{step(store.ErrNotFound, `UPDATE connections SET id = id WHERE id = $1`, id)}
	if alone {
		steps = append(steps, step(nil, unbindShops, id))
	}
	for _, shop := range slices.Compact(shops) {
		steps = append(steps, step(nil, bindShop, shop, id))
	}
	return s.changes(ctx, "bind shops", steps...)
}

// ConnectionShops returns the connection of each shop.
func (s *Store) ConnectionShops(ctx context.Context) (map[int64]string, error) {
	return byKey[int64, string](ctx, s, "list connections' shops", `SELECT shop_id, connection_id FROM connection_shops`)
}
