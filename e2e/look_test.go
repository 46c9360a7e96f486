package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// everyPage are the pages of the console, each in the states that a page can
// have by its address.
var everyPage = []struct{ name, path string }{
	{"shops", "/shops"},
	{"shop", "/shops/100001"},
	{"shop-paused", "/shops/100005"},
	{"hours", "/shops/100001/hours"},
	{"hours-late", "/shops/100005/hours"},
	{"dates", "/shops/100001/dates"},
	{"phones", "/shops/100001/phones"},
	{"photo", "/shops/100001/photo"},
	{"photo-pending", "/shops/100011/photo"},
	{"photo-rejected", "/shops/100013/photo"},
	{"templates", "/templates"},
	{"template-new", "/templates/new"},
	{"today", "/today"},
	{"yesterday", "/today/yesterday"},
	{"activity", "/activity"},
	{"shop-activity", "/shops/100001/activity"},
	{"shop-today", "/shops/100001/today"},
	{"hooks", "/settings/hooks"},
	{"runs", "/runs"},
	{"runs-new", "/runs/new"},
	{"orders", "/orders"},
	{"orders-shop", "/shops/100001/orders"},
	{"orders-past", "/orders/history"},
	{"settings", "/settings"},
	{"operators", "/settings/operators"},
	{"devices", "/settings/devices"},
	{"account", "/settings/account"},
	{"profile", "/settings/profile"},
	{"about", "/settings/about"},
	{"connections", "/settings/connections"},
	{"notfound", "/nowhere"},
}

// everyLook has each page and component be seen in each size, scheme and direction:
// for the campaign, and for whoever takes pictures.
var everyLook = everyFlowWhole || os.Getenv("SHOPDESK_SHOTS") != ""

// screens are the sizes that everything must fit: a desk, a tablet, a phone and the
// narrowest of them.
var screens = []struct{ w, h int }{{1280, 860}, {820, 1180}, {390, 844}, {320, 640}}

// onEveryScreen shows something in each size, from left to right or from right to
// left, and looks whether it fits; with [everyLook], in each look. Open brings it
// onto the screen and waits for it; more, if given, goes on from there and calls
// look for each thing that it brings.
func (b *tab) onEveryScreen(name string, open func(), more func(look func(what string))) {
	b.t.Helper()
	for i, size := range screens {
		schemes := looks
		if !everyLook {
			schemes = []string{[]string{"light", "rtl"}[(i+oneOf(2, name))%2]} // a scheme moves nothing
		}
		for _, scheme := range schemes {
			b.viewport(size.w, size.h)
			b.dark(scheme == "dark")
			open()
			dir := "ltr"
			if scheme == "rtl" {
				dir = "rtl"
			}
			b.eval(fmt.Sprintf(`document.documentElement.dir = %q`, dir), nil)
			look := func(what string) {
				b.t.Helper()
				at := fmt.Sprintf("%s-%d-%s%s", name, size.w, scheme, what)
				b.fits(at)
				b.shot(at)
			}
			look("")
			if more != nil {
				more(look)
			}
		}
	}
	b.plain()
}

// plain goes back to how a tab begins: at a desk, light, from left to right.
func (b *tab) plain() {
	b.t.Helper()
	b.viewport(1280, 860)
	b.dark(false)
	b.eval(`document.documentElement.dir = "ltr"`, nil)
}

