package hours

import (
	"slices"

	"github.com/shopdesk/shopdesk/platform"
)

// What a new shift is like, in seconds.
const (
	quarter  = 15 * 60   // a shift begins and ends on one
	shortest = 30 * 60   // there is no room for less
	usual    = 4 * 3600  // as long as there is room
	pause    = 3600      // to the shift before or after, if there is room
	opening  = 11 * 3600 // of a day that had no shift
	closing  = 22 * 3600
)

// room finds times for a further shift of d, whose morning is taken until
// spill by the evening before: after the last shift, else before the first,
// else in the longest gap. At is its place in the list.
func room(d day, spill int) (at int, start, end int, ok bool) {
	taken := spans(d)
	if len(taken) == 0 {
		return len(d.Shifts), min(max(opening, up(spill)), closing), closing, up(spill) < closing
	}
	last := taken[len(taken)-1]
	if start, end, ok := fit(last.end, platform.DaySeconds, true); ok {
		return len(d.Shifts), start, end, true
	}
	if start, end, ok := fit(spill, taken[0].start, false); ok {
		return 0, start, end, true
	}
	longest := 0
	for i, next := range taken[1:] {
		free := taken[i]
		if s, e, fits := fit(free.end, next.start, true); fits && next.start-free.end > longest {
			longest, at, start, end, ok = next.start-free.end, next.index, s, e, true
		}
	}
	return at, start, end, ok
}

// span is a stretch that is taken.
type span struct{ start, end, index int }

// spans are the shifts of d that can be read, joined where they touch, in
// order.
func spans(d day) []span {
	var found []span
	for i, s := range d.Shifts {
		if s.Start.Bad || s.End.Bad {
			continue
		}
		end := s.End.Value
		if end <= s.Start.Value {
			end = platform.DaySeconds
		}
		found = append(found, span{s.Start.Value, end, i})
	}
	slices.SortStableFunc(found, func(a, b span) int { return a.start - b.start })
	for i := 1; i < len(found); i++ { // no gap where an earlier one still goes on
		found[i].end = max(found[i].end, found[i-1].end)
	}
	return found
}

// fit places a shift between two times: near from, or near to.
func fit(from, to int, early bool) (start, end int, ok bool) {
	from, to = up(from), to-to%quarter
	free := to - from
	if free < shortest {
		return 0, 0, false
	}
	gap := 0
	if free >= pause+shortest {
		gap = pause
	}
	length := min(usual, free-gap)
	if early {
		return from + gap, from + gap + length, true
	}
	return to - gap - length, to - gap, true
}

// up rounds up to a quarter of an hour.
func up(seconds int) int { return (seconds + quarter - 1) / quarter * quarter }
