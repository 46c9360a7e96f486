package e2e

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/store"
)

// meets has each request for a path meet something first.
func (d *desk) meets(path string, what func()) {
	watch := func(r *http.Request) {
		if r.URL.Path == path {
			what()
		}
	}
	d.watch.Store(&watch)
}

// rowOf is the selector of a need's row.
func rowOf(kind string, shop int64, order ...int64) string {
	id := fmt.Sprintf("#need-%s-%d", kind, shop)
	for _, o := range order {
		id += "-" + strconv.FormatInt(o, 10)
	}
	return id
}

// goOf is the selector of its button.
func goOf(kind string, shop int64, order ...int64) string {
	return "#need-go-" + rowOf(kind, shop, order...)[len("#need-"):]
}

// busyOr is that a button is at work, or what came of it is there already: its row
// gone, or a note in it.
func busyOr(css string) string {
	return fmt.Sprintf(`(e => !e || e.getAttribute("aria-busy") === "true" || e.closest(".need").querySelector(".note"))(document.querySelector(%q))`, css)
}

// inFrames is that something becomes so within a few frames.
func inFrames(js string) string {
	return fmt.Sprintf(`(async () => {
		for (let frame = 0; frame < 12; frame++) {
			await new Promise(requestAnimationFrame);
			if (%s) return true;
		}
		return false;
	})()`, js)
}

// presses presses a button until that is answered, which is a few frames later at
// most: right after the list has changed a press isn't taken, for it was meant for
// what stood there before.
func (b *tab) presses(css, answer string) {
	b.t.Helper()
	b.again(css, func() bool {
		return b.is(fmt.Sprintf(`(document.querySelector(%q)?.click(), %s)`, css, inFrames(answer)))
	})
}

// entered presses a button with the keyboard until it answers. An answer may come
// late, and takes the keyboard on: what has it then isn't pressed.
func (b *tab) entered(css string) {
	b.t.Helper()
	b.focus(css)
	b.again(css, func() bool {
		if b.is(fmt.Sprintf(`document.activeElement.matches(%q)`, css)) {
			b.press("Enter")
		}
		return b.is(inFrames(busyOr(css)))
	})
}

// again presses until there is an answer.
func (b *tab) again(css string, press func() (answered bool)) {
	b.t.Helper()
	for deadline := time.Now().Add(patience); !press(); {
		if time.Now().After(deadline) {
			b.t.Fatalf("no answer to pressing %s\npage: %s", css, b.bodyText())
		}
	}
}

// today opens the page, signed in, and waits until it hears what happens.
func (d *desk) today(b *tab, role string) {
	d.t.Helper()
	d.signedIn(b, role)
	b.open(d.URL + "/today")
	b.settled()
}

// paused pauses a shop of ours until further notice, some time ago.
func (d *desk) paused(b *tab, shop int64, ago time.Duration) {
	d.t.Helper()
	var said string
	b.open(d.URL + "/today")
	b.settled()
	b.eval(fmt.Sprintf(`fetch("/api/pauses", {method: "POST", headers: {"X-Console": "1", "Content-Type": "application/json"},
		body: JSON.stringify({shopId: "%d", version: 0, end: "notice", reason: "busy", note: "Queue"})}).then(r => r.text())`,
		shop), &said)
	p, err := d.store.Pause(d.t.Context(), shop)
	if err != nil {
		d.t.Fatalf("%v: %s", err, said)
	}
	p.StartedAt -= ago.Milliseconds()
	if err := d.store.SavePause(d.t.Context(), p); err != nil {
		d.t.Fatal(err)
	}
}

// jordan is a shop that is open around the clock.
const jordan = 100014