// glance looks whether the page fits as it is, in a few sizes and schemes, and
// leaves pictures, also of each thing below that is named. It is for the middle
// of a flow, which goes on from where it was; [tab.onEveryScreen] looks at more.
func (b *tab) glance(name string, below ...string) {
	b.t.Helper()
	for _, s := range []struct {
		name string
		w, h int
		dark bool
		dir  string
	}{
		{"wide", 1280, 860, false, "ltr"}, {"tablet", 820, 1180, true, "ltr"}, {"phone", 390, 844, false, "ltr"},
		{"phone-rtl", 390, 844, true, "rtl"}, {"narrow", 320, 640, false, "ltr"},
	} {
		b.viewport(s.w, s.h)
		b.dark(s.dark)
		b.eval(fmt.Sprintf(`document.documentElement.dir = %q`, s.dir), nil)
		b.fits(name + "-" + s.name)
		b.shot(name + "-" + s.name)
		for _, css := range below {
			b.eval(fmt.Sprintf(`document.querySelector(%q).scrollIntoView()`, css), nil)
			b.shot(name + "-" + s.name + "-" + strings.TrimPrefix(css, "#"))
			b.eval(`scrollTo(0, 0)`, nil)
		}
	}
	b.plain()
}

// Every page in every size: nothing runs off the screen, and the browser complains
// of nothing.
func TestPagesFit(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	for _, page := range everyPage {
		b.open(d.URL + page.path)
		b.onEveryScreen(page.name, func() {
			b.settled()
			b.settledFrames()
		}, nil)
		if !b.is(`[...document.querySelectorAll(".card:not([data-flush]) .settings-list > li > :first-child")].every(e =>
			e.getBoundingClientRect().left === e.closest(".card-body").getBoundingClientRect().left)`) {
			t.Errorf("%s: a list stands further in than the words above it", page.name)
		}
	}
}

// A shop's long status pushed its number out of the column of the others, and ran out of the list on a tablet. On a
// phone the hours of three shifts touched the line before them.
func TestShopsToChangeStandInColumns(t *testing.T) {
	t.Parallel()
	box := new(sandbox.Sandbox)
	d := startOn(t, box, known(t, box))
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/runs/new")
	b.wait(".apply-shop > .pill[data-tone=bad]")
	if !b.is(`new Set([...document.querySelectorAll(".apply-shop > .small")].map(e => e.offsetLeft)).size === 1`) {
		t.Error("the numbers don't stand in a column")
	}
	// On a tablet it ran out of the list.
	b.viewport(820, 1180)
	if !b.is(`[...document.querySelectorAll(".apply-shop > .pill")].every(e =>
		e.getBoundingClientRect().right <= e.parentElement.getBoundingClientRect().right)`) {
		t.Error("a status is wider than the list")
	}
	b.viewport(390, 844)
	b.open(d.URL + "/shops")
	b.wait(".shops-piece:nth-child(3)")
	if !b.is(`[...document.querySelectorAll(".shops-words")].every(e =>
		e.offsetHeight <= e.closest(".shops-cell").clientHeight)`) {
		t.Error("the hours of a shop with three shifts are higher than their line")
	}
	// Their mark of the next day was cut off.
	b.viewport(820, 1180)
	b.open(d.URL + "/shops")
	b.until(`[...document.querySelectorAll(".shops-piece")].some(e => e.textContent.includes("⁺¹"))`, "hours past midnight")
	if !b.is(`[...document.querySelectorAll(".shops-words")].every(e => e.scrollWidth <= e.clientWidth)`) {
		t.Error("hours are wider than their column")
	}
}

// The names of two shops left the message a letter's room on a tablet, and covered the button behind it on a phone.
func TestMessageOfSeveralDraftsHasRoom(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	for _, shop := range []string{"100001", "100002"} {
		b.open(d.URL + "/shops/" + shop + "/hours")
		b.click("#mon-open")
		b.wait("#hours-save")
	}
	b.viewport(390, 844)
	b.open(d.URL + "/shops")
	b.wait("#drafts")
	if !b.is(`document.querySelector("#drafts p").clientWidth > 200`) {
		t.Error("the message has no room")
	}
	b.click(".strip-more")
	b.until(`[...document.querySelectorAll("#drafts a")].filter(e => e.checkVisibility()).length === 2`, "a link to each")
}

