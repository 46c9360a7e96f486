package e2e

import (
	"maps"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/shopdesk/shopdesk/sandbox"
)

// BenchmarkMoves goes from every page to every other, each of which was seen before, with a quarter of the processor,
// and reports the longest frame of the moves: all work from the press until the page is drawn and at rest. Frames
// shorter than 50 ms aren't told, and count as 0. Each press ends with a finger that is lifted, after which the program
// collects its garbage once it is at rest.
func BenchmarkMoves(b *testing.B) {
	d := startOrders(b, new(sandbox.Sandbox))
	page := newTab(b)
	d.signedIn(page, "owner")
	if _, err := d.box.Rush(sandbox.Placement{ShopID: central, Kind: sandbox.OrderDelivery}, 10); err != nil {
		b.Fatal(err)
	}
	page.open(d.URL + everywhere[0])
	page.wait("#page-title")
	page.noPointer()
	page.eval(`window.frames_ = []; new PerformanceObserver(l => frames_.push(...l.getEntries().map(e => e.duration))).observe({type: "long-animation-frame"})`, nil)
	for range 2 {
		for _, path := range everywhere {
			page.moves(path)
		}
	}
	page.eval(keepFrame, nil)
	page.do(emulation.SetCPUThrottlingRate(4))
	type move struct {
		from, to string
		longest  float64
	}
	var moves []move
	for b.Loop() {
		for i, here := range everywhere {
			page.moves(here)
			for _, there := range everywhere[i+1:] {
				moves = append(moves, move{here, there, page.moves(there)}, move{there, here, page.moves(here)})
			}
		}
	}
	if !page.is(sameFrame) {
		b.Error("the frame was made anew")
	}
	slices.SortFunc(moves, func(x, y move) int { return int(y.longest - x.longest) })
	over := slices.IndexFunc(moves, func(m move) bool { return m.longest <= 100 })
	b.ReportMetric(moves[0].longest, "ms-longest")
	b.ReportMetric(moves[len(moves)/20].longest, "ms-p95")
	b.ReportMetric(float64(over), "over-100-ms")
	b.ReportMetric(float64(len(moves)), "moves")
	worst := map[string]float64{} // by where it leads
	for _, m := range moves {
		worst[m.to] = max(worst[m.to], m.longest)
	}
	for _, path := range slices.SortedFunc(maps.Keys(worst), func(x, y string) int { return int(worst[y] - worst[x]) }) {
		b.Logf("%4.0f ms to %s", worst[path], path)
	}
}

// moves goes to a page and waits until it is at rest. The answer is its longest frame in milliseconds.
func (b *tab) moves(path string) (longest float64) {
	b.t.Helper()
	b.eval(`frames_.length = 0; dispatchEvent(new PointerEvent("pointerup")); true`, nil)
	b.goTo(path)
	b.until(`!document.querySelector("main .skeleton")`, path+" to be drawn")
	b.eval(`new Promise(done => requestIdleCallback(() => requestIdleCallback(() => setTimeout(done, 50)))).then(() => Math.max(0, ...frames_))`, &longest)
	return longest
}
