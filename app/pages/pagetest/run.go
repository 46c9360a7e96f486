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

// left is a page that goes.
type left struct {
	app.Compo

	ctx app.Context
}

// OnPreRender implements [app.PreRenderer].
func (l *left) OnPreRender(ctx app.Context) { l.ctx = ctx }

// Render implements [app.Composer].
func (l *left) Render() app.UI { return app.P() }

// Left is [Run] with the context of a page that has gone, beside that of the frame.
func Left(t testing.TB, do func(frame, page app.Context)) {
	t.Helper()
	engine, page := app.NewTestEngine(), new(left)
	for _, shown := range []app.Composer{page, &stage{do: func(ctx app.Context) { do(ctx, page.ctx) }}} {
		if err := engine.Load(shown); err != nil {
			t.Fatal(err)
		}
		engine.ConsumeAll()
	}
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
