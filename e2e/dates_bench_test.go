package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// A year with 200 entries: turn the months, open an entry, change it. The
// metric is the longest task of the browser's main thread, whose limit is
// 50 ms; shorter ones than that it doesn't tell.
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
	tab.eval(`window.longest = 0; new PerformanceObserver(l => l.getEntries().forEach(e => longest = Math.max(longest, e.duration))).observe({type: "longtask"})`, nil)
	for b.Loop() {
		tab.click("#dates-next")
		tab.click(".dates-row .dates-tool")
		tab.click("#date-kind-shifts")
		tab.fill("#date-shift-0-start", "17")
		tab.kept()
		tab.click("#dates-today")
	}
	var longest float64
	tab.eval(`longest`, &longest)
	b.ReportMetric(longest, "longest-ms")
}
