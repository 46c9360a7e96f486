package device

import (
	"errors"
	"sync"
	"syscall/js"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// audio is the one AudioContext, undefined in a browser that has none. To make it
// takes tens of milliseconds.
var audio = sync.OnceValue(func() js.Value {
	class := js.Global().Get("AudioContext")
	if class.Type() != js.TypeFunction {
		return js.Undefined()
	}
	return class.New()
})

// sounding reports whether a sound is heard.
func sounding() bool { return audio().Truthy() && audio().Get("state").String() == "running" }

// SoundReady reports whether a sound would be heard: browsers keep pages silent
// until somebody has tapped on them. To know, there must be an AudioContext: it is
// made once the browser has nothing else to do, and until then the answer is true, in doubt.
func SoundReady() (ready, doubt bool) {
	makeIdle()
	return waiting || sounding(), waiting
}

var waiting bool // for the browser to be idle

// makeIdle makes the AudioContext once the browser is idle, if it tells when that
// is.
var makeIdle = sync.OnceFunc(func() {
	idle := js.Global().Get("requestIdleCallback")
	if waiting = idle.Truthy(); !waiting {
		return
	}
	var made js.Func
	made = js.FuncOf(func(js.Value, []js.Value) any {
		made.Release()
		audio()
		waiting = false
		return nil
	})
	idle.Invoke(made, map[string]any{"timeout": 2000})
})

// Unmute asks for sound; call it while a tap is handled.
func Unmute() {
	if audio().Truthy() && !sounding() {
		settle(audio().Call("resume"), nil)
	}
}

// Badge puts a number on the icon of the installed console, 0 for none, in browsers that have the Badging API.
func Badge(n int) {
	navigator := js.Global().Get("navigator")
	switch {
	case navigator.Get("setAppBadge").Type() != js.TypeFunction:
	case n > 0:
		settle(navigator.Call("setAppBadge", n), nil)
	default:
		settle(navigator.Call("clearAppBadge"), nil)
	}
}

// Play plays a tune, if it can be heard.
func Play(tune Tune) {
	if !sounding() {
		return
	}
	context := audio()
	now := context.Get("currentTime").Float() + .03
	for _, n := range tune.Notes {
		tone, gain := context.Call("createOscillator"), context.Call("createGain")
		tone.Set("type", "square")
		tone.Get("frequency").Set("value", n.Hertz)
		level := gain.Get("gain")
		level.Call("setValueAtTime", 0, now+n.Start)
		level.Call("linearRampToValueAtTime", tune.Volume, now+n.Start+.01)
		level.Call("setValueAtTime", tune.Volume, now+n.Start+n.Length-.03)
		level.Call("linearRampToValueAtTime", 0, now+n.Start+n.Length)
		tone.Call("connect", gain)
		gain.Call("connect", context.Get("destination"))
		tone.Call("start", now+n.Start)
		tone.Call("stop", now+n.Start+n.Length)
	}
}

// StayAwake keeps the screen on while the page is seen, until sleep is called.
// The browser takes the lock away with the page.
func StayAwake() (sleep func()) {
	locks, document := js.Global().Get("navigator").Get("wakeLock"), js.Global().Get("document")
	if locks.IsUndefined() {
		return func() {}
	}
	var awake js.Value
	left := false
	sleeps := func() bool { return !awake.Truthy() || awake.Get("released").Bool() }
	lock := func() {
		if document.Get("visibilityState").String() != "visible" || !sleeps() {
			return
		}
		settle(locks.Call("request", "screen"), func(lock js.Value) {
			if left || !sleeps() { // meanwhile
				settle(lock.Call("release"), nil)
				return
			}
			awake = lock
		})
	}
	again := js.FuncOf(func(js.Value, []js.Value) any { lock(); return nil })
	document.Call("addEventListener", "visibilitychange", again)
	lock()
	return func() {
		left = true
		document.Call("removeEventListener", "visibilitychange", again)
		again.Release()
		if awake.Truthy() {
			settle(awake.Call("release"), nil)
		}
	}
}

// FillScreen shows the page on the whole screen, or as before.
func FillScreen(on bool) {
	document := js.Global().Get("document")
	switch full := document.Get("fullscreenElement").Truthy(); {
	case on && !full && document.Get("documentElement").Get("requestFullscreen").Truthy():
		settle(document.Get("documentElement").Call("requestFullscreen"), nil)
	case !on && full:
		settle(document.Call("exitFullscreen"), nil)
	}
}

// Print opens the browser's print dialog, and calls over when it is closed, or
// after a minute in a browser that doesn't say so.
func Print(over func()) {
	const closed = 60_000
	if js.Global().Get("print").Type() != js.TypeFunction {
		over()
		return
	}
	var after js.Func
	timer := js.Undefined()
	after = js.FuncOf(func(js.Value, []js.Value) any {
		js.Global().Call("removeEventListener", "afterprint", after)
		js.Global().Call("clearTimeout", timer)
		after.Release()
		over()
		return nil
	})
	timer = js.Global().Call("setTimeout", after, closed)
	js.Global().Call("addEventListener", "afterprint", after)
	js.Global().Call("print")
}

// InTurn calls then when no other page of this device has the turn of that name,
// and gives it what ends the turn; the page's end does so as well. A page that
// isn't seen lets those that are go first. A browser without locks has each page
// go at once.
func InTurn(name string, then func(over func())) {
	locks := js.Global().Get("navigator").Get("locks")
	if locks.IsUndefined() {
		then(func() {})
		return
	}
	ask := func() {
		var had, hold js.Func
		had = js.FuncOf(func(js.Value, []js.Value) any {
			had.Release()
			return js.Global().Get("Promise").New(hold)
		})
		hold = js.FuncOf(func(_ js.Value, args []js.Value) any {
			hold.Release()
			then(func() { args[0].Invoke() })
			return nil
		})
		settle(locks.Call("request", name, had), nil)
	}
	if js.Global().Get("document").Get("visibilityState").String() == "visible" {
		ask()
		return
	}
	time.AfterFunc(unseen, ask)
}

// unseen is how long a page that isn't seen waits before it asks for a turn.
const unseen = time.Second

// settle hears of a promise's end. A refusal is no error of ours: the browser
// doesn't have it, or not now.
func settle(promise js.Value, then func(js.Value)) {
	var done, failed js.Func
	end := func() { done.Release(); failed.Release() }
	done = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if then != nil && len(args) > 0 {
			then(args[0])
		}
		end()
		return nil
	})
	failed = js.FuncOf(func(js.Value, []js.Value) any { end(); return nil })
	promise.Call("then", done, failed)
}

