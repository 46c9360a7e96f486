package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// roundTheClock gives the shop in Central a week without an end in sight, so
// that a test can close early at any time of the day.
func (d *desk) roundTheClock() {
	d.t.Helper()
	week := d.week()
	for _, day := range platform.Days() {
		week.SetDay(day, []platform.Period{{EndTime: platform.DaySeconds}})
	}
	if err := d.direct().UpdateWeeklyHours(d.t.Context(), platform.WeekUpdate{ShopID: central, Week: week}); err != nil {
		d.t.Fatal(err)
	}
}

// openOverview opens the shop's page, signed in as the manager.
func openOverview(t *testing.T, d *desk) *tab {
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(fmt.Sprintf("%s/shops/%d", d.URL, central))
	b.wait("#shop-quick-0")
	return b
}

// recordRead waits until the page has read the shop so many times.
func (b *tab) recordRead(times int) {
	b.t.Helper()
	b.until(fmt.Sprintf(`performance.getEntriesByType("resource").filter(e => e.name.includes(%q)).length >= %d`,
		api.PathRecord, times), "the shop to be read")
	b.settledFrames()
}

// names are what our server calls the shop's dates: "2026-12-24/2026-12-26 x".
func (d *desk) names(shopID int64) (names []string) {
	d.t.Helper()
	list, err := d.store.DateNames(d.t.Context(), shopID)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, n := range list {
		names = append(names, n.First+"/"+n.Last+" "+n.Name)
	}
	return names
}

// Two taps close today early, at one of the times that are left of it.
func TestCloseEarlyToday(t *testing.T) {
	t.Parallel()
	d := start(t)
	d.roundTheClock()
	b := openOverview(t, d)
	b.onTablet()
	b.tapped("#shop-quick-0", "#shop-quick[open]")
	b.shot("shop-quick-today")
	b.tapped("#quick-early .btn:last-child", "body:not(:has(#shop-quick[open]))")
	b.tookTaps("close early today")
	if got, want := d.special(central), entryOn(t, dayIn(0), dayIn(0)); len(got) != 1 ||
		got[0].StartDate != want.StartDate || got[0].EndDate != want.EndDate || len(got[0].BusinessHour) != 1 ||
		got[0].BusinessHour[0].EndTime >= platform.DaySeconds {
		t.Errorf("the platform has %+v", got)
	}
}

// Two presses close tomorrow early; the weekly hours stay. Undo by the toast.
func TestCloseEarlyInTwoPresses(t *testing.T) {
	t.Parallel()
	d := start(t)
	d.roundTheClock()
	week := d.week()
	b := openOverview(t, d)
	b.shot("shop")
	b.click("#shop-quick-1")
	b.wait("#shop-quick[open]")
	b.on("#quick-early .btn") // not on the group, where Safari puts it
	b.shot("shop-quick")
	b.click("#quick-at-1260") // 21:00
	b.sees("00:00–21:00")
	b.shot("shop-quick-saved")
	got, want := d.special(central), entryOn(t, dayIn(1), dayIn(1), platform.Period{EndTime: 21 * 3600})
	if len(got) != 1 || got[0].StartDate != want.StartDate || got[0].EndDate != want.EndDate ||
		len(got[0].BusinessHour) != 1 || got[0].BusinessHour[0] != want.BusinessHour[0] {
		t.Errorf("the platform has %+v, want %+v", got, want)
	}
	if now := d.week(); fmt.Sprint(now) != fmt.Sprint(week) {
		t.Errorf("the weekly hours changed: %v", now)
	}
	b.clickText("Undo")
	b.sees("Undone.")
	if got := d.special(central); len(got) != 0 {
		t.Errorf("after undo the platform has %+v", got)
	}
	b.seesNot("00:00–21:00")
}

// Closing now is one of the choices while the shop is open.
func TestCloseNow(t *testing.T) {
	t.Parallel()
	d := start(t)
	d.roundTheClock()
	b := openOverview(t, d)
	b.until(`/Open/.test(document.querySelector("#shop-standing").textContent)`, "the shop to be open")
	b.click("#shop-quick-0")
	b.wait("#shop-quick[open]")
	b.clickText("Now")
	b.until(`/Closed/.test(document.querySelector("#shop-standing").textContent)`, "the shop to be closed")
	got := d.special(central)
	if len(got) != 1 || got[0].StartDate != entryOn(t, dayIn(0), dayIn(0)).StartDate {
		t.Errorf("the platform has %+v", got)
	}
}

