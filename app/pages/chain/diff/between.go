package diff

import (
	"cmp"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Between are the differences of two templates' parts, as a shop that has the
// one would differ from the other.
func Between(before, after api.TemplateParts) (list []api.Difference) {
	none := &[7][]api.Shift{}
	was, is := cmp.Or(before.Week, none), cmp.Or(after.Week, none)
	for day := range was {
		if Shifts(was[day]) != Shifts(is[day]) {
			list = append(list, api.Difference{Part: api.PartWeek, Day: day, BeforeShifts: was[day], AfterShifts: is[day]})
		}
	}
	list = append(list, datesBetween(before.Dates, after.Dates)...)
	if strings.Join(before.Phones, " ") != strings.Join(after.Phones, " ") {
		list = append(list, api.Difference{Part: api.PartPhones, Before: before.Phones, After: after.Phones})
	}
	if before.Picture != after.Picture {
		list = append(list, api.Difference{Part: api.PartPicture, Before: some(before.Picture), After: some(after.Picture)})
	}
	return list
}

func datesBetween(before, after []api.ChangeDate) (list []api.Difference) {
	find := func(dates []api.ChangeDate, r api.ChangeRange) []api.Shift {
		for _, d := range dates {
			if d.ChangeRange == r {
				return d.Shifts
			}
		}
		return nil
	}
	for _, d := range before {
		if now := find(after, d.ChangeRange); now == nil || Shifts(now) != Shifts(d.Shifts) {
			list = append(
				list, api.Difference{Part: api.PartDates, From: d.From, To: d.To, BeforeShifts: d.Shifts, AfterShifts: now},
			)
		}
	}
	for _, d := range after {
		if find(before, d.ChangeRange) == nil {
			list = append(list, api.Difference{Part: api.PartDates, From: d.From, To: d.To, AfterShifts: d.Shifts})
		}
	}
	return list
}

func some(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
