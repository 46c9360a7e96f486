package store

import "context"

// Rates is the rate limit of all replicas together: each name has one row, which hands out moments
// (GCRA). Times are microseconds of Unix time.
type Rates interface {
	// TakeRate takes the next moment of a name. Moments are every apart, farther while the name is
	// slowed down, and never before now. An unused moment is lost.
	TakeRate(ctx context.Context, name string, now, every int64) (at int64, err error)
	// TakeIdleRate takes the moment now and returns true if no later moment is taken already;
	// otherwise it returns false.
	TakeIdleRate(ctx context.Context, name string, now, every int64) (bool, error)
	// SlowRate doubles the distance of moments until a moment. Each further call doubles it again, at
	// most once in settle, up to eight times the normal distance. No moment is handed out before pause
	// has passed.
	SlowRate(ctx context.Context, name string, now, pause, settle, until int64) error
}
