package e2e

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// ticketsWhole is true when no ticket of the kitchen view hides or cuts anything, or goes on in another column.
const ticketsWhole = `[...document.querySelectorAll(".kitchen > .order")].every(card => {
	const box = card.getBoundingClientRect();
	const inside = [...card.querySelectorAll("*")].every(e => {
		const r = e.getBoundingClientRect();
		return e.closest("svg") || !r.width || r.top >= box.top - 1 && r.bottom <= box.bottom + 1 && r.left >= box.left - 1 && r.right <= box.right + 1;
	});
	const clips = [card, ...card.querySelectorAll("*")].some(e => !e.closest("svg, .hidden") && getComputedStyle(e).overflowY !== "visible" && e.scrollHeight > e.clientHeight + 1);
	const shown = [...card.querySelectorAll(".order-items b")].reduce((n, b) => n + parseInt(b.textContent), 0);
	const counted = document.documentElement.lang === "en" ? parseInt(/(\d+) \D*$/.exec(card.querySelector(".order-name p").textContent)[1]) : shown;
	return inside && !clips && shown === counted && card.getClientRects().length === 1;
})`

// ticketsInColumns is true when tickets of the kitchen view stand beside each other, and the totals beside them.
const ticketsInColumns = `(cards => new Set(cards.map(card => Math.round(card.getClientRects()[0].left))).size > 1 &&
	document.querySelector(".kitchen-totals").getBoundingClientRect().top <=
	document.querySelector(".kitchen-grid").getBoundingClientRect().top
)([...document.querySelectorAll(".kitchen > .order")])`

// ticketsGoOn is true when the edge of a ticket shows that there are more than those in sight.
const ticketsGoOn = `(grid => {
	const {left, right} = grid.getBoundingClientRect();
	return grid.scrollWidth <= grid.clientWidth || [...grid.querySelectorAll(".kitchen > .order:not([hidden])")].some(card => {
		const r = card.getBoundingClientRect();
		return r.left < right - 8 && r.right > right + 8 || r.right > left + 8 && r.left < left - 8;
	});
})(document.querySelector(".kitchen-grid"))`

// ticketsInReach is true when the button of each ticket can be pressed, also of one that is taller than the screen.
const ticketsInReach = `(bottom => [...document.querySelectorAll(".kitchen > .order:not([hidden]) .order-acts > .btn")].every(
	e => e.getBoundingClientRect().bottom <= bottom))(document.querySelector(".kitchen-grid").getBoundingClientRect().bottom)`

// ticketsNamed is true when the number of each ticket is seen, also where no more of it is in sight than that.
const ticketsNamed = `(all => {
	const named = all.every(no => {
		no.scrollIntoView({block: "end"});
		const {left, top, width, height} = no.getBoundingClientRect();
		return !document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".order .btn");
	});
	all[0].scrollIntoView();
	return named;
})([...document.querySelectorAll(".kitchen > .order:not([hidden]) .order-no")])`

// ticketsGrow is true when the number of an order is larger than its dishes.
const ticketsGrow = `(size => size(".order-no") > size(".order-items"))(
	css => parseFloat(getComputedStyle(document.querySelector(".kitchen > .order:not([hidden]) " + css)).fontSize))`