// A shop's name without a space ran off the screen, under the countdown of its order, and out of the box that it was
// chosen in.
func TestNamesWithoutSpacesFit(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox), func(o *server.Options) {
		for i := range o.Shops {
			o.Shops[i].EnName = strings.Repeat("Harbournoodle", 6)
		}
	})
	b := newTab(t)
	d.signedIn(b, "owner")
	d.placeIn(central)
	for _, path := range []string{"/shops/100001", "/shops", "/today", "/shops/100001/today", "/orders", "/runs/new",
		"/shops/100001/orders/history", "/shops/100001/activity", "/settings/operators"} {
		b.open(d.URL + path)
		b.onEveryScreen("unbroken"+strings.ReplaceAll(path, "/", "-"), func() {
			b.settled()
			b.settledFrames()
		}, nil)
	}
	// The reason why a number isn't one ran off the screen as well.
	b.open(d.URL + "/shops/100001/phones")
	b.fill("#phone-0-number", strings.Repeat("852", 40))
	b.press("Tab")
	b.wait(".err")
	b.onEveryScreen("unbroken-phone", b.settledFrames, nil)
	// The list of shops to pause scrolled sideways, and a group's name left its box.
	long := store.Group{ID: "LONG", Name: strings.Repeat("+852", 10), OperatorID: 1}
	if err := d.store.SaveGroup(t.Context(), long, []int64{central}, nil); err != nil {
		t.Fatal(err)
	}
	b.viewport(390, 844)
	b.open(d.URL + "/shops")
	b.tapped("#pauses-open", "dialog#pauses[open]")
	b.wait("#pauses .check-label")
	if !b.is(`(e => e.scrollWidth <= e.clientWidth)(document.querySelector("#pauses .dialog-body"))`) {
		t.Error("a name without a space is wider than the dialog for pausing")
	}
	if !b.is(`[...document.querySelectorAll(".choice")].every(e => e.scrollWidth <= e.clientWidth)`) {
		t.Error("a group's name is wider than the box that it is chosen in")
	}
	// So did the list of what becomes of the shops of a bulk change.
	b.open(d.URL + "/runs/new")
	b.tapped("label:has(#apply-shop-100001)", "#apply-shop-100001:checked")
	b.tapped("#apply-next", "#apply-part-days")
	b.tapped("label:has(#apply-part-days)", ".apply-days input")
	b.tapped(".apply-days label", ".apply-days :checked")
	b.tapped("#apply-next", ".apply-outcome")
	if !b.is(`(e => e.scrollWidth <= e.clientWidth)(document.querySelector(".card-body:has(.apply-outcome)"))`) {
		t.Error("a name without a space is wider than the list of a bulk change")
	}
	// A message that named such a shop covered its own buttons.
	b.open(d.URL + "/shops/100001/today")
	b.live()
	stopped, _ := d.placeIn(central)
	b.wait(rowOf("order", central, stopped))
	if err := d.box.AcceptOnPOS(stopped); err != nil {
		t.Fatal(err)
	}
	b.until(fmt.Sprintf(`!document.querySelector(%q)`, rowOf("order", central, stopped)), "the order to be accepted")
	if err := d.box.CancelOrder(stopped, platform.OpCustomer, "Changed my mind"); err != nil {
		t.Fatal(err)
	}
	b.until(`document.querySelector("#orders-stopped")`, "the cancelled order")
	if !b.is(`(e => e.scrollWidth <= e.clientWidth)(document.querySelector("#orders-stopped"))`) {
		t.Error("a name without a space is wider than the message")
	}
	// In Arabic the bar showed how a Latin name ends, not how it begins.
	b.eval(`document.documentElement.dir = "rtl"`, nil)
	if !b.is(`getComputedStyle(document.querySelector(".top .picker-text")).unicodeBidi === "plaintext" &&
		document.querySelector(".me-name > b").dir === "auto"`) {
		t.Error("a name doesn't begin where its own script does")
	}
	b.eval(`document.documentElement.dir = "ltr"`, nil)
	// The bar has the least room where it says that the line is down.
	b.open(d.URL + "/shops/100001/today")
	b.live()
	b.expectCut()
	d.unplug()
	for _, replica := range d.replicas {
		replica.Drain()
	}
	b.wait(".top-live[data-calm=false]")
	b.onEveryScreen("unbroken-lost", b.settledFrames, nil)
}

