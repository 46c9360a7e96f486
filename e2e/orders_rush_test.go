package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// Of a rush: how many orders come in how long, and how long a hand takes for one press.
const (
	rushOrders = 50
	rushLasts  = 2 * time.Minute
	handTakes  = 2 * time.Second
)

// rushComes has fifty orders come in two minutes to a board on a tablet that is so many times as slow as this machine.
// Nobody stands in front of it until the last has come.
func rushComes(t *testing.T, slow float64) (d *desk, b *tab, clock *sandbox.VirtualClock, ids []int64) {
	t.Helper()
	clock = sandbox.NewVirtualClock(time.Now())
	d = startOrders(t, &sandbox.Sandbox{Clock: clock}, ahead(clock))
	b = newTab(t)
	d.board(b, "staff")
	b.mend()
	b.viewport(820, 1180)
	b.do(emulation.SetCPUThrottlingRate(slow))
	kinds := []sandbox.OrderKind{sandbox.OrderDelivery, sandbox.OrderAllergy, sandbox.OrderPickup, sandbox.OrderDelivery,
		sandbox.OrderBig}
	for i := range rushOrders {
		ids = append(ids, d.place(kinds[i%len(kinds)]))
		clock.Advance(rushLasts / rushOrders)
	}
	b.until(fmt.Sprintf(`document.querySelector("#lane-new .lane-count").textContent === "%d"`, rushOrders),
		"all orders to be on the board")
	b.until(`document.querySelector(".board").dataset.rush === "above"`, "the rush to be laid out by itself")
	return d, b, clock, ids
}

// allAccepted waits until the platform has all orders as accepted; one that lapsed is cancelled.
func (d *desk) allAccepted(ids []int64) {
	d.t.Helper()
	for _, id := range ids {
		d.platformHas(id, platform.OrderAccepted)
	}
}

// nextAccept is the point of the first Accept that takes a press and stands in sight, "over" when none waits any more,
// null while none does.
const nextAccept = `(() => {
	const waits = [...document.querySelectorAll(".lane[data-lane=new] .order:not([data-gone])")];
	if (document.querySelector("#lane-new .lane-count").textContent === "0") return {over: true};
	for (const card of waits) {
		const go = card.querySelector(".btn[data-kind=go]:not(:disabled, [aria-disabled=true], [aria-busy=true])");
		if (!go) continue;
		const r = go.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
		if (y < innerHeight && go.contains(document.elementFromPoint(x, y))) return {x, y};
	}
	return null;
})()`

// Fifty orders in two minutes: a person who then begins accepts them all with one finger, without scrolling, and none
// lapses. Of the cards only those near the screen are elements.
func TestRushOfFiftyByHand(t *testing.T) {
	t.Parallel()
	d, b, clock, ids := rushComes(t, 4)
	b.do(emulation.SetTouchEmulationEnabled(true))
	var drawn int
	b.eval(`document.querySelectorAll(".lane .order").length`, &drawn)
	if drawn >= rushOrders {
		t.Errorf("%d cards are elements", drawn)
	}
	b.shot("rush-fifty")
	for {
		var at struct {
			X, Y float64
			Over bool
		}
		b.until(nextAccept, "an Accept in sight that takes a press, or no order left")
		if b.eval(nextAccept, &at); at.Over {
			break
		}
		if at.X == 0 {
			continue
		}
		b.do(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at.X, Y: at.Y}}))
		b.do(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
		clock.Advance(handTakes)
	}
	d.allAccepted(ids)
	if !b.is(`scrollY === 0`) {
		t.Error("the page was scrolled")
	}
}

