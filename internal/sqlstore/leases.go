package sqlstore

import (
	"context"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	claimLease = `INSERT INTO leases (name, holder, until) VALUES ($1, $2, $4)
		ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
		WHERE leases.until <= $3 OR leases.holder = excluded.holder`
	releaseLease = `DELETE FROM leases WHERE name = $1 AND holder = $2`
)

// Claim takes the named lease for holder, or prolongs it.
func (s *Store) Claim(ctx context.Context, name, holder string, now, until int64) error {
	return s.failed("claim lease", exec(ctx, s.write, store.ErrConflict, claimLease, name, holder, now, until))
}

// Release ends the holder's lease.
func (s *Store) Release(ctx context.Context, name, holder string) error {
	return s.failed("release lease", exec(ctx, s.write, nil, releaseLease, name, holder))
}
