package overview

import (
	"strings"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// quickEdit is the dialog for today or tomorrow while it is open. Times are
// kept as they are typed.
type quickEdit struct {
	date   rules.Date
	shifts []special.Shift
	tried  int
	wrong  pages.Faults
}

func newQuickEdit(date rules.Date, own []platform.Period) *quickEdit {
	q := &quickEdit{date: date, shifts: special.Times(special.ShiftsOf(own))} // times alone are edited
	if len(own) == 0 {
		q.shifts = []special.Shift{special.NewShift()}
	}
	return q
}

// hours are the day's as typed, and which of them are no times, or read as "closed".
func (q *quickEdit) hours() (hours []platform.Period, wrong pages.Faults) {
	return special.Periods(q.shifts), special.Faults(quickShifts, q.shifts, "shop.quick.equal")
}

// check is the day's hours as typed, on a day of a list. Everything wrong is in
// q.wrong.
func (q *quickEdit) check(list []platform.SpecialDate, at special.Place) (hours []platform.Period) {
	if hours, q.wrong = q.hours(); len(q.wrong) == 0 {
		q.wrong = q.broken(hours, list, at, false)
	}
	return hours
}

// doubts are what the platform may refuse of the day's hours, once they are times. They keep nobody from
// saving.
func (q *quickEdit) doubts(list []platform.SpecialDate, at special.Place) (words []string) {
	hours, wrong := q.hours()
	if len(wrong) > 0 {
		return nil
	}
	for _, fault := range q.broken(hours, list, at, true) {
		words = append(words, text.Doubt(fault.Text))
	}
	return words
}

// broken are the broken rules that are only warned of, or the others.
func (q *quickEdit) broken(hours []platform.Period, list []platform.SpecialDate, at special.Place,
	warned bool) (faults pages.Faults) {
	day := setDay(nil, q.date, hours, at)
	broken := rules.Special(day, at.Anchor, at.Zone)
	if !cover(list, q.date.AddDays(1), at).ok {
		broken = append(broken, rules.Nights(day, at.Week, at.Anchor, at.Zone)...)
	}
	for _, p := range at.Leaves.Judge(broken) {
		if p.Warning != warned || p.Path == "" {
			continue // of the whole list: the editor of dates tells it
		}
		_, rest := rules.Index(p.Path)
		i, member := rules.Index(strings.TrimPrefix(rest, ".businessHour"))
		i = max(i, 0) // of the whole day: at the first
		words := text.Problem(p)
		if p.Code == rules.CodeEqualTimes && i < len(hours) {
			words = text.T("shop.quick.equal", rules.FormatClock(hours[i].StartTime))
		}
		faults.Add(special.TimeID(quickShifts, i, member == ".endTime"), words)
	}
	return faults
}

// aside tells what else a change of one day does: to the other days of its
// special date, and to the nights around it.
func aside(before, after []platform.SpecialDate, date rules.Date, at special.Place) (lines []string) {
	if c := cover(before, date, at); c.several() {
		lines = append(lines, text.T("shop.quick.split", span(c.First, c.Last)))
	}
	now := rules.Effective(date, at.Week, after, at.Anchor, at.Zone)
	_, tail := present(before, date, at)
	atMidnight := len(now.Segments) == 0 || now.Segments[0].Start > 0 // else it ends when the day's first shift does
	if now.CutBefore > 0 && tail > 0 && atMidnight {
		lines = append(lines, special.NightBefore(date, now.CutBefore))
	}
	if now.CutAfter > 0 {
		lines = append(lines, special.NightCut(date.AddDays(1), now.CutAfter))
	}
	return lines
}
