package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/store"
)

// Bounds of a change, so that a hostile change isn't checked against 2,000 shops.
const (
	maxDates  = 200
	maxPhones = 100
	maxShifts = 24 // per day
)

// Unspared lists those of the problems that [Planner.Check] found which break each shop: one of a day or a phone that a
// shop has already is left to the plans of the other shops.
func (m Planner) Unspared(found []api.Problem, shops []ShopFacts, c api.Change, now int64) []api.Problem {
	for _, f := range shops {
		broken := m.Plan(f, c, now).Problems
		found = slices.DeleteFunc(found, func(p api.Problem) bool {
			part, _, _ := strings.Cut(strings.Replace(p.Path, "[", ".", 1), ".")
			return (part == "week" || part == "phones") && !slices.ContainsFunc(broken, func(other api.Problem) bool {
				return other.Path == p.Path && other.Code == p.Code
			})
		})
	}
	return found
}

// Check lists the problems of a change that don't depend on the shop. Paths are as in [Plan].
func (m Planner) Check(c api.Change, now int64) []api.Problem {
	var p Plan
	switch {
	case len(Parts(c)) == 0:
		p.Problems.Add("", rules.CodeRequired)
	case c.Pause != nil && c.Resume:
		p.Problems.Add("resume", rules.CodeNotAllowed, 1)
	case c.Pause != nil && (c.Pause.Minutes < 0 || c.Pause.Minutes > api.MaxPauseMinutes):
		p.Problems.Add("pause.minutes", "pause_minutes", 1, api.MaxPauseMinutes)
	case len(c.Dates) > maxDates || len(c.Clear) > maxDates || len(c.Days) > 7:
		p.Problems.Add("dates", api.ProblemTooMany, maxDates)
	case len(c.Phones) > maxPhones:
		p.Problems.Add("phones", api.ProblemTooMany, maxPhones)
	}
	many := func(path string, shifts []api.Shift) {
		if len(shifts) > maxShifts {
			p.Problems.Add(path, api.ProblemTooMany, maxShifts)
		}
	}
	if c.Week != nil {
		for day, shifts := range c.Week {
			many(fmt.Sprintf("week[%d]", day), shifts)
		}
	}
	for i, d := range c.Days {
		many(fmt.Sprintf("days[%d]", i), d.Shifts)
	}
	for i, d := range c.Dates {
		many(fmt.Sprintf("dates[%d]", i), d.Shifts)
	}
	if len(p.Problems) > 0 {
		return p.Problems
	}
	// An unknown shop breaks only the rules that every shop breaks. Its zone is behind all others, so that no date is
	// over in it and still to come here.
	return m.Plan(ShopFacts{Shop: store.Shop{ShopID: 1, Zone: "Etc/GMT+12"}}, c, now).Problems
}
