package e2e

import (
	"net/http"
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

// Messages of a page itself moved it under the finger when they came by
// themselves: somebody else's save, a pause, and the age of what is shown.
func TestMessagesOfAPageDontMoveIt(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	stays := func(selector string, was float64) {
		t.Helper()
		if is := b.top(selector); is != was {
			t.Errorf("%s moved from %v to %v", selector, was, is)
		}
	}
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
	stays("#day-mon", quiet)

	b.open(d.URL + "/shops/100001")
	b.settled()
	b.wait("#pause-open:not(:disabled)")
	quiet = b.top("#shop-hours")
	b.click("#pause-open")
	b.click("#pause-go")
	b.wait("#shop-pause")
	b.shot("moves-pause")
	stays("#shop-hours", quiet)

	b.open(d.URL + "/today")
	b.live()
	quiet = b.top("main .card")
	d.meets("/api/today", func() { panic(http.ErrAbortHandler) })
	b.expect("ERR_EMPTY_RESPONSE")
	b.clickText("Resume now") // which has the page ask again
	b.sees("couldn't be read")
	b.shot("moves-today")
	stays("main .card", quiet)
}
