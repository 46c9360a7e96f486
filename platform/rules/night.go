package rules

import "github.com/shopdesk/shopdesk/platform"

// Nights lists the shifts of special dates that run past midnight into the
// weekly hours of the day after: what [Special], which doesn't know the week,
// can't see. Where the day after is special too, the shift ends at midnight
// (see [Effective]). A nil week has no shifts.
func Nights(dates []platform.SpecialDate, week *platform.Week, anchor platform.Anchor, zone Zone) []Problem {
	l := &list{}
	s := newSchedule(week, dates, anchor, zone)
	for i, entry := range s.special {
		shifts, special := s.own(entry.last + 1)
		if special >= 0 {
			continue
		}
		key := DateOfDays(entry.last + 1).Weekday().Key()
		for j, p := range entry.shifts {
			for k, other := range shifts {
				if SpillOverlap(p, other) {
					l.add(index(i)+".businessHour"+index(j)+".endTime", CodeSpillOverlap, key, k, other.StartTime, other.EndTime)
				}
			}
		}
	}
	return l.problems
}
