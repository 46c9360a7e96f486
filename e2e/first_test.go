package e2e

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// noteCalls has a page note what it asks of the API, and what of it before the
// program was started.
const noteCalls = `(() => {
	if (top !== self) return;
	window.early = [];
	window.late = [];
	let begun = false;
	const fetch = window.fetch, instantiate = WebAssembly.instantiate, timer = window.setTimeout;
	// on a slow machine no answer gets too old for the program
	window.setTimeout = (call, wait, ...all) => wait === 20000 ? 0 : timer(call, wait, ...all);
	WebAssembly.instantiate = (...all) => { begun = true; return instantiate(...all); };
	window.fetch = (url, ...all) => {
		if (url.startsWith("/api/")) (begun ? late : early).push(url);
		return fetch(url, ...all);
	};
})()`

// laterCalls are calls that can't be made before the answer of another, or whose
// address an earlier visit's choices tell; those of one page with the page.
var laterCalls = []string{
	api.PathOrderSettings, // after the orders: what changes in between comes as an event
	api.PathLivePoll,
	api.PathRingTell,         // what this device says of itself
	api.PathToday,            // of the shop and the period that were looked at last
	"/shops " + api.PathRuns, // of somebody whom the server knows to be there
}

// What each page asks first is asked while the program loads (web/first.js), is
// used, and isn't asked for again.
func TestFirstAnswersWaitForTheProgram(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	b.before(noteCalls)
	d.signedIn(b, "owner")
	b.open(d.URL + everywhere[0])
	b.settled()
	for _, path := range everywhere {
		b.open(d.URL + path)
		b.settled()
		b.live()
		var calls struct{ Early, Late, Left []string }
		var noted string
		b.eval(`JSON.stringify({early, late, left: early.filter(url => shopdeskFirst("GET", url, ""))})`, &noted)
		if err := json.Unmarshal([]byte(noted), &calls); err != nil {
			t.Fatal(err)
		}
		for _, url := range calls.Left {
			t.Errorf("%s: %s is asked first, and never used", path, url)
		}
		asked := map[string]bool{}
		for _, url := range append(calls.Early, calls.Late...) {
			if asked[url] && url != api.PathRingTell { // a device says again and again that it could ring
				t.Errorf("%s: %s is asked for twice", path, url)
			}
			asked[url] = true
		}
		for _, url := range calls.Late {
			address, _, _ := strings.Cut(url, "?")
			if !slices.Contains(laterCalls, address) && !slices.Contains(laterCalls, path+" "+address) {
				t.Errorf("%s: %s waits for the program: say in web/first.js that the page asks it first", path, url)
			}
		}
	}
}

// On a device that remembers nobody the first answers are asked for as soon as the
// server has said who is there; the program needs none of its own.
func TestFirstAnswersOnANewDevice(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	b.before(noteCalls)
	asked := make(chan struct{})
	once := sync.OnceFunc(func() { close(asked) })
	watch := func(r *http.Request) {
		switch {
		case r.URL.Path == api.PathRecord:
			once()
		case strings.HasSuffix(r.URL.Path, ".wasm"):
			<-asked
		}
	}
	d.watch.Store(&watch)
	d.signedIn(b, "manager")
	b.open(d.URL + "/shops/100001/hours")
	b.wait("#hours-form input.in-time")
	b.live()
	b.until(`["/api/session", "/api/shops", "/api/pauses", "/api/orders", "/api/shops/record?shop=100001"].every(url => early.includes(url) && !late.includes(url))`,
		"the first answers to be used")
}

// Without a session nothing is asked that needs one.
func TestNothingIsAskedFirstForNobody(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	b.before(noteCalls)
	b.open(d.URL + "/shops/100001/hours")
	b.sees("Password")
	b.until(`early.length === 1 && early[0] === "/api/session" && !late.includes("/api/session")`,
		"only who is there to be asked")
}

// A device that nobody has signed in on starts by itself once the server answers: the router of a shop may be up later
// than its tablet.
func TestStartsOnceTheServerAnswers(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	away := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, api.PathSession) {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		d.reached().ServeHTTP(w, r)
	})
	d.before.Store(&away)
	b.expect("503")
	b.open(d.URL + "/shops")
	b.sees("The console couldn't start.")
	d.before.Store(nil)
	b.sees("Sign in")
	b.seesNot("The console couldn't start.")
}
