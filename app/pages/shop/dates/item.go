package dates

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// kind is what an entry says about its days.
type kind string

const (
	kindClosed kind = "closed"
	kindWhole  kind = "whole"
	kindShifts kind = "shifts"
)

// item is one entry as it stands on the screen. ID tells it apart there and is
// never sent; it is below 0 once the platform gives the entry no longer. First
// and Last are dates such as "2026-12-24", or what isn't one yet. Shifts are
// kept while the kind is another.
type item struct {
	ID     int             `json:"id"`
	First  string          `json:"first"`
	Last   string          `json:"last"`
	Kind   kind            `json:"kind"`
	Name   string          `json:"name,omitempty"` // kept by our server
	Shifts []special.Shift `json:"shifts,omitempty"`
	Extra  platform.Extra  `json:"extra,omitempty"`
}

// itemFrom is an entry of days and hours, without an id. Without hours it closes its days.
func itemFrom(first, last string, hours []platform.Period) item {
	it := item{First: first, Last: last, Kind: kindClosed}
	if len(hours) > 0 {
		it.take(hours)
	}
	return it
}

// itemsOf are entries of the platform's, with their dates by the anchor of a place, without ids.
func itemsOf(list []platform.SpecialDate, at special.Place) []item {
	items := make([]item, len(list))
	for i, d := range list {
		first, last := rules.SpecialDays(d, at.Anchor, at.Zone)
		items[i] = item{First: first.String(), Last: last.String(), Extra: d.Extra}
		items[i].take(d.BusinessHour)
	}
	return items
}

// take sets an entry's hours as the platform has them.
func (it *item) take(hours []platform.Period) {
	switch {
	case len(hours) > 0 && rules.Closed(hours):
		it.Kind = kindClosed
	case len(hours) == 1 && hours[0].StartTime == 0 && hours[0].EndTime == platform.DaySeconds:
		it.Kind = kindWhole
	default:
		it.Kind, it.Shifts = kindShifts, special.ShiftsOf(hours)
	}
}

// span are the entry's days; ok is false until both ends are dates and in order.
func (it item) span() (days span, ok bool) {
	first, okFirst := rules.ParseDate(it.First)
	last, okLast := rules.ParseDate(it.Last)
	return span{first, last}, okFirst && okLast && !last.Before(first)
}

// days is how many days the entry has, 0 until it has dates.
func (it item) days() int {
	days, ok := it.span()
	if !ok {
		return 0
	}
	return days.days()
}

// periods are the entry's hours as the platform has them. Closed is the single
// 0–0 period (interface 4.4, rule 2).
func (it item) periods() []platform.Period {
	switch it.Kind {
	case kindClosed:
		return []platform.Period{{}}
	case kindWhole:
		return []platform.Period{{EndTime: platform.DaySeconds}}
	case kindShifts:
	}
	return special.Periods(it.Shifts)
}

// unreadable reports whether the entry's shifts aren't all times yet, or read as "closed" though the entry isn't.
func (it item) unreadable() bool {
	return it.Kind == kindShifts && (rules.Closed(it.periods()) || slices.ContainsFunc(it.periods(),
		func(p platform.Period) bool { return p.StartTime == platform.NoTime || p.EndTime == platform.NoTime }))
}

// entry is the item as the platform has it; ok is false while it has no dates.
func (it item) entry(at special.Place) (platform.SpecialDate, bool) {
	days, ok := it.span()
	if !ok {
		return platform.SpecialDate{}, false
	}
	start, end := rules.SpecialRange(days.first, days.last, at.Anchor, at.Zone)
	return platform.SpecialDate{StartDate: start, EndDate: end, BusinessHour: it.periods(), Extra: it.Extra}, true
}

// same compares what two entries say: dates and hours, whatever the order of
// the shifts. Names are ours alone. What else the platform keeps with them is nobody's edit.
func (it item) same(other item) bool {
	return it.First == other.First && it.Last == other.Last && it.Kind == other.Kind &&
		(it.Kind != kindShifts || slices.Equal(it.Shifts, other.Shifts) || rules.SameHours(it.periods(), other.periods()))
}

// identical compares every field of a person's, for undo.
func (it item) identical(other item) bool {
	return it.ID == other.ID && it.First == other.First && it.Last == other.Last && it.Kind == other.Kind &&
		it.Name == other.Name && slices.Equal(it.Shifts, other.Shifts)
}

// overlaps reports whether two entries share a date.
func (it item) overlaps(other item) bool {
	days, ok := it.span()
	others, known := other.span()
	return ok && known && days.overlaps(others)
}

// over reports whether the entry's last date is before today.
func (it item) over(today rules.Date) bool {
	days, ok := it.span()
	return it.ID < 0 || ok && days.last.Before(today)
}

func clone(items []item) []item {
	items = slices.Clone(items)
	for i := range items {
		items[i].Shifts = slices.Clone(items[i].Shifts)
	}
	return items
}

// sorted is a list in the order of its dates; entries without dates come first,
// where they can't be overlooked.
func sorted(items []item) []item {
	return slices.SortedStableFunc(slices.Values(items), func(a, b item) int {
		_, known := a.span()
		_, other := b.span()
		if known != other {
			if other {
				return -1
			}
			return 1
		}
		return strings.Compare(a.First, b.First)
	})
}
