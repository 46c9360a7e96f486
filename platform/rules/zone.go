package rules

import "github.com/shopdesk/shopdesk/platform"

// Zone knows a place's offset from UTC at every instant. The browser's comes
// from Intl, the server's from package time.
type Zone interface {
	// OffsetAt is the offset in seconds, east positive, at an instant in
	// milliseconds of Unix time.
	OffsetAt(unixMS int64) int
}

// Fixed is the zone with the same offset, in seconds east of UTC, all year.
func Fixed(seconds int) Zone { return fixed(seconds) }

type fixed int

var _ Zone = fixed(0)

func (f fixed) OffsetAt(int64) int { return int(f) }

const daySeconds = platform.DaySeconds

// windowMS is further from any instant than its local reading can be.
const windowMS = daySeconds * 1000

func orUTC(zone Zone) Zone {
	if zone == nil {
		return fixed(0)
	}
	return zone
}

// Local is what calendar and clock show in zone at an instant: the date, and
// the seconds its clock shows since 00:00.
func Local(unixMS int64, zone Zone) (Date, int) {
	days, ms := localMS(unixMS, orUTC(zone))
	return DateOfDays(days), ms / 1000
}

// localMS is the local day number and the milliseconds shown since 00:00.
func localMS(unixMS int64, zone Zone) (days, ms int) {
	local := unixMS + int64(zone.OffsetAt(unixMS))*1000
	const day = daySeconds * 1000
	days = int(local / day)
	rest := int(local % day)
	if rest < 0 {
		days--
		rest += day
	}
	return days, rest
}

// Instant is when the clock in zone shows that many seconds after 00:00 on
// date, in milliseconds of Unix time. Seconds may reach beyond the day: 86400
// is the next midnight.
//
// Where the clock is set back and shows a time twice, the first is meant;
// where it is set forward over a time, the moment it is set. So later readings
// never give earlier instants.
func Instant(date Date, seconds int, zone Zone) int64 {
	return instantOf(int64(date.Days())*daySeconds+int64(seconds), orUTC(zone))
}

// instantOf is Instant for a reading in seconds since 1970-01-01 00:00 local.
func instantOf(reading int64, zone Zone) int64 {
	local := reading * 1000
	before, after := zone.OffsetAt(local-windowMS), zone.OffsetAt(local+windowMS)
	early, late := local-int64(before)*1000, local-int64(after)*1000
	earlyFits, lateFits := zone.OffsetAt(early) == before, zone.OffsetAt(late) == after
	switch {
	case earlyFits && lateFits:
		return min(early, late)
	case earlyFits:
		return early
	case lateFits:
		return late
	}
	// The reading is skipped: find the moment the offset changes.
	low, high := local-windowMS, local+windowMS
	for high-low > 1 {
		middle := low + (high-low)/2
		if zone.OffsetAt(middle) == before {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
