package upstream_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
)

// Two replicas share one rate limit. The answer "too many" to one replica slows
// both.
func TestReplicasShareOneRateLimit(t *testing.T) {
	t.Parallel()
	db := sqlitetest.Open(t)
	now := time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)
	replica := func() *upstream.RateLimit {
		p, err := upstream.NewRateLimit(upstream.RateLimitOptions{
			Rates: db, Application: "app", PerSecond: 1000, Base: background.Base{Now: func() time.Time { return now }},
		})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	one, two := replica(), replica()
	for range 5 {
		for _, p := range []*upstream.RateLimit{one, two} {
			if err := p.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	next := func() time.Duration {
		at, err := db.TakeRate(t.Context(), "platform/app", now.UnixMicro(), 1000)
		if err != nil {
			t.Fatal(err)
		}
		return time.Duration(at-now.UnixMicro()) * time.Microsecond
	}
	if got := next(); got != 10*time.Millisecond {
		t.Errorf("after ten calls the next is in %v", got)
	}
	two.TooMany(t.Context())
	if err := one.Idle().Wait(expired(t)); err == nil {
		t.Error("what can wait didn't")
	}
	first := next()
	if second := next(); first < time.Second || second-first != 2*time.Millisecond {
		t.Errorf("slowed down: %v, %v", first, second)
	}
}

// expired gives a context that has ended.
func expired(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// later is a store whose next free moment is in an hour.
type later struct{}

func (later) TakeRate(_ context.Context, _ string, now, _ int64) (int64, error) {
	return now + time.Hour.Microseconds(), nil
}
func (later) TakeIdleRate(context.Context, string, int64, int64) (bool, error)   { return false, nil }
func (later) SlowRate(context.Context, string, int64, int64, int64, int64) error { return nil }

// Wait ends with its context's error.
func TestWaitEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, err := upstream.NewRateLimit(upstream.RateLimitOptions{Rates: later{}, Application: "app", PerSecond: 1})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := p.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
		if err := p.Idle().Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("nobody gave way: %v", err)
		}
		began := time.Now()
		if err := p.Wait(t.Context()); err != nil || time.Since(began) != time.Hour {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

func TestNewRefusesMissingOptions(t *testing.T) {
	t.Parallel()
	for _, o := range []upstream.RateLimitOptions{{}, {Rates: later{}, Application: "a"}, {Rates: later{}, PerSecond: 1},
		{Application: "a", PerSecond: 1}} {
		if _, err := upstream.NewRateLimit(o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}