// A special date of several days is split around the day, which is said before
// and after, and each part keeps the name.
func TestQuickEditSplitsARange(t *testing.T) {
	t.Parallel()
	d := start(t)
	d.setSpecial(central, []platform.SpecialDate{entryOn(t, dayIn(0), dayIn(3),
		platform.Period{StartTime: 10 * 3600, EndTime: 20 * 3600})})
	if err := d.store.ChangeDateNames(t.Context(), central,
		[]store.DateName{{First: dayIn(0), Last: dayIn(3), Name: "Street fair"}}, nil, ""); err != nil {
		t.Fatal(err)
	}
	b := openOverview(t, d)
	b.sees("Street fair")
	b.click("#shop-quick-1")
	b.sees("Only this day changes")
	b.fill("#quick-0-start", "half ten")
	b.click("#quick-save")
	b.sees("isn't a time")
	b.shot("shop-quick-wrong")
	b.fill("#quick-0-start", "12")
	b.click("#quick-save")
	b.sees("is in parts now")
	b.shot("shop-quick-split")
	got := d.special(central)
	want := []platform.SpecialDate{entryOn(t, dayIn(0), dayIn(0)), entryOn(t, dayIn(1), dayIn(1)),
		entryOn(t, dayIn(2), dayIn(3))}
	if len(got) != 3 {
		t.Fatalf("the platform has %+v", got)
	}
	for i := range want {
		if got[i].StartDate != want[i].StartDate || got[i].EndDate != want[i].EndDate {
			t.Errorf("part %d is %+v, want %+v", i, got[i], want[i])
		}
	}
	if got[1].BusinessHour[0].StartTime != 12*3600 || got[0].BusinessHour[0].StartTime != 10*3600 {
		t.Errorf("hours: %+v", got)
	}
	eventually(t, func() error {
		if names := d.names(central); len(names) != 3 {
			return fmt.Errorf("names: %v", names)
		}
		return nil
	})
}

// Another person changed the same day: that change is shown, and the operator
// chooses. A change of another day is taken over without a question.
func TestQuickEditMeetsAnother(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := openOverview(t, d)
	b.recordRead(1) // or it would bring what is changed below
	other := entryOn(t, dayIn(9), dayIn(9), platform.Period{})
	d.setSpecial(central, []platform.SpecialDate{other})
	b.expect("409")
	b.click("#shop-quick-1")
	b.click("#quick-whole")
	b.until(`!document.querySelector("#shop-quick").open`, "the dialog to close")
	b.sees("Saved.")
	if got := d.special(central); len(got) != 2 {
		t.Errorf("merged to %+v", got)
	}
	b.recordRead(2) // the page reads anew what it has saved
	theirs := entryOn(t, dayIn(1), dayIn(1), platform.Period{StartTime: 3600, EndTime: 7200})
	d.setSpecial(central, []platform.SpecialDate{theirs})
	b.click("#shop-quick-1")
	b.click("#quick-closed")
	b.sees("Nothing was saved. You see theirs.")
	b.shot("shop-quick-theirs")
	if got := d.special(central); len(got) != 1 || got[0].BusinessHour[0].EndTime != 7200 {
		t.Errorf("overwritten: %+v", got)
	}
	b.click("#shop-quick-notice-go")
	b.sees("Closed all day. Saved.") // the words of the first save may stand there still
	b.until(`!document.querySelector("#shop-quick-notice")`, "the notice to go")
	if got := d.special(central); len(got) != 1 || !got[0].BusinessHour[0].Closed() {
		t.Errorf("the platform has %+v", got)
	}
}

// What was typed for tomorrow is there after a reload, after the dialog was closed
// by mistake, and is led to from another page.
func TestQuickEditOutlivesAReload(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := openOverview(t, d)
	b.click("#shop-quick-1")
	b.fill("#quick-0-start", "13:37")
	there := `document.querySelector("#shop-quick").open && document.querySelector("#quick-0-start").value === "13:37"`
	b.reload()
	b.wait("#shop-quick-0")
	b.until(there, "what was typed before the reload")
	b.press("Escape")
	b.sees("Your changes are discarded.")
	b.clickText("Undo")
	b.until(there, "what was typed before the dialog was closed")
	b.eval(`void document.querySelector("#shop-quick").dispatchEvent(new Event("close"))`, nil) // of the Escape, late
	b.settledFrames()
	b.until(there, "what was typed, after the word of the closing before")
	b.open(d.URL + "/shops/100001/phones")
	b.click("#drafts a")
	b.until(there, "what was typed, from another page")
	b.click("#quick-save")
	b.sees("Saved.")
	b.reload()
	b.wait("#shop-quick-0")
	b.recordRead(1)
	if b.is(`document.querySelector("#shop-quick").open || document.querySelector("#drafts")`) {
		t.Error("what is saved is offered to be saved")
	}
}

