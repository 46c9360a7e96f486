package dates

import (
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// SetFirst takes the first date as it was typed. A last date that was never
// after it follows.
func (m *model) SetFirst(text string) {
	m.typing = fieldFirst
	m.edit(func(it *item) {
		if it.Last == it.First {
			it.Last = text
		}
		it.First = text
	})
}

// SetLast takes the last date as it was typed.
func (m *model) SetLast(text string) {
	m.typing = fieldLast
	m.edit(func(it *item) { it.Last = text })
}

// SetKind says what the entry's days are. The first shifts are the weekly ones
// of the entry's first day, else a usual day.
func (m *model) SetKind(k kind, week *platform.Week) {
	m.typing = ""
	m.edit(func(it *item) {
		it.Kind = k
		if k == kindShifts && len(it.Shifts) == 0 {
			it.Shifts = usual(it.First, week)
		}
	})
}

func usual(first string, week *platform.Week) []shift {
	if d, ok := rules.ParseDate(first); ok && week != nil && !rules.Closed(week.Day(d.Weekday())) {
		var shifts []shift
		for _, p := range rules.NormalizeDay(week.Day(d.Weekday())) {
			shifts = append(shifts, shift{Start: clockText(p.StartTime), End: clockText(p.EndTime)})
		}
		return shifts
	}
	return []shift{{Start: "11:00", End: "22:00"}}
}
