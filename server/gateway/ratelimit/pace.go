package ratelimit

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	// A platform that answers "too many" is left in peace for a moment, and is
	// called more slowly for a while. Answers that come within settle are of
	// the same trouble.
	peace  = time.Second
	settle = 2 * time.Second
	slow   = time.Minute
)

// Options set up a [Pace]. Those without a default are required.
type Options struct {
	Rates       store.Rates
	Application string           // of the platform: what the limit is for
	PerSecond   float64          // calls, above 0
	Now         func() time.Time // default: time.Now
	Logger      *slog.Logger     // default: discards
}

// Pace hands out the moments at which calls may be made.
type Pace struct {
	rates store.Rates
	name  string
	every time.Duration
	now   func() time.Time
	log   *slog.Logger
}

// New checks the options.
func New(o Options) (*Pace, error) {
	if o.Rates == nil || o.Application == "" || !(o.PerSecond > 0) {
		return nil, errors.New("ratelimit: Options.Rates, Application and PerSecond are required")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	every := time.Duration(float64(time.Second) / o.PerSecond)
	return &Pace{rates: o.Rates, name: "platform/" + o.Application, every: max(every, time.Microsecond), now: o.Now,
		log: o.Logger}, nil
}

// Every is the time between two calls.
func (p *Pace) Every() time.Duration { return p.every }

// Wait returns when one more call may be made, or with ctx's error.
func (p *Pace) Wait(ctx context.Context) error {
	now := p.now()
	at, err := p.rates.TakeRate(ctx, p.name, now.UnixMicro(), p.every.Microseconds())
	if err != nil {
		return err
	}
	wait := time.Duration(at-now.UnixMicro()) * time.Microsecond
	if wait <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Idle is for work that can wait: it takes only moments that nobody else waits
// for.
func (p *Pace) Idle() Idle { return Idle{p} }

// Idle is what [Pace.Idle] gives.
type Idle struct{ pace *Pace }

// idleWait is between looks at whether others wait.
const idleWait = 200 * time.Millisecond

// Wait is as [Pace.Wait].
func (i Idle) Wait(ctx context.Context) error {
	p := i.pace
	for {
		mine, err := p.rates.TakeIdleRate(ctx, p.name, p.now().UnixMicro(), p.every.Microseconds())
		if mine || err != nil {
			return err
		}
		timer := time.NewTimer(min(p.every, idleWait))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
	}
}

// TooMany slows all replicas down: the platform has said that there are too
// many calls.
func (p *Pace) TooMany(ctx context.Context) {
	now := p.now()
	err := p.rates.SlowRate(context.WithoutCancel(ctx), p.name, now.UnixMicro(), peace.Microseconds(),
		settle.Microseconds(), now.Add(slow).UnixMicro())
	if err != nil {
		p.log.WarnContext(ctx, "ratelimit: not slowed down", "err", err)
	}
}
