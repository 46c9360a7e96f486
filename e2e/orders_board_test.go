package e2e

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// Twelve orders on one screen, worked by one press each; leaving by Escape.
func TestKitchenView(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	b.hears()
	ids := d.rush(b, 12)
	b.announced(12)
	b.click("#orders-kitchen")
	b.wait("dialog#kitchen[open]")
	b.until(`document.querySelectorAll(".kitchen > .order").length === 12`, "all orders at once")
	b.viewport(1280, 860)
	b.until(`[...document.querySelectorAll(".kitchen > .order")].every(c => c.querySelector(".btn[data-kind=go]").getBoundingClientRect().top + 22 <= innerHeight)`, "each to be in reach")
	b.shot("orders-kitchen")
	b.click(sel("kgo", ids[0]))
	d.platformHas(ids[0], platform.OrderAccepted)
	b.until(`document.querySelector("#kitchen-said > [role=alert]").textContent === ""`, "what is old not to be announced again")
	o, _ := d.box.Order(d.place(sandbox.OrderPickup))
	b.until(fmt.Sprintf(`document.querySelector("#kitchen-said > [role=alert]").textContent === "New order %d"`,
		o.Base.Number), "the new order to be announced inside the dialog, by its own number")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#kitchen").open`, "Escape to leave it")
}

// Search by number, and who may not work sees no buttons.
func TestOrdersFind(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	ids, err := d.box.Rush(sandbox.Placement{ShopID: central}, 3)
	if err != nil {
		t.Fatal(err)
	}
	b.until(`document.querySelectorAll('.lane[data-lane=new] .order').length === 3`, "the orders")
	b.fill("#orders-find", strconv.FormatInt(ids[1], 10))
	b.until(`document.querySelectorAll('.lane[data-lane=new] .order').length === 1`, "the one that was looked for")
	b.until(in("new", ids[1]), "the right one")
	b.clickText("Show all")
	b.until(`document.querySelectorAll('.lane[data-lane=new] .order').length === 3`, "all again")
}

// For how long each order has been prepared goes on, also with more of them than
// are looked at in one second.
func TestLengthsGoOn(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(time.Now())
	d := startOrders(t, &sandbox.Sandbox{Clock: clock}, ahead(clock))
	b := newTab(t)
	d.board(b, "staff")
	ids, err := d.box.Rush(sandbox.Placement{ShopID: central, Kind: sandbox.OrderPickup}, 30)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if err := d.box.AcceptOnPOS(id); err != nil {
			t.Fatal(err)
		}
	}
	lengths := `[...document.querySelectorAll(".lane[data-lane=preparing] .order [data-since]")]`
	b.until(`document.querySelector("#lane-preparing .lane-count").textContent === "30"`, "the orders in preparation")
	b.until(`!document.querySelector(".board").dataset.rush && !document.querySelector(".lane[data-lane=new] .order")`,
		"the rush to be over, and no place to be held")
	b.viewport(1280, 6000) // cards that are far from the screen aren't drawn
	b.until(lengths+`.length === 30`, "all of them: more than one stretch has")
	b.eval(`window.cards = [...document.querySelectorAll(".lane[data-lane=preparing] .order")]`, nil)
	clock.Advance(7 * time.Minute)
	b.until(lengths+`.every(e => /^([7-9]|\d\d) min$/.test(e.textContent))`,
		"seven minutes on every card, or more where the machine is slow")
	b.until(`[...cards].every(c => c.isConnected)`, "the cards to be the same")
}

// The browser takes the screen's lock away with the page: it is asked for again
// when the page is back, for as long as the device rings for a board, whatever page is shown.
func TestScreenStaysAwakeAfterItWasHidden(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	b.before(`window.locks = [];
		Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
			const lock = { released: false, release: async () => { lock.released = true; } };
			locks.push(lock);
			return lock;
		} } });`)
	d.board(b, "staff")
	b.until(`locks.length === 1`, "the board to keep the screen on")
	const back = `document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))`
	if !b.is(`(locks[0].released = true) && ` + back + ` && locks.length === 2`) {
		t.Error("the lock isn't taken again")
	}
	if !b.is(back + ` && locks.length === 2`) {
		t.Error("a lock that holds isn't enough")
	}
	b.goTo("/shops/100001/hours")
	b.settled()
	if !b.is(`!locks[1].released && (locks[1].released = true) && ` + back + ` && locks.length === 3`) {
		t.Error("another page lets the screen go off")
	}
	b.signsOut()
	b.until(`locks[2].released`, "the screen to go off after signing out")
}

// The keyboard's focus stays on its button when the order's items and the customer's
// wishes arrive. Once the buttons were made anew.
func TestContentsKeepTheKeyboard(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	if _, err := d.box.Inject(sandbox.Fault{Kind: sandbox.FaultError, Path: platform.PathOrderGet, Rate: 1}); err != nil {
		t.Fatal(err)
	}
	id := d.place(sandbox.OrderAllergy)
	b.until(in("new", id)+`.querySelector(".order-lacks")`, "the order without its contents")
	b.focus(sel("go", id))
	d.box.ClearFaults()
	b.whole(id)
	b.wait(sel("order", id) + " .order-note")
	b.until(fmt.Sprintf(`document.querySelector(%q).textContent.startsWith("Customer's note: ")`,
		sel("order", id)+" .order-note"), "the note to be called one")
	if !b.is(fmt.Sprintf("document.activeElement?.id === %q", sel("go", id)[1:])) {
		t.Error("the keyboard stands elsewhere")
	}
	b.press("Enter")
	b.until(in("preparing", id), "the order to be in preparation")
}

// firstCardHigh checks that the board's first card begins within so many px of the screen's top.
func (b *tab) firstCardHigh(most float64) {
	b.t.Helper()
	var top float64
	b.eval(`scrollTo({top: 0, behavior: "instant"}); document.querySelector(".lane .order").getBoundingClientRect().top`,
		&top)
	if top > most {
		b.t.Errorf("the first card begins at %.0f px", top)
	}
}

// The head of the board leaves the screen to the orders: the first card begins within 210 px of 860.
func TestFirstCardBeginsHigh(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	id := d.arrives(b, sandbox.OrderDelivery)
	b.firstCardHigh(210)
	b.shot("orders-head")
	if err := d.box.AcceptOnPOS(id); err != nil {
		t.Fatal(err)
	}
	if err := d.box.RequestRefund(id, nil, "Soup spilled"); err != nil {
		t.Fatal(err)
	}
	b.wait("#rush-refunds")
	b.firstCardHigh(210)
	b.shot("orders-head-strip")
	b.views("orders-head")
	b.eval(`document.documentElement.dir = "rtl"`, nil)
	b.fits("rtl")
	b.shot("orders-head-rtl")

	owner := newTab(t)
	d.signedIn(owner, "owner")
	owner.open(d.URL + "/orders")
	owner.live()
	owner.firstCardHigh(210)
	owner.shot("orders-head-all")
}
