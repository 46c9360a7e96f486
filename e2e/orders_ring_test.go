package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/network"

	"github.com/shopdesk/shopdesk/sandbox"
)

// The board's settings say whether this device would ring now, and why it wouldn't.
func TestDeviceSaysWhetherItWouldRing(t *testing.T) {
	t.Parallel()
	_, b := sounding(t, "staff")
	says := func(words string) {
		t.Helper()
		b.until(`(document.querySelector("#would-ring")?.textContent ?? "").includes("`+words+`")`, words)
	}
	b.live()
	b.click("#orders-sheet")
	b.wait("dialog#sheet[open]")
	says("would ring now")
	b.shot("orders-would-ring")
	b.click("#sheet-sound")
	says("switched off below")
	b.click("#sheet-sound")
	says("would ring now")
	b.expect("ERR_INTERNET_DISCONNECTED")
	b.do(network.EmulateNetworkConditions(true, 0, 0, 0))
	says("server can't be reached")
}

// The icon of the installed console and the title tell how many orders wait, on every page.
func TestIconAndTitleCountTheOrders(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	b.eval(`window.badge = null; navigator.setAppBadge = async n => { badge = n; };
		navigator.clearAppBadge = async () => { badge = 0; }; true`, nil)
	first := d.arrives(b, sandbox.OrderPickup)
	b.until(`badge === 1 && document.title.startsWith("(1) ")`, "the first order to be counted")
	b.eval(`goappNav("/shops/100001")`, nil)
	b.until(`location.pathname === "/shops/100001" && document.title.startsWith("(1) ")`, "the count on another page")
	d.place(sandbox.OrderPickup)
	b.until(`badge === 2 && document.title.startsWith("(2) ")`, "the second order to be counted")
	b.eval(`goappNav("/shops/100001/orders")`, nil)
	b.click(idle(first))
	b.until(`badge === 1 && document.title.startsWith("(1) ")`, "the accepted order not to be counted")
}