// An address to copy stood at the wrong edge of an Arabic page, away from the words that tell of it.
func TestAddressStandsWhereThePageBegins(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/settings/hooks")
	b.wait("#hooks-url")
	b.eval(`document.documentElement.dir = "rtl"`, nil)
	if !b.is(`(e => {
		const words = document.createRange();
		words.selectNodeContents(e);
		return words.getBoundingClientRect().right === e.closest(".card").querySelector("h2").getBoundingClientRect().right;
	})(document.querySelector("#hooks-url"))`) {
		t.Error("the address stands at the other edge")
	}
}

// settled waits until the page has its heading and nothing is loading.
func (b *tab) settled() {
	b.t.Helper()
	b.until(`document.getElementById("page-title") && !document.querySelector("[aria-busy=true], .skeleton")`,
		"the page to be there")
}

// outOfReach are the controls on the screen whose middle a press doesn't reach. What is scrolled out of its own box, or
// below what stays in sight or was opened over the page, isn't meant.
const outOfReach = `(() => {
	const over = e => e && (["fixed", "sticky"].includes(getComputedStyle(e).position) ||
		e.matches(".scrim, .popup, .strip-notes") || over(e.parentElement));
	const within = (e, x, y) => {
		for (let of = e.parentElement; of && of !== document.body; of = of.parentElement) {
			if (getComputedStyle(of).overflow === "visible") continue;
			const r = of.getBoundingClientRect();
			if (x < r.left || x > r.right || y < r.top || y > r.bottom) return false;
		}
		return true;
	};
	const place = [...document.querySelectorAll("dialog[open]")].pop() ?? document;
	return [...place.querySelectorAll("button, a[href], input, select, textarea, summary")].flatMap(e => {
		const line = e.getClientRects()[0]; // a link may stand on two
		if (!line || line.width < 2 || line.height < 2 || e.disabled || !e.checkVisibility({visibilityProperty: true})) return [];
		const x = line.x + line.width / 2, y = line.y + line.height / 2;
		if (getComputedStyle(e).pointerEvents === "none" || !within(e, x, y)) return [];
		const top = document.elementFromPoint(x, y);
		if (!top || e.contains(top) || over(top) || [...e.labels ?? []].some(l => l.contains(top))) return [];
		return (e.id || e.textContent || e.className) + " below " + (top.id || top.className || top.tagName);
	});
})()`

// dialogStands is true when no open dialog has more than fits into it: its body scrolls, and never the dialog itself,
// whose title and buttons would go with it.
const dialogStands = `[...document.querySelectorAll("dialog[open]")].every(d => d.scrollHeight <= d.clientHeight)`

