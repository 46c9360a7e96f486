package dates

import (
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// wholeYear is a list of 200 entries, two days apart.
func wholeYear() *model {
	var list []platform.SpecialDate
	for i := range 200 {
		first := day("2026-11-20").AddDays(2 * i)
		start, end := rules.SpecialRange(first, first, utc.Anchor, utc.Zone)
		list = append(list, platform.SpecialDate{StartDate: start, EndDate: end,
			BusinessHour: []platform.Period{{StartTime: 18 * hour, EndTime: 2 * hour}}})
	}
	m := loaded(list...)
	m.at.Week = &lateWeek
	return m
}

// BenchmarkKey is what the model works out for one press of a key in the
// editor, with 200 entries.
func BenchmarkKey(b *testing.B) {
	m := wholeYear()
	today := day("2026-11-20")
	m.Open(m.items[7].ID)
	texts := []string{"1", "17"}
	i := 0
	for b.Loop() {
		m.SetTime(0, false, false, texts[i%2])
		i++
		m.EditorProblems()
		m.Rows(today, true)
		m.Days(day("2026-11-01"), today)
		m.Chosen(today, today)
		m.Count()
	}
}
