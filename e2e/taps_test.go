package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/store"
)

// onTablet makes the tab a tablet held upright, and begins to count taps.
func (b *tab) onTablet() {
	b.t.Helper()
	b.viewport(820, 1180)
	b.do(emulation.SetTouchEmulationEnabled(true))
	b.taps, b.answered = 0, 0
}

// typed taps a field and types into it, in place of its text.
func (b *tab) typed(css, text string) {
	b.t.Helper()
	b.tapped(css, css+":focus")
	b.eval(fmt.Sprintf(`document.querySelector(%q).select()`, css), nil)
	b.keys(text)
}

// brought waits for more that a tap brings, and counts the wait.
func (b *tab) brought(wait func()) {
	b.t.Helper()
	begun := time.Now()
	wait()
	b.answered += time.Since(begun)
}

// tookTaps fails unless docs/taps.md says that the job takes as many taps as were counted. It logs how long the console
// took to answer them.
func (b *tab) tookTaps(job string) {
	b.t.Helper()
	b.t.Logf("taps: %s: %d taps, answered in %.2f s", job, b.taps, b.answered.Seconds())
	page, err := os.ReadFile("../docs/taps.md")
	if err != nil {
		b.t.Fatal(err)
	}
	for line := range strings.Lines(string(page)) {
		if cells := strings.Split(line, "|"); len(cells) > 5 && strings.TrimSpace(cells[1]) == job {
			if want := strings.TrimSpace(cells[4]); want != fmt.Sprint(b.taps) {
				b.t.Errorf("%s took %d taps, docs/taps.md says %s", job, b.taps, want)
			}
			return
		}
	}
	b.t.Errorf("docs/taps.md has no job %q", job)
}

// Friday's last shift is prolonged past midnight: its end is typed, and saved.
func TestOvernightShiftByTouch(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	b.onTablet()
	last := len(d.week().Fri) - 1
	end := fmt.Sprintf("#fri-%d-end", last)
	b.typed(end, "2")
	b.tapped("#hours-save", end)
	b.brought(b.saved)
	if got := d.week().Fri[last].EndTime; got != 2*3600 {
		t.Errorf("Friday ends at second %d", got)
	}
	b.tookTaps("one overnight shift")
}

// Two days of next month are closed by a tap on each, and by Save.
func TestTwoDaysByTouch(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, central)
	b.click("#dates-next")
	month := nextMonth()
	day := func(n int) string { return month.AddDate(0, 0, n-1).Format(time.DateOnly) }
	b.sees(month.Format("January 2006")) // the month before has days of this one, elsewhere
	b.onTablet()
	b.tapped("#calendar-"+day(10), "#calendar-"+day(10)+"[data-chosen=true]")
	b.tapped("#calendar-"+day(11), "#date-editor[open]")
	b.tapped("#date-done", "body:not(:has(#date-editor[open]))")
	b.brought(b.savedDates)
	b.tookTaps("close two days of the month in sight")
	got, want := d.special(central), entryOn(t, day(10), day(11))
	if len(got) != 1 || got[0].StartDate != want.StartDate || got[0].EndDate != want.EndDate ||
		!got[0].BusinessHour[0].Closed() {
		t.Errorf("the platform has %+v, want %+v", got, want)
	}
}

// An order is accepted on the board, its refund is approved on Today, and an order of yesterday is found.
func TestOrderJobsByTouch(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	ended := func() int64 {
		id := d.arrives(b, sandbox.OrderPickup)
		if err := d.box.CancelOrder(id, platform.OpCustomer, "changed my mind"); err != nil {
			t.Fatal(err)
		}
		b.until(`!document.querySelector(".lane `+sel("order", id)+`")`, "the order to end")
		return id
	}
	old, today := ended(), ended()
	d.placedBefore(old, 1)
	id := d.arrives(b, sandbox.OrderPickup)

	b.onTablet()
	b.tapped(sel("go", id), fmt.Sprintf(`.lane[data-lane="preparing"] %s`, sel("order", id)))
	d.platformHas(id, platform.OrderAccepted)
	b.tookTaps("accept one order")

	b.onTablet()
	b.tapped("#orders-past", "#past-find")
	b.brought(func() { b.past("both", today, old) })
	b.typed("#past-find", fmt.Sprint(old))
	b.brought(func() { b.past("yesterday's order", old) })
	b.totals("1 order", "") // the list below has come to rest
	b.tapped(fmt.Sprintf(`.order-line[href$="/%d"]`, old), "#order-story")
	b.sees("changed my mind")
	b.tookTaps("find yesterday's order")

	if err := d.box.RequestRefund(id, nil, "soup spilled"); err != nil {
		t.Fatal(err)
	}
	b.open(d.URL + "/today")
	b.settled()
	b.onTablet()
	b.tapped(goOf("refund", central, id)+":not([data-rests=true])", "dialog#ask[open]")
	b.tapped("#ask-go:not(:disabled)", "body:not(:has(#ask[open]))")
	d.refundIs(id, platform.RefundAgreed)
	b.tookTaps("approve a refund")
}

