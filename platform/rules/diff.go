package rules

import "github.com/shopdesk/shopdesk/platform"

// How a day of the week changed.
const (
	DayUnchanged = "unchanged"
	DayClosed    = "closed"  // it had shifts and now has none
	DayOpened    = "opened"  // it had none and now has
	DayChanged   = "changed" // other shifts
)

// DayDiff is what happened to one day of the week: a code above, and its
// shifts before and after, normalised.
type DayDiff struct {
	Day    platform.Day
	Code   string
	Before []platform.Period
	After  []platform.Period
}

// Diff compares two weeks, day by day from Monday, all seven. Order and the
// ways to write "closed" make no difference; a nil week is closed all days.
func Diff(before, after *platform.Week) []DayDiff {
	before, after = Normalize(before), Normalize(after)
	diffs := make([]DayDiff, 0, 7)
	for _, day := range platform.Days() {
		d := DayDiff{Day: day, Code: DayChanged, Before: before.Day(day), After: after.Day(day)}
		switch wasClosed, isClosed := Closed(d.Before), Closed(d.After); {
		case EqualDay(d.Before, d.After):
			d.Code = DayUnchanged
		case isClosed && !wasClosed:
			d.Code = DayClosed
		case wasClosed && !isClosed:
			d.Code = DayOpened
		}
		diffs = append(diffs, d)
	}
	return diffs
}

// Changes are the days of Diff that changed; empty when the weeks are equal.
func Changes(before, after *platform.Week) []DayDiff {
	var changed []DayDiff
	for _, d := range Diff(before, after) {
		if d.Code != DayUnchanged {
			changed = append(changed, d)
		}
	}
	return changed
}
