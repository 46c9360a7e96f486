package change

import (
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// week replaces all days, or the given ones. Unknown members of the week stay.
func (p *Plan) week(f ShopFacts, c api.Change) {
	before := f.Week
	if before == nil {
		p.missing = true
		before = &platform.Week{}
	}
	wanted := map[platform.Day][]api.Shift{}
	if c.Week != nil {
		for day, shifts := range c.Week {
			wanted[platform.Day(day)] = shifts
		}
	}
	for _, d := range c.Days {
		if d.Day < 0 || d.Day > 6 {
			p.Problems.Add("days", rules.CodeNotAllowed, d.Day)
			return
		}
		wanted[platform.Day(d.Day)] = d.Shifts
	}
	p.weekOf(f, before, wanted)
}

// weekOf adds the call that gives the days their shifts, if any differs.
func (p *Plan) weekOf(f ShopFacts, before *platform.Week, wanted map[platform.Day][]api.Shift) {
	after := rules.Normalize(before) // the request names all days
	var differences []api.Difference
	for _, day := range platform.Days() {
		shifts, given := wanted[day]
		if !given || same(before.Day(day), shifts) {
			continue
		}
		after.SetDay(day, periods(before.Day(day), shifts))
		differences = append(differences, api.Difference{
			Part: api.PartWeek, Day: int(day), BeforeShifts: Shifts(before.Day(day)), AfterShifts: Shifts(after.Day(day)),
		})
	}
	if len(differences) == 0 {
		return
	}
	found := slices.DeleteFunc(rules.Week(after), rules.DaysStand(before, after)) // other days stay as they are
	p.judge(rules.Prefixed("week", found))
	if f.Week == nil {
		return // the differences are unknown
	}
	p.add(Call{
		Part: api.PartWeek, Differences: differences,
		Request: platform.WeekUpdate{ShopID: f.Shop.ShopID, Week: after},
	})
}

// weekAfter is the shop's week after the plan's calls so far, nil for a week that was never read.
func (p *Plan) weekAfter(f ShopFacts) *platform.Week {
	for _, c := range p.Calls {
		if r, ok := c.Request.(platform.WeekUpdate); ok {
			return r.Week
		}
	}
	return f.Week
}

// Shifts returns the times of a day or special date, in order; [0, 0] alone means closed.
func Shifts(list []platform.Period) []api.Shift {
	return rules.Pairs(rules.NormalizeDay(list))
}

// periods converts shifts to the platform's periods. The periods keep the unknown members of the periods that they
// replace (see [rules.KeepExtra]).
func periods(before []platform.Period, shifts []api.Shift) []platform.Period {
	return rules.NormalizeDay(rules.KeepExtra(before, rules.Periods(shifts)))
}

// same tells whether a day has these times, in any order and any way to write a closed day.
func same(day []platform.Period, shifts []api.Shift) bool {
	return slices.Equal(Shifts(day), Shifts(periods(nil, shifts)))
}
