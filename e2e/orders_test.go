package e2e

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// pushed has the platform push to the console from the start.
func pushed(o *server.Options) { o.Hooks.Register = true }

// startOrders is a desk whose sandbox pushes.
func startOrders(t testing.TB, box *sandbox.Sandbox, changes ...setup) *desk {
	t.Helper()
	d := startOn(t, box, append(changes, pushed)...)
	ctx, stop := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() {
		defer close(over)
		_ = box.Run(ctx)
	}()
	t.Cleanup(func() { stop(); <-over })
	for deadline := time.Now().Add(patience); len(box.Callbacks()) == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the console never registered its address")
		}
	}
	return d
}

// board opens the board of the shop in Central, live, and taps it once so that
// it may sound; every tone is counted.
func (d *desk) board(b *tab, role string) {
	d.t.Helper()
	d.signedIn(b, role)
	b.open(d.URL + "/shops/100001/orders")
	b.sees("No new orders")
	b.live()
	b.eval(countTones, nil)
}

func (b *tab) live() {
	b.t.Helper()
	b.until(`document.querySelector(".top-live")?.textContent.includes("Live")`, "the line to be live")
}

// countTones counts the tones that are played by their pitch.
const countTones = `window.tones = {}; const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function(...when) { const hz = Math.round(this.frequency.value); tones[hz] = (tones[hz] || 0) + 1; return start.apply(this, when); }; true`

func (d *desk) place(kind sandbox.OrderKind) int64 {
	d.t.Helper()
	id, err := d.box.Place(sandbox.Placement{ShopID: central, Kind: kind})
	if err != nil {
		d.t.Fatal(err)
	}
	return id
}

// platformHas waits until the platform has the order in that status.
func (d *desk) platformHas(id int64, status platform.OrderStatus) {
	d.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		o, _ := d.box.Order(id)
		if o.Base.Status == status {
			return
		}
		if time.Now().After(deadline) {
			d.t.Fatalf("the platform has order %d as %v", id, o.Base.Status)
		}
	}
}

func sel(part string, id int64) string { return "#" + part + "-" + strconv.FormatInt(id, 10) }

func in(lane string, id int64) string {
	return fmt.Sprintf(`document.querySelector('.lane[data-lane=%q] %s')`, lane, sel("order", id))
}

// An order comes by webhook, is heard and announced, and one press accepts it;
// then it is made ready and handed over. Nothing is reloaded.
func TestOrderArrivesAndIsServed(t *testing.T) {
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.board(b, "staff")
	b.eval(`window.unreloaded = true`, nil)
	b.shot("orders-muted")
	b.click("#sound-mend")
	b.until(`!document.querySelector("#sound-off")`, "the sound to be on")
	id := d.place(sandbox.OrderPickup)
	b.until(in("new", id), "the order to arrive")
	b.until(`document.querySelector("#orders-said").textContent.includes("New order")`, "the order to be announced")
	b.until(`tones[784] > 1`, "the bell to ring more than once")
	b.until(`/^\d:\d\d$/.test(document.querySelector(".ring-time").textContent)`, "a countdown")
	b.shot("orders-new")
	b.click(sel("go", id))
	b.until(in("preparing", id), "the order to be in preparation")
	d.platformHas(id, platform.OrderAccepted)
	b.sees("by Mei Wong")
	b.click(sel("go", id))
	b.until(in("ready", id), "the order to be ready")
	d.platformHas(id, platform.OrderPrepared)
	b.click(sel("go", id))
	d.platformHas(id, platform.OrderCompleted)
	b.until(`!document.querySelector(".lane .order")`, "the board to be empty")
	b.until(`unreloaded`, "the page not to have been reloaded")
	b.shot("orders-done")
}

// Nobody accepts: the countdown warns, rings louder in its last minute, and the
// platform cancels.
func TestOrderIsMissed(t *testing.T) {
	clock := sandbox.NewVirtualClock(time.Now())
	d := startOrders(t, &sandbox.Sandbox{Clock: clock}, ahead(clock))
	b := newTab(t)
	d.board(b, "staff")
	b.click("#sound-mend")
	id := d.place(sandbox.OrderDelivery)
	b.until(in("new", id), "the order to arrive")
	b.until(`document.querySelector(".ring").dataset.urgency === "calm"`, "a calm countdown")
	clock.Advance(4*time.Minute + 10*time.Second)
	b.until(`document.querySelector(".ring").dataset.urgency === "last"`, "the last minute")
	b.until(`tones[1568] > 0`, "the alarm of the last minute")
	b.until(`/1 minute left/.test(document.querySelector("#orders-said").textContent)`, "the last minute to be announced")
	b.shot("orders-last-minute")
	clock.Advance(time.Minute)
	d.platformHas(id, platform.OrderCancelled)
	b.until(`!document.querySelector(".lane .order")`, "the card to go")
	b.until(`document.querySelector("#over-cancelled").textContent.includes("by the platform")`, "the cancellation to be listed with who did it")
	b.shot("orders-missed")
}

