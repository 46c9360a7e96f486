package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
)

// top is how far below the top of the page an element stands.
func (b *tab) top(selector string) (y float64) {
	b.t.Helper()
	b.wait(selector)
	b.eval(`document.querySelector("`+selector+`").getBoundingClientRect().top + scrollY`, &y)
	return y
}

// stays checks that an element stands where it stood.
func (b *tab) stays(selector string, was float64) {
	b.t.Helper()
	if is := b.top(selector); is != was {
		b.t.Errorf("%s moved from %v to %v", selector, was, is)
	}
}

// Messages of a page itself moved it under the finger when they came by
// themselves: somebody else's save, a pause, and the age of what is shown.
func TestMessagesOfAPageDontMoveIt(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	quiet := b.top("#day-mon")
	b.fill("#fri-0-start", "10")
	theirs := d.week()
	theirs.Sat = nil
	if err := d.direct().UpdateWeeklyHours(t.Context(), platform.WeekUpdate{ShopID: central, Week: theirs}); err != nil {
		t.Fatal(err)
	}
	b.pull(320)
	b.wait("#hours-newer")
	b.shot("moves-newer")
	b.stays("#day-mon", quiet)

	b.open(d.URL + "/shops/100001")
	b.settled()
	b.wait("#pause-open:not(:disabled)")
	quiet = b.top("#shop-hours")
	b.click("#pause-open")
	b.click("#pause-go")
	b.wait("#shop-pause")
	b.shot("moves-pause")
	b.stays("#shop-hours", quiet)

	b.open(d.URL + "/today")
	b.live()
	b.sees("Resume now")
	quiet = b.top("main .card")
	d.meets("/api/today", func() { panic(http.ErrAbortHandler) })
	b.expect("ERR_EMPTY_RESPONSE")
	b.clickText("Resume now") // which has the page ask again
	b.sees("couldn't be read")
	b.shot("moves-today")
	b.stays("main .card", quiet)
}

// What a typed time brings, and what a live event says in a row, pushed the rows below it down.
func TestRowsStayWhenAChipAppears(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	last := len(d.week().Fri) - 1
	end := fmt.Sprintf("#fri-%d-end", last)
	rows := func(css string) (tops []float64) {
		t.Helper()
		b.eval(`[...document.querySelectorAll("`+css+`")].map(row => row.getBoundingClientRect().top + scrollY)`, &tops)
		return tops
	}
	was := b.value(end)
	for _, size := range [][2]int{{1280, 860}, {820, 1180}, {390, 844}, {320, 640}} {
		b.viewport(size[0], size[1])
		name := fmt.Sprintf("moves-overnight-%d", size[0])
		quiet := rows(".hours-day")
		b.fill(end, "2")
		b.press("Tab")
		b.wait("#day-fri .time .pill")
		b.wait("#day-sat .hours-spill")
		b.shot(name)
		b.fits(name)
		if typed := rows(".hours-day"); len(quiet) != 7 || !slices.Equal(typed, quiet) {
			t.Errorf("%d wide: the days are at %v, and at %v with a night", size[0], quiet, typed)
		}
		b.fill(end, was)
		b.press("Tab")
		b.until(`!document.querySelector("#day-sat .hours-spill")`, "no night")
	}

	d.roundTheClock()
	b.viewport(1280, 860)
	b.open(d.URL + "/shops/100001/hours")
	b.recordRead(1) // the console knows the hours when it has answered, not when the page shows what it kept
	b.open(d.URL + "/shops")
	b.until(`document.querySelector("[data-shop='100001'] .pill")?.textContent === "Open"`, "the shop to be known")
	shops := rows(".shops-rows [role=row]")
	b.eval(`fetch("/api/pauses", {method: "POST", headers: {"Content-Type": "application/json", "X-Console": "1"}, body: JSON.stringify({shopId: "100001", version: 0, end: "notice", reason: "busy"})})`, nil)
	b.until(`document.querySelector("[data-shop='100001'] .pill")?.textContent.includes("Paused")`, "the row to say so")
	if paused := rows(".shops-rows [role=row]"); len(shops) == 0 || !slices.Equal(paused, shops) {
		t.Errorf("the shops are at %v, and at %v with a pause", shops, paused)
	}
}
