package rules

import (
	"slices"

	"github.com/shopdesk/shopdesk/platform"
)

// Source tells which hours a segment or a date comes from.
type Source int

// The sources.
const (
	SourceWeekly Source = iota
	SourceSpecial
)

// Segment is a stretch of one calendar date on which the shop is open, in
// seconds from that date's 00:00: 0 <= Start < End <= 86400.
type Segment struct {
	Start, End int
	Spill      bool   // it started on the evening before
	Source     Source // of the shift it belongs to
	Shift      int    // that shift's index in its list
	Tail       int    // for how many seconds of the next date the shift goes on
}

// Period is the segment as a shift: one past midnight has its end of the next day.
func (s Segment) Period() platform.Period {
	if s.Tail > 0 {
		return platform.Period{StartTime: s.Start, EndTime: s.Tail}
	}
	return platform.Period{StartTime: s.Start, EndTime: s.End}
}

// DayHours is what applies on one date.
type DayHours struct {
	Date     Date
	Source   Source // which hours the date has of its own
	Special  int    // index of its special date, -1 for none
	Segments []Segment

	// CutBefore is when, in seconds from 00:00, the evening before would have
	// ended had this date not been special; 0 when nothing was cut.
	CutBefore int
	// CutAfter is the same for this date's own last shift and the date after,
	// in seconds from the next 00:00.
	CutAfter int
}

// Effective combines weekly hours and special dates into what applies on a
// date (interface 3.3). Special hours replace the calendar date: the tail of
// the evening before ends at midnight when the date is special, and a closed
// date has no tail of its own. Only inside one entry of several days does the
// tail go on, because that entry's own shift covers it. An entry that fits only the
// other anchor is read by that one (see [SpecialDays]).
//
// Segments are in order and never overlap, even when the hours break the
// rules: a shift without length or out of range counts for nothing, the
// earlier shift keeps what two claim, and the first of two entries for a date
// wins. A nil week is closed all days.
func Effective(date Date, w *platform.Week, dates []platform.SpecialDate, anchor platform.Anchor, zone Zone) DayHours {
	return newSchedule(w, dates, anchor, zone).on(date.Days())
}

// Schedule answers what [Effective] does for many dates, for calendars and
// lists: the entries' own dates are worked out once.
type Schedule struct{ schedule }

// NewSchedule prepares the answers.
func NewSchedule(w *platform.Week, dates []platform.SpecialDate, anchor platform.Anchor, zone Zone) Schedule {
	return Schedule{newSchedule(w, dates, anchor, zone)}
}

// On is what applies on date.
func (s Schedule) On(date Date) DayHours { return s.on(date.Days()) }

// schedule answers for many days what its special entries' dates need to be
// computed for only once.
type schedule struct {
	week    *platform.Week
	special []specialRange
}

type specialRange struct {
	first, last int // day numbers, both included
	shifts      []platform.Period
}

func newSchedule(w *platform.Week, dates []platform.SpecialDate, anchor platform.Anchor, zone Zone) schedule {
	if w == nil {
		w = &platform.Week{}
	}
	s := schedule{week: w}
	for _, entry := range dates {
		first, last := SpecialDays(entry, anchor, zone)
		s.special = append(s.special, specialRange{first: first.Days(), last: last.Days(), shifts: entry.BusinessHour})
	}
	return s
}

// own gives the shifts that start on a day, and the index of the special entry
// they come from, -1 for the weekly ones.
func (s schedule) own(day int) ([]platform.Period, int) {
	for i, r := range s.special {
		if r.first <= day && day <= r.last {
			return r.shifts, i
		}
	}
	return s.week.Day(platform.Day(floorMod(day+3, 7))), -1
}

func sourceOf(special int) Source {
	if special >= 0 {
		return SourceSpecial
	}
	return SourceWeekly
}

func (s schedule) on(day int) DayHours {
	shifts, special := s.own(day)
	evening, before := s.own(day - 1)
	_, after := s.own(day + 1)
	hours := DayHours{Date: DateOfDays(day), Source: sourceOf(special), Special: special}

	var segments []Segment
	for i, p := range evening {
		tail := Tail(p)
		switch {
		case tail == 0:
		case special >= 0 && special != before:
			hours.CutBefore = max(hours.CutBefore, tail)
		default:
			segments = append(segments, Segment{End: tail, Spill: true, Source: sourceOf(before), Shift: i})
		}
	}
	for i, p := range shifts {
		if !lasts(p) {
			continue
		}
		tail := Tail(p)
		if after >= 0 && after != special {
			hours.CutAfter, tail = max(hours.CutAfter, tail), 0
		}
		segments = append(segments, Segment{Start: p.StartTime, End: min(End(p), daySeconds),
			Source: hours.Source, Shift: i, Tail: tail})
	}
	hours.Segments = disjoint(segments)
	return hours
}

// disjoint sorts segments and takes from each what an earlier one covers.
func disjoint(segments []Segment) []Segment {
	slices.SortStableFunc(segments, func(a, b Segment) int { return a.Start - b.Start })
	kept, end := segments[:0], 0
	for _, s := range segments {
		s.Start = max(s.Start, end)
		if s.Start < s.End {
			kept, end = append(kept, s), s.End
		}
	}
	return kept
}
