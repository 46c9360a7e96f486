package e2e

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/network"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server"
)

// isNavigation is whether a request is a browser's for a page, rather than one of a page.
func isNavigation(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Accept"), "text/html")
}

// visited opens the console as an owner and waits until the worker has it. The worker runs the scripts first.
func visited(t *testing.T, scripts ...string) (*desk, *tab) {
	t.Helper()
	d := start(t)
	if len(scripts) > 0 {
		d.begins("sw.js", strings.Join(scripts, "\n"))
	}
	b := newWorkerTab(t)
	d.entered(b, "owner")
	b.until(`navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)`, "the worker to take over")
	return d, b
}

// patientWorker has the worker wait for the browser's store for an hour, not three seconds: on a slow machine the store
// may take longer.
const patientWorker = `{
	const set = self.setTimeout;
	self.setTimeout = (done, after, ...rest) => set(done, after >= 1000 ? 3600_000 : after, ...rest);
}`

// A page is opened from what the browser has kept, without a way to the server first. One that is loaded anew comes
// from the server.
func TestKeptPageIsOpened(t *testing.T) {
	t.Parallel()
	d, b := visited(t, patientWorker)
	var asked atomic.Int32
	hear := func(r *http.Request) {
		if isNavigation(r) {
			asked.Add(1)
		}
	}
	d.watch.Store(&hear)
	for _, path := range append([]string{"/", "/orders/history?state=done", "/shops/"}, everywhere...) {
		b.open(d.URL + path)
		b.wait("#page-title")
	}
	if n := asked.Load(); n > 0 {
		t.Errorf("the server was asked for %d pages", n)
	}
	b.reload()
	b.wait("#page-title")
	if n := asked.Load(); n != 1 {
		t.Errorf("the server was asked for %d pages when one was loaded anew", n)
	}
	b.open(d.URL + "/gate")
	b.sees("Nothing here")
	if n := asked.Load(); n != 2 {
		t.Errorf("the server was asked for %d pages: one may not be the console's", n)
	}
}

// A page that the worker has begins without the rest of the program, which works without the server: it comes when the
// page is calm, or at once where a function wants it.
func TestRestOfAKeptPageIsThereWhenItIsWanted(t *testing.T) {
	t.Parallel()
	d, b := visited(t, patientWorker)
	b.expectCut()
	b.expect("ERR_FAILED")
	d.unplug()
	for _, script := range []string{``, `window.requestIdleCallback = () => {}`} {
		b.before(script)
		b.open(d.URL + "/orders")
		b.wait("#page-title")
		b.press("?")
		b.wait("dialog#keys[open]")
	}
}

// The rest of the program is put in when the page has what it shows. Bug: that was done while the page waited for an
// answer, which then came in the middle of it: one opening in four took twice as long.
func TestRestWaitsForWhatThePageShows(t *testing.T) {
	t.Parallel()
	d, b := visited(t, patientWorker)
	b.before(`WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
		construct(plain, [module, imports]) {
			if (imports.first) window.put = document.querySelector("#boot, .skeleton") ? "early" : "in time";
			return new plain(module, imports);
		},
	})`)
	reached, goOn := d.stops(api.PathRecord)
	b.open(d.URL + "/shops/100001/hours")
	reached()
	b.eval(`fetch(document.querySelector("[data-rest]").dataset.rest).then(rest => rest.arrayBuffer()).then(WebAssembly.compile).
		then(() => new Promise(requestIdleCallback)).then(() => true)`, nil)
	goOn()
	b.until(`window.put === "in time"`, "the rest, and not before the hours")
}

// A page that was loaded anew comes from the server: it needn't ask which version the server has. One that is opened
// asks.
func TestPageFromTheServerDoesNotAskForTheVersion(t *testing.T) {
	t.Parallel()
	d, b := visited(t)
	var asked atomic.Int32
	hear := func(r *http.Request) {
		if r.URL.Path == "/version.json" {
			asked.Add(1)
		}
	}
	d.watch.Store(&hear)
	b.reload()
	b.wait("#page-title")
	b.until(`document.readyState === "complete"`, "the page to have loaded")
	b.open(d.URL + "/orders")
	eventually(t, func() error {
		if asked.Load() == 0 {
			return errors.New("the version wasn't asked for")
		}
		return nil
	})
	b.wait("#page-title")
	if n := asked.Load(); n != 1 {
		t.Errorf("the version was asked for %d times", n)
	}
}

// What stands before the console may let nobody in any more. The kept page was opened all the same, and must give way
// to what a gateway says.
func TestGatewayIsSeenBehindTheKeptPage(t *testing.T) {
	t.Parallel()
	refuses := func(status int, kind, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			kind, body := kind, body
			if isNavigation(r) {
				kind, body = "text/html", "<!doctype html><title>Gateway</title><p>Gateway: please sign in"
			}
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	for name, gateway := range map[string]http.HandlerFunc{
		"redirects": func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/gate" {
				refuses(http.StatusOK, "", "")(w, r)
				return
			}
			http.Redirect(w, r, "/gate", http.StatusFound)
		},
		"answers_calls_with_its_page": refuses(http.StatusOK, "text/html", "<!doctype html>"),
		"refuses_calls":               refuses(http.StatusUnauthorized, "application/json", `{"error": "unauthorized"}`),
		"has_the_console_no_more":     refuses(http.StatusNotFound, "text/plain", "404 page not found"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, b := visited(t)
			b.expect("Failed to load resource")                    // of a status that isn't 200
			b.expect("EventSource's response has a MIME type")     // the program may ask before the page is left
			b.expect("A ServiceWorker intercepted the request")    // Firefox says so of what a page that is left was loading
			b.expect("can’t establish a connection to the server") // and this of the stream of events
			d.before.Store(&gateway)
			b.open(d.URL + "/shops/100001/hours")
			b.sees("Gateway: please sign in")
			d.before.Store(nil)
			b.open(d.URL + "/shops/100001/hours")
			b.wait("#hours-form input.in-time")
		})
	}
}

