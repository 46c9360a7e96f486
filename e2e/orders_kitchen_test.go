package e2e

import (
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/sandbox"
)

// ticketsWhole is true when no ticket of the kitchen view hides or cuts anything,
// but for what its button says that there is more.
const ticketsWhole = `[...document.querySelectorAll(".kitchen > .order")].every(card => {
	const box = card.getBoundingClientRect();
	const inside = [...card.querySelectorAll("*")].every(e => {
		const r = e.getBoundingClientRect();
		return e.closest("svg") || !r.width || r.top >= box.top - 1 && r.bottom <= box.bottom + 1 && r.left >= box.left - 1 && r.right <= box.right + 1;
	});
	const clips = [card, ...card.querySelectorAll("*")].some(e => !e.closest("svg, .hidden") && getComputedStyle(e).overflowY !== "visible" && e.scrollHeight > e.clientHeight + 1);
	const shown = [...card.querySelectorAll(".order-items > li > b")].reduce((n, b) => n + parseInt(b.textContent), 0);
	const more = parseInt((/\+(\d+)/.exec(card.querySelector("[id^=kmore]")?.textContent) ?? [0, 0])[1]);
	const all = parseInt(/(\d+) \D*$/.exec(card.querySelector(".order-name > p").textContent)[1]);
	return inside && !clips && shown + more === all;
})`

// Cards of the kitchen view were cut in the middle of a line, and an order of many
// items showed two of them, with nothing to tell that there were more.
func TestKitchenHidesNothing(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	var big int64
	for i, kind := range []sandbox.OrderKind{
		sandbox.OrderAllergy, sandbox.OrderBig, sandbox.OrderPickup, sandbox.OrderCut, sandbox.OrderBig,
		sandbox.OrderDelivery,
		sandbox.OrderDelivery, sandbox.OrderAllergy, sandbox.OrderScheduled, sandbox.OrderBig,
	} {
		id := d.place(kind)
		b.whole(id)
		if i == 1 {
			big = id
		}
		if i%3 == 1 && i > 1 {
			if err := d.box.AcceptOnPOS(id); err != nil {
				t.Fatal(err)
			}
			b.until(in("preparing", id), "the order to be in preparation")
		}
	}
	b.click("#orders-kitchen")
	b.wait("dialog#kitchen[open] .order")
	b.until(`document.querySelectorAll(".kitchen > .order:not([data-gone])").length === 10`, "ten orders")
	more := sel("kmore", big)
	for _, size := range []struct {
		name string
		w, h int
		cut  bool
	}{{"wide", 1280, 860, true}, {"huge", 1920, 1080, true}, {"low", 1024, 600, false}, {"across", 1180, 820, true},
		{"tablet", 820, 1180, false}, {"phone", 390, 844, false}, {"narrow", 320, 640, false}} {
		b.viewport(size.w, size.h)
		b.until(fmt.Sprintf(`!!document.querySelector(%q) === %v`, more, size.cut), "the tickets to be drawn for "+size.name)
		b.until(ticketsWhole, "everything to be readable on "+size.name)
		b.shot("kitchen-" + size.name)
		if !size.cut {
			continue
		}
		b.click(more)
		b.until(fmt.Sprintf(`document.querySelectorAll(%q).length === 14`,
			sel("korder", big)+" .order-items > li"), "all of it")
		b.until(ticketsWhole, "everything to be readable on "+size.name+", opened")
		b.shot("kitchen-" + size.name + "-open")
		b.click(more)
		b.until(fmt.Sprintf(`document.querySelectorAll(%q).length < 14`,
			sel("korder", big)+" .order-items > li"), "less of it")
	}
	b.viewport(1280, 860)
	b.until(fmt.Sprintf(`!!document.querySelector(%q)`, more), "the tickets to be drawn")
	b.dark(true)
	b.shot("kitchen-dark")
	b.eval(`document.documentElement.dir = "rtl"`, nil)
	b.until(ticketsWhole, "everything to be readable from right to left")
	b.shot("kitchen-rtl")
}
