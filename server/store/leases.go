package store

import (
	"context"
	"strconv"
	"time"
)

// MostAhead is how far a replica's clock may be ahead of another's. Leases and waits that end later are of a clock that
// was wrong, and don't count: otherwise work would stand still until then, though the clock was put right.
const MostAhead = 10 * time.Minute

// Ahead reports whether a stored moment is of a clock that was wrong: later than now by more than [MostAhead], both in
// milliseconds.
func Ahead(at, now int64) bool { return at > now+MostAhead.Milliseconds() }

// Held reports whether a lease until a moment runs at now, both in milliseconds.
func Held(until, now int64) bool { return until > now && !Ahead(until, now) }

// WriteTurn returns the name of the lease that a writer holds while it compares and replaces the
// data of a shop at the endpoint path.
func WriteTurn(shopID int64, path string) string {
	return "write/" + strconv.FormatInt(shopID, 10) + path
}

// Leases prevents two holders from doing work at once that only one may do at a time. A lease ends
// by itself, so a dead holder blocks others only for a short time. A holder must claim a lease that
// outlasts its work.
type Leases interface {
	// Claim takes the named lease for holder until a moment, or prolongs it. ErrConflict means that
	// another holder's lease runs at now (see [Held]).
	Claim(ctx context.Context, name, holder string, now, until int64) error
	// Release ends the holder's lease. Another holder's lease stays.
	Release(ctx context.Context, name, holder string) error
	// PruneLeases deletes the leases that ended before a moment.
	PruneLeases(ctx context.Context, before int64) error
}

// Rates is the rate limit of all replicas together: each name has one row, which hands out moments
// (GCRA). Times are microseconds of Unix time.
type Rates interface {
	// TakeRate takes the next moment of a name. Moments are every apart, farther while the name is
	// slowed down, and never before now. An unused moment is lost. A moment more than [MostAhead] and a hundred
	// times every ahead is of a clock that was wrong: it is forgotten, and so is a slowdown until after MostAhead.
	TakeRate(ctx context.Context, name string, now, every int64) (at int64, err error)
	// TakeIdleRate takes the moment now and returns true if no later moment is taken already;
	// otherwise it returns false.
	TakeIdleRate(ctx context.Context, name string, now, every int64) (bool, error)
	// SlowRate doubles the distance of moments, which then falls evenly back to normal until a moment. Each further
	// call doubles the present distance, at most once in settle, up to 32 times the normal distance. No moment is
	// handed out before pause has passed.
	SlowRate(ctx context.Context, name string, now, pause, settle, until int64) error
}
