package dates

import (
	"cmp"
	"strconv"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// monthOf is the first day of the date's month.
func monthOf(d rules.Date) rules.Date { return rules.Date{Year: d.Year, Month: d.Month, Day: 1} }

// turn is the month that many months on.
func turn(month rules.Date, by int) rules.Date {
	n := month.Year*12 + month.Month - 1 + by
	return rules.Date{Year: n / 12, Month: n%12 + 1, Day: 1}
}

// weeksShown is how many weeks the calendar shows of a month.
const weeksShown = 6

// firstShown is the day with which the weeks around a month begin, in the
// language on screen.
func firstShown(month rules.Date) rules.Date {
	return month.AddDays(-(int(month.Weekday()) - int(text.Week()[0]) + 7) % 7)
}

// Days are the weeks around a month, with what applies on each day, weekly and
// special hours combined.
func (m *model) Days(month, today rules.Date) []components.CalendarDay {
	first := firstShown(month)
	m.Know(first, weeksShown*7, today)
	d := m.derive()
	if d.days != nil && d.month == month {
		return d.days
	}
	days := make([]components.CalendarDay, weeksShown*7)
	for i := range days {
		date := first.AddDays(i)
		days[i] = d.byDate[date]
		days[i].Outside = date.Month != month.Month
	}
	d.month, d.days = month, days
	return days
}

// Know works out what the calendar shows of the days from first on, but for
// those that it knows. It reports how many it didn't.
func (m *model) Know(first rules.Date, days int, today rules.Date) (news int) {
	all, ids := m.schedule()
	d := m.derive()
	if d.against(m.base); d.byDate == nil || d.dated != today {
		d.byDate, d.days, d.dated = map[rules.Date]components.CalendarDay{}, nil, today
	}
	b := d.before
	same := b != nil && b.dated == today && b.week == d.week && identical(b.base, d.base)
	for i := range days {
		date := first.AddDays(i)
		if _, known := d.byDate[date]; known {
			continue
		}
		if same && d.stayed(span{date, date}) {
			if day, known := b.byDate[date]; known {
				d.byDate[date] = day
				continue
			}
		}
		d.byDate[date] = m.day(all.On(date), ids, today)
		news++
	}
	return news
}

// day is what the calendar shows of one date in its own month.
func (m *model) day(h rules.DayHours, ids []int, today rules.Date) components.CalendarDay {
	d := components.CalendarDay{
		Date: h.Date.String(), Number: strconv.Itoa(h.Date.Day),
		Past: h.Date.Before(today), Today: h.Date == today,
	}
	var it item
	if h.Special >= 0 {
		it, _ = m.Item(ids[h.Special])
		d.Mark, d.Changed, d.Name = string(it.Kind), m.Changed(it), it.Name
	}
	for _, s := range h.Segments {
		d.Segments = append(d.Segments, components.Segment{From: s.Start, To: s.End, Spill: s.Spill})
	}
	d.Lines = lines(h.Segments)
	d.Label = text.T("edit.of", text.Date(h.Date, text.DateFull), dayWords(h, it))
	if d.Name != "" {
		d.Label = text.T("edit.of", d.Label, text.Isolate(d.Name))
	}
	return d
}

// maxLines is how many stretches a day of the calendar names.
const maxLines = 2

// lines are a day's stretches, the first few. What is left of the evening
// before shows in the bar alone.
func lines(segments []rules.Segment) []string {
	var own []string
	for _, s := range segments {
		if !s.Spill {
			own = append(own, text.Plain(text.Shift(s.Period())))
		}
	}
	if n := len(own); n > maxLines {
		return append(own[:maxLines-1], text.N("dates.more", n-maxLines+1))
	}
	return own
}

// dayWords is what applies on a date, in one line. It is the special date's item, if there is one.
func dayWords(h rules.DayHours, it item) string {
	if it.unreadable() {
		return text.T("dates.day.special", text.T("dates.unreadable"))
	}
	parts := pages.Words(h.Segments, func(s rules.Segment) string {
		if s.Start == 0 && s.End == platform.DaySeconds {
			return text.T("shift.whole")
		}
		return text.Shift(s.Period())
	})
	words := cmp.Or(text.List(parts), text.T("shift.closed"))
	if h.Special < 0 {
		return words
	}
	return text.T("dates.day.special", words)
}

// dayView is what the calendar says of the days that are chosen.
type dayView struct {
	Title string   // "Friday 25 December 2026"
	Name  string   // of the entry, "" for none
	Words string   // what applies, for a single day
	Lines []string // the nights around it
}

// Chosen describes the days from first to last.
func (m *model) Chosen(first, last rules.Date) dayView {
	all, ids := m.schedule()
	h := all.On(first)
	v := dayView{Title: text.Date(first, text.DateFull)}
	var it item
	if h.Special >= 0 {
		it, _ = m.Item(ids[h.Special])
		v.Name = it.Name
	}
	if first != last {
		v.Title = text.DateSpan(first, last)
		v.Words = text.N("dates.days", span{first, last}.days())
		return v
	}
	v.Words = dayWords(h, it)
	for _, s := range h.Segments {
		if s.Spill {
			before := text.DayWithin(first.AddDays(-1).Weekday())
			v.Lines = append(v.Lines, text.T("dates.spill", before, rules.FormatClock(s.End)))
		}
	}
	if h.CutBefore > 0 {
		v.Lines = append(v.Lines, special.NightBefore(first, h.CutBefore))
	}
	if h.CutAfter > 0 {
		v.Lines = append(v.Lines, special.NightCut(first.AddDays(1), h.CutAfter))
	}
	return v
}
