package pages

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Generation numbers the calls of one kind. Its zero value is ready for use.
type Generation struct {
	n    int
	lost bool // the newest call didn't reach the server, as far as is known
}

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
// While done runs, FocusID leaves the keyboard to a field that has taken it since.
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
	n, from := g.Next(), components.ActiveElement()
	g.lost = true // it may fail yet, as begun without the server
	ctx.Async(func() {
		err := guarded(work)
		ctx.Dispatch(func(ctx app.Context) {
			if g.Current(n) && ctx.Err() == nil {
				g.lost = errors.Is(err, platform.ErrUnreachable)
				components.Answer(from, func() { done(ctx, err) })
			}
		})
	})
}

// Send is Load for a change: the frame makes the call. If the page has gone by then, a toast tells a failure, and after
// a success the frame reads anew what all pages go by.
func Send[T any](ctx app.Context, g *Generation,
	call func(context.Context) (T, error), done func(app.Context, T, error)) {
	var value T
	send(ctx, g, func(c context.Context) (err error) {
		value, err = call(c)
		return err
	}, func(ctx app.Context, err error) { done(ctx, value, err) })
}

// send is what of Send is compiled once for all types.
func send(ctx app.Context, g *Generation, work func(context.Context) error, done func(app.Context, error)) {
	from := components.ActiveElement()
	Outlive(ctx, func(frame app.Context) {
		load(frame, g, func() error { return work(frame) }, func(frame app.Context, err error) {
			switch {
			case ctx.Src().Mounted():
				ctx.Dispatch(func(ctx app.Context) { components.Answer(from, func() { done(ctx, err) }) })
			case err == nil:
				frame.NewAction(state.ActionRoles)
			case api.CodeOf(err) != api.CodeSignedOut:
				words := text.T("error.both", text.T("runs.steer.failed"), text.Failure(err))
				frame.NewActionWithValue(state.ActionToast, Offer{Tone: components.ToneBad, Text: Failed(words, err)})
			}
		})
	})
}

// Calls lends a context to calls, until all of them are aborted. Its zero value is
// ready for use.
type Calls struct {
	ctx   app.Context
	abort context.CancelFunc
}

// In is ctx until Abort.
func (c *Calls) In(ctx app.Context) app.Context {
	if c.abort == nil {
		c.ctx = ctx
		c.ctx.Context, c.abort = context.WithCancel(ctx)
	}
	return c.ctx
}

// Abort aborts what is under way. Its answers count no more.
func (c *Calls) Abort() {
	if c.abort != nil {
		c.abort()
		c.abort = nil
	}
}

// Reader is how far the reading of what a page shows has come. Its zero value has read
// nothing.
type Reader struct {
	Known bool  // it was read once
	Err   error // why the last read failed

	again func(app.Context)
	calls Generation
}

// Again reads anew.
func (r *Reader) Again(ctx app.Context) { r.again(ctx) }

// Note stands in for what is read: a skeleton until it is known, or why it couldn't be
// read.
func (r *Reader) Note(rows int, what string) app.UI {
	return Div("maybe", r.Failure(what), MaybeLoading(!r.Known && r.Err == nil, rows))
}

// Failure is the place for why the last read failed.
func (r *Reader) Failure(what string) app.UI { return MaybeFailure(what, r.Err, r.Again) }

// Read reads what a component shows, as [Begin] does.
func Read[T any](ctx app.Context, r *Reader, call func(context.Context) (T, error), take func(T)) {
	r.again = func(app.Context) {
		r.Err = nil
		Load(ctx, &r.calls, call, func(_ app.Context, value T, err error) {
			if r.Err = err; err == nil {
				r.Known = true
				take(value)
			}
		})
	}
	Begin(ctx, r.again, &r.calls)
}

// ReadRoster reads the roster of shops unless it is fresh. Without it, pages have no groups.
func ReadRoster(ctx app.Context, d Deps, reads *Generation) {
	if _, fresh := d.State.Roster(); fresh {
		return
	}
	LoadRoster(ctx, d, reads, func(_ app.Context, list *api.Roster, err error) {
		if err == nil {
			d.State.SetRoster(list)
		}
	})
}

// LoadRoster reads the roster anew, in a few bytes if it is as it was.
func LoadRoster(ctx app.Context, d Deps, reads *Generation, done func(app.Context, *api.Roster, error)) {
	known, _ := d.State.Roster()
	Load(ctx, reads, d.Backend.Roster(known), done)
}

// Into takes what was read.
func Into[T any](value *T) func(T) { return func(read T) { *value = read } }

// Saved puts into a field what was saved, unless it has been changed since it was sent.
func Saved[T comparable](field *T, sent, saved T) {
	if *field == sent {
		*field = saved
	}
}

// Begin calls read, now, whenever the same person has signed in again, when the page is pulled down, and when the
// server is heard again that the last of some calls didn't reach, or hasn't answered. A component begins once: go-app
// takes a second handler of the same code for the first.
func Begin(ctx app.Context, read func(app.Context), calls ...*Generation) {
	ctx.Handle(state.ActionSignedIn, func(ctx app.Context, _ app.Action) { read(ctx) })
	ctx.Handle(state.ActionHeard, func(ctx app.Context, _ app.Action) {
		if slices.ContainsFunc(calls, func(g *Generation) bool { return g.lost }) {
			read(ctx)
		}
	})
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
