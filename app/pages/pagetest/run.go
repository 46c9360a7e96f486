package pagetest

import (
	"runtime"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/state"
)

// stage is a component that lends its context.
type stage struct {
	app.Compo

	do func(app.Context)
}

// OnPreRender implements [app.PreRenderer]. The stage is the frame, too.
func (s *stage) OnPreRender(ctx app.Context) {
	ctx.Handle(state.ActionOutlive, func(ctx app.Context, a app.Action) { a.Value.(func(app.Context))(ctx) })
	s.do(ctx)
}

// Render implements [app.Composer].
func (s *stage) Render() app.UI { return app.Div() }

// Run does something with a context, and returns once all that was begun with it
// is over.
func Run(t testing.TB, do func(app.Context)) {
	t.Helper()
	engine := app.NewTestEngine()
	if err := engine.Load(&stage{do: do}); err != nil {
		t.Fatal(err)
	}
	engine.ConsumeAll()
}

// Until does something once a condition holds, on the goroutine that draws.
func Until(ctx app.Context, holds func() bool, do func(app.Context)) {
	ctx.Dispatch(func(ctx app.Context) {
		if holds() {
			do(ctx)
			return
		}
		runtime.Gosched()
		Until(ctx, holds, do)
	})
}

// When does something once a channel is closed, on the goroutine that draws.
func When(ctx app.Context, closed <-chan struct{}, do func(app.Context)) {
	Until(ctx, func() bool {
		select {
		case <-closed:
			return true
		default:
			return false
		}
	}, do)
}
