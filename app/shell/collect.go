package shell

import (
	"runtime"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
)

// calm is how many milliseconds the browser must have to spare for a
// collection. It gives 50 at the most, when nothing moves on the page.
const calm = 40

// collect has garbage collected while nobody does anything, if the browser tells
// when that is. A collection holds the program up for 30 ms and more: in the
// middle of a press it shows.
func collect() {
	if !app.Window().Get("requestIdleCallback").Truthy() {
		return
	}
	waiting := false
	var idle app.Func
	wait := func() { app.Window().Call("requestIdleCallback", idle) }
	idle = device.Func(func(args []app.Value) {
		switch {
		case !grown():
			waiting = false
		case args[0].Call("timeRemaining").Float() < calm:
			wait()
		default:
			waiting = false
			go runtime.GC()
		}
	})
	acted := device.Func(func([]app.Value) {
		if !waiting {
			waiting = true
			wait()
		}
	})
	for _, event := range []string{"pointerup", "keyup"} {
		app.Window().Call("addEventListener", event, acted, true) // before anybody else hears of it
	}
}

// grown reports whether a good part of what may be used before a collection is.
func grown() bool {
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return now.HeapAlloc > now.NextGC/2
}
