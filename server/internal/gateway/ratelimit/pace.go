package ratelimit

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	// After the answer "too many" no call is made for peace, and calls are slower
	// for slow. Further such answers within settle have the same cause and change
	// nothing.
	peace  = time.Second
	settle = 2 * time.Second
	slow   = time.Minute
)

// Options set up a [Pace]. Fields without a default are required.
type Options struct {
	Rates       store.Rates
	Application string           // the platform's application, for which the limit holds
	PerSecond   float64          // calls a second, above 0
	Now         func() time.Time // default: time.Now
	Logger      *slog.Logger     // default: discards
}

// Pace is the limiter: it assigns each call the moment at which the call may be
// made.
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
	background.Defaults(&o.Now, &o.Logger)
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

// Idle gives a limiter for work that can wait: it takes only moments for which no
// other call waits.
func (p *Pace) Idle() Idle { return Idle{p} }

// Idle is the limiter of [Pace.Idle].
type Idle struct{ pace *Pace }

// idleWait is the longest time between two checks for waiting calls.
const idleWait = 200 * time.Millisecond

// Wait returns when no other call waits and one call may be made, or with ctx's
// error.
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

// TooMany slows all replicas down, after the platform has answered that there are
// too many calls.
func (p *Pace) TooMany(ctx context.Context) {
	now := p.now()
	err := p.rates.SlowRate(context.WithoutCancel(ctx), p.name, now.UnixMicro(), peace.Microseconds(),
		settle.Microseconds(), now.Add(slow).UnixMicro())
	if err != nil {
		p.log.WarnContext(ctx, "ratelimit: not slowed down", "err", err)
	}
}
