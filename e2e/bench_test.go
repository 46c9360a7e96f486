package e2e

import (
	"testing"

	"github.com/shopdesk/shopdesk/platform"
)

// BenchmarkTyping types into the editor of a full week, seven days of four
// shifts, and reports what a key press costs the main thread: all its work
// until two frames later, and the longest stretch in which it answers nothing.
func BenchmarkTyping(b *testing.B) {
	d := start(b)
	full := &platform.Week{}
	for _, day := range platform.Days() {
		for i := range 4 {
			start := (2 + 5*i) * 3600
			full.SetDay(day, append(full.Day(day), platform.Period{StartTime: start, EndTime: start + 3*3600}))
		}
	}
	if err := d.direct().UpdateWeeklyHours(b.Context(), platform.WeekUpdate{ShopID: central, Week: full}); err != nil {
		b.Fatal(err)
	}
	page := newTab(b)
	d.signedIn(page, "manager")
	page.open(d.URL + "/shops/100001/hours")
	page.wait("#wed-2-start")
	page.eval(meter, nil)
	page.noPointer()
	page.collected()
	var work, longest float64
	for b.Loop() {
		var cost struct{ Work, Longest float64 }
		page.eval(`typeOneKey("#wed-2-start")`, &cost)
		work += cost.Work
		longest = max(longest, cost.Longest)
	}
	b.ReportMetric(work/float64(b.N), "ms-work/key")
	b.ReportMetric(longest, "ms-longest-block")
}

// meter posts itself messages as fast as they come: a gap between two is work
// of somebody else. Gaps under half a millisecond are the meter's own.
const meter = `
let typed = 0;
window.typeOneKey = css => new Promise(done => {
	const field = document.querySelector(css), channel = new MessageChannel();
	let last, work = 0, longest = 0, frames = 0;
	channel.port1.onmessage = () => {
		const now = performance.now(), gap = now - last;
		if (gap > 0.5) { work += gap; longest = Math.max(longest, gap); }
		last = now;
		if (frames < 3) channel.port2.postMessage(0); else done({Work: work, Longest: longest});
	};
	const count = () => { if (++frames < 3) requestAnimationFrame(count); };
	requestAnimationFrame(count);
	last = performance.now();
	field.focus();
	field.value = "12:" + String(typed++ % 60).padStart(2, "0");
	field.dispatchEvent(new InputEvent("input", {bubbles: true}));
	channel.port2.postMessage(0);
});
true`