// busyDay fills a desk with one need of each kind that orders and shops have.
func busyDay(t *testing.T) (d *desk, b *tab, waiting, refund int64) {
	clock := sandbox.NewVirtualClock(time.Now())
	d = startOrders(t, &sandbox.Sandbox{Clock: clock}, ahead(clock), sweeping)
	if err := d.box.SuspendShop(jordan); err != nil {
		t.Fatal(err)
	}
	refund = d.place(sandbox.OrderPickup)
	if err := d.box.AcceptOnPOS(refund); err != nil {
		t.Fatal(err)
	}
	if err := d.box.RequestRefund(refund, nil, "soup spilled"); err != nil {
		t.Fatal(err)
	}
	waiting = d.placed(sandbox.OrderDelivery)
	b = newTab(t)
	d.signedIn(b, "owner")
	d.paused(b, 100002, 130*time.Minute)
	clock.Advance(150 * time.Second)
	return d, b, waiting, refund
}

// Everything that needs somebody is there, the most urgent first, and each act
// works from its place.
func TestTodayNeeds(t *testing.T) {
	t.Parallel()
	d, b, waiting, refund := busyDay(t)
	b.open(d.URL + "/today")
	b.settled()
	b.wait(rowOf("order", central, waiting))
	b.wait(rowOf("refund", central, refund))
	b.wait(rowOf("forgotten", 100002))
	b.wait(rowOf("closed", jordan))
	b.wait(rowOf("review", 100011))
	b.wait(rowOf("photo", 100013))
	b.until(`(ids => JSON.stringify(ids) === JSON.stringify(["today-order", "today-closed", "today-refund", "today-forgotten", "today-photo", "today-review"]))
		([...document.querySelectorAll("section[id^=today-]:not(#today-figures)")].map(e => e.id))`, "the most urgent first")
	b.until(`/^\d:\d\d$/.test(document.querySelector("#today-order .ring-time").textContent)`, "a countdown")
	b.sees("soup spilled")
	b.shot("today-needs")

	// Answered in the button at once, and done at the platform.
	b.presses(goOf("order", central, waiting), busyOr(goOf("order", central, waiting)))
	d.platformHas(waiting, platform.OrderAccepted)
	b.until(fmt.Sprintf(`!document.querySelector(%q)`, rowOf("order", central, waiting)), "the order to leave the list")

	// A pause is ended by one press and comes back by another.
	b.presses(goOf("forgotten", 100002), busyOr(goOf("forgotten", 100002)))
	d.shopIs(100002, platform.ShopOperating)
	b.until(fmt.Sprintf(`!document.querySelector(%q)`, rowOf("forgotten", 100002)), "the pause to leave the list")
	b.sees("the pause is over")
	b.shot("today-undo")
	b.clickText("Undo")
	d.shopIs(100002, platform.ShopSuspended)
	b.wait(rowOf("pause", 100002))
	b.until(fmt.Sprintf(`document.querySelector(%q).textContent.includes("Queue")`, rowOf("pause", 100002)),
		"the pause with its reason")

	// A shop closed elsewhere may be closed for a reason: the page asks first.
	b.presses(goOf("closed", jordan), `document.querySelector("dialog#today-reopen[open]")`)
	b.shot("today-reopen")
	b.clickText("Keep it closed")
	b.until(`!document.querySelector("dialog#today-reopen").open`, "the question to close")
	b.presses(goOf("closed", jordan), `document.querySelector("dialog#today-reopen[open]")`)
	b.click("#today-reopen-go")
	d.shopIs(jordan, platform.ShopOperating)
	b.until(fmt.Sprintf(`!document.querySelector(%q)`, rowOf("closed", jordan)), "the shop to leave the list")

	// A refund is decided where it stands, after a question that names the amount.
	b.presses(goOf("refund", central, refund), `document.querySelector("dialog#ask[open]")`)
	b.until(`document.querySelector("dialog#ask").textContent.includes("soup spilled")`, "what is asked for")
	b.shot("today-refund")
	b.click("#ask-go")
	b.until(fmt.Sprintf(`!document.querySelector(%q)`, rowOf("refund", central, refund)), "the refund to leave the list")
	d.refundIs(refund, platform.RefundAgreed)

	// The others lead to where they are decided.
	b.click(goOf("review", 100011))
	b.until(`location.pathname === "/shops/100011/photo"`, "the photo's page")
}

