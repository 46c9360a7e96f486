package device

import (
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// InTurn calls then when no other page of this device has the turn of that name,
// and gives it what ends the turn; the page's end does so as well. A page that
// isn't seen lets those that are go first. A browser without locks has each page
// go at once.
func InTurn(name string, then func(over func())) {
	ask := func() { lock(name, map[string]any{}, then) }
	if locks().IsUndefined() || app.Window().Get("document").Get("visibilityState").String() == "visible" {
		ask()
		return
	}
	time.AfterFunc(unseen, ask)
}

// unseen is how long a page that isn't seen waits before it asks for a turn.
const unseen = time.Second

// Place takes one of n places of that name, which all pages of this browser share, and gives then what leaves it, or
// nil where all are taken. The page's end leaves it as well. A browser without locks has a place for each page.
func Place(name string, n int, then func(leave func())) {
	if n == 0 {
		then(nil)
		return
	}
	lock(name+strconv.Itoa(n), map[string]any{"ifAvailable": true}, func(leave func()) {
		if leave == nil {
			Place(name, n-1, then)
			return
		}
		then(leave)
	})
}

func locks() app.Value { return app.Window().Get("navigator").Get("locks") }

// lock takes a lock that pages share, and gives then what ends it, nil for a lock that isn't available. In a browser
// without locks each page has its own.
func lock(name string, options map[string]any, then func(over func())) {
	if locks().IsUndefined() {
		then(func() {})
		return
	}
	var had, hold app.Func
	had = app.FuncOf(func(_ app.Value, args []app.Value) any {
		had.Release()
		if !args[0].Truthy() {
			hold.Release()
			then(nil)
			return nil
		}
		return app.Window().Get("Promise").New(hold) // as long as it lasts, the lock does
	})
	hold = Func(func(args []app.Value) {
		hold.Release()
		then(func() { args[0].Invoke() })
	})
	settle(locks().Call("request", name, options, had), nil)
}

// SharesConnection reports whether all calls to the server share one connection, as in HTTP/2 and later.
func SharesConnection() bool {
	origin := app.Window().Get("location").Get("origin").String()
	for calls, i := app.Window().Get("performance").Call("getEntriesByType", "resource"), 0; i < calls.Length(); i++ {
		protocol := calls.Index(i).Get("nextHopProtocol") // "" of what the service worker or a cache answered
		if protocol.Truthy() && strings.HasPrefix(calls.Index(i).Get("name").String(), origin) {
			return !strings.HasPrefix(protocol.String(), "http/1")
		}
	}
	return false
}
