package rules

import "github.com/shopdesk/shopdesk/platform"

// Week lists the problems of a weekly map (interface 2.3, 2.4; 4.4, rule 1),
// Monday first. A shift that crosses midnight belongs to the day it starts on
// and must not run into the day after; Sunday's runs into Monday's.
//
// A day that is absent, null or empty is no problem: the interface doesn't ask
// for all seven, and we read such a day as closed. What we send names all of
// them (see [Normalize]).
func Week(w *platform.Week) []Problem {
	if w == nil {
		return []Problem{{Code: CodeRequired}}
	}
	l := &list{}
	for _, day := range platform.Days() {
		next := day.Next()
		checkShifts(l, day.Key(), w.Day(day), w.Day(next), next.Key())
	}
	return l.problems
}