// The number of new orders is the same on Today, in the note above each page, in the rail and in the title, among
// needs of all kinds; what needs attention is counted without what is information.
func TestCountsAgree(t *testing.T) {
	t.Parallel()
	d, b, waiting, _ := busyDay(t)
	d.place(sandbox.OrderPickup)
	d.placeIn(100003)
	b.open(d.URL + "/today")
	b.settled()
	agree := func(n int) {
		t.Helper()
		b.until(fmt.Sprintf(`(n => {
			const cards = [...document.querySelectorAll("section[id^=today-]:not(#today-figures)")];
			const count = card => parseInt(card?.querySelector(".need-count").textContent);
			const needs = cards.filter(c => !["today-pause", "today-review"].includes(c.id));
			return count(document.querySelector("#today-order")) === n &&
				document.querySelectorAll("#today-order .need").length === n &&
				parseInt(document.querySelector(".rail .count")?.textContent) === n &&
				document.title.startsWith("(" + n + ") ") &&
				document.querySelector("#orders-wait")?.textContent.includes(n + " new orders wait.") &&
				needs.length > 4 && document.querySelector("#today-review") &&
				parseInt(document.querySelector("#today-count").textContent) ===
					needs.map(count).reduce((sum, n) => sum + n);
		})(%d)`, n), fmt.Sprintf("%d new orders everywhere", n))
	}
	agree(3)
	b.presses(goOf("order", central, waiting), busyOr(goOf("order", central, waiting)))
	agree(2)
}

// Each number of all shops leads to the orders behind it, by touch; the tables have the same numbers for everybody.
func TestNumbersLeadToTheirOrders(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox), sweeping)
	b := newTab(t)
	d.entered(b, "manager")
	var ids []int64
	for range 4 {
		ids = append(ids, d.place(sandbox.OrderPickup))
	}
	lost, refunded, open := ids[0], ids[1], ids[2]
	for _, err := range []error{
		d.box.CancelOrder(lost, platform.OpSystem, ""), d.box.AcceptOnPOS(refunded),
		d.box.RequestRefund(refunded, nil, "soup spilled"), d.box.AcceptOnPOS(open),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	b.until(`fetch("/api/today?period=today").then(r => r.json()).then(t => t.figures.wait.count === 2)`,
		"both to be accepted")
	// By the console: the platform pushes nothing when an order is ready.
	b.until(fmt.Sprintf(`fetch(%q, {method: "POST", headers: {"Content-Type": "application/json", %q: "1"},
		body: '{"shopId":"100001","orderId":"%d","act":"ready","key":"r"}'}).then(r => r.ok)`,
		api.PathOrderAct, api.HeaderConsole, open), "the order to be ready")
	b.until(`fetch("/api/today?period=today").then(r => r.json()).then(({figures: f}) => f.orders === 4 &&
		f.all.now.lost === 1 && f.all.now.refunded === 1 && f.prep.count === 1 && f.all.now.sales?.length === 1)`,
		"all of it to arrive")
	b.until(fmt.Sprintf(`fetch(%q).then(r => r.json()).then(r => r.shops.every(s => s.readAt > 0))`, api.PathRoster),
		"all shops to be read: what they need moves the page")
	b.open(d.URL + "/today")
	b.settled()
	b.onTablet()
	for _, tt := range []struct {
		tile, says string
		behind     []int64
	}{
		{"orders", "4", []int64{ids[3], open, refunded, lost}}, {"lost", "HKD", []int64{lost}},
		{"refunded", "25", []int64{refunded}}, {"accepted", "67", []int64{open, refunded}}, {"prep", ":", []int64{open}},
		{"sales", "HKD", []int64{ids[3], open, refunded, lost}},
	} {
		b.until(fmt.Sprintf(`document.querySelector("#tile-%s").textContent.includes(%q)`, tt.tile, tt.says),
			tt.tile)
		b.tapped("#tile-"+tt.tile, "#past-find")
		b.past(tt.tile, tt.behind...)
		b.until(fmt.Sprintf(`parseInt(document.querySelector("#past-totals .past-sum .small")?.textContent) === %d`,
			len(tt.behind)), "the totals of "+tt.tile)
		b.shot("today-behind-" + tt.tile)
		b.leave(`history.back()`)
		b.wait("#tile-" + tt.tile)
		b.settled()
	}
	b.until(`(() => {
		const row = css => [...document.querySelectorAll(css + " tbody tr")].map(r => r.textContent).join(" ");
		return /HKD/.test(row("#plot-sales")) && /before: 0/.test(row("#plot-hours")) &&
			document.querySelectorAll("#plot-preps tbody tr").length === 1 &&
			document.querySelectorAll("#plot-shops thead th").length === 9;
	})()`, "the tables")
	b.until(`/Before/.test(document.querySelector("#plot-hours .plot-keys").textContent)`, "what is drawn")
	b.tapped("#plot-ends-toggle", "#plot-ends .plot-table a")
	b.tapped("#plot-ends tbody a", "#past-find")
	b.past("what the platform cancelled", lost)
	b.sees("Only: ")
	b.tapped("#past-clear", "#past-find")
	b.past("all that is over", lost)
}

