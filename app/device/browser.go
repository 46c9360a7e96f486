package device

import (
	"errors"
	"sync"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// audio is the one AudioContext, undefined in a browser that has none. To make it
// takes tens of milliseconds.
var audio = sync.OnceValue(func() app.Value {
	if class := app.Window().Get("AudioContext"); class.Truthy() {
		return class.New()
	}
	return app.Undefined()
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
	idle := app.Window().Get("requestIdleCallback")
	if waiting = idle.Truthy(); !waiting {
		return
	}
	var made app.Func
	made = Func(func([]app.Value) {
		made.Release()
		audio()
		waiting = false
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
	navigator := app.Window().Get("navigator")
	switch {
	case !navigator.Get("setAppBadge").Truthy():
	case n > 0:
		settle(navigator.Call("setAppBadge", n), nil)
	default:
		settle(navigator.Call("clearAppBadge"), nil)
	}
}

// heard is a tune as it is heard: by its first note, as loud as it is.
type heard struct {
	first  *Note
	volume float64
}

// until is when tunes are over, by the AudioContext's clock.
var until = map[heard]float64{}

// Play plays a tune, if it can be heard, unless that sounds already: the tunes of orders that come together would be
// heard as one that is louder than the person has chosen.
func Play(tune Tune) {
	if !sounding() {
		return
	}
	context, this := audio(), heard{&tune.Notes[0], tune.Volume}
	now := context.Get("currentTime").Float() + .03
	if now < until[this] {
		return
	}
	for _, n := range tune.Notes {
		until[this] = now + n.Start + n.Length
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

// lockEvery is how often it is seen to that the screen is kept on, in milliseconds.
const lockEvery = 20_000

// StayAwake keeps the screen on while the page is seen, until sleep is called.
// The browser takes the lock away with the page, and a device whose battery runs low refuses it or takes it away.
func StayAwake() (sleep func()) {
	locks, document := app.Window().Get("navigator").Get("wakeLock"), app.Window().Get("document")
	if locks.IsUndefined() {
		return func() {}
	}
	awake := app.Undefined()
	left := false
	sleeps := func() bool { return !awake.Truthy() || awake.Get("released").Bool() }
	lock := func() {
		if document.Get("visibilityState").String() != "visible" || !sleeps() {
			return
		}
		settle(locks.Call("request", "screen"), func(lock app.Value) {
			if left || !sleeps() { // meanwhile
				settle(lock.Call("release"), nil)
				return
			}
			awake = lock
		})
	}
	again := Func(func([]app.Value) { lock() })
	document.Call("addEventListener", "visibilitychange", again)
	timer := app.Window().Call("setInterval", again, lockEvery)
	lock()
	return func() {
		left = true
		app.Window().Call("clearInterval", timer)
		document.Call("removeEventListener", "visibilitychange", again)
		again.Release()
		if awake.Truthy() {
			settle(awake.Call("release"), nil)
		}
	}
}

// FillScreen shows the page on the whole screen, or as before.
func FillScreen(on bool) {
	document := app.Window().Get("document")
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
	if !app.Window().Get("print").Truthy() {
		over()
		return
	}
	var stop func()
	closed := sync.OnceFunc(func() {
		stop()
		over()
	})
	stop = Listen("afterprint", func(app.Value) { closed() })
	time.AfterFunc(time.Minute, closed)
	go app.Window().Call("print") // not in the engine's way: lists are drawn whole before
}

// settle hears of a promise's end. A refusal is no error of ours: the browser
// doesn't have it, or not now.
func settle(promise app.Value, then func(app.Value)) {
	var done, failed app.Func
	end := func() { done.Release(); failed.Release() }
	done = Func(func(args []app.Value) {
		if then != nil && len(args) > 0 {
			then(args[0])
		}
		end()
	})
	failed = Func(func([]app.Value) { end() })
	promise.Call("then", done, failed)
}

// Copy puts words on the clipboard, where the browser lets it, and dispatches done
// once they are there.
func Copy(dispatch func(func(app.Context)), words string, done func(app.Context)) {
	clipboard := app.Window().Get("navigator").Get("clipboard")
	if clipboard.Truthy() {
		settle(clipboard.Call("writeText", words), func(app.Value) { dispatch(done) })
	}
}

func push() app.Value { return app.Window().Get("shopdeskPush") }

// PushStanding says whether this browser can be told of orders in the background.
func PushStanding() Standing {
	if app.IsServer {
		return PushNone
	}
	return Standing(push().Call("standing").String())
}

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