// placedBefore makes an order of today some days older.
func (d *desk) placedBefore(id int64, days int) {
	d.t.Helper()
	eventually(d.t, func() error { // the inbox may write the order meanwhile
		o, err := d.store.Order(d.t.Context(), central, id)
		if err != nil {
			d.t.Fatal(err)
		}
		if o.PlacedAt < time.Now().Add(-12*time.Hour).UnixMilli() {
			return nil
		}
		o.PlacedAt -= (time.Duration(days) * 24 * time.Hour).Milliseconds()
		saved, err := d.store.SaveOrders(d.t.Context(), []store.OrderChange{{Order: o}})
		if err == nil && !saved[0] {
			err = fmt.Errorf("order %d was changed meanwhile", id)
		}
		return err
	})
}

// Today lists the shops that lost orders, the worst first, and leads to their orders.
func TestShopThatLostMostByTouch(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.entered(b, "manager")
	for range 2 {
		if err := d.box.CancelOrder(d.place(sandbox.OrderPickup), platform.OpSystem, ""); err != nil {
			t.Fatal(err)
		}
	}
	b.until(`fetch("/api/today?period=today").then(r => r.json()).then(t => t.figures.all.now.lost === 2)`,
		"both to be lost")
	b.open(d.URL + "/today")
	b.settled()
	b.onTablet()
	b.until(`/2 \(before: 0\)/.test(document.querySelector("#plot-shops .plot-row")?.innerText)`,
		"the shop that lost most")
	b.shot("today-shops")
	b.tapped("#plot-shops-toggle", "#plot-shops .plot-table a")
	b.shot("today-shops-table")
	b.tapped("#plot-shops tbody tr:first-child a", "#past-find")
	b.brought(func() { b.past("the lost orders", d.lostIn(central)...) })
	b.tookTaps("see which shop lost most orders")
}

// lostIn lists the cancelled orders of a shop, the newest first.
func (d *desk) lostIn(shop int64) (ids []int64) {
	d.t.Helper()
	list, err := d.store.History(d.t.Context(), store.OrderQuery{Shops: []int64{shop}, To: 1 << 62, Limit: 9})
	if err != nil {
		d.t.Fatal(err)
	}
	for _, o := range list {
		ids = append(ids, o.OrderID)
	}
	return ids
}

// A heading that the page hands the keyboard to has a box around it only for people who use the keyboard.
func TestHeadingHasNoBoxAfterAPress(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	there := func(title string) {
		t.Helper()
		b.until(fmt.Sprintf(`document.activeElement.id === "page-title" && document.activeElement.textContent === %q`, title),
			"the heading "+title+" to have the keyboard")
	}
	boxed := func() bool { return b.is(`document.querySelector("h1:focus-visible")`) }
	b.open(d.URL + "/today")
	b.settled()
	b.click(`.rail a[href$="/templates"]`)
	there("Templates")
	if boxed() {
		t.Error("a box after a press of the mouse")
	}
	b.onTablet()
	b.tapped(`.rail a[href$="/runs"]`, "#page-title")
	there("Bulk changes")
	if boxed() {
		t.Error("a box after a tap")
	}
	b.open(d.URL + "/today")
	b.settled()
	for _, list := range []string{"#today-shop", "#switcher"} { // the search has the keyboard until a shop is tapped
		b.tapped(list, list+"-search")
		b.tapped(list+"-list [role=option]:nth-of-type(3)", "body:not(:has("+list+"-search))")
		there("Today")
		if boxed() {
			t.Errorf("a box after a shop was tapped in %s", list)
		}
	}
	b.eval(`document.querySelector('.rail a[href$="/today"]').focus()`, nil)
	b.press("Enter")
	there("Today")
	if !boxed() {
		t.Error("no box after a key")
	}
}

// A finger that met the words below a place of the settings, or below a shop's name, opened nothing: the name alone is
// 22 pixels high.
func TestWordsBelowANameOpenIt(t *testing.T) {
	t.Parallel()
	d := many(t, 28)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.onTablet()
	b.open(d.URL + "/settings")
	b.tapped(".settings-who > .small", `.settings-nav > [aria-current][href$="/settings/connections"]`)
	b.open(d.URL + "/shops")
	b.tapped("[data-shop] .shops-other", `.main[data-page="shop"]`)
}
