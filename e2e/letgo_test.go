package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/heapprofiler"

	"github.com/shopdesk/shopdesk/sandbox"
)

// Pages that were left are let go, with all that they have drawn: a tablet goes from page to page for weeks. The
// regression: Today was held until the moment from which time alone changes its answer, which may be hours away.
func TestPagesThatWereLeftAreLetGo(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	order := fmt.Sprint("/shops/100001/orders/", d.placed(sandbox.OrderDelivery))
	d.signedIn(b, "owner")
	b.open(d.URL + everywhere[0])
	b.wait("#page-title")
	b.eval(`window.left = {}; true`, nil)
	for _, path := range append(everywhere[1:], order) {
		b.goTo(path)
		b.until(`!document.querySelector("main .skeleton")`, path+" to be drawn")
		b.eval(fmt.Sprintf(`left[%q] = new WeakRef(document.getElementById("page-title")); true`, path), nil)
	}
	for _, path := range []string{"/orders", "/settings/account", "/shops/100001/hours"} {
		b.goTo(path)
	}
	eventually(t, func() error {
		// Go collects when it needs room: the name of a key, which it reads, takes several megabytes.
		b.eval(`dispatchEvent(new KeyboardEvent("keydown", { key: "x".repeat(4e6) }))`, nil)
		b.do(heapprofiler.CollectGarbage())
		var held []string
		b.eval(`Object.keys(left).filter(path => left[path].deref())`, &held)
		if len(held) > 0 {
			return fmt.Errorf("held: %v", held)
		}
		return nil
	})
}