// refundIs waits until the platform has the last refund of an order in that status.
func (d *desk) refundIs(id int64, status platform.RefundStatus) {
	d.t.Helper()
	eventually(d.t, func() error {
		o, _ := d.box.Order(id)
		if n := len(o.Refunds); n == 0 || o.Refunds[n-1].Status != status {
			return fmt.Errorf("the platform has %+v", o.Refunds)
		}
		return nil
	})
}

// asks has a customer, whose order has been accepted, ask for the money back.
func (d *desk) asks(b *tab, why string) int64 {
	d.t.Helper()
	id := d.place(sandbox.OrderPickup)
	if err := d.box.AcceptOnPOS(id); err != nil {
		d.t.Fatal(err)
	}
	if err := d.box.RequestRefund(id, nil, why); err != nil {
		d.t.Fatal(err)
	}
	b.wait(rowOf("refund", central, id))
	return id
}

// A refund is rejected with a reason where it stands; one that the terminal has
// decided meanwhile is news.
func TestTodayRefunds(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox), sweeping)
	b := newTab(t)
	d.today(b, "manager")
	id := d.asks(b, "cold")
	no := "#need-no-" + rowOf("refund", central, id)[len("#need-"):]
	b.presses(no, `document.querySelector("dialog#ask[open]")`)
	b.click("#ask-go")
	b.sees("Choose a reason")
	b.click("label:has(#ask-code-100001)")
	b.shot("today-reject")
	b.click("#ask-go")
	b.until(fmt.Sprintf(`!document.querySelector(%q)`, rowOf("refund", central, id)), "the refund to leave the list")
	d.refundIs(id, platform.RefundRejected)

	id = d.asks(b, "late")
	b.presses(goOf("refund", central, id), `document.querySelector("dialog#ask[open]")`)
	if err := d.box.DecideRefund(id, true); err != nil {
		t.Fatal(err)
	}
	b.click("#ask-go")
	b.sees("was decided already")
	b.until(`!document.querySelector("dialog#ask[open]")`, "the question to close")
}

// What happens is seen as it happens, and no load of the page is needed.
func TestTodayIsLive(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox), sweeping)
	b := newTab(t)
	d.today(b, "manager")
	b.eval(`window.unreloaded = true`, nil)
	id := d.place(sandbox.OrderPickup)
	if err := d.box.AcceptOnPOS(id); err != nil {
		t.Fatal(err)
	}
	if err := d.box.RequestRefund(id, nil, "cold"); err != nil {
		t.Fatal(err)
	}
	b.wait(rowOf("refund", central, id))
	if err := d.box.DecideRefund(id, true); err != nil {
		t.Fatal(err)
	}
	b.until(fmt.Sprintf(`!document.querySelector(%q)`, rowOf("refund", central, id)), "the refund to leave the list")
	colleague := newTab(t)
	d.signedIn(colleague, "owner")
	d.paused(colleague, 100002, 0)
	b.wait(rowOf("pause", 100002))
	b.until(`unreloaded`, "the page not to have been reloaded")
}

