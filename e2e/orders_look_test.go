package e2e

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// lowLinks are the links in sight that take presses on less than 36 px of height. Links to an order, and back to a
// list, had 18 to 34.
const lowLinks = `[...document.querySelectorAll("main .link:has(.icon), .order-no, .need-shop, .need-order")].filter(e => {
	const r = e.getClientRects()[0], x = r.x + r.width / 2, y = r.y + r.height / 2;
	return e.checkVisibility() && y > 120 && y < innerHeight - 120 &&
		[-18, 18].some(by => !e.contains(document.elementFromPoint(x, y + by)));
}).map(e => e.textContent)`

// numbersLevel is true when the numbers of past orders stand on the first line of what was ordered. On a phone they
// stood beside the third.
const numbersLevel = `[...document.querySelectorAll(".order-line")].every(e => !e.checkVisibility() || Math.abs(
	e.querySelector(".cut").getBoundingClientRect().bottom - e.firstElementChild.getBoundingClientRect().bottom) < 8)`

// How everything looks, at three sizes, dark and right to left.
func TestOrdersLook(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	var ids []int64
	for _, kind := range []sandbox.OrderKind{sandbox.OrderAllergy, sandbox.OrderBig, sandbox.OrderPickup, sandbox.OrderCut,
		sandbox.OrderDelivery, sandbox.OrderDelivery} {
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
	if err := d.box.CancelOrder(ids[5], platform.OpCustomer, "Changed my mind"); err != nil {
		t.Fatal(err)
	}
	if err := d.box.RequestRefund(ids[3], nil, "Soup spilled"); err != nil {
		t.Fatal(err)
	}
	b.until(`document.querySelectorAll('.lane[data-lane=new] .order').length === 2`, "the accepted ones to move")
	b.sees("Refund requested")
	page := fmt.Sprintf("%s/shops/100001/orders/%d", d.URL, ids[3])
	for _, size := range []struct {
		name string
		w, h int
	}{{"wide", 1280, 860}, {"tablet", 820, 1180}, {"phone", 390, 844}, {"narrow", 320, 640}} {
		b.viewport(size.w, size.h)
		for _, place := range [][2]string{{"board", d.URL + "/shops/100001/orders"}, {"all", d.URL + "/orders"},
			{"page", page}, {"history", d.URL + "/orders/history"}, {"today", d.URL + "/today"}} {
			b.open(place[1])
			b.until(`document.querySelector(".order, .order-line, .need")`, "orders")
			b.fits(place[0] + size.name)
			b.until(`!`+lowLinks+`.length`, place[0]+size.name+": links to be high enough for a finger")
			b.until(numbersLevel, place[0]+size.name+": the numbers to stand beside the first line of their orders")
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

// What is asked and told about orders fits the screen in every language: how a rush is relieved, the keys, the question
// about a refund, and the history with its totals.
func TestQuestionsAboutOrdersFitInEveryLanguage(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	refunded := d.place(sandbox.OrderDelivery)
	if err := errors.Join(d.box.AcceptOnPOS(refunded), d.box.RequestRefund(refunded, nil, "Soup spilled")); err != nil {
		t.Fatal(err)
	}
	d.rush(b, 10)
	b.click("#orders-kitchen")
	b.wait("dialog#kitchen[open] .note")
	b.fits("kitchen with a refund")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#kitchen[open]")`, "the kitchen view to be left")
	for _, language := range []string{"ar", "pt", "zh-Hant"} {
		b.speak(language)
		for _, asked := range []struct {
			name, dialog string
			open         func()
		}{
			{"relief", "dialog#relief", func() { b.click("#rush-rule") }},
			{"keys", "dialog#keys", func() { b.press("?") }},
			{"refund", "dialog#ask", func() { b.click(sel("agree", refunded)) }},
		} {
			asked.open()
			b.wait(asked.dialog + "[open]")
			if asked.name == "refund" {
				b.wait("#ask-left")
			}
			b.views(fmt.Sprintf("orders-%s-%s", asked.name, language))
			b.press("Escape")
			b.until(`!document.querySelector("`+asked.dialog+`[open]")`, "the dialog to close")
		}
		b.goTo("/shops/100001/orders/history")
		b.wait("#past-find")
		b.views("orders-history-" + language)
		b.goTo("/shops/100001/orders")
		b.wait("#rush-rule")
	}
}

// A link in a customer's note ran out of the order's card, over the cards beside it, with all that stood below it. So
// did one in the reason of a refund, and a shop's name without a space ran over the amounts of past orders.
func TestLongWordsStayOnTheirCard(t *testing.T) {
	t.Parallel()
	word := strings.Repeat("harbournoodle", 6)
	d := startOrders(t, new(sandbox.Sandbox), func(o *server.Options) { o.Shops[0].EnName = word })
	b := newTab(t)
	d.board(b, "manager")
	var ids []int64
	for range 8 { // a rush, an order of which something is refunded, and one that is over
		ids = append(ids, d.placed(sandbox.OrderAllergy))
	}
	for _, err := range []error{d.box.AcceptOnPOS(ids[0]), d.box.RequestRefund(ids[0], nil, word),
		d.box.CancelOrder(ids[1], platform.OpCustomer, word)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	b.sees("Refund requested")
	for _, width := range []int{1280, 820, 390} {
		b.viewport(width, 1180)
		for _, place := range []string{"/orders", "/orders/history", fmt.Sprintf("/shops/100001/orders/%d", ids[0])} {
			b.open(d.URL + place)
			b.settled()
			b.settledFrames()
			var found string
			b.eval(fmt.Sprintf(`(() => {
				for (const note of document.querySelectorAll(".order-note > :last-child")) note.textContent = %q;
				const all = [...document.querySelectorAll(".order-note, .order .note-body, .order-what")];
				return all.filter(e => e.checkVisibility() &&
					Math.max(...[...e.children].map(c => c.getBoundingClientRect().right)) > e.getBoundingClientRect().right + 1 ||
					e.closest("li, .card").getBoundingClientRect().right + 1 < e.getBoundingClientRect().right).map(e => e.className).join();
			})()`, word), &found)
			if found != "" {
				t.Errorf("%s at %d: too wide: %s", place, width, found)
				b.shot(fmt.Sprintf("long-words-%d", width))
			}
		}
	}
}

// What stands above the board has room side by side at every width, in every language, and so have the words on a card.
// At 1000 pixels the field for an order's number lay under the board's buttons.
func TestHeadOfTheBoardHasRoom(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	d.place(sandbox.OrderDelivery)
	const overlaps = `(() => {
		const all = [...document.querySelectorAll(".orders > .head :is(h1, label, input, select, .orders-tools > * > *)")]
			.filter(e => e.checkVisibility() && getComputedStyle(e).clipPath === "none");
		const box = new Map(all.map(e => [e, e.getBoundingClientRect()]));
		const page = document.querySelector(".orders").getBoundingClientRect();
		const name = e => e.id || e.tagName + " " + e.textContent;
		const found = all.filter(e => box.get(e).left < page.left - 1 || box.get(e).right > page.right + 1).map(e => name(e) + " outside");
		found.push(...all.filter(e => e.matches("input, select") && e.offsetWidth < 80).map(e => name(e) + " is narrow"));
		for (const a of all) for (const b of all) {
			const x = box.get(a), y = box.get(b);
			if (a !== b && !a.contains(b) && !b.contains(a) && x.left < y.right - 1 && y.left < x.right - 1 && x.top < y.bottom - 1 && y.top < x.bottom - 1)
				found.push(name(a) + " over " + name(b));
		}
		for (const e of document.querySelectorAll(".order .order-way > *")) {
			const x = e.getBoundingClientRect(), y = e.closest(".order").getBoundingClientRect();
			if (x.left < y.left || x.right > y.right) found.push(name(e) + " outside its card");
		}
		return found.join("; ");
	})()`
	for _, language := range []string{"ar", "pt", "zh-Hant", "en"} {
		b.viewport(1280, 860)
		b.speak(language)
		for _, place := range []string{"/shops/100001/orders", "/orders"} {
			b.open(d.URL + place)
			b.until(`document.querySelector(".order")`, "the order")
			for _, width := range []int{720, 820, 900, 1000, 1100, 1204, 1280, 1440} {
				b.viewport(width, 860)
				var found string
				if b.eval(overlaps, &found); found != "" {
					t.Errorf("%s %s at %d: %s", language, place, width, found)
					b.shot(fmt.Sprintf("head-%s-%d", language, width))
				}
			}
		}
	}
}

// cutOnPaper are the rows, cards and charts that a sheet's end may cut, or lay over the ones behind them: browsers
// break blocks well, but neither grids nor flex boxes.
const cutOnPaper = `[...document.querySelectorAll(".need, .order-line, .plot")].flatMap(e => {
	if (!e.checkVisibility()) return [];
	const whole = e.matches("a") ? e.parentElement : e, cut = [];
	if (getComputedStyle(whole).breakInside !== "avoid") cut.push(e.className + " is cut");
	for (let of = whole.parentElement; !of.matches("#main"); of = of.parentElement) {
		if (/grid|flex/.test(getComputedStyle(of).display)) cut.push(e.className + " in " + of.className);
	}
	return cut;
})`

// Long pages are broken between rows and charts, and the list of what needs attention is printed whole.
func TestLongPagesOnPaper(t *testing.T) {
	t.Parallel()
	const orders = 8
	d, b := openBoard(t, "owner")
	if err := d.box.CancelOrder(d.place(sandbox.OrderPickup), platform.OpCustomer, "Changed my mind"); err != nil {
		t.Fatal(err)
	}
	for range orders {
		d.place(sandbox.OrderPickup)
	}
	b.until(fmt.Sprintf(`document.querySelectorAll(".lane[data-lane=new] .order").length === %d`, orders), "the orders")
	b.viewport(718, 1000) // A4
	for _, path := range []string{"/today", "/orders/history"} {
		b.do(emulation.SetEmulatedMedia())
		b.open(d.URL + path)
		b.until(`document.querySelector(".need, .order-line")`, "orders")
		b.until(`document.querySelectorAll(".plot").length >= (location.pathname === "/today")`, "the figures")
		b.do(emulation.SetEmulatedMedia().WithMedia("print"))
		var cut []string
		if b.eval(cutOnPaper, &cut); len(cut) > 0 {
			t.Errorf("%s: %q", path, cut)
		}
		if path == "/today" {
			var printed int
			b.eval(`(dispatchEvent(new Event("beforeprint")),
				document.querySelectorAll("#today-order .need").length)`, &printed)
			b.eval(`dispatchEvent(new Event("afterprint"))`, nil)
			if printed != orders {
				t.Errorf("%d orders that need attention are printed, of %d", printed, orders)
			}
		}
		b.paper("long" + strings.ReplaceAll(path, "/", "-"))
	}
}

// With a person's own colours every page of the settings was underlined as if it were the one on screen.
func TestPresentSettingsPageIsMarkedInForcedColors(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}))
	b.open(d.URL + "/settings/account")
	b.wait(".settings-nav > a[aria-current]")
	if !b.is(`[...document.querySelectorAll(".settings-nav > a")].every(e => e.hasAttribute("aria-current") !==
		(getComputedStyle(e).borderBottomColor === getComputedStyle(document.body).backgroundColor))`) {
		t.Error("the lines below the others are seen too")
	}
}
