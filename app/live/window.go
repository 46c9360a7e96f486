package live

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
)

// listen follows the page's leaving and coming back, and the network. The browser
// keeps pages that were left for its Back button with their connections, of which
// it opens six to a server: the seventh page would wait. A page's own line needs none while the page isn't in sight.
func (l *Line) listen() {
	l.hears("pagehide", l.Rest)
	l.hears("online", func() { l.dispatch(l.Hurry) })
	l.hears("offline", func() { l.dispatch(l.Cut) })
	l.hears("visibilitychange", func() {
		switch {
		case app.Window().Get("document").Get("visibilityState").String() == "visible": // not when the page is left
			l.dispatch(l.Hurry)
		case l.watch == nil:
			l.dispatch(l.Rest)
		default: // a hidden page may be thrown away without a word
			l.dispatch(l.watch.keep)
		}
	})
}

func (l *Line) hears(event string, do func()) {
	l.stops = append(l.stops, device.Listen(event, func(app.Value) { do() }))
}

func (l *Line) dispatch(do func()) { l.ctx.Dispatch(func(app.Context) { do() }) }
