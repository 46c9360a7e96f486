package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/network"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// The platform acts, and its answer is lost; nor can it be asked. The card says
// that nobody knows, and finds out as soon as the platform can be read.
func TestPressThatThePlatformDoesntAnswer(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	id := d.arrives(b, sandbox.OrderDelivery)
	for _, fault := range []sandbox.Fault{
		{Path: platform.PathOrderConfirm, Kind: sandbox.FaultActDrop, Count: 1},
		{Path: platform.PathOrderGet, Kind: sandbox.FaultDrop, Rate: 1},
		{Kind: sandbox.FaultLost, Rate: 1}, // nor does it push
	} {
		if _, err := d.box.Inject(fault); err != nil {
			t.Fatal(err)
		}
	}
	b.click(sel("go", id))
	b.sees("Not sure")
	b.sees("pressing again does nothing twice")
	b.shot("orders-unanswered")
	b.until(in("new", id), "the order to stand where it was")
	d.platformHas(id, platform.OrderAccepted)
	d.box.ClearFaults()
	b.until(in("preparing", id), "the order to be found accepted")
	b.sees("by \u2068Mei Wong")
	b.seesNot("Not sure")
	b.shot("orders-answered")
}

// The reason that somebody has typed is there again when they try once more: the
// dialog was empty after an act of which nobody knows what came.
func TestReasonOfAnActThatFailed(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	id := d.arrives(b, sandbox.OrderDelivery)
	for _, fault := range []sandbox.Fault{
		{Path: platform.PathOrderCancel, Kind: sandbox.FaultDrop, Rate: 1},
		{Path: platform.PathOrderGet, Kind: sandbox.FaultDrop, Rate: 1},
	} {
		if _, err := d.box.Inject(fault); err != nil {
			t.Fatal(err)
		}
	}
	const words = "The kitchen is flooded"
	b.click(sel("cancel", id))
	b.wait("dialog#ask[open]")
	b.click("label:has(#ask-code-500000)")
	b.fill("#ask-words", words)
	b.click("#ask-go")
	b.sees("Not sure")
	b.click(sel("cancel", id))
	b.wait("dialog#ask[open]")
	b.until(`document.querySelector("#ask-words").value === "`+words+
		`" && document.querySelector("#ask-code-500000").checked`, "the reason to be there again")
	b.shot("orders-reason-again")
	d.box.ClearFaults()
	b.click("#ask-go")
	d.platformHas(id, platform.OrderCancelled)
	b.until(`!document.querySelector(".lane .order")`, "the card to go")
}

// The server acts, and its answer is lost on the way to the tablet: the card
// says that nobody knows, and what happened comes by the live line. Pressed
// again, it is the same press.
func TestPressThatTheServerDoesntAnswer(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	id := d.arrives(b, sandbox.OrderDelivery)
	b.eval(`const real = window.fetch; window.acts = []; window.fetch = async (...all) => {
		const request = new Request(...all), act = request.url.endsWith("/orders/act");
		if (act) acts.push(JSON.parse(await request.clone().text()).key);
		const answer = await real(...all);
		if (act && acts.length === 1) throw new TypeError("the answer was lost");
		return answer;
	}; true`, nil)
	b.click(sel("go", id))
	b.until(`acts.length === 1`, "the press to be sent")
	d.platformHas(id, platform.OrderAccepted)
	b.until(in("preparing", id), "the order to be found accepted")
	b.sees("by \u2068Mei Wong")
	b.seesNot("Not sure")
	b.until(`!document.querySelector('.order .note[data-tone=bad]')`, "no error")
	if n := b.count("acts"); n != 1 {
		t.Errorf("sent %d times", n)
	}
}

// The network goes while a press is under way: the card said that nothing was sent, and the platform had accepted the
// order.
func TestNetworkGoesWhileAPressIsUnderWay(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	id := d.arrives(b, sandbox.OrderDelivery)
	b.expect("ERR_INTERNET_DISCONNECTED")
	b.expectCut()
	reached, goOn := d.waitsAtPlatform(platform.PathOrderConfirm, 0)
	b.click(sel("go", id))
	reached()
	b.network(false)
	d.unplug() // the browser leaves what it has sent alone
	goOn()
	b.until(`document.querySelector("`+sel("order", id)+` .note")`, "what came of the press")
	b.sees("Not sure whether this was done: Accept")
	d.platformHas(id, platform.OrderAccepted)
	d.plug()
	b.network(true)
	b.until(in("preparing", id), "the order to be found accepted")
	b.seesNot("Not sure")
}

// network takes the browser off the network, or back.
func (b *tab) network(there bool) {
	b.t.Helper()
	b.do(network.EmulateNetworkConditions(!there, 0, -1, -1))
}

// An order is rejected while its acceptance is on its way: the dialog closed, and nothing was rejected, without a word.
// It waits for the answer instead.
func TestRejectedWhileAcceptanceIsUnderWay(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	id := d.arrives(b, sandbox.OrderDelivery)
	_, release := d.stops(api.PathOrderAct)
	b.click(sel("go", id))
	b.until(`document.querySelector("`+sel("go", id)+`[aria-busy]")`, "the acceptance to be under way")
	b.click(sel("cancel", id))
	b.wait("dialog#ask[open]")
	b.click("label:has(#ask-code-500001)")
	b.eval(`document.querySelector("#ask-form").requestSubmit(); true`, nil)
	b.shot("orders-rejected-early")
	release()
	b.click("#ask-go")
	d.platformHas(id, platform.OrderCancelled)
	b.until(`!document.querySelector(".lane .order")`, "the card to go")
}
