package background

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// Lease is the right to do work that only one holder at a time may do, across all
// replicas (see [store.Leases]).
type Lease struct {
	Leases store.Leases
	Base

	Name   string
	Holder string        // default: a random name
	Life   time.Duration // after which the lease ends by itself
	Held   bool          // the lease is prolonged until it is ended
	Again  time.Duration // time between tries while another holder has the lease; 0: one try
}

// Take takes the lease and returns the function that ends it. The error is
// store.ErrConflict while another holder has the lease, also after ctx has ended.
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
			l.release(ctx) // the store may have written the claim before it failed
			return nil, err
		}
		if l.Again == 0 {
			return nil, err
		}
		select {
		case <-time.After(l.Again):
		case <-ctx.Done():
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

// release ends the lease. If the store fails, the lease ends by itself after Life.
func (l Lease) release(ctx context.Context) {
	ctx, cancel := Finish(ctx, SaveWithin)
	defer cancel()
	if err := l.Leases.Release(ctx, l.Name, l.Holder); err != nil {
		l.Logger.WarnContext(ctx, "lease not ended", "lease", l.Name, "err", err)
	}
}

// Hold prolongs a claim of the given life, which has just begun, until stop is called. The context ends when the claim
// is lost: prolong returns store.ErrConflict, or hasn't prolonged the claim within its life. failed is called with
// prolong's errors. stop waits for the call under way.
func Hold(ctx context.Context, life time.Duration, prolong func(context.Context) error, failed func(error)) (
	held context.Context, stop func()) {
	held, lose := context.WithCancel(ctx)
	lost := time.AfterFunc(life, lose)
	end := hold(held, life/4, func(ctx context.Context) error {
		from := time.Now()
		err := prolong(ctx)
		switch {
		case err == nil:
			lost.Reset(life - time.Since(from))
		case errors.Is(err, store.ErrConflict):
			defer lose()
		}
		return err
	}, failed)
	return held, func() { end(); lost.Stop(); lose() }
}

// hold calls prolong at intervals of every until stop is called or ctx ends, and
// calls failed with prolong's errors while ctx goes on. stop waits for the call
// under way.
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
			if err := Try(func() error { return prolong(ctx) }); err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	})
	return func() { cancel(); holding.Wait() }
}
