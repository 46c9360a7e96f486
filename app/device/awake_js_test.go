package device

import (
	"syscall/js"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// A board that was left before the browser had answered kept the screen on for as long as the console was open, and so
// did one whose page was hidden and shown meanwhile.
func TestScreenSleepsAfterALateLock(t *testing.T) {
	for _, tt := range []struct {
		name  string
		asked int // times before the browser answers
	}{{"left at once", 1}, {"shown again", 2}} {
		t.Run(tt.name, func(t *testing.T) {
			browser := js.Global().Call("eval", `(() => {
				const waits = [], locks = [], seen = [];
				globalThis.document = {visibilityState: "visible", removeEventListener() {},
					addEventListener: (_, f) => seen.push(f)};
				globalThis.navigator = {wakeLock: {request: () => new Promise(give => waits.push(give))}};
				return {
					show: () => seen.forEach(f => f()),
					asked: () => waits.length,
					answer: () => waits.splice(0).forEach(give => {
						const lock = {released: false, release: () => { lock.released = true; return Promise.resolve(); }};
						locks.push(lock);
						give(lock);
					}),
					rest: () => Promise.resolve(),
					on: () => locks.filter(l => !l.released).length,
				};
			})()`)
			sleep := StayAwake()
			for browser.Call("asked").Int() < tt.asked {
				browser.Call("show")
			}
			sleepsLater := tt.asked > 1
			if !sleepsLater {
				sleep()
			}
			browser.Call("answer")
			if _, err := Await(app.ValueOf(browser.Call("rest"))); err != nil {
				t.Fatal(err)
			}
			if sleepsLater {
				if n := browser.Call("on").Int(); n != 1 {
					t.Errorf("%d locks keep the screen on", n)
				}
				sleep()
			}
			if n := browser.Call("on").Int(); n != 0 {
				t.Errorf("%d locks keep the screen on after the board was left", n)
			}
		})
	}
}

// A tablet whose battery ran low took the lock away from a board in sight. Plugged in again, it went dark there, and
// rang for nothing.
func TestScreenIsKeptOnAgainAfterTheDeviceTookTheLock(t *testing.T) {
	browser := js.Global().Call("eval", `(() => {
		const locks = [], timers = new Map();
		globalThis.document = {visibilityState: "visible", addEventListener() {}, removeEventListener() {}};
		globalThis.navigator = {wakeLock: {request: () => {
			const lock = {released: false, release: () => { lock.released = true; return Promise.resolve(); }};
			locks.push(lock);
			return Promise.resolve(lock);
		}}};
		globalThis.setInterval = (f) => { timers.set(timers.size + 1, f); return timers.size; };
		globalThis.clearInterval = (id) => timers.delete(id);
		return {
			rest: () => Promise.resolve(),
			take: () => { locks[0].released = true; },
			later: () => timers.forEach(f => f()),
			asked: () => locks.length,
		};
	})()`)
	later := func(want int) {
		t.Helper()
		if _, err := Await(app.ValueOf(browser.Call("rest"))); err != nil { // the browser has answered
			t.Fatal(err)
		}
		browser.Call("later")
		if n := browser.Call("asked").Int(); n != want {
			t.Errorf("asked %d times, want %d", n, want)
		}
	}
	sleep := StayAwake()
	later(1)
	browser.Call("take")
	later(2)
	sleep()
	later(2)
}
