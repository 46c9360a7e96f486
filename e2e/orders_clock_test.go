package e2e

import (
	"testing"

	"github.com/shopdesk/shopdesk/sandbox"
)

// A tablet's clock is set back by an hour while the server can't be reached: the console looked for the server an hour
// later, and no order came until then. The browser tells of a network that is back, but not of such a server.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	d, b := startOrders(t, new(sandbox.Sandbox)), newTab(t)
	b.expect("ERR_INTERNET_DISCONNECTED")
	b.before(`addEventListener("online", e => e.stopImmediatePropagation())`)
	d.board(b, "staff")
	b.live()
	b.network(false)
	b.until(`document.querySelector(".top-live").textContent.includes("Not live since")`, "the line to be lost")
	b.eval(`(({ getTime }, { now }) => {
		const back = 3600000;
		Date.prototype.getTime = function() { return getTime.call(this) - back; };
		Date.now = () => now() - back;
	})(Date.prototype, Date)`, nil)
	b.network(true)
	d.arrives(b, sandbox.OrderDelivery)
	b.live()
}
