package rules

import "github.com/shopdesk/shopdesk/platform"

// endOfDayMS is 23:59:59.999, the end of a special date (interface 2.5).
const endOfDayMS = daySeconds*1000 - 1

// AnchorZone is the zone whose midnights bound special dates: UTC, or the
// shop's.
func AnchorZone(anchor platform.Anchor, shop Zone) Zone {
	if anchor == platform.AnchorShop {
		return orUTC(shop)
	}
	return fixed(0)
}

// SpecialDays are the first and last calendar date that entry covers: by the
// configured anchor, or by the other one if it fits that alone. So entries that
// were written by different anchors are each read as they are meant.
func SpecialDays(entry platform.SpecialDate, configured platform.Anchor, zone Zone) (first, last Date) {
	at := AnchorZone(anchorOf(entry, configured, zone), zone)
	first, _ = Local(entry.StartDate, at)
	last, _ = Local(entry.EndDate, at)
	return first, last
}

// SpecialRange is the opposite of [SpecialDays]: the timestamps for an entry
// that covers first to last.
func SpecialRange(first, last Date, anchor platform.Anchor, zone Zone) (startDate, endDate int64) {
	at := AnchorZone(anchor, zone)
	return Instant(first, 0, at), Instant(last.AddDays(1), 0, at) - 1
}

func anchorOf(entry platform.SpecialDate, configured platform.Anchor, zone Zone) platform.Anchor {
	if other := otherAnchor(configured); !FitsAnchor(entry, configured, zone) && FitsAnchor(entry, other, zone) {
		return other
	}
	return configured
}

// FitsAnchor reports whether entry starts and ends at midnights of anchor.
func FitsAnchor(entry platform.SpecialDate, anchor platform.Anchor, zone Zone) bool {
	at := AnchorZone(anchor, zone)
	return startsDay(entry.StartDate, at) && endsDay(entry.EndDate, at)
}

// DetectAnchor tells which anchor a list that was read fits: the configured
// one if all entries fit it (an empty list does), else the other one if all
// entries fit that. ok is false when they fit neither.
func DetectAnchor(dates []platform.SpecialDate, configured platform.Anchor,
	zone Zone) (anchor platform.Anchor, ok bool) {
	for _, anchor := range []platform.Anchor{configured, otherAnchor(configured)} {
		if allFit(dates, anchor, zone) {
			return anchor, true
		}
	}
	return configured, false
}

func allFit(dates []platform.SpecialDate, anchor platform.Anchor, zone Zone) bool {
	for _, entry := range dates {
		if !FitsAnchor(entry, anchor, zone) {
			return false
		}
	}
	return true
}

func otherAnchor(anchor platform.Anchor) platform.Anchor {
	if anchor == platform.AnchorShop {
		return platform.AnchorUTC
	}
	return platform.AnchorShop
}

func anchorName(anchor platform.Anchor) string {
	if anchor == platform.AnchorShop {
		return "shop"
	}
	return "utc"
}

// startsDay and endsDay compare with the day's real first and last
// millisecond, which in some zones isn't shown as 00:00:00.000: the clock may
// be set forward at midnight.
func startsDay(unixMS int64, zone Zone) bool {
	days, ms := localMS(unixMS, zone)
	return ms == 0 || instantOf(int64(days)*daySeconds, zone) == unixMS
}

func endsDay(unixMS int64, zone Zone) bool {
	days, ms := localMS(unixMS, zone)
	return ms == endOfDayMS || instantOf(int64(days+1)*daySeconds, zone)-1 == unixMS
}
