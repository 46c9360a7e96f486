package token

import (
	"context"
	"log/slog"
	"time"
)

// renewTimeout bounds a whole renewal: the store, the call, the store again.
const renewTimeout = 20 * time.Second

// The distance between tries doubles from the first to the second.
const (
	minBackoff = 5 * time.Second
	maxBackoff = 5 * time.Minute
)

// renew joins the renewal in flight or starts one, and waits for it as long as
// ctx lasts. The renewal itself outlives ctx: a token that was issued to us
// isn't thrown away because one caller left.
func (k *Keeper) renew(ctx context.Context) error {
	flight := k.flights.DoChan("", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), renewTimeout)
		defer cancel()
		return nil, k.renewOnce(ctx)
	})
	select {
	case result := <-flight:
		return result.Err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// renewOnce makes current a token that isn't due: another replica's from the
// store, or a new one. It runs once at a time.
func (k *Keeper) renewOnce(ctx context.Context) error {
	now := k.millis()
	if h := k.current.Load(); h.usable(now) && now < h.renew {
		return nil // done since the caller looked
	}
	k.adopt(ctx)
	if h := k.current.Load(); h.usable(now) && now < h.renew {
		return nil
	}
	k.mu.Lock()
	failure := k.failure
	if now >= k.retryAt {
		failure = nil
	}
	k.mu.Unlock()
	if failure != nil {
		return failure
	}
	got, err := k.grant.App(ctx)
	if err != nil {
		k.failed(ctx, err)
		return err
	}
	h := k.hold(got.Access, now, now+got.Life.Milliseconds())
	k.use(h)
	k.succeeded()
	k.save(ctx, h)
	k.ring()
	return nil
}

func (k *Keeper) succeeded() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.failures, k.retryAt, k.failure, k.class, k.unsaved = 0, 0, nil, NoError, false
}

// failed sets the next try. The louder the less is left of the token's life.
func (k *Keeper) failed(ctx context.Context, err error) {
	k.mu.Lock()
	k.failures++
	wait := k.backoff(k.failures)
	k.retryAt = k.millis() + wait.Milliseconds()
	k.failure, k.class = err, classOf(err)
	k.mu.Unlock()
	k.ring()

	level, left := slog.LevelError, time.Duration(0)
	if h, now := k.current.Load(), k.millis(); h.usable(now) {
		left = time.Duration(h.until-now) * time.Millisecond
		if now-h.issued < (h.expires-h.issued)*3/4 {
			level = slog.LevelWarn
		}
	}
	k.log.Log(ctx, level, "access token not renewed", "err", err, "class", classOf(err), "again_in", wait, "valid_for", left)
}

func (k *Keeper) backoff(failures int) time.Duration { return backoff(failures, k.jitter()) }

func backoff(failures int, jitter float64) time.Duration {
	wait := maxBackoff
	if doublings := failures - 1; doublings < 6 {
		wait = min(maxBackoff, minBackoff<<doublings)
	}
	return time.Duration(float64(wait) * (0.9 + 0.2*jitter))
}