// Accepted on the POS terminal in the same moment: news, not an error.
func TestAcceptedOnThePOSAlready(t *testing.T) {
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.board(b, "staff")
	id := d.place(sandbox.OrderDelivery)
	b.until(in("new", id), "the order to arrive")
	d.box.Cut(time.Hour) // so that the platform's own message doesn't come first
	if err := d.box.AcceptOnPOS(id); err != nil {
		t.Fatal(err)
	}
	d.box.Cut(0)
	b.click(sel("go", id))
	b.until(in("preparing", id), "the order to be in preparation")
	b.sees("accepted")
	b.until(`!document.querySelector('.order .note[data-tone=bad]')`, "no error")
	b.shot("orders-pos")
}

// The network is gone: the page says so with its own words and sound, the
// buttons say why they can't, and nothing is kept for later.
func TestNotLive(t *testing.T) {
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.board(b, "staff")
	b.click("#sound-mend")
	id := d.place(sandbox.OrderDelivery)
	b.until(in("new", id), "the order to arrive")
	b.expect("ERR_INTERNET_DISCONNECTED")
	b.do(network.EmulateNetworkConditions(true, 0, 0, 0))
	b.until(`/Not live since\s*\d\d:\d\d/.test(document.querySelector(".top-live").textContent)`, "the pill to say so")
	b.until(`document.querySelector("`+sel("go", id)+`").disabled`, "the button not to be offered")
	b.until(`document.querySelector("`+sel("why", id)+`").textContent.includes("isn't kept for later")`, "the reason")
	b.until(`document.querySelector("#orders-lost")`, "the note")
	b.seesNot("You are offline.")
	b.until(`tones[392] > 0`, "the alarm of a lost connection")
	b.shot("orders-lost")
	b.do(network.EmulateNetworkConditions(false, 0, -1, -1))
	b.live()
	b.until(`!document.querySelector("#orders-lost")`, "the note to go")
	b.click(sel("go", id))
	d.platformHas(id, platform.OrderAccepted)
}

// Ten orders on one screen, worked by one press each; leaving by Escape.
func TestKitchenView(t *testing.T) {
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.board(b, "staff")
	ids, err := d.box.Rush(sandbox.Placement{ShopID: central}, 12)
	if err != nil {
		t.Fatal(err)
	}
	b.until(`document.querySelectorAll('.lane[data-lane=new] .order').length === 12`, "the rush")
	b.click("#orders-kitchen")
	b.wait("dialog#kitchen[open]")
	b.until(`document.querySelectorAll(".kitchen > .order").length === 10`, "ten orders at once")
	b.sees("2 more orders wait")
	b.viewport(1280, 860)
	b.until(`[...document.querySelectorAll(".kitchen > .order")].every(c => c.getBoundingClientRect().bottom <= innerHeight)`, "all ten to be in sight")
	b.shot("orders-kitchen")
	b.click(sel("kgo", ids[0]))
	d.platformHas(ids[0], platform.OrderAccepted)
	b.until(`document.querySelector("#kitchen-said").textContent === ""`, "what is old not to be announced again")
	d.place(sandbox.OrderPickup)
	b.until(`document.querySelector("#kitchen-said[role=alert]").textContent.includes("New order")`, "the new order to be announced inside the dialog")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#kitchen").open`, "Escape to leave it")
}

