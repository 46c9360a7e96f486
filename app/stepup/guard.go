package stepup

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Guard knows which act waits for the proof. Its zero value waits for none.
type Guard struct{ again func(app.Context) }

// Asks reports whether err asks for the proof; then the dialog opens, and again
// is called once the proof is given.
func (g *Guard) Asks(err error, again func(app.Context)) bool {
	if api.CodeOf(err) != api.CodeStepUp {
		return false
	}
	g.again = again
	return true
}

// Open reports whether an act waits.
func (g *Guard) Open() bool { return g.again != nil }

// Cancel forgets the act.
func (g *Guard) Cancel(app.Context) { g.again = nil }

// Proved repeats the act.
func (g *Guard) Proved(ctx app.Context) {
	again := g.again
	g.again = nil
	if again != nil {
		again(ctx)
	}
}

// Act holds the changes that a page sends, one at a time: the change under way, and
// why the last one failed. Its zero value is ready for use.
type Act struct {
	Guard

	Busy   string // names the change under way, "" for none
	Failed string // names the change that failed with Err
	Err    error

	calls pages.Generation
}

// Do sends a change unless one is under way. Where that is another one, the change fails: too much at once. If the
// server asks for a proof first, Do sends the same change again after the proof. After a failure, Failed and Err say
// what failed and why, and failed is called.
func Do[T any](
	ctx app.Context, a *Act, what string, call backend.Call[T], done func(app.Context, T),
	failed ...func(app.Context, error),
) {
	fail := func(ctx app.Context, err error) {
		a.Failed, a.Err = what, err
		for _, say := range failed {
			say(ctx, err)
		}
	}
	if a.Busy != "" {
		if a.Busy != what {
			fail(ctx, &api.Error{Code: api.CodeTooMuch})
		}
		return
	}
	a.Busy, a.Err = what, nil
	// The context of the proof ends with its dialog.
	again := func(app.Context) { Do(ctx, a, what, call, done, failed...) }
	pages.Send(ctx, &a.calls, call, func(ctx app.Context, answer T, err error) {
		a.Busy = ""
		switch {
		case err == nil:
			done(ctx, answer)
		case a.Asks(err, again):
		default:
			fail(ctx, err)
		}
	})
}
