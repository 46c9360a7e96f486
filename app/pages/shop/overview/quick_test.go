package overview

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

var here = special.Place{Week: &week, Anchor: platform.AnchorUTC, Zone: hongKong}

func november(day int) rules.Date { return rules.Date{Year: 2026, Month: 11, Day: day} }

func shift(from, to int) platform.Period {
	return platform.Period{StartTime: from * hour, EndTime: to * hour}
}

func TestCloseEarly(t *testing.T) {
	t.Parallel()
	day := []platform.Period{shift(11, 15), shift(18, 2)}
	for _, tt := range []struct {
		name string
		in   []platform.Period
		tail int
		at   int
		want []platform.Period
	}{
		{"in the evening", day, 0, 21 * hour, []platform.Period{shift(11, 15), shift(18, 21)}},
		{"at midnight", day, 0, 24 * hour, []platform.Period{shift(11, 15), shift(18, 24)}},
		{"after midnight", day, 0, 25 * hour, []platform.Period{shift(11, 15), shift(18, 1)}},
		{"between the shifts", day, 0, 16 * hour, []platform.Period{shift(11, 15)}},
		{"before all", day, 0, 10 * hour, []platform.Period{{}}},
		{"last night's shift stays", day, 2 * hour, 21 * hour, []platform.Period{shift(0, 2), shift(11, 15), shift(18, 21)}},
		{"in last night's shift", day, 2 * hour, 1 * hour, []platform.Period{shift(0, 1)}},
		{"last night's shift gives way", []platform.Period{shift(1, 4)}, 2 * hour, 3 * hour,
			[]platform.Period{shift(0, 1), shift(1, 3)}},
	} {
		if diff := cmp.Diff(tt.want, closeAt(withTail(tt.in, tt.tail), tt.at)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// At twenty past midnight what goes on is the night before's: it is closed by
// itself, and the evening to come stays.
func TestCloseTheNight(t *testing.T) {
	t.Parallel()
	const now = 20 * 60
	evening := shift(18, 2)
	twenty := platform.Period{EndTime: now}
	for _, tt := range []struct {
		name       string
		own        []platform.Period
		tail, now  int
		night, day []platform.Period
		closed     []platform.Period // at now
	}{
		{"a tail", []platform.Period{evening}, 2 * hour, now, []platform.Period{shift(0, 2)}, []platform.Period{evening},
			[]platform.Period{twenty, evening}},
		{"the day is closed", nil, 2 * hour, now, []platform.Period{shift(0, 2)}, nil, []platform.Period{twenty}},
		{"written as the day's own", []platform.Period{shift(0, 3), evening}, 0, now, []platform.Period{shift(0, 3)},
			[]platform.Period{evening}, []platform.Period{twenty, evening}},
		{"in its first minute", []platform.Period{evening}, 2 * hour, 0, []platform.Period{shift(0, 2)},
			[]platform.Period{evening}, []platform.Period{evening}},
		{"in its first minute, and the day is closed", nil, 2 * hour, 0, []platform.Period{shift(0, 2)}, nil,
			[]platform.Period{{}}},
		{"over", []platform.Period{evening}, 2 * hour, 3 * hour, nil, []platform.Period{evening}, nil},
		{"a day to come", []platform.Period{evening}, 2 * hour, -1, nil, []platform.Period{evening}, nil},
		{"round the clock", []platform.Period{shift(0, 24)}, 0, now, nil, []platform.Period{shift(0, 24)}, nil},
		{"from midnight to lunch", []platform.Period{shift(0, 12), evening}, 0, now, nil,
			[]platform.Period{shift(0, 12), evening}, nil},
	} {
		night, day := tonight(tt.own, tt.tail, tt.now)
		if diff := cmp.Diff([][]platform.Period{tt.night, tt.day}, [][]platform.Period{night, day},
			cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if tt.night == nil {
			continue
		}
		if diff := cmp.Diff(tt.closed, closeFirst(withTail(tt.own, tt.tail), tt.now)); diff != "" {
			t.Errorf("%s, closed (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Closed at twenty past, the shop is closed at once and opens in the evening.
func TestCloseTheNightOnThePlatform(t *testing.T) {
	t.Parallel()
	friday := november(20)
	now := rules.Instant(friday, 20*60, hongKong)
	own, tail := present(nil, friday, here)
	list := setDay(nil, friday, closeFirst(withTail(own, tail), 20*60), here)
	at := rules.OpenAt(now, here.Week, list, here.Anchor, here.Zone)
	if want := rules.Instant(friday, 11*hour, hongKong); at.Open || at.NextOpen != want {
		t.Errorf("%+v, want the opening at %d", at, want)
	}
	if lines := aside(nil, list, friday, here); len(lines) != 0 {
		t.Errorf("what was asked for is told as going along: %q", lines)
	}
}

func TestEarlier(t *testing.T) {
	t.Parallel()
	late := []platform.Period{shift(11, 15), shift(18, 2)}
	half := func(halves ...int) (times []int) {
		for _, h := range halves {
			times = append(times, h*halfHour)
		}
		return times
	}
	for _, tt := range []struct {
		name string
		in   []platform.Period
		now  int
		want []int
	}{
		{"the last six", late, 19 * hour, half(46, 47, 48, 49, 50, 51)},
		{"what isn't over", []platform.Period{shift(17, 22)}, 20*hour + 1, half(41, 42, 43)},
		{"also the end of the first", []platform.Period{shift(12, 14), shift(18, 19)}, -1, half(25, 26, 27, 28, 37)},
		// 01:00 of the same morning was offered, and closed the whole day.
		{"past midnight alone", []platform.Period{shift(22, 1)}, -1, half(45, 46, 47, 48, 49)},
		{"nothing left", []platform.Period{shift(17, 22)}, 22 * hour, nil},
		{"closed", nil, -1, nil},
	} {
		if diff := cmp.Diff(tt.want, earlier(tt.in, tt.now), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestSetDaySplits(t *testing.T) {
	t.Parallel()
	long := entry(18, 22, shift(10, 12))
	long.Extra = `"note":"x"`
	other := entry(25, 25, platform.Period{})
	part := func(first, last int) platform.SpecialDate {
		e := entry(first, last, shift(10, 12))
		e.Extra = long.Extra
		return e
	}
	mine := entry(20, 20, shift(9, 10))
	for _, tt := range []struct {
		name  string
		list  []platform.SpecialDate
		hours []platform.Period
		want  []platform.SpecialDate
	}{
		{"a day of its own", []platform.SpecialDate{other}, mine.BusinessHour, []platform.SpecialDate{mine, other}},
		{"in the middle", []platform.SpecialDate{other, long}, mine.BusinessHour,
			[]platform.SpecialDate{part(18, 19), mine, part(21, 22), other}},
		{"back to the weekly hours", []platform.SpecialDate{long}, nil, []platform.SpecialDate{part(18, 19), part(21, 22)}},
		{"the first day", []platform.SpecialDate{entry(20, 21, shift(1, 2))}, mine.BusinessHour,
			[]platform.SpecialDate{mine, entry(21, 21, shift(1, 2))}},
		{"the only day", []platform.SpecialDate{entry(20, 20, shift(1, 2))}, mine.BusinessHour, []platform.SpecialDate{mine}},
		{"the only day, away", []platform.SpecialDate{entry(20, 20, shift(1, 2))}, nil, nil},
	} {
		if diff := cmp.Diff(tt.want, setDay(tt.list, november(20), tt.hours, here), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// The quick edit gave an entry whose days can't be read an end of its own.
func TestSetDayLeavesUnreadableEntries(t *testing.T) {
	t.Parallel()
	at := special.Place{Anchor: platform.AnchorUTC, Zone: rules.Fixed(0), Week: &platform.Week{}}
	start, end := rules.SpecialRange(november(20), november(20), at.Anchor, at.Zone)
	for _, odd := range []platform.SpecialDate{
		{StartDate: end + 1}, {StartDate: end + 1, EndDate: end}, {StartDate: end + 1, EndDate: 1e15},
	} {
		odd.BusinessHour = []platform.Period{{}}
		got := setDay([]platform.SpecialDate{odd}, november(20), []platform.Period{{}}, at)
		want := []platform.SpecialDate{{StartDate: start, EndDate: end, BusinessHour: []platform.Period{{}}}, odd}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	forever := platform.SpecialDate{StartDate: start, EndDate: math.MaxInt64, BusinessHour: []platform.Period{{}}}
	got := setDay([]platform.SpecialDate{forever}, november(20), []platform.Period{{EndTime: 3600}}, at)
	if last := got[len(got)-1]; last.StartDate != end+1 || last.EndDate != math.MaxInt64 {
		t.Errorf("what is left of an entry without end is %+v", last)
	}
}

// A list that the platform keeps by the other anchor is written by the
// console's, all of it, on the same dates.
func TestSetDayWithTheOtherAnchor(t *testing.T) {
	t.Parallel()
	start, end := rules.SpecialRange(november(18), november(22), platform.AnchorShop, hongKong)
	got := setDay([]platform.SpecialDate{{StartDate: start, EndDate: end, BusinessHour: []platform.Period{{}}}},
		november(20), []platform.Period{shift(9, 10)}, here)
	want := []platform.SpecialDate{entry(18, 19, platform.Period{}), entry(20, 20, shift(9, 10)),
		entry(21, 22, platform.Period{})}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// In every list, the day becomes as asked, the days that aren't beside it stay as
// they were, and the list breaks no rule that it kept before.
func TestSetDayTouchesOneDay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		var list []platform.SpecialDate
		for day := 10; day < 30; {
			first := day + rapid.IntRange(0, 3).Draw(r, "gap")
			last := first + rapid.IntRange(0, 3).Draw(r, "length")
			if last > 30 {
				break
			}
			list = append(list, entry(first, last, shift(rapid.IntRange(8, 12).Draw(r, "from"),
				rapid.IntRange(13, 24).Draw(r, "to"))))
			day = last + 1
		}
		date := november(rapid.IntRange(10, 30).Draw(r, "date"))
		hours := []platform.Period{shift(9, 10)}
		now := setDay(list, date, hours, here)
		if own, _ := present(now, date, here); !slices.Equal(own, hours) {
			r.Fatalf("the day has %v", own)
		}
		if problems := rules.Refusals(rules.Special(now, here.Anchor, here.Zone)); len(problems) > 0 {
			r.Fatalf("%v", problems)
		}
		for day := november(8); day.Before(november(30)); day = day.AddDays(1) {
			if day != date && !sameOwn(list, now, day) {
				r.Fatalf("%s changed", day)
			}
		}
		back := setDay(now, date, nil, here)
		if cover(back, date, here).ok {
			r.Fatal("still special")
		}
	})
}

func sameOwn(a, b []platform.SpecialDate, day rules.Date) bool {
	ownA, _ := present(a, day, here)
	ownB, _ := present(b, day, here)
	return slices.Equal(ownA, ownB)
}

func TestSplitNames(t *testing.T) {
	t.Parallel()
	feast := api.DateName{First: "2026-11-18", Last: "2026-11-22", Name: "Fair"}
	c := covered{november(18), november(22), true}
	put, drop := splitNames([]api.DateName{feast}, c, november(20), true)
	want := []api.DateName{{First: "2026-11-18", Last: "2026-11-19", Name: "Fair"},
		{First: "2026-11-20", Last: "2026-11-20", Name: "Fair"}, {First: "2026-11-21", Last: "2026-11-22", Name: "Fair"}}
	if diff := cmp.Diff(want, put); diff != "" || len(drop) != 1 {
		t.Errorf("drop %v, put %s", drop, diff)
	}
	if put, drop := splitNames([]api.DateName{feast}, covered{}, november(20), true); len(put)+len(drop) != 0 {
		t.Errorf("put %v, drop %v", put, drop)
	}
}

// A shift from 0:00 to 0:00 is what the platform keeps for a closed day: the quick edit saved it without a word.
func TestQuickEditRefusesAShiftThatCloses(t *testing.T) {
	t.Parallel()
	q := quickEdit{date: november(20), shifts: typed("00:00", "12am")}
	q.check(nil, here)
	want := "This shift opens and closes at 00:00. Change one of them, or press “Open all day”."
	if got := q.wrong.At(special.TimeID(quickShifts, 0, true)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// typed are shifts of times as they are typed, opening and closing by turns.
func typed(times ...string) (shifts []special.Shift) {
	for pair := range slices.Chunk(times, 2) {
		shifts = append(shifts, special.Shift{Start: special.Typed(pair[0]), End: special.Typed(pair[1])})
	}
	return shifts
}
