package rules

import (
	"testing"

	"github.com/shopdesk/shopdesk/platform"
)

// Saturday overlaps itself and runs into Sunday. Whoever changes Monday is only warned; whoever changes Saturday, or
// the Sunday that it runs into, is refused.
func TestUntouchedDaysAreSpared(t *testing.T) {
	t.Parallel()
	saturday := []platform.Period{{StartTime: 36000, EndTime: 50000}, {StartTime: 40000, EndTime: 7200}}
	before := &platform.Week{Sat: saturday, Sun: []platform.Period{{StartTime: 3600, EndTime: 36000}}}
	leaves := Leaves{CodeSpillOverlap: platform.LeaveRefused}
	for name, tt := range map[string]struct {
		change  func(*platform.Week)
		refused int
	}{
		"Monday":   {func(w *platform.Week) { w.Mon = []platform.Period{{StartTime: 1, EndTime: 2}} }, 0},
		"Saturday": {func(w *platform.Week) { w.Sat = append(saturday[:2:2], platform.Period{StartTime: 1, EndTime: 2}) }, 2},
		"Sunday":   {func(w *platform.Week) { w.Sun = []platform.Period{{StartTime: 5400, EndTime: 36000}} }, 1},
	} {
		after := *before
		tt.change(&after)
		request := &platform.WeekUpdate{ShopID: 1, Week: &after}
		found := Spare(Check(request, Env{Leaves: leaves}), Stands(request, before))
		if len(found) != 2 || len(Refusals(found)) != tt.refused {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// Two special dates overlap, and one begins at no midnight. A third may be added; a fourth that overlaps one may not.
func TestUntouchedDatesAreSpared(t *testing.T) {
	t.Parallel()
	closed := []platform.Period{{}}
	date := func(day, days int64) platform.SpecialDate {
		const long = daySeconds * 1000
		return platform.SpecialDate{StartDate: day * long, EndDate: (day+days)*long - 1, BusinessHour: closed}
	}
	odd := date(400, 1)
	odd.StartDate += 1000
	before := []platform.SpecialDate{date(100, 3), date(102, 3), odd}
	for name, tt := range map[string]struct {
		added   platform.SpecialDate
		refused int
	}{"another": {date(200, 1), 0}, "overlapping": {date(101, 1), 1}} {
		request := &platform.SpecialUpdate{ShopID: 1, Dates: append(before[:3:3], tt.added)}
		found := Spare(Check(request, Env{}), Stands(request, &before))
		if got := Refusals(found); len(got) != tt.refused || len(found) != tt.refused+2 {
			t.Errorf("%s: %+v", name, found)
		}
	}
	changed := &platform.SpecialUpdate{ShopID: 1, Dates: []platform.SpecialDate{date(100, 3), date(102, 4), odd}}
	if got := Refusals(Spare(Check(changed, Env{}), Stands(changed, &before))); len(got) != 1 {
		t.Errorf("a changed date: %+v", got)
	}
}

// Of four phones, one without an area code and one twice, one may be changed. A fifth, and a third of the same, may not
// be added.
func TestUntouchedPhonesAreSpared(t *testing.T) {
	t.Parallel()
	const good = "852-25460101"
	before := platform.Phones([]string{"25460101", good, good, "852-25460102"})
	for name, tt := range map[string]struct {
		after   []string
		refused int
	}{
		"one changed":    {[]string{"25460101", good, good, "852-25460103"}, 0},
		"one removed":    {[]string{"25460101", good, good}, 0},
		"one added":      {[]string{"25460101", good, good, "852-25460102", "852-25460103"}, 1},
		"another double": {[]string{"25460101", good, good, good}, 2},
		"spoiled":        {[]string{"25460109", good, good, "852-25460102"}, 1},
		"none":           {[]string{}, 1},
	} {
		request := &platform.ContactUpdate{ShopID: 1, Phones: platform.Phones(tt.after)}
		found := Check(request, Env{Leaves: Leaves{CodePhoneTwice: platform.LeaveRefused}})
		if got := Refusals(Spare(found, Stands(request, before))); len(got) != tt.refused {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Requests of other kinds, and records that don't fit the request, spare nothing.
func TestNothingElseIsSpared(t *testing.T) {
	t.Parallel()
	week := &platform.Week{Sat: []platform.Period{{StartTime: -1}}}
	for _, before := range []any{nil, []platform.Phone{}, &platform.Shop{}} {
		request := &platform.WeekUpdate{ShopID: 1, Week: week}
		if len(Refusals(Spare(Check(request, Env{}), Stands(request, before)))) == 0 {
			t.Errorf("%T", before)
		}
	}
	if Stands(&platform.ShopRef{}, week)(Problem{Path: "sat[0]"}) {
		t.Error("a shop's number stands")
	}
}
