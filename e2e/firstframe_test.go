package e2e

import (
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/sandbox"
)

// firstFrame notes how many elements there are of a kind in the first frame that has a part of a page.
func (b *tab) firstFrame(part, kind string) {
	b.t.Helper()
	b.eval(fmt.Sprintf(`(() => {
		window.first = undefined;
		const look = () => document.querySelector(%q)
			? first = document.querySelectorAll(%q).length : requestAnimationFrame(look);
		requestAnimationFrame(look);
	})()`, part, kind), nil)
}

// A page's first frame hasn't what is below the screen, which took as long as what is in sight. That follows by itself,
// without scrolling. A page that is come back to further down is whole at once, to be as long as it was.
func TestRestOfAPageFollowsItsFirstFrame(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.signedIn(b, "owner")
	if _, err := d.box.Rush(sandbox.Placement{ShopID: central, Kind: sandbox.OrderDelivery}, 10); err != nil {
		t.Fatal(err)
	}
	const cards, plots = `.lane[data-lane=new] .order`, `#today-figures .plot`
	all := func(kind string, n int) {
		t.Helper()
		b.until(fmt.Sprintf(`document.querySelectorAll(%q).length === %d`, kind, n), "the whole page")
	}
	first := func(n int) {
		t.Helper()
		b.until(fmt.Sprintf("first === %d", n), fmt.Sprintf("%d of them in the first frame", n))
	}
	b.open(d.URL + "/orders")
	all(cards, 10)
	b.goTo("/today")
	all(plots, 7)
	b.goTo("/orders")
	all(cards, 10)

	b.firstFrame("#today-figures", plots)
	b.goTo("/today")
	all(plots, 7)
	first(0)
	b.firstFrame(".lane .order", cards)
	b.eval(`scrollTo(0, 900)`, nil)
	b.goTo("/orders")
	all(cards, 10)
	first(3)
	b.until(`document.querySelector(".board-over")`, "the orders that are over")
	b.firstFrame("#today-figures", plots)
	b.leave(`history.back()`)
	all(plots, 7)
	first(7)
	b.until(`scrollY > 800`, "the page to be as far down as it was")
}
