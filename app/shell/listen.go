package shell

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
)

// pulse is how often what depends on the clock is drawn again.
const pulse = 20 * time.Second

// listen follows the network, the browser's Back and the tab's waking, and
// keeps what depends on the clock up to date.
func (r *Root) listen() {
	if app.IsServer {
		return
	}
	components.Lasting = r.ctx
	r.offline = !app.Window().Get("navigator").Get("onLine").Bool()
	r.on("online", func(ctx app.Context) {
		r.offline = false
		ctx.NewAction(state.ActionHeard)
	})
	r.on("offline", func(app.Context) { r.offline = true })
	r.on("focus", func(app.Context) {
		r.State.RereadDrafts()
		r.refresh()
	})
	device.Listen("keydown", r.reachToast)
	app.Window().Call("addEventListener", "keydown", device.Func(pressOnce), true) // before anybody else hears of it
	r.hearBack()
	r.on("shopdesk:pull", func(ctx app.Context) { // see web/boot.js
		if r.State.Operator() != nil && !r.ended {
			r.read()
			ctx.NewAction(state.ActionSignedIn)
		}
	})
	collect()
	ticker := time.NewTicker(pulse)
	r.ctx.Async(func() {
		for range ticker.C {
			r.ctx.Dispatch(r.follow)
		}
	})
}

// pressOnce has Enter count once while it is held down: with the dialog or the card that a press brings, the keyboard
// has come to another button.
func pressOnce(args []app.Value) {
	e := args[0]
	if e.Get("repeat").Truthy() && e.Get("key").String() == "Enter" && !components.Within(e.Get("target"), "textarea") {
		e.Call("preventDefault")
		e.Call("stopImmediatePropagation")
	}
}

// hearBack marks the navigations that are the browser's Back or Forward. go-app's
// handler, which navigates, is called by the one that replaces it: Chromium calls
// the window's handlers of this event in the order in which they were added.
func (r *Root) hearBack() {
	navigate := app.Window().Get("onpopstate")
	app.Window().Set("onpopstate", device.Func(func(args []app.Value) {
		r.popped = true
		navigate.Invoke(args[0])
	}))
}

// on calls f on the UI goroutine for an event of the window.
func (r *Root) on(event string, f func(app.Context)) {
	device.Listen(event, func(app.Value) { r.ctx.Dispatch(f) })
}
