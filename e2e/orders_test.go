package e2e

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"

	"github.com/shopdesk/shopdesk/internal/api"
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
	d.runSandbox()
	eventually(t, func() error {
		if set := len(box.Callbacks()); set < len(platform.Events()) { // one after the other
			return fmt.Errorf("the console has registered its address for %d events", set)
		}
		return nil
	})
	return d
}

// runSandbox has the sandbox push, and do what time brings, until the test ends.
func (d *desk) runSandbox() {
	ctx, stop := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() {
		defer close(over)
		_ = d.box.Run(ctx)
	}()
	d.t.Cleanup(func() { stop(); <-over })
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

// openBoard is board on a new desk and tab.
func openBoard(t *testing.T, role string) (*desk, *tab) {
	t.Helper()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.board(b, role)
	return d, b
}

// openBoards is the owner's board of all shops on a new desk and tab, live.
func openBoards(t *testing.T) (*desk, *tab) {
	t.Helper()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/orders")
	b.live()
	return d, b
}

func (b *tab) live() {
	b.t.Helper()
	b.until(`document.querySelector(".top-live")?.textContent.includes("Live")`, "the line to be live")
}

// countTones counts the tones that are played by their pitch.
const countTones = `(start => {
	window.tones = {};
	OscillatorNode.prototype.start = function(...when) {
		const hz = Math.round(this.frequency.value);
		tones[hz] = (tones[hz] || 0) + 1;
		return start.apply(this, when);
	};
})(OscillatorNode.prototype.start)`

func (d *desk) place(kind sandbox.OrderKind) int64 {
	d.t.Helper()
	id, err := d.box.Place(sandbox.Placement{ShopID: central, Kind: kind})
	if err != nil {
		d.t.Fatal(err)
	}
	return id
}

// placed is place, and waits until the console has what is in the order: a page of it that is opened finds it.
func (d *desk) placed(kind sandbox.OrderKind) int64 {
	d.t.Helper()
	id := d.place(kind)
	eventually(d.t, func() error {
		o, err := d.store.Order(d.t.Context(), central, id)
		if err == nil && o.Record == "" {
			err = errors.New("only the event of the order has come")
		}
		return err
	})
	return id
}

// arrives has an order come to the board, and waits until what is in it has come,
// too: its card grows by that, and a press would be where its button was.
func (d *desk) arrives(b *tab, kind sandbox.OrderKind) int64 {
	d.t.Helper()
	id := d.place(kind)
	b.until(in("new", id), "the order to arrive")
	b.whole(id)
	return id
}

// whole waits until the board knows what is in an order.
func (b *tab) whole(id int64) {
	b.t.Helper()
	b.until(fmt.Sprintf("!!document.querySelector(%q)", sel("order", id)+" .order-items"), "the order to be read")
}

// platformHas waits until the platform has the order in that status.
func (d *desk) platformHas(id int64, status platform.OrderStatus) {
	d.t.Helper()
	eventually(d.t, func() error {
		if o, _ := d.box.Order(id); o.Base.Status != status {
			return fmt.Errorf("the platform has order %d as %v", id, o.Base.Status)
		}
		return nil
	})
}

func sel(part string, id int64) string { return "#" + part + "-" + strconv.FormatInt(id, 10) }

// idle is an order's main button when it isn't at work: the live line may tell of
// an act before its own answer comes.
func idle(id int64) string { return sel("go", id) + ":not([aria-busy])" }

func in(lane string, id int64) string {
	return fmt.Sprintf(`document.querySelector('.lane[data-lane=%q] %s')`, lane, sel("order", id))
}

// An order comes by webhook, is heard and announced, and one press accepts it;
// then it is made ready and handed over. Nothing is reloaded.
func TestOrderArrivesAndIsServed(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	b.eval(`window.unreloaded = true`, nil)
	b.shot("orders-muted")
	b.mend()
	id := d.arrives(b, sandbox.OrderPickup)
	b.until(`document.querySelector("#orders-said").textContent.includes("New order")`, "the order to be announced")
	b.until(`tones[784] > 1`, "the bell to ring more than once")
	b.until(`/^\d:\d\d$/.test(document.querySelector(".ring-time").textContent)`, "a countdown")
	b.shot("orders-new")
	b.click(sel("go", id))
	b.until(in("preparing", id), "the order to be in preparation")
	d.platformHas(id, platform.OrderAccepted)
	// Firefox leaves the marks of direction out of innerText.
	b.until(in("preparing", id)+`.textContent.includes("by \u2068Mei Wong")`, "who accepted it")
	b.click(idle(id))
	b.until(in("ready", id), "the order to be ready")
	d.platformHas(id, platform.OrderPrepared)
	b.click(idle(id))
	d.platformHas(id, platform.OrderCompleted)
	b.until(`!document.querySelector(".lane .order")`, "the board to be empty")
	b.until(`unreloaded`, "the page not to have been reloaded")
	b.shot("orders-done")
}

// No operator accepts: the countdown warns, rings louder in its last minute, and the
// platform cancels.
func TestOrderIsMissed(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(time.Now())
	d := startOrders(t, &sandbox.Sandbox{Clock: clock}, ahead(clock))
	b := newTab(t)
	d.board(b, "staff")
	b.click("#sound-mend")
	id := d.arrives(b, sandbox.OrderDelivery)
	b.until(`document.querySelector(".ring").dataset.urgency === "calm"`, "a calm countdown")
	clock.Advance(4*time.Minute + 10*time.Second)
	b.until(`document.querySelector(".ring").dataset.urgency === "last"`, "the last minute")
	b.until(`tones[1568] > 0`, "the alarm of the last minute")
	b.until(`/1 minute left/.test(document.querySelector("#orders-said").textContent)`, "the last minute to be announced")
	b.shot("orders-last-minute")
	clock.Advance(time.Minute)
	d.platformHas(id, platform.OrderCancelled)
	b.until(`!document.querySelector(".lane .order")`, "the card to go")
	b.until(`document.querySelector("#over-cancelled").textContent.includes("by the platform")`,
		"the cancellation to be listed with who did it")
	b.shot("orders-missed")
}

// Accepted on the POS terminal in the same moment: news, not an error.
func TestAcceptedOnThePOSAlready(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	id := d.arrives(b, sandbox.OrderDelivery)
	d.box.Cut(time.Hour) // so that the platform's own message doesn't come first
	if err := d.box.AcceptOnPOS(id); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() error { // it is sent again a minute later
		for _, p := range d.box.Pushes() {
			if p.OrderViewID == id && p.State == sandbox.PushWaiting && len(p.Attempts) > 0 {
				return nil
			}
		}
		return errors.New("the message of the acceptance wasn't lost")
	})
	d.box.Cut(0)
	b.click(sel("go", id))
	b.until(in("preparing", id), "the order to be in preparation")
	b.sees("This order was accepted already")
	b.until(`!document.querySelector('.order .note[data-tone=bad]')`, "no error")
	b.shot("orders-pos")
}

