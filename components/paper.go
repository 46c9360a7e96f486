package components

import (
	"runtime"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Paper tells a component that the browser prints. Its zero value is ready for use.
type Paper struct{ heard app.Func }

// Watch calls draw before the browser prints, and with on false afterwards. The browser waits for no frame: it prints
// when it has told all who listen, so that takes until the engine has drawn.
func (p *Paper) Watch(ctx app.Context, draw func(ctx app.Context, on bool)) {
	p.heard = app.FuncOf(func(_ app.Value, args []app.Value) any {
		on, drawn := args[0].Get("type").String() == "beforeprint", false
		ctx.Dispatch(func(ctx app.Context) {
			draw(ctx, on)
			ctx.Defer(func(app.Context) { drawn = true })
		})
		for end := time.Now().Add(time.Second); !drawn && time.Now().Before(end); {
			runtime.Gosched() // the engine goes on
		}
		return nil
	})
	app.Window().Call("addEventListener", "beforeprint", p.heard)
	app.Window().Call("addEventListener", "afterprint", p.heard)
}

// Leave stops watching.
func (p *Paper) Leave() {
	if p.heard != nil {
		app.Window().Call("removeEventListener", "beforeprint", p.heard)
		app.Window().Call("removeEventListener", "afterprint", p.heard)
		p.heard.Release()
		p.heard = nil
	}
}
