//go:build !js

package rules_test

import (
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func location(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

// TestZonesOfTheWorld walks years that hold each zone's oddities, an instant
// every 20 minutes, and compares with package time.
func TestZonesOfTheWorld(t *testing.T) {
	t.Parallel()
	tests := []struct {
		zone        string
		first, last int
	}{
		{"Asia/Hong_Kong", 1976, 1980},    // summer time until 1979
		{"America/Sao_Paulo", 1994, 2000}, // clocks change at midnight
		{"America/Sao_Paulo", 2015, 2019},
		{"Pacific/Kiritimati", 1994, 1995}, // a date that never was
		{"Europe/London", 2025, 2027},
		{"America/St_Johns", 2009, 2011}, // back over midnight, at 00:01
		{"Australia/Lord_Howe", 2025, 2026},
	}
	for _, tt := range tests {
		t.Run(tt.zone, func(t *testing.T) {
			t.Parallel()
			loc := location(t, tt.zone)
			at := time.Date(tt.first, 1, 1, 0, 0, 0, 0, time.UTC)
			end := time.Date(tt.last+1, 1, 1, 0, 0, 0, 0, time.UTC)
			var latest int64
			for ; at.Before(end); at = at.Add(20 * time.Minute) {
				date, seconds := rules.Local(at.UnixMilli(), rules.Location{loc})
				year, month, day := at.In(loc).Date()
				hour, minute, second := at.In(loc).Clock()
				if want := (rules.Date{Year: year, Month: int(month), Day: day}); date != want ||
					seconds != hour*3600+minute*60+second {
					t.Fatalf("%v is %v %d", at.In(loc), date, seconds)
				}
				// Back again: the same instant, or the first that showed it.
				back := rules.Instant(date, seconds, rules.Location{loc})
				if back > at.UnixMilli() {
					t.Fatalf("%v came back as %v", at.In(loc), time.UnixMilli(back).In(loc))
				}
				if again := time.UnixMilli(back).In(loc); back < at.UnixMilli() &&
					again.Format(time.DateTime) != at.In(loc).Format(time.DateTime) {
					t.Fatalf("%v came back as %v", at.In(loc), again)
				}
				latest = max(latest, back)
			}
			if latest == 0 {
				t.Fatal("nothing was compared")
			}
		})
	}
}

func TestReadingsThatAreSkippedOrRepeated(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, zone string
		date       rules.Date
		seconds    int
		want       string
	}{
		{"London, before the skip", "Europe/London", rules.Date{Year: 2026, Month: 3, Day: 29}, 3599, "2026-03-29T00:59:59Z"},
		{"London, in the skip", "Europe/London", rules.Date{Year: 2026, Month: 3, Day: 29}, 5400, "2026-03-29T01:00:00Z"},
		{"London, after the skip", "Europe/London", rules.Date{Year: 2026, Month: 3, Day: 29}, 7200, "2026-03-29T01:00:00Z"},
		{"London, twice", "Europe/London", rules.Date{Year: 2026, Month: 10, Day: 25}, 5400, "2026-10-25T00:30:00Z"},
		{"London, after twice", "Europe/London", rules.Date{Year: 2026, Month: 10, Day: 25}, 7200, "2026-10-25T02:00:00Z"},
		{"São Paulo, midnight skipped", "America/Sao_Paulo", rules.Date{Year: 2018, Month: 11, Day: 4}, 0,
			"2018-11-04T03:00:00Z"},
		{"São Paulo, last hour twice", "America/Sao_Paulo", rules.Date{Year: 2019, Month: 2, Day: 16}, 84600,
			"2019-02-17T01:30:00Z"},
		{"São Paulo, midnight after it", "America/Sao_Paulo", rules.Date{Year: 2019, Month: 2, Day: 16}, 86400,
			"2019-02-17T03:00:00Z"},
		{"Kiritimati, a day skipped", "Pacific/Kiritimati", rules.Date{Year: 1994, Month: 12, Day: 31}, 43200,
			"1994-12-31T10:00:00Z"},
		{"Hong Kong", "Asia/Hong_Kong", rules.Date{Year: 2026, Month: 12, Day: 25}, 36000, "2026-12-25T02:00:00Z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			loc := location(t, tt.zone)
			got := rules.Instant(tt.date, tt.seconds, rules.Location{loc})
			if text := time.UnixMilli(got).UTC().Format(time.RFC3339); text != tt.want {
				t.Errorf("%s, want %s", text, tt.want)
			}
		})
	}
}

// A special date by the shop's midnights begins when its day does, also where the clock is set forward at midnight: the
// first moment is shown as 01:00 then. It ends with the day, also where the clock is set back at midnight.
func TestSpecialDateWhoseMidnightIsSkipped(t *testing.T) {
	t.Parallel()
	santiago := rules.Location{location(t, "America/Santiago")}
	for _, tt := range []struct{ day, start, end string }{
		{"2026-09-06", "2026-09-06T04:00:00Z", "2026-09-07T02:59:59.999Z"}, // 00:00 is skipped
		{"2026-09-05", "2026-09-05T04:00:00Z", "2026-09-06T03:59:59.999Z"},
		{"2026-04-04", "2026-04-04T03:00:00Z", "2026-04-05T03:59:59.999Z"}, // 23:00 is there twice
	} {
		day, _ := rules.ParseDate(tt.day)
		entry := platform.SpecialDate{BusinessHour: []platform.Period{{}}}
		entry.StartDate, entry.EndDate = rules.SpecialRange(day, day, platform.AnchorShop, santiago)
		for at, want := range map[int64]string{entry.StartDate: tt.start, entry.EndDate: tt.end} {
			if got := time.UnixMilli(at).UTC().Format("2006-01-02T15:04:05.999Z07:00"); got != want {
				t.Errorf("%s: %s, want %s", tt.day, got, want)
			}
		}
		if found := rules.Special([]platform.SpecialDate{entry}, platform.AnchorShop, santiago); len(found) != 0 {
			t.Errorf("%s: %+v", tt.day, found)
		}
		if first, last := rules.SpecialDays(entry, platform.AnchorUTC, santiago); first != day || last != day {
			t.Errorf("%s is read as %s to %s", tt.day, first, last)
		}
	}
}