// The network is gone: the page says so with its own words and sound, the
// buttons say why they can't, and nothing is kept for later.
func TestNotLive(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	b.click("#sound-mend")
	id := d.arrives(b, sandbox.OrderDelivery)
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
	b.click(sel("go", id) + ":not(:disabled)")
	d.platformHas(id, platform.OrderAccepted)
}

// In the first seconds without a network the line above the page told that the sound was off, and the loss stood behind
// it.
func TestLossOfTheNetworkIsToldFirst(t *testing.T) {
	t.Parallel()
	_, b := openBoard(t, "staff")
	b.wait("#sound-off")
	b.expect("ERR_INTERNET_DISCONNECTED")
	b.do(network.EmulateNetworkConditions(true, 0, 0, 0))
	b.until(`(() => {
		const notes = [...document.querySelectorAll(".strip .note")].map(n => n.textContent);
		window.told = notes.some(n => /You are offline|No connection/.test(n)) && notes[0];
		return !!told;
	})()`, "the loss to be told")
	if b.is(`told.includes("Sound is off")`) {
		t.Error("the sound is told first")
	}
	b.shot("orders-offline-first")
}

// Cancelling asks for a reason, in words for "another".
func TestOrderIsCancelled(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	id := d.arrives(b, sandbox.OrderAllergy)
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
	b.sees("by \u2068Marco Lam")
	b.sees("Price before discounts")
	b.shot("orders-cancelled-page")
}

