package upstream

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	// After the answer "too many" no call is made for quietTime, and calls are
	// slower for slow, less and less so. Further such answers within settle have the same
	// cause and change nothing.
	quietTime = time.Second
	settle    = 2 * time.Second
	slow      = time.Minute
)

// RateLimitOptions set up a [RateLimit]. Fields without a default are required.
type RateLimitOptions struct {
	Rates       store.Rates
	Application string  // the platform's application, for which the limit holds
	PerSecond   float64 // calls a second, above 0; see server.Platform.CallsPerSecond
	background.Base
}

// RateLimit is the limiter: it assigns each call the moment at which the call may be
// made.
type RateLimit struct {
	RateLimitOptions

	name   string
	every  time.Duration
	slowed atomic.Int64 // when the calls of this replica are last slower, in milliseconds
}

// NewRateLimit checks the options.
func NewRateLimit(o RateLimitOptions) (*RateLimit, error) {
	if o.Rates == nil || o.Application == "" || !(o.PerSecond > 0) {
		return nil, errors.New("upstream: RateLimitOptions.Rates, Application and PerSecond are required")
	}
	o.Defaults()
	every := time.Duration(float64(time.Second) / o.PerSecond)
	return &RateLimit{RateLimitOptions: o, name: "platform/" + o.Application, every: max(every, time.Microsecond)}, nil
}

// Every is the time between two calls.
func (p *RateLimit) Every() time.Duration { return p.every }

// Slowed reports whether the platform has lately answered to this replica that there are too many calls.
func (p *RateLimit) Slowed() bool { return p.slowed.Load() > p.Millis() }

// Wait returns when one more call may be made, or with ctx's error.
func (p *RateLimit) Wait(ctx context.Context) error {
	now := p.Now()
	at, err := p.Rates.TakeRate(ctx, p.name, now.UnixMicro(), p.every.Microseconds())
	if err != nil {
		return err
	}
	wait := time.Duration(at-now.UnixMicro()) * time.Microsecond
	if wait <= 0 {
		return ctx.Err()
	}
	select {
	case <-time.After(wait):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Idle gives a limiter for work that can wait: it takes only moments for which no
// other call waits.
func (p *RateLimit) Idle() IdleRate { return IdleRate{p} }

// IdleRate is the limiter of [RateLimit.Idle].
type IdleRate struct{ pace *RateLimit }

// idleWait is the longest time between two checks for waiting calls.
const idleWait = 200 * time.Millisecond

// Wait returns when no other call waits and one call may be made, or with ctx's
// error.
func (i IdleRate) Wait(ctx context.Context) error {
	p := i.pace
	for {
		mine, err := p.Rates.TakeIdleRate(ctx, p.name, p.Now().UnixMicro(), p.every.Microseconds())
		if mine || err != nil {
			return err
		}
		select {
		case <-time.After(min(p.every, idleWait)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Patiently calls do, and again each second while the platform answers that there are too many calls, until ctx ends:
// for calls that can't be late, about more shops than the platform answers at once.
func Patiently(ctx context.Context, do func() error) error {
	for {
		err := do()
		var said *platform.Error
		if !errors.As(err, &said) || !said.TooMany() {
			return err
		}
		select {
		case <-time.After(quietTime):
		case <-ctx.Done():
			return err
		}
	}
}

// Patience is how long a person waits for a platform that takes no more calls. A browser waits 30 seconds.
const Patience = 8 * time.Second

type personKey struct{}

// ForPerson gives a context for the calls of a person's request. While the platform answers that there are too many,
// Do makes them again, for [Patience] in all.
func ForPerson(ctx context.Context) context.Context {
	return context.WithValue(ctx, personKey{}, time.Now().Add(Patience))
}

// TooMany slows all replicas down, after the platform has answered that there are
// too many calls.
func (p *RateLimit) TooMany(ctx context.Context) {
	ctx, cancel := background.Finish(ctx, background.SaveWithin)
	defer cancel()
	now := p.Now()
	p.slowed.Store(now.Add(slow).UnixMilli())
	err := p.Rates.SlowRate(ctx, p.name, now.UnixMicro(), quietTime.Microseconds(),
		settle.Microseconds(), now.Add(slow).UnixMicro())
	if err != nil {
		p.Logger.WarnContext(ctx, "upstream: not slowed down", "err", err)
	}
}