// What the platform refuses is said where it was pressed, and can be tried
// again.
func TestTodayRefused(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox), sweeping)
	b := newTab(t)
	d.signedIn(b, "manager")
	d.paused(b, central, 3*time.Hour)
	b.open(d.URL + "/today")
	b.wait(goOf("forgotten", central))
	if _, err := d.box.Inject(sandbox.Fault{Kind: sandbox.FaultCode, Path: platform.PathShopOpen,
		Message: "Not today"}); err != nil {
		t.Fatal(err)
	}
	b.expect("502")
	b.expect("409")
	b.expect("422")
	b.presses(goOf("forgotten", central), busyOr(goOf("forgotten", central)))
	// Refused, the pause counts as left: the shop is closed and not by us.
	b.until(fmt.Sprintf(`document.querySelector(%q)?.textContent.includes("Not today")`, rowOf("closed", central)),
		"the platform's words")
	b.viewport(390, 844)
	b.until(fmt.Sprintf(`(row => {
		const [note, act] = [".note", ".need-act"].map(css => row.querySelector(css).getBoundingClientRect());
		return note.left === act.left && note.right === act.right;
	})(document.querySelector(%q))`, rowOf("closed", central)), "the platform's words to have the whole row")
	b.shot("today-refused")
	b.viewport(1280, 860)
	d.box.ClearFaults()
	b.presses(goOf("closed", central), `document.querySelector("dialog#today-reopen[open]")`)
	b.click("#today-reopen-go")
	d.shopIs(central, platform.ShopOperating)
	b.until(fmt.Sprintf(`!document.querySelector(%q)`, rowOf("closed", central)), "the shop to leave the list")
}

// All of it without a mouse; the keyboard goes on to the next thing.
func TestTodayByKeyboard(t *testing.T) {
	t.Parallel()
	d, b, waiting, _ := busyDay(t)
	b.open(d.URL + "/today")
	b.settled()
	b.wait(goOf("order", central, waiting))
	b.wait(goOf("closed", jordan))
	b.wait(goOf("forgotten", 100002))
	b.entered(goOf("order", central, waiting))
	d.platformHas(waiting, platform.OrderAccepted)
	b.until(fmt.Sprintf(`document.activeElement.id === %q`, goOf("closed", jordan)[1:]), "the keyboard at the next thing")
	b.entered(goOf("forgotten", 100002))
	d.shopIs(100002, platform.ShopOperating)
	b.focus("#today-week")
	b.press("Enter")
	b.until(`document.querySelector("#today-week").getAttribute("aria-pressed") === "true" && document.querySelector("#plot-hours")`, "seven days")
	b.focus("#plot-hours-toggle")
	b.press(" ")
	b.until(`document.querySelector("#plot-hours .plot-table")`, "the table")
	if !b.is(`[...document.querySelectorAll("tbody > :last-child > *")].every(e => getComputedStyle(e).borderBlockEndWidth === "0px")`) {
		t.Error("a line below a part of the table's last row")
	}
	b.focus("#today-shop")
	b.press("Enter")
	b.until(`document.activeElement.id === "today-shop-search"`, "the list of shops")
	b.keys("Sheung Wan")
	b.press("Enter")
	b.until(`document.querySelector("#today-shop").textContent.includes("Sheung Wan") && !document.querySelector("[id^=need-closed]")`, "one shop alone")
}

// A need that the keyboard is at ends by another hand, or becomes another one: the keyboard goes on as if it had been
// done here. It was lost, also when word of what was done here came before the answer.
func TestTodayKeepsTheKeyboardInTheList(t *testing.T) {
	t.Parallel()
	d, b, waiting, _ := busyDay(t)
	b.open(d.URL + "/today")
	b.settled()
	at := func(css string) {
		t.Helper()
		b.until(fmt.Sprintf(`document.activeElement.matches(%q)`, css), "the keyboard at "+css)
	}
	b.wait(goOf("closed", jordan))
	b.focus(goOf("order", central, waiting))
	if err := d.box.AcceptOnPOS(waiting); err != nil {
		t.Fatal(err)
	}
	at(goOf("closed", jordan))
	if _, err := d.box.Inject(sandbox.Fault{Kind: sandbox.FaultCode, Path: platform.PathShopOpen,
		Message: "Not today"}); err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{"502", "409", "422"} {
		b.expect(code)
	}
	b.entered(goOf("forgotten", 100002))
	at(goOf("closed", 100002))
}