// Search by number, and who may not work sees no buttons.
func TestOrdersFind(t *testing.T) {
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.board(b, "staff")
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

// Cancelling asks for a reason, in words for "another".
func TestOrderIsCancelled(t *testing.T) {
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.board(b, "manager")
	id := d.place(sandbox.OrderAllergy)
	b.until(in("new", id), "the order to arrive")
	b.click(sel("cancel", id))
	b.wait("dialog#ask[open]")
	b.click("#ask-go")
	b.sees("Choose a reason")
	b.click("label:has(#ask-code-500000)")
	b.click("#ask-go")
	b.sees("Say in a few words why")
	b.shot("orders-cancel")
	b.fill("#ask-words", "The kitchen is flooded")
	b.click("#ask-go")
	d.platformHas(id, platform.OrderCancelled)
	b.until(`!document.querySelector(".lane .order")`, "the card to go")
	b.open(fmt.Sprintf("%s/shops/100001/orders/%d", d.URL, id))
	b.sees("The kitchen is flooded")
	b.sees("by Marco Lam")
	b.sees("Price before discounts")
	b.shot("orders-cancelled-page")
}

// A page that is left gives its connection back, and one that is come back to by
// the browser's Back is live again.
func TestStreamEndsWithThePage(t *testing.T) {
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.board(b, "staff")
	b.eval(`const close = EventSource.prototype.close; EventSource.prototype.close = function() { sessionStorage.closed = "yes"; close.call(this); };
		window.EventSource = class extends EventSource { constructor(url) { if (document.visibilityState === "hidden") sessionStorage.late = "yes"; super(url); } }; true`, nil)
	b.open(d.URL + "/shops/100001/hours")
	b.until(`sessionStorage.closed === "yes"`, "the stream to be closed")
	b.sees("Weekly hours")
	b.until(`!sessionStorage.late`, "the page that was left not to have opened another")
	b.eval(`history.back()`, nil)
	b.live()
	id := d.place(sandbox.OrderPickup)
	b.until(in("new", id), "the order to arrive after coming back")
}

// A shop accepts by itself, within its limit, and the setting lasts.
func TestAutoAccept(t *testing.T) {
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.board(b, "manager")
	b.click("#orders-sheet")
	b.wait("dialog#sheet[open]")
	b.click("#auto-on")
	b.fill("#auto-most", "0")
	b.click("#auto-save")
	b.sees("Enter a number from 1 to 500")
	b.fill("#auto-most", "1")
	b.shot("orders-sheet")
	b.click("#auto-save")
	b.sees("The settings are saved.")
	b.until(`!document.querySelector("dialog#sheet").open`, "the sheet to close")
	id := d.place(sandbox.OrderDelivery)
	b.until(in("preparing", id), "the order to be accepted by itself")
	d.platformHas(id, platform.OrderAccepted)
	b.sees("by the automatic acceptance")
	second := d.place(sandbox.OrderDelivery)
	b.until(in("new", second), "the order above the limit to wait")
	b.reload()
	b.until(in("new", second), "the order to wait still")
	b.click("#orders-sheet")
	b.until(`document.querySelector("#auto-most")?.value === "1"`, "the setting to be kept")
}

// How everything looks, at three sizes, dark and right to left.
func TestOrdersLook(t *testing.T) {
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.board(b, "manager")
	var ids []int64
	for _, kind := range []sandbox.OrderKind{sandbox.OrderAllergy, sandbox.OrderBig, sandbox.OrderPickup, sandbox.OrderCut, sandbox.OrderDelivery, sandbox.OrderDelivery} {
		ids = append(ids, d.place(kind))
	}
	b.until(`document.querySelectorAll('.lane[data-lane=new] .order').length === 6`, "the orders")
	for _, id := range ids[2:] {
		if err := d.box.AcceptOnPOS(id); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.box.PrepareOnPOS(ids[2]); err != nil {
		t.Fatal(err)
	}
	if err := d.box.RequestRefund(ids[3], nil, "Soup spilled"); err != nil {
		t.Fatal(err)
	}
	b.until(`document.querySelectorAll('.lane[data-lane=new] .order').length === 2`, "the accepted ones to move")
	b.sees("Refund asked")
	page := fmt.Sprintf("%s/shops/100001/orders/%d", d.URL, ids[3])
	for _, size := range []struct {
		name string
		w, h int
	}{{"wide", 1280, 860}, {"tablet", 820, 1180}, {"phone", 390, 844}, {"narrow", 320, 640}} {
		b.viewport(size.w, size.h)
		for _, place := range [][2]string{{"board", d.URL + "/shops/100001/orders"}, {"all", d.URL + "/orders"}, {"page", page}, {"history", d.URL + "/orders/history"}} {
			b.open(place[1])
			b.until(`document.querySelector(".order, .order-line")`, "orders")
			b.fits(place[0] + size.name)
			b.shot("orders-" + place[0] + "-" + size.name)
		}
	}
	b.viewport(1280, 860)
	b.dark(true)
	b.open(d.URL + "/shops/100001/orders")
	b.until(`document.querySelector(".order")`, "orders")
	b.shot("orders-board-dark")
	b.eval(`document.documentElement.dir = "rtl"`, nil)
	b.fits("rtl")
	b.shot("orders-board-rtl")
	b.dark(false)
	b.open(page)
	b.until(`document.querySelector(".story")`, "the story")
	b.do(emulation.SetEmulatedMedia().WithMedia("print"))
	b.shot("orders-print-page")
	b.eval(`document.querySelector(".order-page").dataset.paper = "ticket"`, nil)
	b.until(`getComputedStyle(document.querySelector(".ticket")).display !== "none"`, "the ticket on paper")
	b.shot("orders-print-ticket")
}
