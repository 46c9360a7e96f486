package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func TestCheckFailsClosed(t *testing.T) {
	t.Parallel()
	want := []rules.Problem{{Code: rules.CodeUnknownRequest}}
	for _, request := range []any{nil, 7, "x", struct{}{}, &platform.TokenRequest{}, platform.CallbackSet{},
		platform.ShopRef{ShopID: 1}} {
		if diff := cmp.Diff(want, rules.Check(request, rules.Env{})); diff != "" {
			t.Errorf("%T: %s", request, diff)
		}
	}
}

// TestCheckKnowsEveryRequestOfAShop judges each request of the catalogue as a
// zero value: a shop is missing from all of them.
func TestCheckKnowsEveryRequestOfAShop(t *testing.T) {
	t.Parallel()
	for _, e := range platform.Endpoints() {
		if _, ok := e.NewRequest().(platform.ShopRequest); !ok {
			continue
		}
		paths := map[string]string{}
		for _, p := range rules.Check(e.NewRequest(), rules.Env{}) {
			paths[p.Path] = p.Code
		}
		if paths["shopId"] != rules.CodeRequired {
			t.Errorf("%s: %v", e.Name, paths)
		}
	}
}

func TestProblemsAreBounded(t *testing.T) {
	t.Parallel()
	shifts := make([]platform.Period, 8000)
	for i := range shifts {
		shifts[i] = platform.Period{StartTime: 3600, EndTime: 1800}
	}
	got := rules.Week(&platform.Week{Mon: shifts, Tue: shifts})
	if len(got) != rules.MaxProblems {
		t.Errorf("%d problems", len(got))
	}
}

// A phone of another shape is the platform's own: it has no format, and may be there twice.
// Two hundred warnings hid what is wrong, and the request passed.
func TestWarningsHideNoRefusal(t *testing.T) {
	t.Parallel()
	shifts := make([]platform.Period, 8000)
	for i := range shifts {
		shifts[i] = platform.Period{StartTime: platform.DaySeconds} // equal times, and no overlap
	}
	week := &platform.Week{Mon: shifts, Fri: []platform.Period{{StartTime: 90000, EndTime: -5}}}
	found := rules.Week(week)
	if got := rules.Refusals(found); len(got) != 2 || len(found) > 2*rules.MaxProblems {
		t.Errorf("%d problems, refused %v", len(found), got)
	}
	list := []platform.SpecialDate{{StartDate: 0, EndDate: 86399999, BusinessHour: shifts}, {StartDate: 86400000}}
	if got := rules.Refusals(rules.Special(list, platform.AnchorUTC, nil)); len(got) != 3 {
		t.Errorf("refused %v", got)
	}
}

func TestPhonesOfAnotherShape(t *testing.T) {
	t.Parallel()
	odd := platform.Phone{Raw: `{"code":"852"}`}
	if found := rules.Phones([]platform.Phone{odd, {Number: "852-12345678"}, odd}); len(found) != 0 {
		t.Errorf("%+v", found)
	}
	four := rules.Phones([]platform.Phone{odd, odd, odd, odd})
	if len(four) != 1 || four[0].Code != rules.CodePhoneCount {
		t.Errorf("four: %+v", four)
	}
}

func TestRefusalsLeaveWarningsOut(t *testing.T) {
	t.Parallel()
	hongKong := rules.Fixed(8 * 3600)
	start, end := rules.SpecialRange(rules.Date{Year: 2026, Month: 12, Day: 25},
		rules.Date{Year: 2026, Month: 12, Day: 25}, platform.AnchorShop, hongKong)
	dates := []platform.SpecialDate{{StartDate: start, EndDate: end, BusinessHour: []platform.Period{{}}}}
	all := rules.Special(dates, platform.AnchorUTC, hongKong)
	refused := rules.Refusals(all)
	if len(all) != 3 || len(refused) != 2 || refused[0].Code != rules.CodeNotMidnight {
		t.Errorf("all %v, refused %v", all, refused)
	}
}

func TestDetectAnchor(t *testing.T) {
	t.Parallel()
	hongKong := rules.Fixed(8 * 3600)
	entry := func(anchor platform.Anchor) platform.SpecialDate {
		day := rules.Date{Year: 2026, Month: 12, Day: 25}
		start, end := rules.SpecialRange(day, day.AddDays(1), anchor, hongKong)
		return platform.SpecialDate{StartDate: start, EndDate: end}
	}
	utc, shop := entry(platform.AnchorUTC), entry(platform.AnchorShop)
	tests := []struct {
		name       string
		dates      []platform.SpecialDate
		configured platform.Anchor
		want       platform.Anchor
		ok         bool
	}{
		{"empty fits what is configured", nil, platform.AnchorShop, platform.AnchorShop, true},
		{"as configured", []platform.SpecialDate{utc}, platform.AnchorUTC, platform.AnchorUTC, true},
		{"the other one", []platform.SpecialDate{shop}, platform.AnchorUTC, platform.AnchorShop, true},
		{"the other one, the other way", []platform.SpecialDate{utc, utc}, platform.AnchorShop, platform.AnchorUTC, true},
		{"a mixed list", []platform.SpecialDate{utc, shop}, platform.AnchorUTC, platform.AnchorUTC, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, ok := rules.DetectAnchor(tt.dates, tt.configured, hongKong)
			if got != tt.want || ok != tt.ok {
				t.Errorf("%v, %v", got, ok)
			}
		})
	}
}

