package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// A tablet whose network goes while hours are edited: the page says so and
// keeps the edit, a deep link still opens, and when the network is back the
// edit is there to be saved.
func TestNetworkGone(t *testing.T) {
	t.Parallel()
	d, b := openHoursIn(t, newWorkerTab)
	b.until(`navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)`, "the worker to take over")
	b.fill("#fri-0-start", "10")
	b.expectCut()
	d.unplug()
	b.click("#hours-save")
	b.sees("It may have been saved.") // a fetch that fails tells no more
	b.shot("hours-offline-save")
	b.open(d.URL + "/shops/100001/hours")
	b.sees("You see what was read on")
	b.until(`document.querySelector("#fri-0-start")?.value === "10:00"`, "the draft over what was read last")
	b.shot("hours-offline")
	b.open(d.URL + "/shops/100001")
	b.messages()
	b.sees("An edit isn't saved yet.")
	b.shot("shop-offline")
	b.clickText("Go there")
	b.until(`document.querySelector("#fri-0-start")?.value === "10:00"`, "the draft again")
	b.sees("You see what was read on") // this page has tried to read, too
	_, goOn := d.stops(api.PathRecord) // the page reads by itself, too: it must not be faster than the press
	d.plug()
	b.clickText("Try again")
	goOn()
	b.seesNot("You see what was read on")
	b.click("#hours-save")
	b.saved()
	if got := d.week().Fri[0].StartTime; got != 10*3600 {
		t.Errorf("the platform has %d", got)
	}
}

// A page that was opened in a few seconds without a network said that it couldn't be read until somebody pressed "Try
// again": only a live line that was lost for long had pages read again, and a person without orders has none.
func TestPageReadsAgainOnceOnline(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.entered(b, "owner")
	b.live()
	b.expect("ERR_INTERNET_DISCONNECTED")
	b.do(network.EmulateNetworkConditions(true, 0, 0, 0))
	b.goTo("/templates")
	b.sees("This couldn't be read.")
	b.do(network.EmulateNetworkConditions(false, 0, -1, -1))
	b.seesNot("This couldn't be read.")
}

// pull draws the page down with a finger.
func (b *tab) pull(to float64) {
	b.t.Helper()
	b.do(emulation.SetTouchEmulationEnabled(true))
	touch := func(kind input.TouchType, points ...*input.TouchPoint) {
		b.do(input.DispatchTouchEvent(kind, points))
	}
	touch(input.TouchStart, &input.TouchPoint{X: 600, Y: 150})
	touch(input.TouchMove, &input.TouchPoint{X: 600, Y: 170})
	touch(input.TouchMove, &input.TouchPoint{X: 600, Y: to})
	b.shot("pull")
	touch(input.TouchEnd)
}

// A tablet that is pulled down reads anew; one that is pulled a little doesn't.
func TestPullToRead(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	week := d.week()
	week.Mon[0].EndTime = 14 * 3600
	if err := d.direct().UpdateWeeklyHours(t.Context(), platform.WeekUpdate{ShopID: central, Week: week}); err != nil {
		t.Fatal(err)
	}
	b.pull(220)
	b.until(`!document.documentElement.dataset.pull`, "the pull to be over")
	if got := b.value("#mon-0-end"); got != "15:00" {
		t.Errorf("a small pull read anew: %q", got)
	}
	b.pull(320)
	b.until(`document.querySelector("#mon-0-end")?.value === "14:00"`, "the hours read anew")
}

