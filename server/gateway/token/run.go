package token

import (
	"context"
	"time"
)

// longestWait bounds how long Run sleeps, so that it notices when the wall
// clock was moved or the machine slept.
const longestWait = time.Minute

// Run renews the token at about half its life until ctx ends, beginning with
// whatever is overdue. It tries again after failures, at growing distances,
// and stores what couldn't be stored before.
func (k *Keeper) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-k.wake:
		case <-timer.C:
			k.work(ctx)
		}
		timer.Reset(k.wait())
	}
}

// work does what is due.
func (k *Keeper) work(ctx context.Context) {
	now := k.millis()
	k.mu.Lock()
	early, unsaved := now < k.retryAt, k.unsaved
	k.mu.Unlock()
	switch h := k.current.Load(); {
	case early:
	case !h.usable(now) || now >= h.renew:
		_ = k.renew(ctx) // logged, and part of the Status
	case unsaved:
		k.resave(ctx, h)
	}
}

// resave stores what is in use, after a look at what is stored.
func (k *Keeper) resave(ctx context.Context, h *held) {
	ctx, cancel := context.WithTimeout(ctx, renewTimeout)
	defer cancel()
	k.adopt(ctx)
	if k.current.Load() == h {
		k.save(ctx, h)
	}
}

// wait is how long nothing is due.
func (k *Keeper) wait() time.Duration {
	now := k.millis()
	k.mu.Lock()
	due, unsaved := k.retryAt, k.unsaved
	k.mu.Unlock()
	if h := k.current.Load(); h.usable(now) && !unsaved {
		due = max(due, h.renew)
	}
	return min(longestWait, time.Duration(max(0, due-now))*time.Millisecond)
}

// ring lets Run look again at what it waits for.
func (k *Keeper) ring() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}
