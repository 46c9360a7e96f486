package hours

import (
	"slices"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// day is one row: its switch, whether it is open around the clock, and its
// shifts, which it keeps while they don't count.
type day struct {
	Open   bool            `json:"open,omitempty"`
	Whole  bool            `json:"whole,omitempty"`
	Shifts []special.Shift `json:"shifts,omitempty"`
}

// wholeDay is the one shift of a day that is open around the clock.
var wholeDay = platform.Period{EndTime: platform.DaySeconds}

// dayOf is a day of the platform's.
func dayOf(periods []platform.Period) day {
	if rules.Closed(periods) {
		return day{}
	}
	if len(periods) == 1 && rules.SameHours(periods, []platform.Period{wholeDay}) {
		return day{Open: true, Whole: true}
	}
	return day{Open: true, Shifts: special.ShiftsOf(periods)}
}

// around reports whether the day is open around the clock.
func (d day) around() bool { return d.Open && d.Whole }

// rests reports whether the day is closed, with shifts to open it by.
func (d day) rests() bool { return !d.Open && len(d.Shifts) > 0 }

// counted are the shifts that count now.
func (d day) counted() []special.Shift {
	if !d.Open || d.Whole {
		return nil
	}
	return d.Shifts
}

// periods is the day as the platform has it, in the order of the rows.
func (d day) periods() []platform.Period {
	switch {
	case !d.Open:
		return []platform.Period{{}}
	case d.Whole:
		return []platform.Period{wholeDay}
	}
	return special.Periods(d.Shifts)
}

func (d day) equal(other day) bool {
	return d.Open == other.Open && d.Whole == other.Whole && slices.Equal(d.Shifts, other.Shifts)
}

// week is what stands on the screen.
type week [7]day

func weekOf(w *platform.Week) week {
	var out week
	for _, d := range platform.Days() {
		out[d] = dayOf(w.Day(d))
	}
	return out
}

func (w week) Clone() week {
	for i := range w {
		w[i].Shifts = slices.Clone(w[i].Shifts)
	}
	return w
}

func (w week) Equal(other week) bool { return slices.EqualFunc(w[:], other[:], day.equal) }

// shut reports whether every day is closed.
func (w week) shut() bool { return !slices.ContainsFunc(w[:], func(d day) bool { return d.Open }) }

// Settled shows the time of a field that is left in canonical form.
func (w week) Settled(f field) week {
	if t := w.time(f); t != nil {
		*t = t.Settled()
	}
	return w
}

// platformWeek is the week as the platform has it, in the order of the rows.
func (w week) platformWeek() *platform.Week {
	out := &platform.Week{}
	for _, d := range platform.Days() {
		out.SetDay(d, w[d].periods())
	}
	return out
}

// canonical is a week as we write it: all seven days, in order, and closed in
// the one way.
func canonical(w *platform.Week) *platform.Week {
	out := rules.Normalize(w)
	for _, d := range platform.Days() {
		if periods := out.Day(d); len(periods) > 1 && rules.Closed(periods) {
			out.SetDay(d, periods[:1])
		}
	}
	return out
}

// words is the day as a sentence. A time that can't be read stands as typed.
func (d day) words() string {
	bad := func(s special.Shift) bool { return s.Start.Bad || s.End.Bad }
	if !slices.ContainsFunc(d.counted(), bad) {
		return text.Shifts(rules.NormalizeDay(d.periods()))
	}
	var parts []string
	for _, s := range d.counted() {
		if bad(s) {
			parts = append(parts, s.Start.Text+"–"+s.End.Text)
			continue
		}
		parts = append(parts, text.Shift(s.Period()))
	}
	return text.List(parts)
}