// packed is "" when the new orders that are drawn stand in so many columns without gaps, none more than a few lines
// above one that comes before it in the page, and nothing lies over their lower edges; else it says what is wrong.
const packed = `(cols => {
	const ends = {};
	let before = -Infinity;
	for (const card of document.querySelectorAll(".lane[data-lane=new] .order")) {
		const {left, top, bottom} = card.getBoundingClientRect(), col = Math.round(left);
		if (top < before - 101) return card.id + " begins far above a card before it";
		const below = document.elementFromPoint(left + 20, bottom - 4);
		if (below?.matches(".lane-list")) return below.id + " lies over " + card.id;
		const room = col in ends ? top - ends[col] : 12.5;
		if (Math.abs(room - 12.5) > 1) return card.id + " has " + room + " above it";
		before = Math.max(before, top);
		ends[col] = bottom;
	}
	return Object.keys(ends).length === cols ? "" : Object.keys(ends).length + " columns";
})(%d)`

// secondStretch is how far to scroll to have the second stretch begin in the middle of the screen.
const secondStretch = `document.getElementById("cards-new-1").getBoundingClientRect().top + scrollY - innerHeight / 2`

// stripInSight is true when the whole strip above a rush is on the screen.
const stripInSight = `(({top, bottom}) => top >= 0 && bottom <= innerHeight)(
	document.getElementById("rush").getBoundingClientRect())`

// ownPlaces is true when nothing in a card inherits the properties that a packed card and its list are placed by.
const ownPlaces = `(inside => !inside.getPropertyValue("--col"))(
	getComputedStyle(document.querySelector(".lane[data-lane=new] .order[style] > *")))`

// movedAlone is true when packed cards and their lists are moved by translate alone, and a list is in no grid: the
// browser lays out and paints a card that has moved neither anew, nor the page around the list.
const movedAlone = `(lists => lists.length > 1 && [...lists].every(list => !list.style.top &&
	getComputedStyle(list.parentElement).display === "block" && [...list.children].every(li => li.offsetTop === 0)))(
	document.querySelectorAll(".lane[data-lane=new] > .lane-list[data-packed]"))`

// coversCards is true when no card of a packed list ends below the list: a list is drawn while it is near the screen.
const coversCards = `(lists => lists.length > 1 && [...lists].every(list => [...list.children].every(li =>
	li.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom + 1)))(
	document.querySelectorAll(".lane[data-lane=new] > .lane-list[data-packed]"))`

// unmoved is true when no card and no list is moved.
const unmoved = `[...document.querySelectorAll(".lane-list, .lane-list > .order")].every(
	e => getComputedStyle(e).translate === "none")`

// Cards of any height flow in columns without gaps, the most urgent first, also across the stretches that are drawn
// together, once the page is scrolled, and once an order has left. A bug: the cards beside and below a very long one
// vanished while they were in sight.
func TestRushLeavesNoGaps(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	kinds := []sandbox.OrderKind{sandbox.OrderDelivery, sandbox.OrderBig, sandbox.OrderAllergy, sandbox.OrderPickup,
		sandbox.OrderDelivery, sandbox.OrderCut, sandbox.OrderDelivery}
	var ids []int64
	for i := range rushOrders {
		ids = append(ids, d.place(kinds[i%len(kinds)]))
	}
	b.until(fmt.Sprintf(`document.querySelector("#lane-new .lane-count").textContent === "%d"`, rushOrders), "all orders")
	for _, view := range []struct{ cols, w, h int }{{3, 820, 1180}, {3, 1280, 860}} {
		b.viewport(view.w, view.h)
		whole := fmt.Sprintf(packed+` === ""`, view.cols)
		for _, dir := range []string{"ltr", "rtl"} {
			b.eval(fmt.Sprintf(`document.documentElement.dir = %q`, dir), nil)
			for _, y := range []string{"0", secondStretch, "document.documentElement.scrollHeight / 2",
				"document.documentElement.scrollHeight"} {
				b.eval(`scrollTo(0, `+y+`)`, nil)
				b.until(whole, "cards without gaps at "+y)
				b.until(stripInSight, "the strip in sight at "+y)
				b.until(`document.querySelector(".lane[data-lane=new] .far-place")`, "cards that are far not to be drawn")
			}
			b.shot(fmt.Sprintf("rush-packed-%d-%s", view.w, dir))
		}
		b.eval(`document.documentElement.dir = "ltr"; scrollTo(0, 0)`, nil)
		b.until(whole, "cards without gaps from the top")
		// cards that have just come into sight aren't placed yet
		b.until(ownPlaces, "nothing in a card to inherit where the card stands: else all of it is styled again with it")
		left := ids[view.w%7]
		if err := d.box.AcceptOnPOS(left); err != nil {
			t.Fatal(err)
		}
		b.until(fmt.Sprintf(`!document.querySelector("#order-%[1]d, #was-order-%[1]d")?.closest(".lane[data-lane=new]")`,
			left),
			"the accepted order to leave its place")
		b.until(whole, "cards without gaps where one has left")
		b.eval(`scrollTo(0, `+secondStretch+`)`, nil) // two lists are drawn there
		b.until(movedAlone, "cards to be moved by translate alone")
		b.until(coversCards, "lists to be as long as their cards")
	}
	b.do(emulation.SetEmulatedMedia().WithMedia("print"))
	b.until(unmoved, "cards below each other on paper")
	b.do(emulation.SetEmulatedMedia())
	b.viewport(390, 844)
	b.until(unmoved+` && !document.querySelector(".lane .order[style*=translate]")`, "cards below each other on a phone")
	b.viewport(820, 1180)
	b.until(fmt.Sprintf(packed+` === ""`, 3), "cards without gaps on a tablet again")
}

