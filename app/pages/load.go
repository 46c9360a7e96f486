package pages

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/state"
)

// Status is how far the reading of what a page shows has come.
type Status int

// The statuses.
const (
	NeverLoaded Status = iota
	Loading
	Failed
	Loaded
)

// RecordStatus is how far the reading of a shop's record has come, given
// whether the parts that the page needs are there.
func RecordStatus(r state.Record, enough bool) Status {
	switch {
	case enough:
		return Loaded
	case r.Reading:
		return Loading
	case r.Err != nil:
		return Failed
	}
	return NeverLoaded
}

// Generation numbers the calls of one kind. Its zero value is ready for use.
type Generation struct{ n int }

// Next starts a call and makes all earlier ones late.
func (g *Generation) Next() int {
	g.n++
	return g.n
}

// Current reports whether nothing newer than call n was started.
func (g *Generation) Current(n int) bool { return g.n == n }

// Drop makes all calls under way late.
func (g *Generation) Drop() { g.n++ }

// Load runs work outside the UI goroutine and hands its outcome to done on it,
// unless a newer call of the same generation was started, the page has gone or ctx
// has ended. A panic in work becomes its error: in the browser it would end the program.
func Load[T any](ctx app.Context, g *Generation,
	work func(context.Context) (T, error), done func(app.Context, T, error)) {
	var value T
	load(ctx, g, func() (err error) {
		value, err = work(ctx)
		return err
	}, func(ctx app.Context, err error) { done(ctx, value, err) })
}

// load is what of Load is compiled once for all types.
func load(ctx app.Context, g *Generation, work func() error, done func(app.Context, error)) {
	n := g.Next()
	ctx.Async(func() {
		err := guarded(work)
		ctx.Dispatch(func(ctx app.Context) {
			if g.Current(n) && ctx.Err() == nil {
				done(ctx, err)
			}
		})
	})
}

// Read loads what a page shows. Why the last read failed is kept in failed.
func Read[T any](
	ctx app.Context, g *Generation, failed *error, work func(context.Context) (T, error), take func(T),
) {
	*failed = nil
	Load(ctx, g, work, func(_ app.Context, value T, err error) {
		if *failed = err; err == nil {
			take(value)
		}
	})
}

// Begin calls read, now and whenever the same person has signed in again.
func Begin(ctx app.Context, read func(app.Context)) {
	ctx.Handle(state.ActionSignedIn, func(ctx app.Context, _ app.Action) { read(ctx) })
	read(ctx)
}

func guarded(work func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			app.Logf("pages: %v\n%s", r, debug.Stack())
			err = fmt.Errorf("pages: panic: %v", r)
		}
	}()
	return work()
}
