package rules

import (
	"cmp"
	"slices"

	"github.com/shopdesk/shopdesk/platform"
)

// NormalizeDay is a day in canonical form: sorted by start, then end, and
// closed as the single 0–0 shift (interface 2.3). Nothing is dropped or merged,
// not even what breaks a rule. The result shares no memory with shifts.
func NormalizeDay(shifts []platform.Period) []platform.Period {
	if len(shifts) == 0 {
		return []platform.Period{{}}
	}
	sorted := slices.Clone(shifts)
	slices.SortStableFunc(sorted, func(a, b platform.Period) int {
		return cmp.Or(cmp.Compare(a.StartTime, b.StartTime), cmp.Compare(End(a), End(b)))
	})
	return sorted
}

// Normalize is the week with each of its seven days in canonical form. A nil
// week is closed all days.
func Normalize(w *platform.Week) *platform.Week {
	out := &platform.Week{}
	if w == nil {
		w = out
	}
	out.Extra = w.Extra
	for _, day := range platform.Days() {
		out.SetDay(day, NormalizeDay(w.Day(day)))
	}
	return out
}

// EqualDay reports whether two days are the same once normalised.
func EqualDay(a, b []platform.Period) bool {
	return slices.Equal(NormalizeDay(a), NormalizeDay(b))
}

// Closed reports whether a day has no shift at all.
func Closed(shifts []platform.Period) bool {
	return !slices.ContainsFunc(shifts, func(p platform.Period) bool { return !p.Closed() })
}