// The same with Enter alone: the keyboard goes on from card to card. The tablet is slow in the campaign only: a slow
// processor is played by one that is busy, which other flows lack.
func TestRushOfFiftyByKeyboard(t *testing.T) {
	t.Parallel()
	slow := 1.0
	if everyFlowWhole {
		slow = 4
	}
	d, b, clock, ids := rushComes(t, slow)
	b.focus(sel("go", ids[0]))
	for range rushOrders {
		b.until(`document.activeElement.matches(".lane[data-lane=new] .btn[data-kind=go]:not(:disabled)")`,
			"the keyboard on the next Accept")
		var next string
		b.eval(`document.activeElement.id`, &next)
		b.again("#"+next, func() bool { // within a second of the last press, Enter presses nothing
			b.press("Enter")
			return b.is(inFrames(fmt.Sprintf(`document.activeElement.id !== %q`, next)))
		})
		clock.Advance(handTakes)
	}
	d.allAccepted(ids)
}

// In a rush all orders of a shop are accepted with one press, and picked ones with another. Each has its own answer:
// one that the platform refuses stays, says so, and is in the strip; the others are accepted.
func TestRushAcceptsManyAtOnce(t *testing.T) {
	t.Parallel()
	d, b := openBoards(t)
	var ids []int64
	for i, kind := range []sandbox.OrderKind{sandbox.OrderAllergy, sandbox.OrderBig, sandbox.OrderPickup, sandbox.OrderCut,
		sandbox.OrderDelivery, sandbox.OrderDelivery, sandbox.OrderAllergy, sandbox.OrderDelivery, sandbox.OrderPickup,
		sandbox.OrderDelivery, sandbox.OrderDelivery, sandbox.OrderAllergy} {
		shop := []int64{central, central, 100003}[i%3]
		id, err := d.box.Place(sandbox.Placement{ShopID: shop, Kind: kind})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
		b.until(in("new", id)+`?.querySelector(".order-items")`, "the order to be read")
	}
	b.until(`document.querySelector(".rush")`, "the strip")
	for _, id := range []int64{ids[3], ids[5]} {
		if err := d.box.AcceptOnPOS(id); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.box.RequestRefund(ids[3], nil, "Soup spilled"); err != nil {
		t.Fatal(err)
	}
	b.until(`document.querySelector("#rush-refunds")`, "the refund to be told in the strip")
	b.rushViews("rush")
	b.click(fmt.Sprintf(`label:has(%s)`, sel("pick", ids[2])))
	b.click(fmt.Sprintf(`label:has(%s)`, sel("pick", ids[8])))
	b.until(`document.querySelector("#rush-picked")?.textContent === "Accept chosen (2)"`, "two to be picked")
	b.shot("rush-picked")
	b.click("#rush-picked")
	d.allAccepted([]int64{ids[2], ids[8]})
	if _, err := d.box.Inject(sandbox.Fault{Kind: sandbox.FaultCode, Path: platform.PathOrderConfirm, Count: 1,
		Message: "Too late."}); err != nil {
		t.Fatal(err)
	}
	b.until(`document.querySelector("#rush-all-100001")?.textContent.includes("(7)")`,
		"what waits in Central to be offered")
	b.expect("422")
	b.click("#rush-all-100001")
	b.until(`document.querySelector("#rush-refused")`, "the refused one to be told in the strip")
	// Of four requests at once any may be refused. Below a tall card the other one isn't drawn.
	b.until(`document.querySelector("#lane-new .lane-count").textContent === "2"`,
		"the refused order to stay, beside that of the other shop")
	b.sees("Too late.")
	b.shot("rush-refused")
	b.click("#rush-refused")
	b.until(`document.activeElement.matches(".order-no") && !!document.activeElement.closest(".order").querySelector(".note[data-tone=bad]")`,
		"the keyboard on the refused order")
}

// rushViews leaves pictures of the board in each language, light and dark, and checks that nothing is wider than its
// screen.
func (b *tab) rushViews(name string) {
	b.t.Helper()
	for i, language := range []string{"ar", "pt", "zh-Hant", "en"} {
		b.viewport(1280, 860)
		b.speak(language)
		for j, view := range []struct {
			name, cols string
			w, h       int
			high       float64
		}{{"tablet", "3", 820, 1180, 350}, {"phone", "1", 390, 844, 520}, {"wide", "4", 1280, 860, 210}} {
			b.viewport(view.w, view.h)
			b.until(fmt.Sprintf(`document.querySelector(".board").dataset.cols === %q`, view.cols), "the board for "+view.name)
			b.dark((i+j)%2 == 1)
			b.firstCardHigh(view.high)
			b.until(`[...document.querySelectorAll(".lane .order")].every(c => !c.checkVisibility() || c.offsetWidth >= 220)`,
				"all cards to be as wide as they must be")
			look := fmt.Sprintf("%s-%s-%s", name, view.name, language)
			b.fits(look)
			b.shot(look)
		}
	}
	b.dark(false)
}

// From ten waiting orders on, somebody who may pause the shop can have new ones accepted by rule for half an hour:
// those without a note. All see for how long; it ends by itself, or when somebody stops it.
func TestRushIsRelieved(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	d.setSpecial(central, []platform.SpecialDate{entryOn(t, dayIn(-1), dayIn(2),
		platform.Period{StartTime: 0, EndTime: 24 * 3600})})
	b.mend()
	d.rush(b, 9)
	b.wait("#rush")
	if b.is(`!!document.querySelector("#rush-rule")`) {
		t.Error("relief is offered for nine orders")
	}
	d.place(sandbox.OrderAllergy)
	b.wait("#rush-pause")
	b.click("#rush-rule")
	b.wait("dialog#relief[open]")
	b.click("label:has(#relief-items--none-)")
	b.shot("rush-relief")
	b.click("#relief-go")
	b.until(`/By rule until \W*(\w+ )?\d\d:\d\d/.test(document.querySelector("#rush-ruled")?.textContent)`,
		"until when it lasts")
	noted := d.place(sandbox.OrderAllergy)
	for plain := false; !plain; {
		id := d.place(sandbox.OrderDelivery)
		o, _ := d.box.Order(id)
		if plain = o.Base.Remark == ""; plain {
			d.platformHas(id, platform.OrderAccepted)
		}
	}
	b.until(`document.querySelector(".lane[data-lane=preparing] .order")`, "the plain order in preparation")
	b.shot("rush-ruled")
	if o, _ := d.box.Order(noted); o.Base.Status != platform.OrderPlaced {
		t.Error("an order with a note was accepted by rule")
	}
	b.click("#rush-stop-100001")
	b.until(`!document.querySelector("#rush-ruled")`, "the rule to be over")
	b.wait("#rush-rule")
	b.click("#rush-pause")
	b.wait("dialog#pause[open]")
	b.click("#pause-go")
	d.shopIs(central, platform.ShopSuspended)
}

// Over the place of an order that was cancelled in a rush, by whom was cut off below its first line.
func TestHeldPlacesSayAll(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	b.mend()
	cancelled := d.rush(b, 8)[0]
	if err := d.box.AcceptOnPOS(cancelled); err != nil {
		t.Fatal(err)
	}
	b.until(`document.querySelector(".lane[data-lane=preparing] .order[data-shape=slim] .order-acts")`, "a line for it")
	b.eval(`new MutationObserver(() => {
		const e = document.querySelector(".lane[data-lane=preparing] .order-gone");
		if (e && e.clientHeight) window.heldPlace ??= e.scrollHeight + " of " + e.clientHeight + " px: " + e.innerText;
	}).observe(document.body, {subtree: true, childList: true, attributes: true}); 0`, nil)
	if err := d.box.CancelOrder(cancelled, platform.OpCustomer, "Changed my mind"); err != nil {
		t.Fatal(err)
	}
	b.until(`window.heldPlace`, "its place to be held")
	var said string
	b.eval(`window.heldPlace`, &said)
	var high, room int
	_, err := fmt.Sscanf(said, "%d of %d px", &high, &room)
	if err != nil || high > room || !strings.Contains(said, "customer") {
		t.Error(said, err)
	}
}

// All orders of a shop were accepted together, and the board of another shop was opened: those that waited for their
// turn were never sent.
func TestAnotherBoardGoesOnAccepting(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "owner")
	ids := d.rush(b, 12)
	reached, goOn := d.waitsAtPlatform(platform.PathOrderConfirm, 0)
	b.click("#rush-all-100001")
	reached()
	b.linkTo("/shops/100003/orders")
	b.until(`location.pathname.endsWith("/100003/orders")`, "the other shop's board")
	b.live()
	goOn()
	d.allAccepted(ids)
}

