package store

import (
	"context"
	"strconv"
	"sync"
	"time"
)

// WriteTurn is the name of the lease under which one at a time compares and
// replaces what the endpoint at path replaces of a shop.
func WriteTurn(shopID int64, path string) string {
	return "write/" + strconv.FormatInt(shopID, 10) + path
}

// Leases keep two from doing at once what only one may do at a time. A lease
// ends by itself, so that a holder who is gone stops nobody for long; whoever
// claims one lets it run past the end of what it is for.
type Leases interface {
	// Claim takes the lease of that name for holder until a moment, or prolongs
	// it. ErrConflict while the lease of somebody else runs at now. One that
	// ended is anybody's.
	Claim(ctx context.Context, name, holder string, now, until int64) error
	// Release ends holder's lease. Somebody else's, or none, is left as it is.
	Release(ctx context.Context, name, holder string) error
}

// Hold calls prolong every so often until stop is called or ctx ends, and failed
// with its errors while ctx goes on. stop waits for the call under way.
func Hold(
	ctx context.Context, every time.Duration, prolong func(context.Context) error, failed func(error),
) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var holding sync.WaitGroup
	holding.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if err := prolong(ctx); err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	})
	return func() { cancel(); holding.Wait() }
}