// Copy puts words on the clipboard, where the browser lets it, and dispatches done
// once they are there.
func Copy(dispatch func(func(app.Context)), words string, done func(app.Context)) {
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if clipboard.Truthy() {
		settle(clipboard.Call("writeText", words), func(js.Value) { dispatch(done) })
	}
}

func push() app.Value { return app.Window().Get("shopdeskPush") }

// PushStanding says whether this browser can be told of orders in the background.
func PushStanding() Standing { return Standing(push().Call("standing").String()) }

// PushOn gives the browser's subscription for a server's key, in JSON. It blocks
// until the person has answered the browser.
func PushOn(key string) ([]byte, error) {
	subscription, err := Await(push().Call("on", key))
	if err == nil && subscription.Type() != app.TypeString {
		err = errors.New("device: the browser gave no subscription")
	}
	if err != nil {
		return nil, err
	}
	return []byte(subscription.String()), nil
}

// PushOff drops the browser's subscription: its push service refuses it from then
// on.
func PushOff() { push().Call("off") }

// PushAgain subscribes anew as the operator chose on this device before. Somebody
// else's choice ends.
func PushAgain(operator string) { push().Call("again", operator) }

// fillRandom fills bytes from the browser's own source. crypto/rand would do the same, and bring 38 KB of certified
// cryptography and math/big into the program (docs/adr/0033-shrink.md).
func fillRandom(random []byte) {
	array := js.Global().Get("Uint8Array").New(len(random))
	js.Global().Get("crypto").Call("getRandomValues", array)
	js.CopyBytesToGo(random, array)
}
