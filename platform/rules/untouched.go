package rules

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/platform"
)

// Spare makes warnings of the refusals of parts that stand as the platform has them: nobody is kept from saving
// Monday because Saturday breaks a rule.
func Spare(problems []Problem, stands func(Problem) bool) []Problem {
	spared := slices.Clone(problems)
	for i, p := range spared {
		spared[i].Warning = p.Warning || stands(p)
	}
	return spared
}

// Stands returns the function that reports whether a problem of the request is about a part that the request leaves
// as it is in before, the record that the request replaces: a day of the week, a special date or a phone. Paths may
// have the request's member in front. Nothing stands in a request of another kind.
func Stands(request, before any) func(Problem) bool {
	switch r := request.(type) {
	case *platform.WeekUpdate:
		if was, ok := before.(*platform.Week); ok && r.Week != nil {
			return DaysStand(was, r.Week)
		}
	case *platform.SpecialUpdate:
		if was, ok := before.(*[]platform.SpecialDate); ok {
			return DatesStand(*was, r.Dates)
		}
	case *platform.ContactUpdate:
		if was, ok := before.([]platform.Phone); ok {
			return PhonesStand(was, r.Phones)
		}
	}
	return func(Problem) bool { return false }
}

// DaysStand is [Stands] for two weeks. A shift that runs into the next day is about both days.
func DaysStand(before, after *platform.Week) func(Problem) bool {
	same := func(d platform.Day) bool { return EqualDay(before.Day(d), after.Day(d)) }
	return func(p Problem) bool {
		for _, d := range platform.Days() {
			if at := "." + d.Key() + "["; strings.Contains("."+p.Path, at) {
				return same(d) && (p.Code != CodeSpillOverlap || same(d.Next()))
			}
		}
		return false
	}
}

// DatesStand is [Stands] for two lists of special dates. Two dates that overlap are a problem of both.
func DatesStand(before, after []platform.SpecialDate) func(Problem) bool {
	same := func(i int, known bool) bool {
		return known && i < len(after) && slices.ContainsFunc(before, func(was platform.SpecialDate) bool {
			is := after[i]
			return was.StartDate == is.StartDate && was.EndDate == is.EndDate && EqualDay(was.BusinessHour, is.BusinessHour)
		})
	}
	return func(p Problem) bool {
		if p.Code == CodeDatesOverlap && !same(p.Number(0)) {
			return false
		}
		return same(element(p.Path))
	}
}

// PhonesStand is [Stands] for two lists of phones. More phones than are allowed stand while their number doesn't grow.
func PhonesStand(before, after []platform.Phone) func(Problem) bool {
	count := func(list []platform.Phone, wanted platform.Phone) (n int) {
		for _, phone := range list {
			if phone == wanted {
				n++
			}
		}
		return n
	}
	return func(p Problem) bool {
		if p.Code == CodePhoneCount {
			return len(after) >= platform.MinPhones && len(after) <= len(before)
		}
		i, ok := element(p.Path)
		if !ok || i >= len(after) {
			return false
		}
		was := count(before, after[i])
		return was > 0 && (p.Code != CodePhoneTwice || was >= count(after, after[i]))
	}
}

// element is the first index in a path.
func element(path string) (i int, ok bool) {
	i, _ = Index(path[max(0, strings.Index(path, "[")):])
	return i, i >= 0
}