// fits fails when something is wider than the screen, when a range of hours stands
// on two lines, when a note touches a button beside it, when parts of the bar above
// the page cover each other, when the words beside a time lie over another one, when a
// press doesn't reach a control in sight, and when a heading, or a head of the
// calendar, has no room.
func (b *tab) fits(name string) {
	b.t.Helper()
	var wide []string
	b.eval(`(() => {
		const width = document.documentElement.clientWidth;
		if (document.scrollingElement.scrollWidth <= width) return [];
		const wide = [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > width + 1 || e.getBoundingClientRect().left < -1);
		return wide.length ? wide.slice(0, 8).map(e => e.tagName + "." + e.className + "#" + e.id) : ["the page, by nothing that has a box"];
	})()`, &wide)
	if len(wide) > 0 {
		b.t.Errorf("%s: wider than the screen: %v", name, wide)
	}
	b.until(`!`+outOfReach+`.length`, name+": a press to reach each control in sight, once the page is laid out")
	b.until(dialogStands, name+": dialogs that scroll in their bodies alone")
	var crowded []string
	// Messages, dialogs that are open and what is held at the lower edge lie over the page, wherever they come to lie.
	b.eval(`[...document.querySelectorAll(".note:not(.strip[data-open=true] *)")].flatMap(note => {
		const n = note.getBoundingClientRect(), layer = (e) => e.closest("dialog, .toasts, .over, .kitchen-notes");
		return [...document.querySelectorAll(".btn")].filter(e => layer(e) === layer(note)).filter(e => {
			const r = e.getBoundingClientRect(), gap = Math.min(Math.abs(r.top - n.bottom), Math.abs(n.top - r.bottom));
			return gap < 3 && !note.contains(e) && r.left < n.right && n.left < r.right && e.checkVisibility() && note.checkVisibility();
		}).map(e => e.id || e.textContent);
	})`, &crowded)
	if len(crowded) > 0 {
		b.t.Errorf("%s: buttons without a gap to a note: %q", name, crowded)
	}
	var split []string
	b.eval(`(() => {
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), split = [];
		for (let node; (node = texts.nextNode());) {
			if (!node.parentElement.checkVisibility()) continue;
			for (const found of node.data.matchAll(/\d\d:\d\d–\d\d:\d\d/g)) {
				const range = document.createRange();
				range.setStart(node, found.index);
				range.setEnd(node, found.index + found[0].length);
				if (new Set([...range.getClientRects()].map(r => r.top)).size > 1) split.push(node.data);
			}
		}
		return split;
	})()`, &split)
	if len(split) > 0 {
		b.t.Errorf("%s: hours that are broken at the end of a line: %q", name, split)
	}
	var covered []string
	b.eval(`(() => {
		// On a phone the shop's status stands in the switcher's box, below the name.
		const inBox = (a, c) => a.matches(".picker, .picker-button") && getComputedStyle(c).pointerEvents === "none";
		const boxes = [...document.querySelectorAll(".top .pill, .top .btn, .top .picker, .top .picker-text, .top .me-name, .top .me-name > *")].filter(e => !e.closest(".popup")).map(e => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width);
		return boxes.flatMap(([a, r], i) => boxes.slice(i + 1).filter(([c, s]) => !a.contains(c) && !inBox(a, c) &&
			r.left < s.right - 1 && s.left < r.right - 1 && r.top < s.bottom - 1 && s.top < r.bottom - 1).map(([c]) => a.className + " and " + c.className));
	})()`, &covered)
	if len(covered) > 0 {
		b.t.Errorf("%s: on top of each other: %v", name, covered)
	}
	var over []string
	b.eval(`[...document.querySelectorAll(".time > .pill")].filter(pill => {
		const p = pill.getBoundingClientRect();
		return [...document.querySelectorAll(".in-time")].filter(e => !pill.parentElement.contains(e)).some(e => {
			const r = e.getBoundingClientRect();
			return p.top < r.bottom - 1 && r.top < p.bottom - 1 && p.left < r.right - 1 && r.left < p.right - 1;
		});
	}).map(pill => pill.parentElement.firstElementChild.id)`, &over)
	if len(over) > 0 {
		b.t.Errorf("%s: words of these times lie over another one: %q", name, over)
	}
	var broken []string
	b.eval(`[...document.querySelectorAll(".calendar-head")].filter(e => e.getClientRects().length !== 1 || e.getBoundingClientRect().height > 40 || e.scrollWidth > e.clientWidth + 1)
		.concat([...document.querySelectorAll("h1, h2, h3")].filter(e => e.checkVisibility() && !e.matches(".hidden") && e.scrollWidth > e.clientWidth + 1)).map(e => e.textContent)`, &broken)
	if len(broken) > 0 {
		b.t.Errorf("%s: heads that don't fit: %v", name, broken)
	}
}
