package sqlstore

import (
	"context"
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

// wrongAfter is [store.MostAhead] after $1, in milliseconds. A later lease or wait is of a clock that was ahead.
var wrongAfter = fmt.Sprintf(`CAST($1 AS BIGINT) + %d`, store.MostAhead.Milliseconds())

// over is the condition that the lease or wait of a column is over at $1.
func over(column string) string {
	return `(` + column + ` <= $1 OR ` + column + ` > ` + wrongAfter + `)`
}

var claimLease = `INSERT INTO leases (name, holder, until) VALUES ($2, $3, $4)
	ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
	WHERE ` + over("leases.until") + ` OR leases.holder = excluded.holder`

const releaseLease = `DELETE FROM leases WHERE name = $1 AND holder = $2`

// Claim takes the named lease for holder, or prolongs it.
func (s *Store) Claim(ctx context.Context, name, holder string, now, until int64) error {
	return s.change(ctx, "claim lease", store.ErrConflict, claimLease, now, name, holder, until)
}

// Release ends the holder's lease.
func (s *Store) Release(ctx context.Context, name, holder string) error {
	return s.change(ctx, "release lease", nil, releaseLease, name, holder)
}

// PruneLeases deletes the leases that ended before a moment.
func (s *Store) PruneLeases(ctx context.Context, before int64) error {
	return s.inSteps(ctx, "prune leases", "leases", "name", `until < $1`, before)
}

var (
	// wrongRate is [store.MostAhead] after $2, in microseconds. A later moment or slowdown is of a clock that was ahead.
	wrongRate = fmt.Sprintf(`CAST($2 AS BIGINT) + %d`, store.MostAhead.Microseconds())
	taken     = `rates.next_at > $2 AND rates.next_at <= ` + wrongRate + ` + 100 * CAST($3 AS BIGINT)`
	slowed    = `rates.slow_until > $2 AND rates.slow_until <= ` + wrongRate
	distance  = eased(`CAST($3 AS BIGINT)`)
	firstRate = `INSERT INTO rates (name, next_at, slower, slowed_at, slow_until)
			VALUES ($1, CAST($2 AS BIGINT) + CAST($3 AS BIGINT), 1, 0, 0)
		ON CONFLICT (name) DO UPDATE SET next_at = `
	// The statement moves next_at on by one moment, and returns that moment.
	takeRate = firstRate + `CASE WHEN ` + taken + ` THEN rates.next_at ELSE $2 END + ` + distance + `
		RETURNING next_at - ` + distance
	takeIdle = firstRate + `CAST($2 AS BIGINT) + ` + distance + ` WHERE NOT (` + taken + `)`
	slowRate = `UPDATE rates SET
			slower = CASE WHEN ` + eased(`2`) + ` < 32 THEN ` + eased(`2`) + ` ELSE 32 END,
			slowed_at = $2, slow_until = $5,
			next_at = CASE WHEN next_at > CAST($2 AS BIGINT) + CAST($3 AS BIGINT) THEN next_at ELSE CAST($2 AS BIGINT) + CAST($3 AS BIGINT) END
		WHERE name = $1 AND (slowed_at <= CAST($2 AS BIGINT) - CAST($4 AS BIGINT) OR slowed_at > ` + wrongRate + `)`
)

// eased multiplies by how many times slower the name is at $2, which falls evenly to 1 until slow_until.
func eased(unit string) string {
	return `(` + unit + ` + CASE WHEN ` + slowed + ` THEN ` + unit + ` * (rates.slower - 1) * (rates.slow_until - $2)
		/ (rates.slow_until - rates.slowed_at) ELSE 0 END)`
}

// TakeRate takes the next moment of a name.
func (s *Store) TakeRate(ctx context.Context, name string, now, every int64) (at int64, err error) {
	err = s.write.QueryRowContext(ctx, takeRate, name, now, every).Scan(&at)
	return at, s.failed("take rate", err)
}

// TakeIdleRate takes the moment now if no later moment is taken already.
func (s *Store) TakeIdleRate(ctx context.Context, name string, now, every int64) (bool, error) {
	n, err := count(s.write.ExecContext(ctx, takeIdle, name, now, every))
	return n > 0, s.failed("take idle rate", err)
}

// SlowRate increases the distance of moments for a while.
func (s *Store) SlowRate(ctx context.Context, name string, now, pause, settle, until int64) error {
	// A name without a row is idle, and a name that was slowed recently stays as slow.
	return s.change(ctx, "slow rate", nil, slowRate, name, now, pause, settle, until)
}