// The network goes before hours are saved: the dialog keeps what was typed, says
// why, and saves it when the network is back.
func TestQuickEditWithoutANetwork(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := openOverview(t, d)
	b.recordRead(1)
	b.click("#shop-quick-1")
	b.fill("#quick-0-start", "13:37")
	b.expectCut()
	d.unplug()
	b.click("#quick-save")
	b.sees("may have been saved")
	b.until(`document.querySelector("#shop-quick").open && document.querySelector("#quick-0-start").value === "13:37"`,
		"the dialog with what was typed")
	b.glance("shop-quick-offline")
	d.plug()
	b.click("#shop-quick-notice-go")
	b.sees("It is not saved so far.")
	b.click("#quick-save")
	b.until(`!document.querySelector("#shop-quick").open`, "the dialog to close")
	b.sees("13:37–15:00")
	if got := d.special(central); len(got) != 1 || got[0].BusinessHour[0].StartTime != 13*3600+37*60 {
		t.Errorf("the platform has %+v", got)
	}
}

// A tablet set to any zone changes the shop's own day, and names it by the
// shop's own dates.
func TestQuickEditInAnyZone(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"Pacific/Kiritimati", "America/Sao_Paulo", "Asia/Hong_Kong", "UTC"} {
		t.Run(zone, func(t *testing.T) {
			d := start(t)
			b := newTab(t)
			b.do(emulation.SetTimezoneOverride(zone))
			d.signedIn(b, "manager")
			b.open(fmt.Sprintf("%s/shops/%d", d.URL, central))
			b.click("#shop-quick-0")
			b.click("#quick-closed")
			b.until(`!document.querySelector("#shop-quick").open`, "the dialog to close")
			b.sees("Saved.")
			want := entryOn(t, dayIn(0), dayIn(0))
			if got := d.special(central); len(got) != 1 || got[0].StartDate != want.StartDate || got[0].EndDate != want.EndDate {
				t.Errorf("the platform has %+v, want %+v", got, want)
			}
			b.open(fmt.Sprintf("%s/shops/%d/dates", d.URL, central))
			b.click(".dates-row-tools > .btn")
			b.fill("#date-name", "Stocktaking")
			b.kept()
			b.savedDates()
			if got, want := fmt.Sprint(d.names(central)), "["+dayIn(0)+"/"+dayIn(0)+" Stocktaking]"; got != want {
				t.Errorf("names %s, want %s", got, want)
			}
			b.open(fmt.Sprintf("%s/shops/%d", d.URL, central))
			b.until(`document.querySelector("#shop-dates")?.textContent.includes("Stocktaking")`, "the name on the shop's page")
		})
	}
}

// Staff see the page but not the quick edit; the map asks nobody else.
func TestStaffSeeTheShop(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "staff")
	b.open(fmt.Sprintf("%s/shops/%d", d.URL, central))
	b.wait("#shop-place .shop-map-land")
	if b.is(`document.querySelector("#shop-quick-0, #shop-quick-1")`) {
		t.Error("staff are offered changes")
	}
	b.eval(`document.querySelector("#shop-place").scrollIntoView()`, nil)
	b.until(`document.querySelector(".shop-map-land").naturalWidth > 0`, "the map")
	if b.is(`performance.getEntriesByType("resource").some(e => new URL(e.name).origin !== location.origin && !/png|jpg|webp/.test(e.name))`) {
		t.Error("something else was asked for")
	}
	b.shot("shop-place")
}

// Every size, scheme and direction.
func TestShopFits(t *testing.T) {
	t.Parallel()
	d := start(t)
	d.roundTheClock()
	b := openOverview(t, d)
	b.onEveryScreen("shop", func() {
		b.reload()
		b.wait("#shop-quick-0")
	}, func(look func(string)) {
		b.click("#shop-quick-1")
		b.wait("#shop-quick[open]")
		look("-quick")
	})
}

// The mark of the present time moves with the clock, without anything else
// happening.
func TestNowMoves(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/shops/100001")
	b.settled()
	b.wait("#page-title")
	mark := `document.querySelector(".daybar-now").getAttribute("d")`
	var before string
	b.eval(mark, &before)
	// The clock of the device goes on by two hours, and the shell's pulse comes
	// (it draws anew in the same way when the tab wakes).
	b.eval(`{ const real = Date.prototype.getTime; Date.prototype.getTime = function () { return real.call(this) + 2 * 3600e3 } }; dispatchEvent(new Event("visibilitychange"))`, nil)
	b.until(mark+` !== "`+before+`"`, "the mark to move")
}
