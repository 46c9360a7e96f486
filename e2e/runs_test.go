package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// The shops of the flow: six that change, one that is so already, and one that is
// open around the clock, into which a late Friday would run.
const (
	alreadyLate = central + 7
	aroundClock = central + 13
)

func quickRuns(o *server.Options) {
	o.Roster.Off, o.Roster.Rate, o.Platform.CallsPerSecond = false, 1000, 200
}

// startRuns is a desk whose runs are quick, with an owner signed in and all shops
// read.
func startRuns(t *testing.T, changes ...setup) (*desk, *tab) {
	t.Helper()
	d := start(t, append([]setup{quickRuns}, changes...)...)
	b := newTab(t)
	d.entered(b, "owner")
	b.known(d.URL)
	return d, b
}

// pasteShops chooses shops in the wizard by their numbers.
func (b *tab) pasteShops(numbers string) {
	b.t.Helper()
	b.clickText("Paste shop numbers")
	b.fill("#apply-paste", numbers)
	b.click("#apply-paste-add")
}

// known waits until our own records know all shops.
func (b *tab) known(url string) {
	b.t.Helper()
	// Five times a second: one person's calls are limited.
	b.until(fmt.Sprintf(`new Promise(next => setTimeout(next, 200)).then(() => fetch(%q)).then(r => r.json()).then(r => r.shops.length > 0 && r.shops.every(s => s.readAt || s.failure))`, url+"/api/roster"), "all shops to be read")
}

// friday is the day as the platform has it, "11:00–02:00".
func (d *desk) friday(shop int64) string {
	d.t.Helper()
	week, err := d.direct().WeeklyHours(d.t.Context(), platform.ShopRef{ShopID: shop})
	if err != nil {
		d.t.Fatal(err)
	}
	return fmt.Sprint(week.Fri)
}

func (d *desk) setFriday(shop int64, shifts ...platform.Period) {
	d.t.Helper()
	week, err := d.direct().WeeklyHours(d.t.Context(), platform.ShopRef{ShopID: shop})
	if err != nil {
		d.t.Fatal(err)
	}
	week.Fri = shifts
	if err := d.direct().UpdateWeeklyHours(d.t.Context(), platform.WeekUpdate{ShopID: shop, Week: week}); err != nil {
		d.t.Fatal(err)
	}
}

var late = platform.Period{StartTime: 11 * 3600, EndTime: 2 * 3600}

// A run that somebody else begins comes into the list of bulk changes while it is looked at. It came with the next
// visit.
func TestRunOfAnotherComesIntoTheList(t *testing.T) {
	t.Parallel()
	d, b := startRuns(t)
	b.open(d.URL + "/runs")
	b.sees("No bulk changes yet")
	b.live()
	b.eval(`fetch("/api/runs", {method: "POST", headers: {"X-Console": "1", "Content-Type": "application/json"},
		body: JSON.stringify({key: crypto.randomUUID(), name: "Of another", shops: ["100001", "100002"],
			change: {phones: ["852-21234567"]}})})`, nil)
	b.sees("Of another")
	b.sees("2 of 2 done")
}