// rules has a rule for a rush start in a shop.
func (b *tab) rules(shop int64) {
	b.t.Helper()
	var status int
	b.eval(fmt.Sprintf(`fetch("/api/orders/settings", {
		method: "POST", headers: {"Content-Type": "application/json", %q: "1"},
		body: JSON.stringify({shopId: "%d", rushUntil: Date.now() + 30*60000, rushItems: 5}),
	}).then(r => r.status)`, api.HeaderConsole, shop), &status)
	if status != 200 {
		b.t.Fatal("a rule is answered", status)
	}
	b.wait(fmt.Sprintf("#rush-stop-%d", shop))
}

// Of two shops with a rule the first was stopped. Its row was gone before the answer, which was dropped with it: the
// other's button was busy for good.
func TestRulesAreStoppedOneAfterTheOther(t *testing.T) {
	t.Parallel()
	d, b := openBoards(t)
	b.rules(100001)
	b.rules(100003)
	answer := d.holds(api.PathOrderSettings)
	b.click("#rush-stop-100001")
	b.until(`!document.querySelector("#rush-stop-100001")`, "the live line to tell that the rule is over")
	answer()
	b.click("#rush-stop-100003")
	b.until(`!document.querySelector("#rush-stop-100003")`, "the other rule to be stopped")
}

// The question about a rule was closed before the answer, and the rule couldn't be stopped any more.
func TestRuleIsStoppedAfterItsQuestionWasClosed(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	b.mend()
	d.rush(b, 10)
	b.click("#rush-rule")
	b.wait("dialog#relief[open]")
	answer := d.holds(api.PathOrderSettings)
	b.click("#relief-go")
	b.wait("#rush-stop-100001")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#relief[open]")`, "the question to be closed")
	answer()
	b.click("#rush-stop-100001:not([aria-busy=true])")
	b.until(`!document.querySelector("#rush-stop-100001")`, "the rule to be stopped")
}