// The phone of a customer or a rider led to a page that isn't there: the browser wasn't left to call it.
func TestPhoneOfAnOrderIsCalled(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	id := d.arrives(b, sandbox.OrderAllergy)
	b.open(fmt.Sprintf("%s/shops/100001/orders/%d", d.URL, id))
	b.wait(`#order-receiver a[href^="tel:"]`)
	b.eval(`addEventListener("click", e => { window.left = !e.defaultPrevented; e.preventDefault(); }); true`, nil)
	b.click(`#order-receiver a[href^="tel:"]`)
	b.until(`window.left !== undefined`, "the press")
	if !b.is(`left`) {
		t.Error("the console took the link to a phone for one of its own")
	}
	// Shift opens a link in a window of its own. The console left its page for it.
	b.eval(`document.querySelector(".rail-link").dispatchEvent(
		new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: true })); true`, nil)
	if !b.is(`left`) {
		t.Error("the console followed a link that was to open a window")
	}
}

// A page that is left gives its connection back, and one that is come back to by
// the browser's Back is live again.
func TestStreamEndsWithThePage(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	b.eval(`const close = EventSource.prototype.close; EventSource.prototype.close = function() { sessionStorage.closed = "yes"; close.call(this); };
		window.EventSource = class extends EventSource { constructor(url) { if (document.visibilityState === "hidden") sessionStorage.late = "yes"; super(url); } }; true`, nil)
	b.open(d.URL + "/shops/100001/hours")
	b.until(`sessionStorage.closed === "yes"`, "the stream to be closed")
	b.sees("Weekly hours")
	b.until(`!sessionStorage.late`, "the page that was left not to have opened another")
	b.leave(`history.back()`)
	b.until(`location.pathname === "/shops/100001/orders"`, "the board again")
	b.live()
	id := d.place(sandbox.OrderPickup)
	b.until(in("new", id), "the order to arrive after coming back")
}

// turn hides the tab from the page, or shows it.
const turn = `Object.defineProperty(document, "visibilityState", {value: %q, configurable: true}) && ` +
	`document.dispatchEvent(new Event("visibilitychange", {bubbles: true}))`

// A page whose tab isn't in sight gives its own connection back: a browser has six over HTTP/1.1, and three tabs with
// Today held all of them. The orders keep theirs, to ring.
func TestHiddenTabKeepsOneConnection(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	b.before(`window.lines = 0;
		const close = EventSource.prototype.close; EventSource.prototype.close = function() { lines -= this.readyState < 2; close.call(this); };
		window.EventSource = class extends EventSource { constructor(url) { super(url); lines++; } };`)
	d.signedIn(b, "manager")
	b.open(d.URL + "/today")
	b.until(`lines === 2`, "the page and the orders to have a connection each")
	b.eval(fmt.Sprintf(turn, "hidden"), nil)
	b.until(`lines === 1`, "the hidden page to give its connection back")
	b.eval(fmt.Sprintf(turn, "visible"), nil)
	b.until(`lines === 2`, "the page to have a connection again")
}

// A shop accepts by itself, within its limit, and the setting lasts.
func TestAutoAccept(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	b.click("#orders-sheet")
	b.wait("dialog#sheet[open]")
	b.click("#auto-on")
	b.fill("#auto-most", "0")
	b.click("#auto-save")
	b.wait("#auto-summary:focus")
	b.sees("Enter a number from 1 to 500")
	b.fill("#auto-most", "1")
	b.fill("#auto-amount", "5000")
	b.until(dialogStands, "the sheet to scroll in its body alone, also when it is longer")
	b.click("#auto-save")
	b.wait("#auto-summary:focus")
	b.sees("Enter its three letters, such as HKD")
	b.until(dialogStands, "the sheet to scroll in its body alone")
	b.fill("#auto-coin", "hkd")
	b.shot("orders-sheet")
	b.click("#auto-save")
	b.sees("Saved.")
	b.until(`!document.querySelector("dialog#sheet").open`, "the sheet to close")
	id := d.place(sandbox.OrderDelivery)
	b.until(in("preparing", id), "the order to be accepted by itself")
	d.platformHas(id, platform.OrderAccepted)
	b.sees("automatically")
	second := d.place(sandbox.OrderDelivery)
	b.until(in("new", second), "the order above the limit to wait")
	_, goOn := d.stops(api.PathOrderSettings)
	b.reload()
	b.until(in("new", second), "the order to wait still")
	b.click("#orders-sheet")
	b.wait("dialog#sheet[open]")
	goOn() // the settings may come after the sheet was opened
	b.until(`document.querySelector("#auto-most")?.value === "1"`, "the setting to be kept")
	b.until(`document.querySelector("#auto-amount").value === "5000.00" && document.querySelector("#auto-coin").value === "HKD"`, "the limit with its currency")
}
