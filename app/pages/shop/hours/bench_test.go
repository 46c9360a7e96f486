package hours

import (
	"testing"

	"github.com/shopdesk/shopdesk/platform"
)

// busyWeek has four shifts on each day.
func busyWeek() platform.Week {
	var w platform.Week
	for _, d := range platform.Days() {
		w.SetDay(d, []platform.Period{p(6, 9), p(10, 13), p(14, 17), p(18, 2)})
	}
	return w
}

// BenchmarkType is what a key press costs before anything is drawn.
func BenchmarkType(b *testing.B) {
	m := loaded(busyWeek())
	texts := []string{"1", "12", "12:", "12:30"}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		m.Type(endOf(platform.Wednesday, 1), texts[i%len(texts)])
		m.Rows(false)
	}
}
