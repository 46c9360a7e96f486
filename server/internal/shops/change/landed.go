package change

import (
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// CallEffect is the effect of a call whose outcome is unknown.
type CallEffect int

// The landings.
const (
	LandedBefore CallEffect = iota // the shop is as before: the call had no effect
	LandedDone                     // the shop is as wanted
	LandedOther                    // neither: the shop was changed by another party meanwhile
)

// EffectOf tells the effect of a call that was to make these differences. Dates that are over by now are ignored.
func (m Planner) EffectOf(f ShopFacts, did []api.Difference, now int64) CallEffect {
	zone, _ := rules.LoadLocation(f.Shop.Zone)
	today, _ := rules.Local(now, zone)
	before, after := true, true
	for _, d := range did {
		if last, ok := rules.ParseDate(d.To); ok && last.Before(today) {
			continue
		}
		if d.Part == api.PartWeek || d.Part == api.PartDates {
			is := m.shiftsNow(f, d, zone)
			before, after = before && isSame(is, d.BeforeShifts), after && isSame(is, d.AfterShifts)
			continue
		}
		is := present(f, d)
		was := slices.Equal(is, d.Before) || d.Part == api.PartStatus && over(d.Before, is, now)
		before, after = before && was, after && slices.Equal(is, d.After)
	}
	switch {
	case after:
		return LandedDone
	case !before || f.Dates != nil && foreign(rules.ReadCalendar(*f.Dates, m.Anchor, zone).List, did, today):
		return LandedOther
	}
	return LandedBefore
}

// shiftsNow returns the present shifts of a difference's day or date.
func (m Planner) shiftsNow(f ShopFacts, d api.Difference, zone rules.Zone) []api.Shift {
	if d.Part == api.PartWeek {
		if f.Week == nil {
			return nil
		}
		return Shifts(f.Week.Day(platform.Day(d.Day)))
	}
	if f.Dates == nil {
		return nil
	}
	for _, entry := range *f.Dates {
		first, last := rules.SpecialDays(entry, m.Anchor, zone)
		if first.String() == d.From && last.String() == d.To {
			return Shifts(entry.BusinessHour)
		}
	}
	return nil
}

// present returns the present state of a difference's part, other than hours.
func present(f ShopFacts, d api.Difference) []string {
	if f.Record == nil {
		return nil
	}
	switch d.Part {
	case api.PartPhones:
		return platform.PhoneTexts(f.Record.Phones)
	case api.PartStatus:
		return standingAfter(f, d)
	case api.PartPicture:
		shown, pending := pictures(f.Record, d.After[0])
		if pending != "" {
			return []string{pending}
		}
		if shown != "" {
			return []string{shown}
		}
	case api.PartWeek, api.PartDates:
	}
	return nil
}