// Tickets are whole on every screen, in every size of type, in the dark and in every language.
func TestKitchenHidesNothing(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	for _, kind := range []sandbox.OrderKind{
		sandbox.OrderAllergy, sandbox.OrderBig, sandbox.OrderPickup, sandbox.OrderCut, sandbox.OrderBig,
		sandbox.OrderDelivery,
	} {
		id := d.place(kind)
		b.whole(id)
		if err := d.box.AcceptOnPOS(id); err != nil {
			t.Fatal(err)
		}
		b.until(in("preparing", id), "the order to be in preparation")
	}
	enters := func() {
		t.Helper()
		b.click("#orders-kitchen")
		b.wait("dialog#kitchen[open]")
		b.until(`document.querySelectorAll("#kitchen .kitchen > .order:not([data-gone])").length === 6`, "the orders")
	}
	enters()
	for _, size := range []struct {
		name string
		w, h int
	}{{"wide", 1280, 860}, {"huge", 1920, 1080}, {"low", 1024, 600}, {"across", 1180, 820}, {"tablet", 820, 1180},
		{"phone", 390, 844}, {"narrow", 320, 640}} {
		b.viewport(size.w, size.h)
		b.until(ticketsWhole, "everything to be readable on "+size.name)
		if size.w > 704 && !b.is(ticketsInColumns) { // else one lane at a time is shown
			t.Errorf("tickets don't flow in columns with the totals beside them on %s", size.name)
		}
		if size.w > 704 && !b.is(ticketsGoOn) {
			t.Errorf("nothing shows that there are more tickets on %s", size.name)
		}
		if size.w > 704 && !b.is(ticketsInReach) {
			t.Errorf("a button of a ticket isn't in reach on %s", size.name)
		}
		b.shot("kitchen-" + size.name)
		if !b.is(ticketsNamed) { // a cook pressed "Ready" without seeing of which order
			t.Errorf("a button covers the number of its ticket on %s", size.name)
		}
	}
	b.viewport(1280, 860)
	for range 2 {
		b.click("#kitchen-size")
		b.until(ticketsWhole, "everything to be readable in large type")
		if !b.is(ticketsGrow) {
			t.Error("the numbers of the orders don't grow with the type")
		}
	}
	b.shot("kitchen-large")
	b.dark(true)
	b.shot("kitchen-dark")
	for _, language := range []string{"ar", "pt", "zh-Hant"} {
		b.press("Escape")
		b.until(`!document.querySelector("dialog#kitchen[open]")`, "the kitchen view to be left")
		b.speak(language)
		enters()
		for _, size := range []struct{ w, h int }{{390, 844}, {820, 1180}, {1280, 860}} {
			b.viewport(size.w, size.h)
			b.until(ticketsWhole, "everything to be readable in "+language)
			b.shot(fmt.Sprintf("kitchen-%s-%d", language, size.w))
		}
	}
}

// WebKit painted no ticket but those of the first column, and numbered each ticket 0: the cards were contained.
func TestKitchenPaintsEveryColumn(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	for range 3 {
		b.whole(d.place(sandbox.OrderBig))
	}
	b.open(d.URL + "/shops/100001/orders#kitchen")
	b.until(ticketsInColumns+` && !document.querySelector(".kitchen [data-rests]")`, "the tickets to stand beside each other")
	b.settledFrames()
	shot, err := b.screen()
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	var edges [][2]float64 // within each button, as parts of the window
	b.eval(`[...document.querySelectorAll(".kitchen > .order .btn[data-kind=go]")].map(e => e.getBoundingClientRect())
		.filter(r => r.left + 8 < document.querySelector(".kitchen-grid").getBoundingClientRect().right)
		.map(r => [(r.left + 8) / innerWidth, (r.top + r.height / 2) / innerHeight])`, &edges)
	at := func(part [2]float64) color.Color {
		size := picture.Bounds().Size()
		return picture.At(int(part[0]*float64(size.X)), int(part[1]*float64(size.Y)))
	}
	for i, edge := range edges {
		if at(edge) != at(edges[0]) {
			t.Errorf("the button of ticket %d isn't painted", i+1)
		}
	}
	if len(edges) < 2 {
		t.Error("no ticket in a second column")
	}
}