// The browser's own store may give no answer at all, as on a tablet whose disk is busy or broken. The page comes from
// the server then. Without the server a slow store is waited for.
func TestPageIsOpenedWhileTheStoreHangs(t *testing.T) {
	t.Parallel()
	away := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	for name, server := range map[string]*http.HandlerFunc{"for_good": nil, "until_the_server_is_missed": &away} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, b := visited(t, `{
				let hangs = false;
				const { match } = Cache.prototype, { fetch } = self, missed = new Set(), waiting = new Set();
				const of = ({ url, mode }) => mode === "navigate" ? location.origin + "/" : url;
				Cache.prototype.match = async function(url, how) {
					while (hangs && !missed.has(new URL(url, location).href)) await new Promise((done) => waiting.add(done));
					return match.call(this, url, how);
				};
				self.fetch = (asked, how) => fetch(asked, how).catch((err) => {
					missed.add(of(asked));
					for (const done of waiting) done();
					throw err;
				});
				self.addEventListener("message", ({ data, ports: [line] }) => { if (data.hang) line.postMessage(hangs = true); });
			}`)
			b.open(d.URL + "/shops/100001/hours")
			b.wait("#hours-form input.in-time")
			b.eval(`new Promise((done) => {
				const line = new MessageChannel();
				line.port1.onmessage = done;
				navigator.serviceWorker.controller.postMessage({ hang: true }, [line.port2]);
			}).then(() => true)`, nil)
			if server != nil {
				b.expect("Failed to load resource")
				d.before.Store(server)
				b.do(network.ClearBrowserCache()) // the browser has the files there, too
			}
			b.open(d.URL + "/shops/100001/hours")
			b.wait("#hours-form input.in-time")
		})
	}
}

// A server that is away, or in trouble, is no gateway: the kept page stays.
func TestKeptPageStaysWhileTheServerIsInTrouble(t *testing.T) {
	t.Parallel()
	d, b := visited(t, patientWorker)
	b.expect("Failed to load resource")
	var asked atomic.Int32
	trouble := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isNavigation(r) {
			asked.Add(1)
		}
		http.Error(w, "trouble", http.StatusBadGateway)
	})
	d.before.Store(&trouble)
	b.open(d.URL + "/shops")
	b.wait("#page-title")
	b.sees("Harbour Noodle Central")
	if n := asked.Load(); n > 0 {
		t.Errorf("the page was loaded anew %d times", n)
	}
}

// The console that is opened after a release is the kept one. It tells of the new one, which a press brings.
func TestOpenedPageTellsOfARelease(t *testing.T) {
	t.Parallel()
	d, b := visited(t, patientWorker)
	b.expectCut() // while the server is replaced
	before := d.version()
	// The browser may look for another worker at any time.
	noWorker := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sw.js" {
			http.Error(w, "not yet", http.StatusServiceUnavailable)
			return
		}
		d.reached().ServeHTTP(w, r)
	})
	d.before.Store(&noWorker)
	d.release(func(o *server.Options) { o.FrameAncestors = []string{"https://host.example"} })
	now := d.version()
	if now == before {
		t.Fatal("the release has the same version")
	}
	// The program of the kept page comes after the news.
	b.before(`if (location.hash === "#late" && performance.getEntriesByType("navigation")[0].type === "navigate") {
		const compile = WebAssembly.compileStreaming;
		const told = new Promise((done) => setInterval(() => { if (window.goappUpdatedBeforeWasmLoaded) done(); }));
		WebAssembly.compileStreaming = async (response) => { await told; return compile(response); };
	}`)
	b.open(d.URL + "/orders#late")
	b.messages()
	b.sees("A new version is ready.")
	d.before.Store(nil)
	b.clickText("Reload")
	b.until(fmt.Sprintf(`goappGetenv("GOAPP_VERSION") === %q`, now), "the new version")
	b.wait("#page-title")
	b.until(fmt.Sprintf(`caches.open("shopdesk:/:%s").then(c => c.match("/")).then(kept => kept &&
		navigator.serviceWorker.ready).then(r => r && !r.installing && !r.waiting && r.active.state === "activated")`, now),
		"the worker of the new version to have taken over")
	b.open(d.URL + "/orders")
	b.until(fmt.Sprintf(`goappGetenv("GOAPP_VERSION") === %q`, now), "the new version, kept")
	b.messages()
	if strings.Contains(b.bodyText(), "A new version is ready.") {
		t.Error("the page tells of a release that it is")
	}
}
