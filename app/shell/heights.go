package shell

import (
	"math"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/components"
)

// height is how far down a place is scrolled: the page, and a list in it that
// scrolls by itself.
type height = [2]float64

// heights are how far down each place was scrolled when it was left, by address.
// The browser can't bring a page back there: it tries before the page is drawn.
type heights struct {
	of map[string]height

	observers   []app.Value // while a place is brought back
	sized, hand app.Func
}

// takeovers are the events by which a person takes the page over.
var takeovers = [...]string{"wheel", "touchstart", "pointerdown", "keydown"}

// left notes how far down a place is. With the browser's Back or Forward it is too
// late for that.
func (h *heights) left(from string, popped bool) {
	if app.IsServer || popped {
		return
	}
	if h.of == nil {
		h.of = map[string]height{}
	}
	h.of[from] = measured()
}

// letGo takes the keyboard off what only leads on: the browser lays a page out once more when an element that has the
// keyboard is removed with it. A field keeps it, and hears that it is left as before.
func letGo() {
	const leads = "#" + mainID + " :is(h1, a):focus"
	if el := app.Window().Get("document").Call("querySelector", leads); el.Truthy() {
		el.Call("blur")
	}
}

// arrived shows a new place from its top, and one that is come back to as it was.
func (h *heights) arrived(ctx app.Context, at string, popped bool) {
	h.release()
	if !popped {
		app.Window().Call("scrollTo", 0, 0)
		return
	}
	if was, known := h.of[at]; known {
		components.AtOnce = was != height{}
		ctx.Defer(func(app.Context) {
			components.AtOnce = false
			h.settle(was)
		})
	}
}

// settle scrolls to a height as soon as the place is long enough for that: what it
// shows may still be read. The place is left alone once a person touches it.
func (h *heights) settle(to height) {
	h.release()
	h.sized = device.Func(func([]app.Value) {
		app.Window().Call("scrollTo", 0, to[0])
		if list := ownScroll(); list.Truthy() {
			list.Set("scrollTop", to[1])
		}
		if is := measured(); math.Abs(is[0]-to[0]) < 1 && math.Abs(is[1]-to[1]) < 1 {
			h.release()
		}
	})
	h.hand = device.Func(func([]app.Value) {
		h.release()
	})
	for _, event := range takeovers {
		app.Window().Call("addEventListener", event, h.hand, true)
	}
	main := app.Window().GetElementByID(mainID)
	h.observers = []app.Value{app.Window().Get("ResizeObserver").New(h.sized),
		app.Window().Get("MutationObserver").New(h.sized)}
	h.observers[0].Call("observe", main)
	// a list in it grows by itself
	h.observers[1].Call("observe", main, map[string]any{"subtree": true, "childList": true,
		"attributeFilter": []any{"style"}})
}

// release ends settle.
func (h *heights) release() {
	if h.observers == nil {
		return
	}
	for _, observer := range h.observers {
		observer.Call("disconnect")
	}
	h.observers = nil
	for _, event := range takeovers {
		app.Window().Call("removeEventListener", event, h.hand, true)
	}
	h.sized.Release()
	h.hand.Release()
}

func measured() height {
	is := height{app.Window().Get("scrollY").Float()}
	if list := ownScroll(); list.Truthy() {
		is[1] = list.Get("scrollTop").Float()
	}
	return is
}

// ownScroll is the list on the page that scrolls by itself.
func ownScroll() app.Value {
	return app.Window().Get("document").Call("querySelector", "#"+mainID+" [data-scrolls]")
}