// While a shop is being reopened its row has no button, and then it goes: the keyboard was lost with the button.
func TestTodayKeepsTheKeyboardWhileAShopReopens(t *testing.T) {
	t.Parallel()
	d, b, _, _ := busyDay(t)
	b.open(d.URL + "/today")
	b.settled()
	reached, goOn := d.waitsAtPlatform(platform.PathShopOpen, 0)
	b.entered(goOf("forgotten", 100002))
	reached()
	d.placed(sandbox.OrderDelivery) // the page isn't told that the shop is being reopened; it asks again for an order
	row := rowOf("pause", 100002)
	b.until(fmt.Sprintf(`document.activeElement.closest(%q)`, row), "the keyboard at the shop that is being reopened")
	goOn()
	d.box.Clock.(*sandbox.VirtualClock).Advance(20 * time.Second) // the console may have given up, and asks again
	b.until(fmt.Sprintf(`!document.querySelector(%q)`, row), "the shop to be open")
	b.until(`document.activeElement.closest(".need")`, "the keyboard at another need")
}

// The page leaves the keyboard to whoever moves it on as soon as it went to the next
// thing.
func TestTodayLeavesTheKeyboard(t *testing.T) {
	t.Parallel()
	d, b, _, _ := busyDay(t)
	b.open(d.URL + "/today")
	b.settled()
	done := goOf("forgotten", 100002)
	b.focus(done)
	b.eval(fmt.Sprintf(`{
		const moveOn = e => {
			if (!e.target.matches("[id^=need-]:not(%s)")) return;
			document.removeEventListener("focusin", moveOn);
			queueMicrotask(() => document.querySelector("#today-week").focus());
		};
		document.addEventListener("focusin", moveOn);
	}`, done), nil)
	b.entered(done)
	d.shopIs(100002, platform.ShopOperating)
	b.until(fmt.Sprintf(`!document.querySelector(%q)`, done), "what is done to leave the list")
	b.until(inFrames(`true`), "the page to be drawn")
	if !b.is(`document.activeElement.id === "today-week"`) {
		t.Error("the page took the keyboard back")
	}
}

