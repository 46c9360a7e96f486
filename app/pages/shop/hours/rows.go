package hours

import (
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// rowView is everything a row shows. A row whose view is as it was isn't drawn
// again.
type rowView struct {
	Day      platform.Day
	Open     bool
	Whole    bool
	Shifts   []shiftView
	Words    string // the day as a sentence, for who may not change it
	Spill    string // what the evening before adds, "" for nothing
	Problems []string
	Doubts   []string // what the platform may refuse
	Bar      []components.Segment
	CanAdd   bool
	CanCopy  bool
	Changed  bool
	ReadOnly bool
}

// shiftView is one shift of a row. StartProblem and EndProblem are the ids of
// the words about the field, "" when nothing is wrong with it.
type shiftView struct {
	Start, End               string
	StartProblem, EndProblem string
	NextDay                  bool
}

// Rows are the seven rows.
func (m *model) Rows(readOnly bool) [7]rowView {
	var rows [7]rowView
	changed := m.Changes()
	problems := m.Visible()
	for _, d := range platform.Days() {
		now := m.Now[d]
		r := rowView{
			Day: d, Open: now.Open, Whole: now.around(), ReadOnly: readOnly, CanAdd: m.CanAdd(d), CanCopy: len(m.others(d)) > 0,
			Bar:     m.bar(d, problems),
			Changed: slices.ContainsFunc(changed, func(c rules.DayDiff) bool { return c.Day == d }),
		}
		if readOnly {
			r.Words = text.Shifts(rules.NormalizeDay(now.periods()))
		}
		if until := m.spill(d); until > 0 {
			r.Spill = text.T("hours.spill", text.Day(d.Previous()), rules.FormatClock(until))
		}
		for _, s := range now.counted() {
			r.Shifts = append(r.Shifts, shiftView{Start: s.Start.Text, End: s.End.Text, NextDay: rules.Tail(s.Period()) > 0})
		}
		rows[d] = r
	}
	for _, p := range problems {
		id := problemID(p.day, len(rows[p.day].Problems))
		rows[p.day].Problems = append(rows[p.day].Problems, p.text)
		for _, f := range p.fields {
			rows[f.day].mark(f, id)
		}
	}
	if !readOnly {
		for _, p := range m.Doubts() {
			rows[p.day].Doubts = append(rows[p.day].Doubts, text.Doubt(p.text))
		}
	}
	return rows
}

// mark connects a field with the first problem that is about it.
func (r *rowView) mark(f field, id string) {
	if f.shift >= len(r.Shifts) {
		return
	}
	of := &r.Shifts[f.shift].StartProblem
	if f.end {
		of = &r.Shifts[f.shift].EndProblem
	}
	if *of == "" {
		*of = id
	}
}

// bar is the day over 24 hours. Stretches of a problem are marked.
func (m *model) bar(d platform.Day, problems []problem) []components.Segment {
	var bar []components.Segment
	if until := m.spill(d); until > 0 {
		bar = append(bar, components.Segment{To: until, Spill: true})
	}
	if m.Now[d].around() {
		return append(bar, components.Segment{To: platform.DaySeconds})
	}
	for i, s := range m.Now[d].counted() {
		if s.Start.Bad || s.End.Bad {
			continue
		}
		segment := components.Segment{From: s.Start.Value, To: min(rules.End(s.Period()), platform.DaySeconds)}
		segment.Bad = slices.ContainsFunc(problems, func(p problem) bool {
			return slices.ContainsFunc(p.fields, func(f field) bool { return f.day == d && f.shift == i })
		})
		bar = append(bar, segment)
	}
	return bar
}

// Wrong leads to the fields of what is wrong, once somebody tried to save.
func (m *model) Wrong() pages.Faults {
	if m.Tried == 0 {
		return nil
	}
	var items pages.Faults
	for _, p := range m.Visible() {
		items.Add(fieldID(p.fields[0]), text.T("edit.of", text.Day(p.day), p.text))
	}
	return items
}

// Ids of the page's elements.

func dayID(d platform.Day) string { return "day-" + d.Key() }

func openID(d platform.Day) string { return d.Key() + "-open" }

func shiftID(d platform.Day, i int) string { return d.Key() + "-" + strconv.Itoa(i) }

func problemID(d platform.Day, i int) string { return d.Key() + "-problem-" + strconv.Itoa(i) }

func fieldID(f field) string { return special.TimeID(f.day.Key(), f.shift, f.end) }

// nth says which shift is meant, when there are several.
func nth(i, of int) string {
	words := []string{
		text.T("hours.first"), text.T("hours.second"), text.T("hours.third"), text.T("hours.fourth"),
		text.T("hours.fifth"), text.T("hours.sixth"),
	}
	if i < len(words) {
		return words[i]
	}
	return text.T("hours.nth", i+1, of)
}

// label names a field: "Friday, second shift, opens".
func label(d platform.Day, i, of int, what string) string {
	if of == 1 {
		return text.T("join.comma", text.Day(d), what)
	}
	return text.T("hours.field", text.Day(d), nth(i, of), what)
}
