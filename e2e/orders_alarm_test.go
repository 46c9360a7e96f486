package e2e

import (
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// sounding is openBoard on a device that may sound.
func sounding(t *testing.T, role string) (*desk, *tab) {
	t.Helper()
	d, b := openBoard(t, role)
	b.mend()
	return d, b
}

// A tablet whose session ends says so aloud, and is as before once somebody has
// signed in again. What was cancelled meanwhile is told then.
func TestEndedSessionIsHeard(t *testing.T) {
	t.Parallel()
	d, b := sounding(t, "staff")
	id, number := d.inPreparation(b)
	d.endSession(b, "staff")
	b.wait("dialog#signin-over[open]")
	b.until(`tones[392] > 0`, "the alarm of a lost connection")
	b.until(`document.querySelector("#orders-ended")`, "the note behind the question")
	if err := d.box.CancelOrder(id, platform.OpCustomer, "Changed my mind"); err != nil {
		t.Fatal(err)
	}
	b.clickText("Try it as staff")
	b.until(`!document.querySelector("dialog#signin-over[open]")`, "the page to go on")
	b.live()
	b.until(fmt.Sprintf(`document.querySelector("#orders-stopped b")?.textContent.includes("%d")`, number),
		"the cancelled order's number")
	b.until(`!document.querySelector("#orders-ended")`, "the note to go")
	d.arrives(b, sandbox.OrderPickup)
	b.until(`tones[784] > 0`, "the bell")
}

// After a sign-in on a tablet whose session had ended no order came for minutes, if the list of shops couldn't be read
// just then.
func TestSignInAgainWithoutTheListOfShops(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	d.endSession(b, "staff")
	b.wait("dialog#signin-over[open]")
	b.until(`document.querySelector("#orders-ended")`, "the note behind the question")
	b.expect("ERR_EMPTY_RESPONSE")
	d.meets(api.PathShops, func() { panic(http.ErrAbortHandler) })
	b.clickText("Try it as staff")
	b.live()
	d.arrives(b, sandbox.OrderPickup)
}

// An operator who signs in again while the stream of the ended session is still open is asked once: the stream begins
// anew with the new session.
func TestSignInAgainTakesTheStreamAlong(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	b.live()
	d.endSession(b, "manager")
	b.follow("Activity") // whose answer says so before the stream's next sign of life, if no other call has
	b.wait("dialog#signin-over[open]")
	var opened atomic.Int32
	count := func(r *http.Request) {
		if r.URL.Path == api.PathLive {
			opened.Add(1)
		}
	}
	d.watch.Store(&count)
	b.clickText("Try it as manager")
	eventually(t, func() error {
		if opened.Load() == 0 {
			return errors.New("no stream with the new session")
		}
		return nil
	})
	b.live()
	b.until(`!document.querySelector("dialog#signin-over[open]")`, "no further question")
}

// inPreparation is an order that is being prepared, and its number.
func (d *desk) inPreparation(b *tab) (id int64, number int) {
	d.t.Helper()
	id = d.arrives(b, sandbox.OrderPickup)
	b.click(idle(id))
	b.until(in("preparing", id), "the order to be in preparation")
	b.until(`document.querySelector("`+idle(id)+`")`, "its next button")
	o, _ := d.box.Order(id)
	return id, o.Base.Number
}

// A customer cancels what is being cooked: it is heard again and again, said, and stands
// there until somebody has read it. What was cancelled here is none of that.
func TestCancelledWhileCooked(t *testing.T) {
	t.Parallel()
	d, b := sounding(t, "manager")
	ours, _ := d.inPreparation(b)
	b.click(sel("cancel", ours))
	b.wait("dialog#ask[open]")
	b.until(`document.querySelector("dialog#ask h2").textContent.startsWith("Cancel order")`, "the question")
	b.click("label:has(#ask-code-500001)")
	b.click("#ask-go")
	d.platformHas(ours, platform.OrderCancelled)
	b.until(`document.querySelector("#over-cancelled").textContent.includes("by \u2068Marco Lam")`,
		"ours to be listed as cancelled")
	theirs, number := d.inPreparation(b)
	b.click("#orders-kitchen")
	b.wait("dialog#kitchen[open]")
	if err := d.box.CancelOrder(theirs, platform.OpCustomer, "Changed my mind"); err != nil {
		t.Fatal(err)
	}
	said := fmt.Sprintf("Order cancelled: %d", number)
	b.until(fmt.Sprintf(`document.querySelector("#kitchen-said > [role=alert]").textContent === %q`, said),
		"the cancellation to be announced in the kitchen")
	b.until(fmt.Sprintf(`document.querySelector("#kitchen-stopped b")?.textContent.replace(/[\u2066\u2069]/g, "").trim() === %q`, said), "a note of it alone")
	b.shot("orders-stopped-kitchen")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#kitchen").open`, "Escape to leave the kitchen view")
	b.until(`document.querySelector("#orders-stopped")`, "the note on the board")
	b.shot("orders-stopped")
	b.viewport(390, 844)
	b.shot("orders-stopped-phone")
	b.viewport(1280, 860)
	b.click("#orders-stopped button")
	b.until(`!document.querySelector("#orders-stopped") && !document.querySelector("#kitchen-stopped")`,
		"the note to go once it is read")
	if !b.is(`tones[660] > 1`) {
		t.Error("the cancellation wasn't heard")
	}
}

// The platform cancels an order that nobody accepted in time: the kitchen is told, and so is the person whose session
// ended meanwhile. The order was gone without a word.
func TestLapsedOrderIsTold(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	lapses := func(id int64) {
		t.Helper()
		if err := d.box.CancelOrder(id, platform.OpSystem, ""); err != nil {
			t.Fatal(err)
		}
	}
	first, second := d.arrives(b, sandbox.OrderPickup), d.arrives(b, sandbox.OrderPickup)
	b.click("#orders-kitchen")
	b.wait("dialog#kitchen[open]")
	lapses(first)
	b.until(`document.querySelector("#kitchen-stopped")?.textContent.includes("that nobody accepts within five minutes")`,
		"a note in the kitchen")
	b.glance("orders-lapsed-kitchen")
	b.click("#kitchen-stopped button")
	b.until(`!document.querySelector("#kitchen-stopped")`, "the note to go once it is read")
	d.endSession(b, "staff")
	b.eval(`dispatchEvent(new Event("shopdesk:pull"))`, nil)
	b.wait("dialog#signin-over[open]")
	lapses(second)
	b.clickText("Try it as staff")
	b.until(`document.querySelector("#kitchen-stopped")`, "the note after signing in again")
}

// Two shops may call out the same number: on the board of all shops the note says
// whose order was cancelled.
func TestCancelledInOneOfManyShops(t *testing.T) {
	t.Parallel()
	d, b := openBoards(t)
	id := d.arrives(b, sandbox.OrderPickup)
	b.click(idle(id))
	b.until(in("preparing", id), "the order to be in preparation")
	b.until(`document.querySelector("`+idle(id)+`")`, "the answer")
	if err := d.box.CancelOrder(id, platform.OpCustomer, "Changed my mind"); err != nil {
		t.Fatal(err)
	}
	o, _ := d.box.Order(id)
	b.until(fmt.Sprintf(`document.querySelector("#orders-stopped b")?.textContent.replace(/[\u2066-\u2069]/g, "").trim() === "Order cancelled: %d (Harbour Noodle Central)"`, o.Base.Number), "the shop's name")
	b.glance("orders-stopped-many")
}

// A refund that is asked for is heard and said.
func TestRefundAskedIsHeard(t *testing.T) {
	t.Parallel()
	d, b := sounding(t, "staff")
	id, number := d.inPreparation(b)
	if err := d.box.RequestRefund(id, nil, "It takes too long"); err != nil {
		t.Fatal(err)
	}
	b.until(fmt.Sprintf(`document.querySelector("#orders-said > [role=alert]").textContent === "Order %d: refund requested"`, number),
		"the request to be announced")
	b.until(`tones[660] === 2`, "its sound")
	b.until(`!document.querySelector("#orders-stopped")`, "no word of a cancellation")
}
