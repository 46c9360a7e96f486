package e2e

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/shopdesk/shopdesk/sandbox"
)

// An operator who looks at another shop's order, as after a tap on a notification,
// still hears the orders of the board that was opened last.
func TestAnotherShopsOrderLeavesTheBoardRinging(t *testing.T) {
	t.Parallel()
	d, b := sounding(t, "manager")
	id, err := d.box.Place(sandbox.Placement{ShopID: 100003, Kind: sandbox.OrderPickup})
	if err != nil {
		t.Fatal(err)
	}
	other, _ := d.box.Order(id)
	eventually(t, func() error { _, err := d.store.Order(t.Context(), 100003, id); return err })
	rings := `document.querySelector(".top-live").dataset.rings === "100001"`
	b.eval(fmt.Sprintf(`goappNav("/shops/100003/orders/%d")`, id), nil)
	b.sees(fmt.Sprintf("#%d", other.Base.Number))
	b.until(rings, "the board's shop to be watched")
	b.click(idle(id))
	b.sees("Ready for pickup")
	b.eval(`goappNav("/shops/100001/hours")`, nil)
	b.sees("Weekly hours")
	b.live()
	b.until(rings, "the board's shop to be watched still")
	d.place(sandbox.OrderDelivery)
	b.until(`tones[784] > 0`, "its new order to ring")
}

// A page of an order that the console hasn't heard of yet said that there was none, and went on saying so.
func TestOrderIsShownOnceItIsHeardOf(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	b.expect("404")
	hook, err := url.Parse(d.console.HookURL())
	if err != nil {
		t.Fatal(err)
	}
	_, goOn := d.stops(hook.Path)
	id := d.place(sandbox.OrderPickup)
	b.eval(fmt.Sprintf(`goappNav("/shops/100001/orders/%d")`, id), nil)
	b.sees("This couldn't be read")
	goOn()
	b.wait(idle(id))
	b.until(`!document.body.innerText.includes("couldn't be read")`, "the failure to be gone")
}