// A finger that scrolled the list of shops back, dragged a phone to a lower place or chose days of several weeks pulled
// the page down, too: all was read anew each time.
func TestFingerThatScrollsOrDragsPullsNothing(t *testing.T) {
	t.Parallel()
	d := many(t, 60)
	b := newTab(t)
	b.viewport(820, 1180)
	down := func(page, css, ready string, aside float64) {
		b.goTo(page)
		b.until(ready, "the page to be drawn")
		b.settled()
		var at []float64
		b.eval(fmt.Sprintf(`(() => {
			window.pulls = [];
			new MutationObserver(() => pulls.push(document.documentElement.dataset.pull)).observe(document.documentElement, { attributeFilter: ["data-pull"] });
			const r = document.querySelector(%q).getBoundingClientRect();
			return [r.x + r.width / 2, r.y + Math.min(r.height / 2, 100), scrollY];
		})()`, css), &at)
		b.do(emulation.SetTouchEmulationEnabled(true))
		touch := func(kind input.TouchType, x, y float64) {
			b.do(input.DispatchTouchEvent(kind, []*input.TouchPoint{{X: at[0] + x, Y: at[1] + y}}))
		}
		touch(input.TouchStart, 0, 0)
		for x := 20.; x <= aside; x += 20 {
			touch(input.TouchMove, x, 0)
		}
		for y := 20.; y <= 200; y += 30 {
			touch(input.TouchMove, aside, y)
		}
		b.do(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
		b.settledFrames()
		if at[2] != 0 || !b.is(`pulls.length === 0`) {
			t.Errorf("%s is pulled down", page)
		}
	}
	d.allShops(b, "owner", 60)
	b.allRead()
	down("/shops", "#shops-scroll",
		`(e => e && (e.scrollTop = 400, e.scrollTop === 400))(document.querySelector("#shops-scroll"))`, 0)
	if b.is(`document.querySelector("#shops-scroll").scrollTop === 400`) {
		t.Error("the list isn't scrolled")
	}
	down("/shops/100001/phones", "#phone-0 .phones-handle", `!!document.querySelector("#phone-0 .phones-handle")`, 0)
	down("/shops/100001/dates", ".calendar-day", `!!document.querySelector(".calendar-day")`, 60)
	if !b.is(`document.querySelectorAll(".calendar-day[data-chosen]").length > 7`) {
		t.Error("the days of several weeks aren't chosen")
	}
}

// On most pages a pull read only the list of shops; on the sign-in's page it asked for it, too, and was refused.
func TestPullReadsWhatThePageShows(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	asks := func(path string) string {
		return fmt.Sprintf(`performance.getEntriesByType("resource").some(r => new URL(r.name).pathname === %q)`, path)
	}
	pull := func() {
		b.settled()
		b.eval(`performance.clearResourceTimings(); dispatchEvent(new Event("shopdesk:pull")); true`, nil)
	}
	b.open(d.URL + "/signin")
	b.sees("Try it as")
	pull()
	b.settledFrames()
	if b.is(asks(api.PathShops)) {
		t.Error("a pull on the sign-in's page asks for the list of shops")
	}
	d.entered(b, "owner")
	for page, path := range map[string]string{
		"/activity": api.PathActivity, "/templates": api.PathTemplates, "/orders/history": api.PathHistory,
		"/settings/devices": api.PathDevices, "/today/yesterday": api.PathYesterday,
	} {
		b.goTo(page)
		pull()
		b.until(asks(path), "what the page of "+page+" shows to be read")
	}
}

// The browser's offer to install waits in the menu until somebody wants it.
func TestInstall(t *testing.T) {
	t.Parallel()
	_, b := openHours(t)
	b.click("#me")
	b.sees("Sign out")
	b.seesNot("Install on this device")
	b.press("Escape")
	b.eval(`dispatchEvent(Object.assign(new Event("beforeinstallprompt"), {prompt: async () => { window.asked = true }}))`,
		nil)
	b.click("#me")
	b.clickText("Install on this device")
	b.until(`window.asked === true`, "the browser to be asked")
	b.click("#me")
	b.sees("Sign out")
	b.seesNot("Install on this device")
}

// An earlier build's words tell which languages are used on the device, whatever their files were called.
func TestWordsOfAnEarlierBuildAreKeptAnew(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newWorkerTab(t)
	b.open(d.URL + "/icon.svg")
	b.until(`caches.open("shopdesk:/:earlier").then(of => of.put("/earlier/words.pt.json", new Response("{}"))).then(() => true)`,
		"an earlier build")
	d.entered(b, "owner")
	b.until(`navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)`, "the worker to take over")
	b.until(`(async () => {
		for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) {
			if (url.endsWith("/words.pt.txt")) return true;
		}
	})()`, "Portuguese to be kept")
}

// The worker keeps the words of the languages that are used on the device, and no others.
func TestOnlyWordsInUseAreKept(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newWorkerTab(t)
	d.entered(b, "owner")
	b.until(`navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)`, "the worker to take over")
	keeps := func(languages string) string {
		return fmt.Sprintf(`(async () => {
			const kept = [];
			for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) kept.push(/words\.(.+)\.txt/.exec(url)?.[1]);
			return kept.filter(Boolean).sort().join() === %q;
		})()`, languages)
	}
	if !b.is(keeps("en")) {
		t.Error("other words are kept than those in use")
	}
	b.click("#me")
	b.clickText("العربية")
	b.until(`document.documentElement.dir === "rtl"`, "Arabic")
	b.until(keeps("ar,en"), "Arabic to be kept")
	b.expectCut()
	b.expect("ERR_FAILED")
	d.unplug()
	b.reload()
	b.until(`document.documentElement.dir === "rtl" && !!document.querySelector(".rail")`, "Arabic without a network")
	b.click("#me")
	b.clickText("Português")
	b.until(`document.querySelector(".toast")`, "the reason why there is no Portuguese")
	b.shot("words-offline")
}

// A page that was loading while the worker took over the others stayed without it. One that is loaded past the worker
// stands for it here.
func TestWorkerTakesLatePages(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newWorkerTab(t)
	const controlled = `navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)`
	b.open(d.URL + "/")
	b.until(controlled, "the worker to take over")
	b.eval(`window.before = true`, nil)
	b.do(page.Reload().WithIgnoreCache(true))
	b.until(`!window.before && `+controlled, "the worker to take the page that passed it by")
}
