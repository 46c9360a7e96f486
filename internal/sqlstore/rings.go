package sqlstore

import (
	"context"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	upsertRing = `INSERT INTO rings (session, shop_id, board, hush, said_at, rang_at)
		SELECT token_hash, CAST($2 AS BIGINT), CAST($3 AS BOOLEAN), CAST($4 AS TEXT), CAST($5 AS BIGINT), CAST($6 AS BIGINT)
		FROM sessions WHERE token_hash = $1 AND revoked_at IS NULL
		ON CONFLICT (session) DO UPDATE SET shop_id = excluded.shop_id, board = excluded.board, hush = excluded.hush,
			said_at = excluded.said_at,
			rang_at = CASE WHEN excluded.rang_at = 0 THEN rings.rang_at ELSE excluded.rang_at END`
	selectRings = `SELECT token_hash, operator_id, data, created_at, expires_at, seen_at, user_agent, address, method, proved_at,
			shop_id, board, hush, said_at, rang_at
		FROM rings JOIN sessions ON token_hash = session
		WHERE revoked_at IS NULL AND expires_at > $1 ORDER BY session`
)

// SaveRing saves what a device says about ringing.
func (s *Store) SaveRing(ctx context.Context, r store.Ring) error {
	return s.change(ctx, "save ring", store.ErrNotFound, upsertRing, r.Session.TokenHash, r.ShopID, r.Board, text(r.Hush),
		r.SaidAt, r.RangAt)
}

// Rings lists what the devices of sessions that are alive said.
func (s *Store) Rings(ctx context.Context, now int64) ([]store.Ring, error) {
	return list(ctx, s, "list rings", func(row scanner, r *store.Ring) error {
		of := &r.Session
		return row.Scan(&of.TokenHash, &of.OperatorID, &of.Data, &of.CreatedAt, &of.ExpiresAt, &of.SeenAt,
			&of.UserAgent, &of.Address, &of.Method, &of.ProvedAt, &r.ShopID, &r.Board, &r.Hush, &r.SaidAt, &r.RangAt)
	}, selectRings, now)
}