// The figures tell in words and as a table what was drawn; all of it is there
// at once on the next visit.
func TestTodayFigures(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.entered(b, "manager")
	for i := range 4 {
		id := d.place(sandbox.OrderPickup)
		if i == 0 {
			if err := d.box.CancelOrder(id, platform.OpCustomer, "Changed my mind"); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := d.box.AcceptOnPOS(id); err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			if err := d.box.RequestRefund(id, nil, "soup spilled"); err != nil {
				t.Fatal(err)
			}
		}
	}
	b.until(`fetch("/api/today?period=today").then(r => r.json()).then(t => t.figures.orders === 4 && t.figures.cancelled === 1 && t.figures.refunds.length === 1 && t.figures.wait.count === 3)`, "all of it to arrive")
	b.open(d.URL + "/today")
	b.settled()
	b.until(`/4 of 4/.test(document.querySelector("#plot-hours").textContent)`, "how many orders, in words")
	b.until(`/1 of 4 were cancelled: 25%/.test(document.querySelector("#plot-ends").textContent)`,
		"the share of cancelled ones")
	b.until(`/soup spilled/.test(document.querySelector("#plot-refunds table").textContent) && /HKD/.test(document.querySelector("#plot-refunds table").textContent)`, "refunds by reason")
	b.until(`document.querySelectorAll("#plot-hours .plot-bar[data-most]").length === 1`, "the drawing")
	b.click("#plot-waits-toggle")
	b.until(`document.querySelector("#plot-waits .plot-table tbody tr")`, "the table")
	b.click("#today-month")
	b.until(`document.querySelectorAll("#plot-waits .plot-ticks > span").length === 28`, "28 days")
	b.shot("today-figures")
	b.onEveryScreen("today-plots", func() {
		b.eval(`document.querySelector("#today-figures").scrollIntoView()`, nil)
	}, nil)
	b.until(`localStorage.length > 0 && Object.keys(localStorage).some(k => k.endsWith(":today"))`, "it to be kept")
	_, goOn := d.stops("/api/today")
	b.reload()
	b.until(`/4 of 4/.test(document.querySelector("#plot-hours")?.textContent) && document.querySelector("#today-month").getAttribute("aria-pressed") === "true"`, "what an earlier visit left")
	goOn()
	b.settled()

	// The figures gave way to a skeleton, and the page became so short that the switch moved under the finger.
	b.viewport(1280, 860)
	b.eval(`document.querySelector("#today-figures").scrollIntoView()`, nil)
	place := func() (y float64) {
		b.eval(`document.querySelector("#today-week").getBoundingClientRect().top`, &y)
		return y
	}
	quiet := place()
	_, goOn = d.stops("/api/today")
	b.click("#today-week")
	b.until(`document.querySelector("#today-week[aria-pressed=true]")`, "the week to be chosen")
	b.shot("today-figures-wait")
	if moved := place(); moved != quiet {
		t.Errorf("the switch moved from %v to %v", quiet, moved)
	}
	if !b.is(`document.querySelector("#today-figures [aria-busy=true] #plot-waits")`) {
		t.Error("the earlier figures aren't shown as such")
	}
	goOn()
	b.until(`document.querySelectorAll("#plot-waits .plot-ticks > span").length === 7`, "seven days")
	b.settled()
}

// Why orders were cancelled and why money went back stands beside how often that was a week before, in the drawing, its
// legend and its table.
func TestCausesStandBesideThoseBefore(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.entered(b, "manager")
	counted := func(what string) bool {
		// Five times a second: one person's calls are limited.
		return b.is(`new Promise(next => setTimeout(next, 200)).then(() => fetch("/api/today?period=today")).
			then(r => r.json()).then(({figures: f}) => ` + what + `)`)
	}
	ended := func(why string) int64 {
		id := d.place(sandbox.OrderPickup)
		if err := d.box.CancelOrder(id, platform.OpCustomer, why); err != nil {
			t.Fatal(err)
		}
		return id
	}
	refunded := func() int64 {
		id := d.place(sandbox.OrderPickup)
		if err := d.box.AcceptOnPOS(id); err != nil {
			t.Fatal(err)
		}
		if err := d.box.RequestRefund(id, nil, "soup spilled"); err != nil {
			t.Fatal(err)
		}
		return id
	}
	old := []int64{ended("changed my mind"), ended("changed my mind"), ended("too late"), refunded()}
	eventually(t, func() error {
		if !counted(`f.cancelled === 3 && f.refunds[0]?.money.length === 1`) {
			return errors.New("the orders haven't been read")
		}
		return nil
	})
	ended("changed my mind")
	refunded()
	eventually(t, func() error {
		for _, id := range old {
			d.placedBefore(id, 7) // also where the inbox has just written the order anew
		}
		if !counted(`f.cancelled === 1 && f.cancelledBefore === 3 && f.refunds[0]?.count === 1 && f.refunds[0].before === 1`) {
			return errors.New("the orders aren't counted")
		}
		return nil
	})
	b.open(d.URL + "/today")
	b.settled()
	b.until(`/1 of 2 were cancelled: 50%. Before: 3 of 4, 75%./.test(document.querySelector("#plot-ends .plot-says").textContent)`,
		"the share before")
	b.until(`(rows => rows.length === 2 && /changed my mind.*1 \(before: 2\)/.test(rows[0]) && /too late.*0 \(before: 1\)/.test(rows[1]))
		([...document.querySelectorAll("#plot-ends tbody tr")].map(e => e.textContent))`, "each cause beside the one before")
	b.until(`(row => /1 \(before: 1\)/.test(row) && row.match(/HKD/g).length === 2)(document.querySelector("#plot-refunds tbody tr").textContent)`,
		"the refunds and their money before")
	for _, plot := range []string{"#plot-ends", "#plot-refunds"} {
		b.until(fmt.Sprintf(`/Today\s*Before/.test(document.querySelector("%[1]s .plot-keys").innerText) &&
			document.querySelector("%[1]s .plot-before").getBoundingClientRect().height > 0`, plot), "the mark and its legend")
	}
	b.judgeEveryLook("today-causes")
	b.onEveryScreen("today-causes", func() {
		b.eval(`document.querySelector("#plot-ends").scrollIntoView()`, nil)
	}, nil)
}

