package rules

import "github.com/shopdesk/shopdesk/platform"

// Special lists the problems of special dates (interface 2.5; 4.4, rule 2) in
// the order of the list. zone is the shop's, for [platform.AnchorShop].
//
// Within an entry of several days, a shift that crosses midnight must not run
// into the entry's own shifts of the next day. It can't run into another
// entry's: there the tail ends at midnight (see [Effective]).
func Special(dates []platform.SpecialDate, anchor platform.Anchor, zone Zone) []Problem {
	l := &list{}
	if len(dates) > 0 && !allFit(dates, anchor, zone) && allFit(dates, otherAnchor(anchor), zone) {
		l.problems = append(l.problems, Problem{Code: CodeOtherAnchor,
			Args: []any{anchorName(otherAnchor(anchor))}, Warning: true})
	}
	at := AnchorZone(anchor, zone)
	for i, entry := range dates {
		if l.full() {
			break
		}
		path := index(i)
		checkRange(l, path, entry, at)
		for j, other := range dates[:i] {
			if datesOverlap(entry, other) {
				first, last := SpecialDays(other, anchor, zone)
				l.add(path, CodeDatesOverlap, j, first.String(), last.String())
			}
		}
		checkSpecialHours(l, path, entry, at)
	}
	return l.problems
}

func checkRange(l *list, path string, entry platform.SpecialDate, at Zone) {
	switch {
	case entry.StartDate == 0: // nobody plans 1970: the member is missing
		l.add(path+".startDate", CodeRequired)
	case entry.StartDate < 0:
		l.add(path+".startDate", CodePositive, int(entry.StartDate))
	case !startsDay(entry.StartDate, at):
		l.add(path+".startDate", CodeNotMidnight, int(entry.StartDate))
	}
	switch {
	case entry.EndDate == 0:
		l.add(path+".endDate", CodeRequired)
	case entry.EndDate < entry.StartDate:
		l.add(path+".endDate", CodeRangeReversed)
	case !endsDay(entry.EndDate, at):
		l.add(path+".endDate", CodeNotMidnight, int(entry.EndDate))
	}
}

func checkSpecialHours(l *list, path string, entry platform.SpecialDate, at Zone) {
	path += ".businessHour"
	if entry.BusinessHour == nil {
		l.add(path, CodeRequired)
		return
	}
	if len(entry.BusinessHour) == 0 {
		l.add(path, CodeBusinessHourEmpty)
		return
	}
	var next []platform.Period
	first, _ := localMS(entry.StartDate, at)
	last, _ := localMS(entry.EndDate, at)
	if last > first {
		next = entry.BusinessHour
	}
	checkShifts(l, path, entry.BusinessHour, next, "")
}

// datesOverlap compares two ranges, both ends included; a reversed one
// overlaps nothing.
func datesOverlap(a, b platform.SpecialDate) bool {
	return a.StartDate <= a.EndDate && b.StartDate <= b.EndDate && a.StartDate <= b.EndDate && b.StartDate <= a.EndDate
}