// Lines are pressed when they are done and leave the totals; a ticket is bumped with the number key of a bump bar and
// recalled. The station and the size of type are remembered on the device.
func TestKitchenCooks(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	var ids []int64
	for range 2 {
		id := d.place(sandbox.OrderBig)
		b.whole(id)
		if err := d.box.AcceptOnPOS(id); err != nil {
			t.Fatal(err)
		}
		b.until(in("preparing", id), "the order to be in preparation")
		ids = append(ids, id)
	}
	b.click("#orders-kitchen")
	b.wait("dialog#kitchen[open] .kitchen-totals li")
	b.wait("#kitchen-preparing[aria-pressed=true]")
	b.click("#kitchen-new")
	b.wait("#kitchen-new[aria-pressed=true]")
	b.sees("Nothing to cook")
	b.click("#kitchen-preparing")
	b.wait(sel("korder", ids[1]))
	const together = `[...document.querySelectorAll(".kitchen-totals li b")].reduce((n, b) => n + parseInt(b.textContent), 0)`
	const left = `[...document.querySelectorAll(".kitchen-line[aria-pressed=false] b")].reduce((n, b) => n + parseInt(b.textContent), 0)`
	b.until(together+" > 0 && "+together+" === "+left, "the totals to be those of the tickets")
	b.click(sel("kline0", ids[0]))
	b.until(`document.querySelector("`+sel("kline0", ids[0])+`[aria-pressed=true]") && `+together+" === "+left,
		"the line to be done, and out of the totals")
	b.eval(fmt.Sprintf(`document.querySelectorAll("%s .kitchen-line[aria-pressed=false]").forEach(e => e.click())`,
		sel("korder", ids[0])), nil)
	b.until(`document.querySelector("`+sel("korder", ids[0])+`[data-cooked=true]")`, "the ticket to be cooked")
	b.shot("kitchen-cooked")
	b.click("#kitchen-size")
	b.eval(`document.activeElement.blur()`, nil)
	b.press("?")
	b.wait("dialog#keys[open]")
	b.shot("kitchen-keys")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#keys[open]") && document.querySelector("dialog#kitchen[open]")`,
		"the list of keys to close, and not the kitchen view")
	b.eval(`document.activeElement.blur()`, nil)
	b.press("1")
	d.platformHas(ids[0], platform.OrderPrepared)
	b.click("#kitchen-recall")
	b.wait("#kitchen-recalled " + sel("korder", ids[0]))
	b.shot("kitchen-recalled")
	b.click("#kitchen-recall")
	b.until(`!document.querySelector("#kitchen-recalled")`, "the ticket to be put away")
	b.fill("#kitchen-station", "qqq")
	b.sees("1 order has no dish with these words.")
	b.open(d.URL + "/shops/100001/orders")
	b.click("#orders-kitchen")
	b.sees("1 order has no dish with these words.")
	b.until(`document.querySelector(".kitchen-view").dataset.size === "1"`, "the size to be remembered")
	b.click("#kitchen-all")
	b.wait(sel("korder", ids[1]))
}

// The kitchen view is a place: it is there after a reload, with the lines that were done, and the browser's Back leads
// from it to the board. A tablet that loaded the console anew showed the board, and its Back left the orders. One that
// had thrown the hidden page away without a word forgot the lines of the last minute.
func TestKitchenIsAPlace(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	id := d.place(sandbox.OrderBig)
	b.whole(id)
	if err := d.box.AcceptOnPOS(id); err != nil {
		t.Fatal(err)
	}
	b.until(in("preparing", id), "the order to be in preparation")
	const open, closed = `document.querySelector("dialog#kitchen[open]")`, `!document.querySelector("dialog#kitchen[open]")`
	b.click("#orders-kitchen")
	b.click(sel("kline0", id))
	b.wait(sel("kline0", id) + "[aria-pressed=true]")
	const cooked = `JSON.parse(localStorage[Object.keys(localStorage).find(k => k.endsWith(":worked-orders"))]).cooked?.["%d"]`
	b.until(fmt.Sprintf(cooked, id)+" === 1", "the first line to be kept")
	b.click(sel("kline1", id))
	b.wait(sel("kline1", id) + "[aria-pressed=true]")
	b.eval(fmt.Sprintf(turn, "hidden"), nil)
	if !b.is(inFrames(fmt.Sprintf(cooked, id) + " === 3")) {
		t.Error("the second line isn't kept while the page is hidden")
	}
	b.reload()
	b.until(open, "the kitchen view to be there after a reload")
	b.wait(sel("kline0", id) + "[aria-pressed=true]")
	b.click("#kitchen .dialog-close button")
	b.until(closed+` && location.hash === ""`, "the kitchen view to be left")
	b.click("#orders-kitchen")
	b.until(open, "the kitchen view once more")
	b.eval(`history.back()`, nil)
	b.until(closed+` && document.querySelector("#order-`+fmt.Sprint(id)+`")`, "Back to lead to the board")
	b.eval(`history.forward()`, nil)
	b.until(open, "Forward to lead to the kitchen")
	b.press("Escape")
	b.until(closed+` && document.activeElement.id === "orders-kitchen"`, "the keyboard to be where it was")

	b.click("#orders-kitchen")
	b.until(open, "the kitchen view for a double press")
	b.eval(`document.querySelectorAll("#kitchen .dialog-close button").forEach(e => (e.click(), e.click()))`, nil)
	b.until(closed, "the kitchen view to be left by a double press")
	b.settledFrames()
	if !b.is(`location.pathname === "/shops/100001/orders" && document.querySelector("#orders-kitchen")`) {
		t.Error("a double press left the board, too")
	}
}