// A shop whose access can't be renewed leads the owner to the connections, and
// tells everybody else whom to ask.
func TestTodayAccess(t *testing.T) {
	t.Parallel()
	d, b := startRefused(t, 100001, 100002)
	b.open(d.URL + "/today")
	b.settled()
	b.sees("and wasn't renewed")
	b.sees("1 more shop is affected")
	b.shot("today-access")
	b.click(`#today-access a.btn`)
	b.until(`location.pathname === "/settings/connections"`, "the connections")
	other := newTab(t)
	d.signedIn(other, "manager")
	other.open(d.URL + "/today")
	other.sees("An owner has to see to it")
	if other.is(`document.querySelector("#today-access a.btn")`) {
		t.Error("a manager is sent to the connections")
	}
}

// Nothing needs anybody, staff aren't led here, and what can't be read says so.
func TestTodayCalm(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(d.URL + "/shops")
	b.settled()
	b.clickText("Today")
	b.sees("Nothing needs attention")
	b.shot("today-calm")
	d.meets("/api/today", func() { panic(http.ErrAbortHandler) })
	b.expect("ERR_EMPTY_RESPONSE")
	b.reload()
	b.sees("couldn't be read")
	b.sees("This is how it was")
	b.shot("today-failed")
	_, goOn := d.stops("/api/today") // the page tries by itself, too: it must not be faster than the press
	b.clickText("Try again")
	goOn()
	b.seesNot("couldn't be read")
	b.seesNot("This is how it was")
	staff := newTab(t)
	d.entered(staff, "staff")
	staff.settled()
	if staff.is(`[...document.querySelectorAll(".rail a")].some(a => a.textContent.trim() === "Today")`) {
		t.Error("staff are led to the page of today")
	}
}

// With something of everything: in each size, scheme and language, nothing
// sticks out and axe finds nothing.
func TestTodayFits(t *testing.T) {
	t.Parallel()
	d, b, _, _ := busyDay(t)
	shops, err := d.store.Shops(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range shops {
		if shops[i].ShopID == 100002 {
			shops[i].EnName = "Harbour Noodle and Congee House of the Western Reclamation, second floor, opposite the pier"
		}
	}
	if err := d.store.PutShops(t.Context(), shops); err != nil {
		t.Fatal(err)
	}
	b.open(d.URL + "/today")
	b.settled()
	b.wait(rowOf("review", 100011))
	b.wait(rowOf("order", central, d.firstWaiting()))
	b.onEveryScreen("today-needs", func() {}, nil)
	b.judgeEveryLook("today-needs")
	b.dark(false)
	for _, lang := range []string{"ar", "zh-Hant", "pt"} {
		b.speak(lang)
		b.wait(rowOf("review", 100011))
		for _, size := range screens {
			b.viewport(size.w, size.h)
			b.fits(fmt.Sprintf("today-%d-%s", size.w, lang))
			b.shot(fmt.Sprintf("today-%d-%s", size.w, lang))
		}
	}
}

func (d *desk) firstWaiting() int64 {
	d.t.Helper()
	found, err := d.store.WaitingOrders(d.t.Context(), []int64{central}, store.WaitingNew, 1<<62, 1)
	if err != nil || len(found.Orders) == 0 {
		d.t.Fatalf("%+v %v", found, err)
	}
	return found.Orders[0].OrderID
}
