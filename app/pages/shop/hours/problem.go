package hours

import (
	"cmp"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// problem is one thing that is wrong, at the fields it is about: the first is
// where the summary leads. Text is final.
type problem struct {
	day    platform.Day
	fields []field
	text   string
}

func (p problem) equal(other problem) bool {
	return p.day == other.day && p.text == other.text && slices.Equal(p.fields, other.fields)
}

// Visible are the problems to show. Nobody is interrupted in the middle of a
// time: while one is typed, only what was said before and still holds stays,
// until the first try to save. From then on everything follows the typing.
func (m *model) Visible() []problem {
	now := m.Problems()
	if m.Tried == 0 && m.Typing {
		now = slices.DeleteFunc(now, func(p problem) bool { return !slices.ContainsFunc(m.Shown, p.equal) })
	}
	return append(now, m.Said...)
}

// Try is an attempt to save: it reports whether nothing is wrong.
func (m *model) Try() bool {
	m.Attempt()
	return len(m.Problems()) == 0
}

// Problems is everything that is wrong with the week on the screen, in the
// order of its rows. A day that stands as the platform has it keeps nobody from saving the others.
func (m *model) Problems() []problem {
	var found []problem
	for _, d := range platform.Days() {
		if m.hidden[d] || m.stands(d) {
			continue
		}
		for i, s := range m.Now[d].counted() {
			found = append(found, shiftProblems(d, i, s)...)
		}
	}
	found = append(found, m.broken(false)...)
	slices.SortStableFunc(found, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.fields[0].shift, b.fields[0].shift))
	})
	return found
}

// Doubts are what the platform may refuse. They keep nobody from saving, and nobody is interrupted in the
// middle of a time.
func (m *model) Doubts() []problem {
	return slices.DeleteFunc(m.broken(true), func(p problem) bool {
		return m.Typing && m.Tried == 0 && slices.Contains(p.fields, m.At)
	})
}

// broken are the broken rules that are only warned of, or the others.
func (m *model) broken(warned bool) (found []problem) {
	now := m.Now
	for d, hidden := range m.hidden {
		now[d].Open = now[d].Open && !hidden
	}
	week := now.platformWeek()
	judged := rules.Spare(m.leaves.Judge(rules.Week(week)), rules.DaysStand(m.base, week))
	for _, p := range judged {
		f, ok := fieldAt(p.Path)
		if ok && p.Warning == warned && p.Code != rules.CodeRequired && p.Code != rules.CodeClosedNotAlone {
			found = append(found, m.ruleProblem(f, p))
		}
	}
	return found
}

// stands reports whether a day is as the platform has it.
func (m *model) stands(d platform.Day) bool {
	return rules.SameHours(m.base.Day(d), m.Now[d].periods())
}

// shiftProblems are those of a shift by itself that the rules can't tell: what
// was typed is no time, or reads as "closed".
func shiftProblems(d platform.Day, i int, s special.Shift) (found []problem) {
	for _, f := range []field{startOf(d, i), endOf(d, i)} {
		if words := s.Wrong(f.end); words != "" {
			found = append(found, problem{d, []field{f}, words})
		}
	}
	if s.Period().Closed() {
		found = append(found, problem{d, []field{endOf(d, i), startOf(d, i)}, text.T("hours.equal", rules.FormatClock(0))})
	}
	return found
}

// ruleProblem words a broken rule, which is about the shift that f belongs to.
func (m *model) ruleProblem(f field, p rules.Problem) problem {
	words := text.Problem(p)
	fields := []field{f}
	mine := m.Now[f.day].Shifts[f.shift].Period()
	switch p.Code {
	case rules.CodeEqualTimes:
		fields = []field{endOf(f.day, f.shift), startOf(f.day, f.shift)}
		words = text.T("hours.equal", rules.FormatClock(mine.StartTime))
	case rules.CodeOverlap:
		j, ok := p.Number(0)
		if !ok || j >= len(m.Now[f.day].Shifts) {
			break
		}
		fields, words = m.overlap(f.day, j, f.shift)
	case rules.CodeSpillOverlap:
		j, ok := p.Number(1)
		next := f.day.Next()
		if !ok || j >= len(m.Now[next].periods()) {
			break
		}
		opens := m.Now[next].periods()[j].StartTime
		words = text.T("hours.spill.overlap", text.Day(f.day), rules.FormatClock(mine.EndTime), text.DayWithin(next),
			rules.FormatClock(opens))
		fields = []field{endOf(f.day, f.shift), startOf(next, j)}
	}
	return problem{f.day, fields, words}
}

// overlap words two shifts of a day that overlap, at the earlier one's end and
// the later one's start.
func (m *model) overlap(d platform.Day, i, j int) ([]field, string) {
	a, b := m.Now[d].Shifts[i].Period(), m.Now[d].Shifts[j].Period()
	if b.StartTime < a.StartTime {
		return m.overlap(d, j, i)
	}
	shared := duration(min(rules.End(a), rules.End(b)) - b.StartTime)
	words := text.T("hours.overlap.two", shared)
	if len(m.Now[d].Shifts) > 2 {
		words = text.T("hours.overlap", text.Shift(a), text.Shift(b), shared)
	}
	return []field{startOf(d, j), endOf(d, i)}, words
}

// Refused takes the problems that the server found in the week it was sent.
// Their paths count the shifts in the order they were sent in. It reports
// whether there is a place for any: shifts that have gone since have none.
func (m *model) Refused(found []rules.Problem) bool {
	m.Said = nil
	for _, p := range found {
		_, path, _ := strings.Cut(p.Path, ".")
		f, ok := fieldAt(path)
		sent := rules.NormalizeDay(m.Sent[f.day].periods())
		if !ok || f.shift >= len(sent) {
			continue
		}
		f.shift = slices.IndexFunc(m.Now[f.day].counted(), func(s special.Shift) bool {
			return rules.SameHours([]platform.Period{s.Period()}, sent[f.shift:f.shift+1])
		})
		if f.shift >= 0 {
			m.Said = append(m.Said, problem{f.day, []field{f}, text.Problem(p)})
		}
	}
	return len(m.Said) > 0
}

// fieldAt reads a path of package rules: "fri[1].endTime". A path of a whole
// shift is its start.
func fieldAt(path string) (field, bool) {
	key, rest, _ := strings.Cut(path, "[")
	i, member := rules.Index(rest)
	for _, d := range platform.Days() {
		if d.Key() == key && i >= 0 {
			return field{day: d, shift: i, end: member == ".endTime", some: true}, true
		}
	}
	return field{}, false
}

// duration writes a length of time: "one hour", "1 hour 30 minutes".
func duration(seconds int) string {
	hours, minutes := seconds/3600, seconds%3600/60
	switch {
	case hours == 0 && minutes == 0:
		return text.T("hours.span.less")
	case minutes == 0:
		return text.N("hours.span.hour", hours)
	case hours == 0:
		return text.N("hours.span.minute", minutes)
	}
	return text.T("hours.span.both", text.N("hours.span.hour", hours), text.N("hours.span.minute", minutes))
}
