package sqlstore

import (
	"context"
	"database/sql"

	"github.com/shopdesk/shopdesk/server/store"
)

// BeginFlow stores a redirect, and deletes the expired ones.
func (s *Store) BeginFlow(ctx context.Context, stateHash string, now, until int64) error {
	return s.transaction(ctx, "begin flow", func(tx *sql.Tx) error {
		if err := exec(ctx, tx, nil, `DELETE FROM oauth_flows WHERE expires_at <= $1`, now); err != nil {
			return err
		}
		return exec(ctx, tx, nil, `INSERT INTO oauth_flows (state_hash, expires_at) VALUES ($1, $2)`, stateHash, until)
	})
}

// EndFlow deletes a redirect from which a browser has returned.
func (s *Store) EndFlow(ctx context.Context, stateHash string, now int64) error {
	return s.failed("end flow", exec(ctx, s.write, store.ErrNotFound,
		`DELETE FROM oauth_flows WHERE state_hash = $1 AND expires_at > $2`, stateHash, now))
}