// Friday is changed in eight shops, of which one is so already, one would get a night that the settings say the
// platform refuses, and one is refused by the platform; that one is mended and run again, and
// then the first run is taken back, but for the shop that somebody has changed
// since.
func TestRunFixUndo(t *testing.T) {
	t.Parallel()
	d := start(t, quickRuns, func(o *server.Options) { o.Platform.Profile.NightOverlap = platform.LeaveRefused })
	d.setFriday(alreadyLate, late)
	was := map[int64]string{}
	for shop := int64(central); shop < central+6; shop++ {
		was[shop] = d.friday(shop)
	}
	if _, err := d.box.Inject(sandbox.Fault{Kind: sandbox.FaultCode, Path: platform.PathWeekUpdate, Code: 4711,
		Message: "kitchen inspection"}); err != nil {
		t.Fatal(err)
	}
	b := newTab(t)
	d.entered(b, "owner")
	b.known(d.URL)
	b.open(d.URL + "/runs")
	b.sees("No bulk changes yet")
	b.glance("runs-empty")
	b.clickText("Change many shops")
	b.sees("0 shops chosen")
	b.pasteShops("100001; 100002, 100003 100004\n100005\n100006 100008\n100014 999999 x")
	b.sees("8 shops chosen")
	b.sees("999999")
	b.sees("Check the digits")
	b.glance("runs-shops")
	b.click("#apply-next")
	b.sees("Only what you choose here is changed")
	b.click("#apply-next")
	b.sees("Choose at least one")
	b.click("#apply-part-days")
	b.click("#apply-day-fri")
	b.fill("#fri-0-start", "11")
	b.fill("#fri-0-end", "2am")
	b.glance("runs-change")
	b.click("#apply-next")
	b.sees("Run in 6 shops")
	b.sees("Saturday")
	b.glance("runs-preview")
	b.click("#apply-verdict-broken")
	b.until(`document.querySelectorAll("#apply-outlook [role=listitem]").length === 1`,
		"only the shop that would break a rule")
	b.sees("This shift runs into the one on Saturday from 00:00 to 24:00")
	b.click("#apply-verdict-unchanged")
	b.until(fmt.Sprintf(`(rows => rows.length === 1 && !!rows[0].querySelector("#apply-look-%d"))(document.querySelectorAll("#apply-outlook [role=listitem]"))`, int64(alreadyLate)), "only the shop that is so already")
	b.until(`(go => go.top >= 0 && go.bottom <= innerHeight)(document.querySelector("#apply-go").getBoundingClientRect()) &&
		document.querySelector("#apply-outlook").getBoundingClientRect().top <
		document.querySelector("#apply-launch").getBoundingClientRect().top`, "the differences above a button in sight")
	b.click("#apply-go")
	b.sees("begins now, in 6 shops")
	b.shot("runs-ask")
	b.click("#apply-ask-go")
	b.sees("Done, with failures")
	b.sees("5 of 6 done, 1 failed")
	b.sees("kitchen inspection")
	b.sees("4711")
	b.glance("runs-one-failed")
	first := b.path()

	b.click("#run-fix")
	b.sees("1 shop")
	b.click("#apply-next")
	b.sees("Run in 1 shop")
	b.eval(`(document.querySelector("#apply-options")?.click(), true)`, nil) // unless the name is there to be edited
	b.fill("#apply-name", "After the inspection")
	b.click("#apply-go")
	b.click("#apply-ask-go")
	b.sees("1 of 1 done")
	b.sees("After the inspection")
	b.sees("This tries an earlier change")
	for shop := range was {
		if got := d.friday(shop); got != fmt.Sprint([]platform.Period{late}) {
			t.Errorf("shop %d has %s", shop, got)
		}
	}

	mended := b.failedOf(first)
	touched := int64(central)
	if mended == touched {
		touched++
	}
	d.setFriday(touched, platform.Period{StartTime: 12 * 3600, EndTime: 13 * 3600})
	b.open(d.URL + first)
	b.click("#run-undo")
	b.sees("5 shops were changed")
	b.shot("runs-undo-ask")
	b.click("#run-ask-go")
	b.sees("This undoes an earlier change")
	b.sees("4 of 5 done, 1 unchanged")
	b.sees("Somebody has changed it since")
	b.glance("runs-undone")
	for shop, before := range was {
		want := before
		switch shop {
		case mended:
			want = fmt.Sprint([]platform.Period{late})
		case touched:
			want = fmt.Sprint([]platform.Period{{StartTime: 12 * 3600, EndTime: 13 * 3600}})
		}
		if got := d.friday(shop); got != want {
			t.Errorf("shop %d has %s, want %s", shop, got, want)
		}
	}
	b.open(d.URL + "/runs")
	b.sees("4 of 5 done, 1 unchanged")
	b.glance("runs-list")
	b.open(d.URL + "/shops")
	b.sees("Last bulk change")
	b.eval(`document.getElementById("runs-last").scrollIntoView()`, nil)
	b.glance("runs-last")
}

// Where the interface leaves a rule open, the preview says for each shop that the platform may refuse the change, and
// the run takes place. The platform takes such a night.
func TestRunOfDoubtfulHours(t *testing.T) {
	t.Parallel()
	box := &sandbox.Sandbox{Plays: []sandbox.Variant{sandbox.NightOverlap}}
	d := startOn(t, box, quickRuns)
	b := newTab(t)
	d.entered(b, "owner")
	b.known(d.URL)
	b.open(d.URL + "/runs/new")
	b.pasteShops("100001 100014")
	b.click("#apply-next")
	b.click("#apply-part-days")
	b.click("#apply-day-fri")
	b.fill("#fri-0-start", "11")
	b.fill("#fri-0-end", "2am")
	b.click("#apply-next")
	b.sees("Run in 2 shops")
	b.sees("In 1 shop the platform may not take this")
	b.click("#apply-verdict-doubtful")
	b.until(`document.querySelectorAll("#apply-outlook [role=listitem]").length === 1`, "only the doubtful shop")
	b.sees("This shift runs into the one on Saturday from 00:00 to 24:00. The platform may not take this.")
	b.glance("runs-doubtful")
	b.click("#apply-go")
	b.click("#apply-ask-go")
	b.sees("2 of 2 done")
	if got := d.friday(aroundClock); got != fmt.Sprint([]platform.Period{late}) {
		t.Errorf("the shop has %s", got)
	}
}

// path is the address's path.
func (b *tab) path() string {
	b.t.Helper()
	var path string
	b.eval(`location.pathname`, &path)
	return path
}

// failedOf is the one shop that failed in a run, by the server.
func (b *tab) failedOf(run string) int64 {
	b.t.Helper()
	id := run[strings.LastIndex(run, "/")+1:]
	var shop int64
	b.eval(fmt.Sprintf(`fetch("/api/runs/one?run=%s").then(r => r.json()).then(r => Number(r.shops.find(s => s.state === "failed").shopId))`, id), &shop)
	return shop
}