// An entry that begins or ends at no midnight at all is of the days of the configured anchor.
func TestDaysOfAnEntryAtNoMidnight(t *testing.T) {
	t.Parallel()
	hongKong := rules.Fixed(8 * 3600)
	day := rules.Date{Year: 2026, Month: 12, Day: 25}
	entry := platform.SpecialDate{StartDate: rules.Instant(day, 20*3600, nil), EndDate: rules.Instant(day, 22*3600, nil)}
	for anchor, want := range map[platform.Anchor]rules.Date{
		platform.AnchorUTC: day, platform.AnchorShop: day.AddDays(1),
	} {
		if first, last := rules.SpecialDays(entry, anchor, hongKong); first != want || last != want {
			t.Errorf("anchor %v: %s to %s, want %s", anchor, first, last, want)
		}
	}
}

// An entry fits an anchor by both its ends.
func TestFitsAnchor(t *testing.T) {
	t.Parallel()
	day := rules.Date{Year: 2026, Month: 12, Day: 25}
	start, end := rules.SpecialRange(day, day, platform.AnchorUTC, nil)
	for entry, want := range map[[2]int64]bool{
		{start, end}: true, {start + 1, end}: false, {start, end - 1}: false, {start - 1, end + 1}: false,
	} {
		dated := platform.SpecialDate{StartDate: entry[0], EndDate: entry[1]}
		if got := rules.FitsAnchor(dated, platform.AnchorUTC, rules.Fixed(8*3600)); got != want {
			t.Errorf("%v fits: %v", entry, got)
		}
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	shift := func(start, end int) platform.Period {
		return platform.Period{StartTime: start * 3600, EndTime: end * 3600}
	}
	before := &platform.Week{
		Mon: []platform.Period{shift(18, 22), shift(11, 15)},
		Tue: []platform.Period{{}},
		Wed: []platform.Period{shift(9, 17)},
		Thu: []platform.Period{shift(9, 17)},
	}
	after := &platform.Week{
		Mon: []platform.Period{shift(11, 15), shift(18, 22)},
		Tue: []platform.Period{shift(9, 17)},
		Thu: []platform.Period{shift(9, 18)},
		Sun: []platform.Period{{}},
	}
	want := []rules.DayDiff{
		{Day: platform.Tuesday, Code: rules.DayOpened, Before: []platform.Period{{}}, After: []platform.Period{shift(9, 17)}},
		{Day: platform.Wednesday, Code: rules.DayClosed, Before: []platform.Period{shift(9, 17)},
			After: []platform.Period{{}}},
		{Day: platform.Thursday, Code: rules.DayChanged, Before: []platform.Period{shift(9, 17)},
			After: []platform.Period{shift(9, 18)}},
	}
	if diff := cmp.Diff(want, rules.Changes(before, after)); diff != "" {
		t.Error(diff)
	}
	if all := rules.Diff(nil, nil); len(all) != 7 || all[6].Code != rules.DayUnchanged {
		t.Errorf("two missing weeks: %v", all)
	}
}

func TestFormatShifts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		shifts []platform.Period
		want   string
	}{
		{nil, ""},
		{[]platform.Period{{}}, ""},
		{[]platform.Period{{EndTime: 86400}}, "00:00–24:00"},
		{[]platform.Period{{StartTime: 39600, EndTime: 54000}, {StartTime: 64800, EndTime: 7200}},
			"11:00–15:00, 18:00–02:00"},
		{[]platform.Period{{StartTime: 34215, EndTime: 34216}}, "09:30:15–09:30:16"},
		{[]platform.Period{{StartTime: -60, EndTime: 90000}}, "-01:59–25:00"},
	}
	for _, tt := range tests {
		if got := rules.FormatShifts(tt.shifts); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.shifts, got, tt.want)
		}
	}
}

func TestParseDateRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "2026-2-3", "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-04-00",
		"2026/04/01", "20260401", "+026-04-01", "2026-04-01x"} {
		if d, ok := rules.ParseDate(text); ok {
			t.Errorf("%q is read %v", text, d)
		}
	}
}

func TestWeekday(t *testing.T) {
	t.Parallel()
	tests := map[string]platform.Day{"2026-12-25": platform.Friday, "1970-01-01": platform.Thursday,
		"1969-12-31": platform.Wednesday, "2028-02-29": platform.Tuesday}
	for text, want := range tests {
		if d, _ := rules.ParseDate(text); d.Weekday() != want {
			t.Errorf("%s is %s", text, d.Weekday().Key())
		}
	}
}
