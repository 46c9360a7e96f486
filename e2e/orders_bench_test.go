package e2e

import (
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// BenchmarkBoard has one of 300 open orders change, from the platform's push to
// the card, and reports what that costs the browser's main thread: all its work
// until two frames after the card has changed, and the longest stretch in which
// it answers nothing. A frame lasts 16 ms.
func BenchmarkBoard(b *testing.B) {
	d := startOrders(b, new(sandbox.Sandbox))
	page := newTab(b)
	d.board(page, "staff")
	ids, err := d.box.Rush(sandbox.Placement{ShopID: central, Kind: sandbox.OrderDelivery}, 300)
	if err != nil {
		b.Fatal(err)
	}
	page.until(`document.querySelectorAll(".lane .order").length === 300`, "300 cards")
	for _, id := range ids {
		if err := d.box.AcceptOnPOS(id); err != nil {
			b.Fatal(err)
		}
	}
	page.until(`document.querySelectorAll('.lane[data-lane=preparing] .order').length === 300`, "300 orders in preparation")
	page.eval(boardMeter, nil)
	var work, longest float64
	n := 0
	for b.Loop() {
		id := ids[n%len(ids)]
		n++
		name := fmt.Sprintf("Rider %d", n)
		page.eval(fmt.Sprintf(`window.cost = measure(%q, %q); true`, sel("order", id), name), nil)
		if err := d.box.MoveRider(id, platform.RiderAssigned, name, ""); err != nil {
			b.Fatal(err)
		}
		var cost struct{ Work, Longest float64 }
		page.eval(`cost`, &cost)
		work += cost.Work
		longest = max(longest, cost.Longest)
	}
	b.ReportMetric(work/float64(b.N), "ms-work/card")
	b.ReportMetric(longest, "ms-longest-block")
}

// boardMeter counts from the moment the stream's event reaches the page: a gap
// between two messages that the page posts to itself is work of somebody else.
const boardMeter = `
window.measure = (css, words) => new Promise(done => {
	const card = document.querySelector(css), channel = new MessageChannel();
	let last = performance.now(), work = 0, longest = 0, changed = false, frames = 0;
	channel.port1.onmessage = () => {
		const now = performance.now(), gap = now - last;
		if (gap > 0.5) { work += gap; longest = Math.max(longest, gap); }
		last = now;
		if (frames < 2) channel.port2.postMessage(0); else done({Work: work, Longest: longest});
	};
	const count = () => { if (++frames < 2) requestAnimationFrame(count); };
	new MutationObserver((_, o) => { if (!card.textContent.includes(words)) return; o.disconnect(); requestAnimationFrame(count); }).observe(card, {subtree: true, childList: true, characterData: true});
	channel.port2.postMessage(0);
});
true`
