package e2e

import (
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// With the platform's /order/get failing, an order was never confirmed and was
// cancelled after five minutes: Accept waited for what is in it. The event names
// shop and order, and confirming needs no more.
func TestUnreadOrderIsAccepted(t *testing.T) {
	t.Parallel()
	for _, fault := range []struct {
		name string
		sandbox.Fault
	}{
		{"error", sandbox.Fault{Kind: sandbox.FaultError, Path: platform.PathOrderGet, Rate: 1}},
		{"truncate", sandbox.Fault{Kind: sandbox.FaultTruncate, Path: platform.PathOrderGet, Rate: 1}},
	} {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			d, b := openBoard(t, "staff")
			b.mend()
			if _, err := d.box.Inject(fault.Fault); err != nil {
				t.Fatal(err)
			}
			first, second := d.place(sandbox.OrderPickup), d.place(sandbox.OrderDelivery)
			b.until(in("new", first)+`.querySelector(".order-lacks")`, "the order without its contents")
			b.until(in("new", second), "the other one")
			b.shot("unread-" + fault.name)
			b.click(sel("go", first))
			d.platformHas(first, platform.OrderAccepted)
			b.until(in("preparing", first), "the order to be in preparation")
			b.until(`!document.querySelector('.order .note[data-tone=bad]')`, "no error")

			// In the kitchen, too, and the next step as well.
			b.click("#orders-kitchen")
			b.wait("dialog#kitchen[open] .order")
			b.click("#kitchen-new")
			b.click(sel("kgo", second))
			d.platformHas(second, platform.OrderAccepted)
			b.shot("unread-kitchen-" + fault.name)
			b.click("#kitchen-preparing")
			b.click(sel("kgo", second) + ":not([aria-busy])")
			d.platformHas(second, platform.OrderPrepared)
		})
	}
}
