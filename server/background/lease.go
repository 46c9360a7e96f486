package background

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// Lease is the right to do something that one at a time may do, whichever
// replica it is at (see [store.Leases]).
type Lease struct {
	Leases store.Leases
	Now    func() time.Time
	Logger *slog.Logger

	Name   string
	Holder string        // default: a name that nobody has
	Life   time.Duration // if nobody ends it
	Held   bool          // it is prolonged until it is ended
	Again  time.Duration // between tries while somebody else has it; 0: there is one try
}

// Take takes the lease, and gives what ends it. The error is store.ErrConflict
// while somebody else has it, when ctx has ended too.
func (l Lease) Take(ctx context.Context) (end func(), err error) {
	if l.Holder == "" {
		l.Holder = rand.Text()
	}
	for {
		err := l.claim(ctx)
		if err == nil {
			break
		}
		if !errors.Is(err, store.ErrConflict) {
			l.release(ctx) // it may have been taken all the same
			return nil, err
		}
		if l.Again == 0 {
			return nil, err
		}
		again := time.NewTimer(l.Again)
		select {
		case <-again.C:
		case <-ctx.Done():
			again.Stop()
			return nil, err
		}
	}
	stop := func() {}
	if l.Held {
		stop = hold(context.WithoutCancel(ctx), l.Life/4, l.claim, func(err error) {
			l.Logger.WarnContext(ctx, "lease not prolonged", "lease", l.Name, "err", err)
		})
	}
	return func() { stop(); l.release(ctx) }, nil
}

func (l Lease) claim(ctx context.Context) error {
	now := l.Now()
	return l.Leases.Claim(ctx, l.Name, l.Holder, now.UnixMilli(), now.Add(l.Life).UnixMilli())
}

// releaseWithin is for the store.
const releaseWithin = 10 * time.Second

// release ends the lease. If the store fails just now, it ends by itself.
func (l Lease) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseWithin)
	defer cancel()
	if err := l.Leases.Release(ctx, l.Name, l.Holder); err != nil {
		l.Logger.WarnContext(ctx, "lease not ended", "lease", l.Name, "err", err)
	}
}

// hold calls prolong every so often until stop is called or ctx ends, and failed
// with its errors while ctx goes on. stop waits for the call under way.
func hold(
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
