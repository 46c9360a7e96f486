package device

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// addressLife is how long a file's address lasts: some browsers read it only
// after the press.
const addressLife = time.Minute

// Download hands content to the browser as a file to keep; kind is its media
// type.
func Download(ctx app.Context, name, kind, content string) {
	if app.IsServer {
		return
	}
	window := app.Window()
	// As bytes: a text on its way to the browser loses its byte order mark.
	bytes := window.Get("Uint8Array").New(len(content))
	app.CopyBytesToJS(bytes, []byte(content))
	blob := window.Get("Blob").New([]any{bytes}, map[string]any{"type": kind})
	address := window.Get("URL").Call("createObjectURL", blob)
	link := window.Get("document").Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	ctx.After(addressLife, func(app.Context) { window.Get("URL").Call("revokeObjectURL", address) })
}

// Func is a function for the browser to call, until it is released.
func Func(do func(args []app.Value)) app.Func {
	return app.FuncOf(func(_ app.Value, args []app.Value) any {
		do(args)
		return nil
	})
}

// Listen calls do for each event of the window of that name, until stop is called.
func Listen(event string, do func(event app.Value)) (stop func()) {
	if app.IsServer {
		return func() {}
	}
	heard := Func(func(args []app.Value) { do(args[0]) })
	app.Window().Call("addEventListener", event, heard)
	return func() {
		app.Window().Call("removeEventListener", event, heard)
		heard.Release()
	}
}

// Leave leads to an address elsewhere. Browsers keep a page that was left: back is called when the person comes back to
// it with the browser's Back.
func Leave(ctx app.Context, address string, back func(app.Context)) {
	var stop func()
	stop = Listen("pageshow", func(app.Value) {
		stop()
		ctx.Dispatch(back)
	})
	app.Window().Get("location").Call("assign", address)
}

// Filled takes what stands in the control with that id at this moment: browsers
// fill some in without telling. Without such a control, value stays.
func Filled(id string, value *string) {
	if app.IsServer {
		return
	}
	if control := app.Window().GetElementByID(id); control.Truthy() {
		*value = control.Get("value").String()
	}
}

// NewID names something new: a template, a run, a press. It has 130 random bits, so that nobody guesses it and no two
// are the same, written as 26 of the characters a to z and 2 to 7.
func NewID() string {
	var id [26]byte
	fillRandom(id[:])
	for i, random := range id {
		id[i] = "abcdefghijklmnopqrstuvwxyz234567"[random&31]
	}
	return string(id[:])
}

// Tune is a short sequence of tones, made by the browser itself: there is no
// sound file to load, and none to be missing.
type Tune struct {
	Notes  []Note
	Volume float64 // 0 to 1
}

// At is the tune at a part of its volume, 0 to 1. The last minute stays louder than a new order.
func (t Tune) At(part float64) Tune {
	t.Volume *= part
	return t
}

// Note is one tone: hertz, and seconds from the tune's beginning.
type Note struct{ Hertz, Start, Length float64 }

// The tunes. They can be told apart in a loud kitchen: a new order climbs, its
// last minute hammers, a lost connection falls, a cancellation or a refund wavers.
var (
	TuneNew    = Tune{Volume: .5, Notes: []Note{{784, 0, .16}, {988, .18, .16}, {1319, .36, .34}}}
	TuneUrgent = Tune{Volume: 1, Notes: []Note{{1319, 0, .12}, {1319, .17, .12}, {1319, .34, .12}, {1568, .51, .4}}}
	TuneLost   = Tune{Volume: .6, Notes: []Note{{392, 0, .35}, {262, .4, .6}}}
	TuneNotice = Tune{Volume: .8, Notes: []Note{{660, 0, .2}, {554, .22, .2}, {660, .44, .2}, {554, .66, .3}}}
)

// Standing says whether a browser can tell its person something while no page of
// ours is before them. The first three are the browser's own words.
type Standing string

// The standings.
const (
	PushGranted Standing = "granted" // the person allows it
	PushDenied  Standing = "denied"  // they don't, and the browser won't ask again
	PushDefault Standing = "default" // they weren't asked
	PushInstall Standing = "install" // only once the console is on the home screen (iOS)
	PushNone    Standing = "none"    // never
)
