package store

import "context"

// Rates paces what all replicas do together: each name has one row, which hands
// out moments (GCRA). Times are microseconds of Unix time.
type Rates interface {
	// TakeRate takes the next moment of that name and gives it. Moments lie
	// every apart, farther while the name is slowed down, and never before now;
	// one that isn't used is gone.
	TakeRate(ctx context.Context, name string, now, every int64) (at int64, err error)
	// TakeIdleRate takes a moment if nobody waits for one, at now; else it is
	// false.
	TakeIdleRate(ctx context.Context, name string, now, every int64) (bool, error)
	// SlowRate puts moments twice as far apart until then, each time again but
	// once in settle at most, and up to eight times as far; and gives none
	// before pause has passed.
	SlowRate(ctx context.Context, name string, now, pause, settle, until int64) error
}
