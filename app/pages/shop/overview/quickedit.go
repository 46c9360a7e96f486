package overview

import (
	"strings"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// quickEdit is the dialog for today or tomorrow while it is open. Times are
// kept as they are typed.
type quickEdit struct {
	date   rules.Date
	title  string // "Today"
	shifts []typed
	tried  int
	wrong  []fault
}

// typed is one shift as it stands in its fields.
type typed struct{ Start, End string }

// fault is what is wrong with a field, by its id.
type fault struct{ field, text string }

func newQuickEdit(title string, date rules.Date, own []platform.Period) *quickEdit {
	q := &quickEdit{date: date, title: title}
	for _, p := range own {
		q.shifts = append(q.shifts, typed{rules.FormatClock(p.StartTime), rules.FormatClock(p.EndTime)})
	}
	if len(q.shifts) == 0 {
		q.shifts = []typed{{}}
	}
	return q
}

func (q *quickEdit) time(i int, end bool) *string {
	if end {
		return &q.shifts[i].End
	}
	return &q.shifts[i].Start
}

// enter takes what stands in a field; settled writes a time as it is
// understood.
func (q *quickEdit) enter(i int, end, settled bool, words string) {
	if i >= len(q.shifts) {
		return
	}
	if at, ok := rules.ParseClock(words); ok && settled {
		words = rules.FormatClock(at)
	}
	*q.time(i, end) = words
}

// check is the day's hours as typed, on a day of a list. Everything wrong is in
// q.wrong.
func (q *quickEdit) check(list []platform.SpecialDate, at place) []platform.Period {
	q.wrong = nil
	var hours []platform.Period
	for i := range q.shifts {
		var p platform.Period
		for _, end := range []bool{false, true} {
			words := strings.TrimSpace(*q.time(i, end))
			seconds, ok := rules.ParseClock(words)
			switch {
			case words == "":
				q.wrong = append(q.wrong, fault{quickID(i, end), text.T("shop.quick.need")})
			case !ok:
				q.wrong = append(q.wrong, fault{quickID(i, end), text.T("dates.no.time", words)})
			}
			if end {
				p.EndTime = seconds
			} else {
				p.StartTime = seconds
			}
		}
		hours = append(hours, p)
	}
	if len(q.wrong) > 0 {
		return hours
	}
	day := setDay(nil, q.date, hours, at)
	broken := rules.Special(day, at.anchor, at.zone)
	if !cover(list, q.date.AddDays(1), at).ok {
		broken = append(broken, rules.Nights(day, at.week, at.anchor, at.zone)...)
	}
	for _, p := range rules.Refusals(broken) {
		i, member := shiftOf(p.Path)
		words := text.Problem(p)
		if p.Code == rules.CodeEqualTimes && i < len(hours) {
			words = text.T("shop.quick.equal", rules.FormatClock(hours[i].StartTime))
		}
		q.wrong = append(q.wrong, fault{quickID(i, member == "endTime"), words})
	}
	return hours
}

// shiftOf reads "[0].businessHour[2].endTime".
func shiftOf(path string) (i int, member string) {
	_, rest, _ := strings.Cut(path, ".businessHour[")
	index, member, _ := strings.Cut(rest, "]")
	for _, c := range index {
		if c < '0' || c > '9' {
			return 0, ""
		}
		i = i*10 + int(c-'0')
	}
	return i, strings.TrimPrefix(member, ".")
}

// said is what is wrong with a field, "" for nothing.
func (q *quickEdit) said(field string) string {
	for _, f := range q.wrong {
		if f.field == field {
			return f.text
		}
	}
	return ""
}

// aside tells what else a change of one day does: to the other days of its
// special date, and to the nights around it.
func aside(before, after []platform.SpecialDate, date rules.Date, at place) (lines []string) {
	if c := cover(before, date, at); c.several() {
		lines = append(lines, text.T("shop.quick.split", span(c.First, c.Last)))
	}
	now := rules.Effective(date, at.week, after, at.anchor, at.zone)
	_, tail := present(before, date, at)
	atMidnight := len(now.Segments) == 0 || now.Segments[0].Start > 0 // else it ends when the day's first shift does
	if now.CutBefore > 0 && tail > 0 && atMidnight {
		lines = append(lines, text.T("dates.night.before", text.Day(date.AddDays(-1).Weekday()), rules.FormatClock(now.CutBefore), text.Date(date, text.DateShort)))
	}
	if now.CutAfter > 0 {
		lines = append(lines, text.T("dates.night.cut", rules.FormatClock(now.CutAfter), text.Date(date.AddDays(1), text.DateShort)))
	}
	return lines
}
