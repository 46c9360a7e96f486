package e2e

import (
	"testing"

	"github.com/shopdesk/shopdesk/sandbox"
)

// A browser has six connections over HTTP/1.1 for all its windows. Six windows kept one each, and in all of them
// nothing else was answered: orders couldn't be accepted, and a seventh window stayed empty.
func TestSevenWindowsAcceptOrders(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	last := b
	for range 6 {
		last = b.twin()
		last.open(d.URL + "/shops/100001/orders")
		last.until(`document.querySelector(".top-live")?.textContent.match(/Live|every 5/)`, "orders to be heard of")
	}
	last.until(`document.querySelector(".top-live").textContent.includes("every 5")`, "the last one to ask")
	for _, window := range []*tab{last, b} {
		id := d.arrives(window, sandbox.OrderPickup)
		window.click(idle(id))
		window.until(in("preparing", id), "the order to be accepted")
	}
	b.leave(`location.assign("about:blank")`)
	b.until(`location.href === "about:blank"`, "the first window to be left")
	last.eval(`dispatchEvent(new Event("online")); true`, nil) // it tries at once
	last.live()
}
