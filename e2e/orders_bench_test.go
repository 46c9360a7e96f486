package e2e

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// BenchmarkBoard has one of 300 open orders change, one that is in sight, from the platform's push to
// the card, and reports the processor time that it costs the browser's main
// thread until two frames after the card has changed: all of it, and what of it
// is the program's and what layout. A frame lasts 16 ms.
func BenchmarkBoard(b *testing.B) {
	d := startOrders(b, new(sandbox.Sandbox))
	page := newTab(b)
	d.board(page, "staff")
	ids, err := d.box.Rush(sandbox.Placement{ShopID: central, Kind: sandbox.OrderDelivery}, 300)
	if err != nil {
		b.Fatal(err)
	}
	page.until(`document.querySelector("#lane-new .lane-count").textContent === "300"`, "300 orders")
	for _, id := range ids {
		if err := d.box.AcceptOnPOS(id); err != nil {
			b.Fatal(err)
		}
	}
	page.until(`document.querySelector("#lane-preparing .lane-count").textContent === "300"`, "300 orders in preparation")
	page.do(performance.Enable().WithTimeDomain(performance.EnableTimeDomainThreadTicks))
	page.noPointer()
	page.collected()
	var tasks, script, layout float64
	n := 0
	for b.Loop() {
		var next string // an order's number is more than JavaScript's hold
		page.eval(comes, &next)
		id, err := strconv.ParseInt(next, 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		n++
		name := fmt.Sprintf("Rider %d", n)
		page.eval(fmt.Sprintf(changed, sel("order", id), name), nil)
		before := page.spent()
		if err := d.box.MoveRider(id, platform.RiderAssigned, name, ""); err != nil {
			b.Fatal(err)
		}
		page.eval(`shown`, nil)
		after := page.spent()
		tasks += after["TaskDuration"] - before["TaskDuration"]
		script += after["ScriptDuration"] - before["ScriptDuration"]
		layout += after["LayoutDuration"] - before["LayoutDuration"] +
			after["RecalcStyleDuration"] - before["RecalcStyleDuration"]
	}
	b.ReportMetric(1000*tasks/float64(b.N), "ms-cpu/card")
	b.ReportMetric(1000*script/float64(b.N), "ms-program/card")
	b.ReportMetric(1000*layout/float64(b.N), "ms-layout/card")
}

// noPointer takes the pointer off the page, as on a tablet: below a pointer the
// browser looks again what it points at after each change.
func (b *tab) noPointer() {
	b.t.Helper()
	b.do(input.DispatchMouseEvent(input.MouseMoved, -1, -1))
}

// collected has the program collect its garbage, as it does when somebody lets go
// of the screen (app/shell/collect.go): else a collection falls among what is
// measured, or doesn't.
func (b *tab) collected() {
	b.t.Helper()
	b.eval(`dispatchEvent(new PointerEvent("pointerup")); new Promise(done => setTimeout(done, 1500))`, nil)
}

// spent is the processor time that the page's main thread has used, in seconds.
func (b *tab) spent() map[string]float64 {
	b.t.Helper()
	spent := map[string]float64{}
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		metrics, err := performance.GetMetrics().Do(ctx)
		for _, m := range metrics {
			spent[m.Name] = m.Value
		}
		return err
	}))
	return spent
}

// comes brings the next card into sight, and makes a promise of its order's number once the page is still.
const comes = `new Promise(done => {
	window.used ??= new Set();
	const card = [...document.querySelectorAll(".lane[data-lane=preparing] .order")].find(c => !used.has(c.id));
	used.add(card.id);
	card.scrollIntoView({block: "center", behavior: "instant"});
	let frames = 8;
	const still = () => --frames ? requestAnimationFrame(still) : done(card.id.slice(6));
	still();
})`

// changed makes a promise that a card shows some words and was painted.
const changed = `window.shown = new Promise(done => {
	const card = document.querySelector(%q), words = %q;
	new MutationObserver((_, o) => {
		if (!card.textContent.includes(words)) return;
		o.disconnect();
		requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
	}).observe(card, {subtree: true, childList: true, characterData: true});
}); true`
