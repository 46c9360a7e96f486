package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// asked collects the calls of our API that a console gets.
type asked struct {
	mu    sync.Mutex
	calls []string
}

// listen begins to collect. What a device tells by the clock is no page's.
func (d *desk) listen() *asked {
	a := &asked{}
	hear := func(r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") && r.URL.Path != api.PathRingTell {
			a.mu.Lock()
			defer a.mu.Unlock()
			a.calls = append(a.calls, r.Method+" "+r.URL.RequestURI())
		}
	}
	d.watch.Store(&hear)
	return a
}

// since gives the calls since the last time.
func (a *asked) since() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	calls := a.calls
	a.calls = nil
	return calls
}

// whole waits until a page has asked all that it asks at its start. It begins to
// listen for orders last, once it has read them.
func (a *asked) whole(t testing.TB) {
	t.Helper()
	var calls []string
	eventually(t, func() error {
		calls = append(calls, a.since()...)
		for _, path := range []string{api.PathSession, api.PathShops, api.PathRecord, api.PathOrders,
			api.PathOrderSettings, api.PathLive} {
			if !slices.ContainsFunc(calls, func(call string) bool { return strings.HasPrefix(call+"?", "GET "+path+"?") }) {
				return fmt.Errorf("%s wasn't asked for: %v", path, calls)
			}
		}
		return nil
	})
}

// film keeps what each frame shows: the address, and whether the parts of the
// page are there.
const film = `window.film = (content) => {
	const frames = window.frames_ = [];
	const look = () => {
		if (window.frames_ !== frames) return;
		const heading = document.getElementById("page-title")?.textContent ?? "";
		frames.push({
			heading, shop: document.querySelector("#switcher")?.textContent ?? "",
			whole: !!document.querySelector(content) && !document.querySelector("main .skeleton, main [aria-busy=true]"),
		});
		requestAnimationFrame(look);
	};
	look(); // at once: the next frame may come after what is filmed has begun
	return true;
}; true`

// A page that is known is whole in the first frame that shows anything of it,
// and asks nothing; one that isn't asks once.
func TestPageChange(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	heard := d.listen()
	b.open(d.URL + "/shops/100001/hours")
	b.wait("#fri-0-start")
	b.settled()
	heard.whole(t)
	b.eval(film, nil)
	for _, step := range []struct {
		name, content, path string
		do                  func()
		requests            int
	}{
		{"another shop, never seen", "#fri-0-start", "/shops/100002/hours", func() { b.switchTo("100002") }, 1},
		{"and back", "#fri-0-start", "/shops/100001/hours", func() { b.switchTo("100001") }, 0},
		{"another page", "#calendar", "/shops/100001/dates", func() { b.click(`.rail a[href$="/dates"]`) }, 0},
		{"of the other shop", "#calendar", "/shops/100002/dates", func() { b.switchTo("100002") }, 0},
		{"a third shop", "#calendar", "/shops/100005/dates", func() { b.switchTo("100005") }, 1},
		{"its details", "#shop-details", "/shops/100005", func() { b.click(`.rail a[href$="/shops/100005"]`) }, 0},
	} {
		heard.since()
		b.eval(fmt.Sprintf("film(%q)", step.content), nil)
		step.do()
		// The address changes before the page does.
		b.until(fmt.Sprintf(`location.pathname === %q && (now => now?.whole && now.heading + now.shop !== frames_[0].heading + frames_[0].shop)(frames_.at(-1))`, step.path), step.name)
		b.settledFrames()
		var frames []struct {
			Heading, Shop string
			Whole         bool
		}
		b.eval("frames_", &frames)
		last := frames[len(frames)-1]
		for _, f := range frames {
			if f.Heading == last.Heading && f.Shop == last.Shop && !f.Whole && step.requests == 0 {
				t.Errorf("%s: a frame shows %q of %q without its content", step.name, f.Heading, f.Shop)
			}
		}
		if calls := heard.since(); len(calls) != step.requests {
			t.Errorf("%s: asked %v, want %d", step.name, calls, step.requests)
		}
	}
}

// switchTo changes the shop by the keyboard.
func (b *tab) switchTo(shop string) {
	b.t.Helper()
	b.focus("#switcher")
	b.press("ArrowDown")
	b.wait("#switcher-search:focus")
	b.keys(shop)
	b.until(`document.querySelectorAll("#switcher-list [role=option]").length === 1`, "one shop to be left")
	b.press("Enter")
}
