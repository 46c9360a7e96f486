package e2e

import (
	"net/http"
	"path"
	"slices"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/web"
	"github.com/shopdesk/shopdesk/web/asset"
	"github.com/shopdesk/shopdesk/web/crash"
)

// noRest keeps the rest of the program away, except from a function that wants it at once.
const noRest = `(() => {
	const fetch = window.fetch;
	window.fetch = (url, ...all) => String(url).endsWith("/rest.wasm") ? new Promise(() => {}) : fetch(url, ...all);
})();`

// firstAlone is noRest that notes which function wanted it, and keeps the program's memory at hand.
const firstAlone = noRest + `(() => {
	if (top !== self) return;
	const send = XMLHttpRequest.prototype.send, instantiate = WebAssembly.instantiate;
	XMLHttpRequest.prototype.send = function (...all) {
		window.restWanted = new Error().stack.match(/wasm-function\[(\d+)\]/g)[1].match(/\d+/)[0];
		return send.apply(this, all);
	};
	WebAssembly.instantiate = async (...all) => {
		const instance = await instantiate(...all);
		window.programMemory = instance.exports.mem;
		return instance;
	};
})()`

// Each page opens with the first file of the program alone, while shops are open and while they are closed.
func TestPagesOpenWithTheFirstFileAlone(t *testing.T) {
	t.Parallel()
	known, err := crash.Load(web.Assets(), asset.Map(asset.Program)+".gz")
	if err != nil {
		t.Fatal(err)
	}
	for name, hour := range map[string]time.Duration{"at 13:00": 5, "at 04:00": 20} { // in Hong Kong
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := time.Now().Truncate(24 * time.Hour).Add(hour * time.Hour)
			if at.Before(time.Now()) {
				at = at.Add(24 * time.Hour)
			}
			clock := sandbox.NewVirtualClock(at)
			d := startOn(t, &sandbox.Sandbox{Clock: clock}, ahead(clock))
			clock.Advance(time.Minute) // since when stops of shops are kept
			b := newTab(t)
			b.before(firstAlone)
			d.signedIn(b, "owner")
			for _, path := range everywhere {
				var wanted string
				for range 3 { // what seldom runs, by the time that something takes, is wanted now and then
					b.open(d.URL + path)
					b.settled()
					b.live()
					if b.eval(`window.restWanted ?? ""`, &wanted); wanted == "" {
						break
					}
				}
				if wanted != "" {
					t.Errorf("%s wants the rest of the program for %v: run make later", path, known.Frames("w"+wanted))
				}
			}
		})
	}
}

// What a page doesn't need to open works, whether the rest of the program is there, on its way, or can't be compiled at
// once. Bug: Firefox goes on telling the page what happens while a request holds it up, and so ran the program in the
// middle of a function.
func TestRestIsThereWhenItIsWanted(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"before":  ``,
		"at once": noRest,
		"in a browser that compiles little at once": `(() => {
			const Module = WebAssembly.Module;
			WebAssembly.Module = function (bytes) {
				if (bytes.length > 4096) throw new RangeError("too large");
				return new Module(bytes);
			};
		})()`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := startOrders(t, new(sandbox.Sandbox))
			b := newTab(t)
			d.begins("boot.js", script)
			d.signedIn(b, "owner")
			b.open(d.URL + "/orders")
			b.settled()
			b.live()
			var ids []int64
			happens := func(r *http.Request) {
				for len(ids) < 5 && path.Base(r.URL.Path) == asset.Rest {
					ids = append(ids, d.place(sandbox.OrderDelivery))
				}
			}
			d.watch.Store(&happens)
			b.press("?")
			b.wait("dialog#keys[open]")
			for _, id := range ids {
				b.until(in("new", id), "what happened meanwhile")
			}
			b.press("Escape")
			b.until(`!document.querySelector("dialog#keys[open]")`, "the list to close")
			var asked []string
			b.eval(`performance.getEntriesByType("resource").filter(r => r.name.endsWith("/rest.wasm")).map(r => r.initiatorType)`,
				&asked)
			index, err := asset.Read(web.Assets())
			if err != nil {
				t.Fatal(err)
			}
			_, divided := index.File(asset.Rest) // a program as it was linked is one file
			want := "fetch"
			if script == noRest {
				want = "xmlhttprequest"
			}
			if !divided && len(asked) > 0 || divided && !slices.Contains(asked, want) {
				t.Errorf("the rest was asked for by %q", asked)
			}
		})
	}
}

// Without the rest of the program the page says that it stopped, and is loaded anew when the server has it again.
func TestRestThatIsLostStopsThePage(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	b.before(noRest)
	d.signedIn(b, "owner")
	for range 3 { // what seldom runs, by the time that something takes, wants the rest now and then
		b.open(d.URL + "/orders")
		b.settled()
		b.live()
		if !b.is(`performance.getEntriesByType("resource").some(({ initiatorType }) => initiatorType === "xmlhttprequest")`) {
			break
		}
	}
	for _, said := range []string{"net::", "Failed to", "HTTP ", "Uncaught"} {
		b.expect(said)
	}
	d.unplug()
	b.eval(`window.before = true`, nil)
	b.leave(`document.dispatchEvent(new KeyboardEvent("keydown", {key: "?", bubbles: true}))`)
	b.sees("The console stopped.")
	d.plug()
	b.until(`!window.before && !!document.getElementById("page-title")`, "the page to be loaded anew")
}
