package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/routes"
)

// heights are how far down each place was scrolled when it was left. The browser
// can't bring a page back there: it tries before the page is drawn.
type heights map[routes.Route]float64

// left notes how far down a place is. With the browser's Back or Forward it is too
// late for that.
func (h *heights) left(from routes.Route, popped bool) {
	if app.IsServer || popped {
		return
	}
	if *h == nil {
		*h = heights{}
	}
	(*h)[from] = app.Window().Get("scrollY").Float()
}

// arrived shows a new place from its top, and one that is come back to as it was.
func (h *heights) arrived(ctx app.Context, at routes.Route, popped bool) {
	if !popped {
		app.Window().Call("scrollTo", 0, 0)
		return
	}
	if y, known := (*h)[at]; known {
		ctx.Defer(func(app.Context) { app.Window().Call("scrollTo", 0, y) })
	}
}
