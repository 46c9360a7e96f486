package today

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// Stops count as far as they lie in the period, or in the one before, until the same time of the day.
func TestStopsAreCutToThePeriod(t *testing.T) {
	t.Parallel()
	hongKong := time.FixedZone("HKT", 8*3600)
	now := time.Date(2026, 11, 20, 14, 0, 0, 0, hongKong)
	on := func(day, h, m int) int64 { return time.Date(2026, 11, day, h, m, 0, 0, hongKong).UnixMilli() }
	stops := []store.Stop{
		{ShopID: 1, Since: on(19, 23, 30), Until: on(20, 0, 20), Kind: store.StopClosed}, // over midnight
		{ShopID: 1, Since: on(20, 13, 30), Until: on(20, 22, 0), Kind: store.StopPaused}, // goes on
		{ShopID: 2, Since: on(20, 12, 0), Until: on(20, 12, 1), Kind: store.StopPaused},
		{ShopID: 1, Since: on(13, 13, 50), Until: on(13, 14, 40), Kind: store.StopPaused}, // until 14:00 a week ago
		{ShopID: 2, Since: on(13, 14, 0), Until: on(13, 14, 40), Kind: store.StopClosed},
	}
	service, err := New(Options{
		Authoriser: everybody{shopIn(1, "Asia/Hong_Kong"), shopIn(2, "Asia/Hong_Kong")}, Orders: noOrders{},
		Directory: known{}, Silent: allRing, Events: log, Pauses: none, Now: func() time.Time { return now },
		Stops: func(context.Context, []int64, int64, int64) ([]store.Stop, error) { return stops, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	const minute = 60_000
	f := ask(t, service, "?period=today").Figures
	if len(f.Shops) != 2 || f.Shops[0].ShopID != 1 {
		t.Fatalf("%+v", f.Shops)
	}
	for _, tt := range []struct {
		name            string
		score           api.Score
		stopped, paused int64
	}{
		{"shop 1", f.Shops[0].Now, 50, 30}, {"shop 1 before", f.Shops[0].Before, 10, 10},
		{"shop 2", f.Shops[1].Now, 1, 1}, {"shop 2 before", f.Shops[1].Before, 0, 0},
		{"all", f.All.Now, 51, 31}, {"all before", f.All.Before, 10, 10},
	} {
		if tt.score.Stopped != tt.stopped*minute || tt.score.Paused != tt.paused*minute {
			t.Errorf("%s: %+v", tt.name, tt.score)
		}
	}
}

// A stop of the evening before doesn't count on the day whose midnight the clock skips: that day began an hour early.
func TestStopBeforeASkippedMidnightIsOfTheDayBefore(t *testing.T) {
	t.Parallel()
	santiago, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 9, 6, 14, 0, 0, 0, santiago) // clocks went from 24:00 to 01:00
	stops := []store.Stop{{ShopID: 1, Since: time.Date(2026, 9, 5, 23, 10, 0, 0, santiago).UnixMilli(),
		Until: time.Date(2026, 9, 5, 23, 40, 0, 0, santiago).UnixMilli(), Kind: store.StopClosed}}
	service, err := New(Options{
		Authoriser: everybody{shopIn(1, "America/Santiago")}, Orders: noOrders{}, Directory: known{}, Silent: allRing,
		Events: log, Pauses: none, Now: func() time.Time { return now },
		Stops: func(context.Context, []int64, int64, int64) ([]store.Stop, error) { return stops, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if all := ask(t, service, "?period=today").Figures.All; all.Now.Stopped != 0 {
		t.Errorf("stopped for %d ms", all.Now.Stopped)
	}
}

// Stops that weren't kept yet counted as 0 minutes beside those of now.
func TestStopsBeforeTheRecordAreUnknown(t *testing.T) {
	t.Parallel()
	hongKong := time.FixedZone("HKT", 8*3600)
	now := time.Date(2026, 11, 20, 14, 0, 0, 0, hongKong)
	on := func(day, h int) int64 { return time.Date(2026, 11, day, h, 0, 0, 0, hongKong).UnixMilli() }
	shops := everybody{shopIn(1, "Asia/Hong_Kong")}
	for _, tt := range []struct {
		name                         string
		since                        int64
		told, before, yesterday, was bool // said, and unknown in the present day, yesterday and the days before them
	}{
		{"always kept", 0, false, false, false, false},
		{"kept since the days before", on(12, 0), false, false, false, false},
		{"since noon of the day before", on(13, 12), true, true, false, true},
		{"since noon", on(20, 12), true, true, true, true},
	} {
		stops := []store.Stop{{ShopID: 1, Since: on(20, 13), Until: on(20, 15), Kind: store.StopClosed}}
		service, err := New(Options{
			Authoriser: shops, Orders: noOrders{}, Directory: known{}, Silent: allRing, Events: log, Pauses: none,
			Now: func() time.Time { return now }, StopsSince: tt.since,
			Stops: func(context.Context, []int64, int64, int64) ([]store.Stop, error) { return stops, nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		f := ask(t, service, "?period=today").Figures
		if f.StopsSince != tt.since && tt.told || f.StopsSince != 0 && !tt.told {
			t.Errorf("%s: since %d", tt.name, f.StopsSince)
		}
		if f.All.Now.Unseen || f.All.Now.Stopped == 0 || f.All.Before.Unseen != tt.before ||
			f.Shops[0].Before.Unseen != tt.before {
			t.Errorf("%s: %+v", tt.name, f.All)
		}
		y, err := service.Yesterday(t.Context(), shops, now)
		if err != nil {
			t.Fatal(err)
		}
		if y.All.Now.Unseen != tt.yesterday || y.All.Before.Unseen != tt.was {
			t.Errorf("%s, yesterday: %+v", tt.name, y.All)
		}
	}
}

// An hour in which no shop is open is closed; without known hours none is.
func TestHoursWithoutAnOpenShopAreClosed(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC) // Friday noon
	figures := func(period string, roster known) *api.Figures {
		t.Helper()
		service, err := New(Options{
			Authoriser: everybody{shopIn(1, "Asia/Hong_Kong"), shopIn(2, "Asia/Hong_Kong")}, Orders: noOrders{},
			Directory: roster, Silent: allRing, Events: log, Pauses: none, Stops: noStops,
			Now: func() time.Time { return now },
		})
		if err != nil {
			t.Fatal(err)
		}
		return ask(t, service, "?period="+period).Figures
	}
	closed := func(period string, roster known) (hours []int) {
		t.Helper()
		for hour, is := range figures(period, roster).Closed {
			if is {
				hours = append(hours, hour)
			}
		}
		return hours
	}
	wants := func(name string, got []int, want int) {
		t.Helper()
		if len(got) != want {
			t.Errorf("%s: closed at %v, want %d hours", name, got, want)
		}
	}
	noon, night := every(shift(11, 15)), every(shift(18, 2))
	night.Fri = nil
	wants("hours unknown", closed("today", nil), 0)
	wants("one shop", closed("today", known{facts(1, noon, nil)}), 20)
	wants("the night before", closed("today", known{facts(1, night, nil)}), 22)
	wants("two shops", closed("today", known{facts(1, noon, nil), facts(2, night, nil)}), 18)
	wants("a week", closed("week", known{facts(1, night, nil)}), 16)
	wants("one without hours", closed("today", known{facts(1, noon, nil),
		facts(2, nil, func(f *change.ShopFacts) { f.Dates = nil })}), 20)

	noon.Wed = nil
	weekdays := func(period string, roster known) (shut []string) {
		t.Helper()
		f := figures(period, roster)
		for i, is := range f.ClosedDays {
			if is {
				shut = append(shut, f.Days[i])
			}
		}
		return shut
	}
	for _, tt := range []struct {
		period string
		known  known
		want   []string
	}{
		{"today", known{facts(1, noon, nil)}, nil},
		{"week", known{}, nil},
		{"week", known{facts(1, noon, nil)}, []string{"2026-11-18"}},
		{"month", known{facts(1, noon, nil)}, []string{"2026-10-28", "2026-11-04", "2026-11-11", "2026-11-18"}},
		{"week", known{facts(1, noon, nil), facts(2, night, nil)}, nil},
	} {
		if got := weekdays(tt.period, tt.known); !slices.Equal(got, tt.want) {
			t.Errorf("closed %s: %v, want %v", tt.period, got, tt.want)
		}
	}
}

// A day that only shops of unknown hours have, where it is still yesterday, isn't called closed.
func TestDayOfUnknownHoursIsNotClosed(t *testing.T) {
	t.Parallel()
	service, err := New(Options{
		Authoriser: everybody{shopIn(1, "Asia/Hong_Kong"), shopIn(2, "Asia/Riyadh")}, Orders: noOrders{},
		Directory: known{facts(1, every(shift(11, 15)), nil)}, Silent: allRing, Events: log, Pauses: none, Stops: noStops,
		Now: func() time.Time { return time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC) }, // Saturday in Hong Kong
	})
	if err != nil {
		t.Fatal(err)
	}
	f := ask(t, service, "?period=week").Figures
	if len(f.Days) != 8 || f.Days[0] != "2026-11-14" || slices.Contains(f.ClosedDays, true) {
		t.Errorf("of %v closed: %v", f.Days, f.ClosedDays)
	}
}

// noOrders is a store without orders and figures.
type noOrders struct{ nothing }

func (noOrders) FiguresOf(context.Context, []int64, int64, int64) ([]store.OrderFigure, error) {
	return nil, nil
}

func (noOrders) OddOrders(context.Context, []int64, int64, int64) ([]store.Order, error) {
	return nil, nil
}

// The plan is of the shops' hours until now, and the one before of those until the same time of that day. Nights count
// on the days on which they are, and hours that aren't known aren't counted.
func TestPlanIsTheHoursOfThePeriod(t *testing.T) {
	t.Parallel()
	hongKong := time.FixedZone("HKT", 8*3600)
	now := time.Date(2026, 11, 20, 14, 30, 0, 0, hongKong) // a Friday
	stops := []store.Stop{{ShopID: 1, Since: now.UnixMilli() - 60_000, Until: now.UnixMilli(), Kind: store.StopClosed}}
	noon, night := every(shift(11, 15)), every(shift(18, 2))
	night.Fri = nil
	plan := func(period string, hours known) (all, before, first int) {
		t.Helper()
		service, err := New(Options{
			Authoriser: everybody{shopIn(1, "Asia/Hong_Kong"), shopIn(2, "Asia/Hong_Kong")}, Orders: noOrders{},
			Directory: hours, Silent: allRing, Events: log, Pauses: none, Now: func() time.Time { return now },
			Stops: func(context.Context, []int64, int64, int64) ([]store.Stop, error) { return stops, nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		f := ask(t, service, "?period="+period).Figures
		minutes := func(s api.Score) int { return int(s.Planned / 60_000) }
		return minutes(f.All.Now), minutes(f.All.Before), minutes(f.Shops[0].Now)
	}
	noDates := func(f *change.ShopFacts) { f.Dates = nil }
	for _, tt := range []struct {
		name, period       string
		hours              known
		all, before, first int
	}{
		{"unknown", "today", nil, 0, 0, 0},
		{"today", "today", known{facts(1, noon, nil)}, 210, 210, 210},
		{"a shop without orders", "today", known{facts(1, noon, nil), facts(2, noon, nil)}, 420, 420, 210},
		{"one without hours", "today", known{facts(1, noon, nil), facts(2, nil, noDates)}, 210, 210, 210},
		{"after midnight", "today", known{facts(1, night, nil)}, 120, 120, 120},
		{"a week", "week", known{facts(1, noon, nil)}, 6*240 + 210, 6*240 + 210, 6*240 + 210},
		{"a week of nights", "week", known{facts(1, night, nil)}, 6 * 480, 6 * 480, 6 * 480},
	} {
		all, before, first := plan(tt.period, tt.hours)
		if all != tt.all || before != tt.before || first != tt.first {
			t.Errorf("%s: all %d, before %d, the first %d minutes, want %d, %d and %d",
				tt.name, all, before, first, tt.all, tt.before, tt.first)
		}
	}
}

// A special date that is over, which the platform no longer lists, is the plan of its day. Bug: the day of a closed
// holiday was planned like its weekday.
func TestPlanKnowsSpecialDatesThatAreOver(t *testing.T) {
	t.Parallel()
	hongKong := time.FixedZone("HKT", 8*3600)
	now := time.Date(2026, 12, 26, 8, 0, 0, 0, hongKong)
	christmas := time.Date(2026, 12, 25, 0, 0, 0, 0, time.UTC)
	closed := platform.SpecialDate{StartDate: christmas.UnixMilli(), EndDate: christmas.AddDate(0, 0, 1).UnixMilli() - 1,
		BusinessHour: []platform.Period{{}}}
	shops := everybody{shopIn(1, "Asia/Hong_Kong")}
	service, err := New(Options{
		Authoriser: shops, Orders: noOrders{}, Directory: known{facts(1, every(shift(11, 15)), nil)}, Silent: allRing,
		Events: log, Pauses: none, Stops: noStops, Now: func() time.Time { return now },
		Past: func(_ context.Context, _ []int64, days int) (map[int64][]platform.SpecialDate, error) {
			if days < 9 {
				t.Errorf("asked for %d days", days)
			}
			return map[int64][]platform.SpecialDate{1: {closed}}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	y, err := service.Yesterday(t.Context(), shops, now)
	if err != nil || y.All.Now.Planned != 0 || y.All.Before.Planned != 4*3_600_000 {
		t.Errorf("%+v %v", y.All, err)
	}
	if f := ask(t, service, "?period=week").Figures; f.All.Now.Planned != 5*4*3_600_000 || !f.ClosedDays[5] {
		t.Errorf("%+v, closed: %v", f.All, f.ClosedDays)
	}
}
