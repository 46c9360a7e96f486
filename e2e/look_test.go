package e2e

import (
	"fmt"
	"testing"
)

// everyPage are the pages of the console, each in the states that a page can
// have by its address.
var everyPage = []struct{ name, path string }{
	{"shops", "/shops"},
	{"shop", "/shops/100001"},
	{"shop-paused", "/shops/100005"},
	{"hours", "/shops/100001/hours"},
	{"hours-late", "/shops/100003/hours"},
	{"dates", "/shops/100001/dates"},
	{"phones", "/shops/100001/phones"},
	{"photo", "/shops/100001/photo"},
	{"photo-pending", "/shops/100011/photo"},
	{"photo-rejected", "/shops/100013/photo"},
	{"activity", "/activity"},
	{"hooks", "/settings/hooks"},
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

// Every page in every size, scheme and direction: nothing runs off the screen,
// and the browser complains of nothing.
func TestPagesFit(t *testing.T) {
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	for _, page := range everyPage {
		for _, size := range []struct{ w, h int }{{1280, 860}, {820, 1180}, {390, 844}, {320, 640}} {
			for _, look := range looks {
				b.viewport(size.w, size.h)
				b.dark(look == "dark")
				b.open(d.URL + page.path)
				b.settled()
				if look == "rtl" {
					b.eval(`document.documentElement.dir = "rtl"`, nil)
				}
				name := fmt.Sprintf("%s-%d-%s", page.name, size.w, look)
				b.fits(name)
				b.shot(name)
			}
		}
	}
}

// settled waits until the page has its heading and nothing is loading.
func (b *tab) settled() {
	b.t.Helper()
	b.until(`document.getElementById("page-title") && !document.querySelector("[aria-busy=true], .skeleton")`, "the page to be there")
}

// fits fails when something is wider than the screen, when parts of the bar above
// the page cover each other, and when a head of the calendar has no room.
func (b *tab) fits(name string) {
	b.t.Helper()
	var wide []string
	b.eval(`(() => {
		const width = document.documentElement.clientWidth;
		if (document.scrollingElement.scrollWidth <= width) return [];
		return [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > width + 1 || e.getBoundingClientRect().left < -1)
			.slice(0, 8).map(e => e.tagName + "." + e.className + "#" + e.id);
	})()`, &wide)
	if len(wide) > 0 {
		b.t.Errorf("%s: wider than the screen: %v", name, wide)
	}
	var covered []string
	b.eval(`(() => {
		const boxes = [...document.querySelectorAll(".top .pill, .top .btn, .top .switcher, .top .me-name, .top .me-name > *")].map(e => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width);
		return boxes.flatMap(([a, r], i) => boxes.slice(i + 1).filter(([c, s]) => !a.contains(c) &&
			r.left < s.right - 1 && s.left < r.right - 1 && r.top < s.bottom - 1 && s.top < r.bottom - 1).map(([c]) => a.className + " and " + c.className));
	})()`, &covered)
	if len(covered) > 0 {
		b.t.Errorf("%s: on top of each other: %v", name, covered)
	}
	var broken []string
	b.eval(`[...document.querySelectorAll(".calendar-head")].filter(e => e.getClientRects().length !== 1 || e.getBoundingClientRect().height > 40 || e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)`, &broken)
	if len(broken) > 0 {
		b.t.Errorf("%s: heads that don't fit: %v", name, broken)
	}
}
