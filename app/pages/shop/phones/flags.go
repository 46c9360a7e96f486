package phones

import (
	"sync"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// drawsFlags reports whether the device has flags: Windows draws two letters
// in their place, and some Linux two empty boxes. A flag is narrower than its
// two halves.
var drawsFlags = sync.OnceValue(func() bool {
	if app.IsServer {
		return false
	}
	pen := app.Window().Get("document").Call("createElement", "canvas").Call("getContext", "2d")
	if !pen.Truthy() {
		return false
	}
	width := func(text string) float64 { return pen.Call("measureText", text).Get("width").Float() }
	return width("\U0001F1ED\U0001F1F0") < 0.9*(width("\U0001F1ED")+width("\U0001F1F0"))
})
