package dates

import (
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// nights says what an entry does to the night before its first day and to the
// one after its last (see [rules.Effective]): where a late shift is cut, and
// where one runs on.
func nights(it item, week *platform.Week, all rules.Schedule) []string {
	first, last, ok := it.span()
	if !ok || week == nil {
		return nil
	}
	var words []string
	start := all.On(first)
	if start.CutBefore > 0 {
		words = append(words, text.T("dates.night.before", text.Day(first.AddDays(-1).Weekday()),
			rules.FormatClock(start.CutBefore), text.Date(first, text.DateShort)))
	}
	end := all.On(last)
	next := last.AddDays(1)
	switch own := tail(it.periods()); {
	case end.CutAfter > 0:
		words = append(words, text.T("dates.night.cut", rules.FormatClock(end.CutAfter), text.Date(next, text.DateShort)))
	case own > 0:
		words = append(words, text.T("dates.night.on", rules.FormatClock(own), text.Date(next, text.DateShort)))
	default:
		if usual := tail(week.Day(last.Weekday())); usual > 0 {
			words = append(words, text.T("dates.night.after", text.Day(last.Weekday()),
				rules.FormatClock(usual), text.Date(next, text.DateShort)))
		}
	}
	return words
}

// tail is how far the longest of a day's shifts reaches into the next day, in
// seconds.
func tail(periods []platform.Period) int {
	longest := 0
	for _, p := range periods {
		if p.StartTime >= 0 && p.EndTime > 0 && p.CrossesMidnight() {
			longest = max(longest, p.EndTime)
		}
	}
	return longest
}
