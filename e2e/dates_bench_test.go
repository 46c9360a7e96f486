package e2e

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/platform"
)

// A year with 200 entries: turn the months, scroll, open an entry, change it.
// For each step the metric is the longest task of the browser's main thread,
// whose limit is 50 ms (shorter ones than that it doesn't tell: they are 0),
// and, since other programs may hold the processor up, the processor time the
// main thread spent on the step.
func BenchmarkYearOfDates(b *testing.B) {
	d := start(b)
	var list []platform.SpecialDate
	today := time.Now().UTC().Truncate(24 * time.Hour)
	for i := range 200 {
		from := today.AddDate(0, 0, 2*i)
		list = append(list, platform.SpecialDate{
			StartDate: from.UnixMilli(), EndDate: from.AddDate(0, 0, 1).UnixMilli() - 1,
			BusinessHour: []platform.Period{{StartTime: 18 * 3600, EndTime: 2 * 3600}},
		})
	}
	d.setSpecial(outing, list)
	tab := newTab(b)
	d.signedIn(tab, "manager")
	tab.open(fmt.Sprintf("%s/shops/%d/dates", d.URL, outing))
	tab.wait("#dates-coming .dates-row")
	tab.do(performance.Enable().WithTimeDomain(performance.EnableTimeDomainThreadTicks))
	tab.eval(`window.longest = 0; new PerformanceObserver(l => l.getEntries().forEach(e => longest = Math.max(longest, e.duration))).observe({type: "longtask"})`, nil)
	longest, busiest := map[string]float64{}, map[string]float64{}
	steps := []struct {
		name string
		do   func()
	}{
		{"month", func() { tab.click("#dates-next") }},
		{"scroll", func() {
			tab.eval(`new Promise(done => { let y = 0; const step = () => { scrollTo(0, y += 400); y < 8000 ? requestAnimationFrame(step) : done() }; step() })`, nil)
		}},
		{"open", func() { tab.click(".dates-row-tools > .btn") }},
		{"kind", func() { tab.click("#date-kind-shifts") }},
		{"key", func() { tab.focus("#date-shift-0-start"); tab.keys("1") }},
		{"done", func() { tab.kept() }},
		{"today", func() { tab.click("#dates-today") }},
	}
	for b.Loop() {
		for _, s := range steps {
			tab.settledFrames()
			tab.eval(`longest = 0`, nil)
			before := tab.taskTime()
			s.do()
			tab.settledFrames()
			busiest[s.name] = max(busiest[s.name], tab.taskTime()-before)
			var task float64
			tab.eval(`longest`, &task)
			longest[s.name] = max(longest[s.name], task)
		}
		tab.press("Escape") // a time that isn't one keeps the editor open
	}
	for name := range longest {
		b.ReportMetric(longest[name], name+"-longest-ms")
		b.ReportMetric(busiest[name], name+"-cpu-ms")
	}
}

// settledFrames waits until the page has drawn what is under way.
func (b *tab) settledFrames() {
	b.t.Helper()
	b.eval(`new Promise(done => { let n = 0; const next = () => ++n > 4 ? setTimeout(done, 0) : requestAnimationFrame(next); next() })`, nil)
}

// taskTime is the processor time of the main thread's tasks so far, in
// milliseconds.
func (b *tab) taskTime() float64 {
	b.t.Helper()
	var total float64
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		metrics, err := performance.GetMetrics().Do(ctx)
		for _, m := range metrics {
			if m.Name == "TaskDuration" {
				total = m.Value * 1000
			}
		}
		return err
	}))
	return total
}
