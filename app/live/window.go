package live

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// window is what a line hears of the browser's window. Its zero value hears
// nothing.
type window []heard

type heard struct {
	event string
	do    app.Func
}

// listen follows the page's leaving and coming back, and the network. The browser
// keeps pages that were left for its Back button with their connections, of which
// it opens six to a server: the seventh page would wait.
func (l *Line) listen() {
	if app.IsServer {
		return
	}
	l.window.on("pagehide", l.Rest)
	l.window.on("online", func() { l.dispatch(l.Hurry) })
	l.window.on("offline", func() { l.dispatch(l.Cut) })
	l.window.on("visibilitychange", func() {
		if app.Window().Get("document").Get("visibilityState").String() == "visible" { // not when the page is left
			l.dispatch(l.Hurry)
		}
	})
}

func (l *Line) dispatch(do func()) { l.ctx.Dispatch(func(app.Context) { do() }) }

func (w *window) on(event string, do func()) {
	f := app.FuncOf(func(app.Value, []app.Value) any {
		do()
		return nil
	})
	app.Window().Call("addEventListener", event, f)
	*w = append(*w, heard{event, f})
}

func (w *window) close() {
	for _, h := range *w {
		app.Window().Call("removeEventListener", h.event, h.do)
		h.do.Release()
	}
	*w = nil
}
