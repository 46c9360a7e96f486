package sandbox_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// judge posts each value as member of path's request and wants success, or a
// refusal that says what is expected.
func judge(t *testing.T, s *sandbox.Sandbox, path, member string, tests []judged) {
	t.Helper()
	base := serve(t, s, "/p")
	token := exchange(t, base)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			body := fmt.Sprintf(`{"shopId":%d,%q:%s}`, central, member, test.value)
			if test.value == "" {
				body = fmt.Sprintf(`{"shopId":%d}`, central)
			}
			before, _ := s.Shop(central)
			_, env := post(t, base, token, path, body)
			if test.refusal == "" {
				if env.Code != 0 {
					t.Errorf("refused: %+v", env)
				}
				return
			}
			if env.Code != sandbox.CodeParameter || !strings.Contains(env.Message, test.refusal) {
				t.Errorf("code %d, message %q, want %q in it", env.Code, env.Message, test.refusal)
			}
			after, _ := s.Shop(central)
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("a refused change changed the shop:\n%s", diff)
			}
		})
	}
}

type judged struct{ name, value, refusal string }

func TestUpdateWeek(t *testing.T) {
	t.Parallel()
	period := func(from, to int) string { return fmt.Sprintf(`{"startTime":%d,"endTime":%d}`, from, to) }
	day := func(key string, periods ...string) string {
		return `"` + key + `":[` + strings.Join(periods, ",") + `]`
	}
	week := func(days ...string) string { return "{" + strings.Join(days, ",") + "}" }
	judge(t, new(sandbox.Sandbox), platform.PathWeekUpdate, "businessHourOfTheWeek", []judged{
		{"absent", "", "businessHourOfTheWeek is required"},
		{"null", "null", "is required"},
		{"array", "[]", "must be an object"},
		{"no days", "{}", ""},
		{"empty day", week(day("mon")), ""},
		{"null day", `{"mon":null}`, "mon must be an array"},
		{"day of another type", `{"mon":{}}`, "mon must be an array"},
		{"null period", `{"mon":[null]}`, "mon[0].startTime is required"},
		{"unknown day", week(day("monday", period(0, 1))), `unknown day "monday"`},
		{"day in capitals", week(day("Mon", period(0, 1))), `unknown day "Mon"`},
		{"split", week(day("mon", period(39600, 54000), period(63000, 79200))), ""},
		{"touching", week(day("mon", period(3600, 7200), period(7200, 9000))), ""},
		{"unsorted", week(day("mon", period(7200, 9000), period(3600, 7200))), ""},
		{"overlap", week(day("mon", period(3600, 7201), period(7200, 9000))), "mon[1] overlaps"},
		{"one in another", week(day("mon", period(3600, 9000), period(4000, 5000))), "mon[1] overlaps"},
		{"twice the same", week(day("mon", period(3600, 9000), period(3600, 9000))), "mon[1] overlaps"},
		{"closed", week(day("mon", period(0, 0))), ""},
		{"closed and open", week(day("mon", period(3600, 7200), period(0, 0))), "mon[1] closes the whole day"},
		{"closed twice", week(day("mon", period(0, 0), period(0, 0))), "mon[0] closes the whole day"},
		{"whole day", week(day("mon", period(0, 86400)), day("tue", period(0, 86400))), ""},
		{"whole day and more", week(day("mon", period(0, 86400), period(3600, 7200))), "overlaps"},
		{"equal times", week(day("mon", period(3600, 3600))), "starts and ends at the same time"},
		{"equal at the end", week(day("mon", period(86400, 86400))), "starts and ends at the same time"},
		{"negative", week(day("mon", period(-1, 3600))), "startTime must be from 0 to 86400"},
		{"beyond the day", week(day("mon", period(0, 86401))), "endTime must be from 0 to 86400"},
		{"fraction", `{"mon":[{"startTime":0.5,"endTime":3600}]}`, "startTime must be an integer"},
		{"exponent", `{"mon":[{"startTime":0,"endTime":1e3}]}`, "endTime must be an integer"},
		{"text", `{"mon":[{"startTime":"0","endTime":3600}]}`, "startTime must be an integer"},
		{"no end", `{"mon":[{"startTime":0}]}`, "endTime is required"},
		{"past midnight", week(day("fri", period(64800, 7200)), day("sat", period(7200, 9000))), ""},
		{"until midnight", week(day("fri", period(64800, 0)), day("sat", period(0, 9000))), ""},
		{"past midnight into the next day", week(day("fri", period(64800, 7201)), day("sat", period(7200, 9000))),
			"fri runs past midnight"},
		{"past midnight into a closed day", week(day("fri", period(64800, 7200)), day("sat", period(0, 0))), ""},
		{"Sunday into Monday", week(day("sun", period(64800, 7200)), day("mon", period(0, 9000))), "sun runs past midnight"},
		{"two past midnight", week(day("fri", period(64800, 7200), period(72000, 3600))), "fri[1] overlaps"},
		{"late shift on every day", week(day("fri", period(64800, 7200)), day("sat", period(64800, 7200))), ""},
		{"other members", `{"mon":[{"startTime":0,"endTime":60,"note":"x"}]}`, ""},
	})
}

func TestWeekIsKept(t *testing.T) {
	t.Parallel()
	client := dial(t, serve(t, new(sandbox.Sandbox), "/p"))
	week := &platform.Week{Mon: []platform.Period{{}}, Fri: []platform.Period{{StartTime: 64800, EndTime: 7200}},
		Sun: []platform.Period{}}
	if err := client.UpdateWeeklyHours(t.Context(), platform.WeekUpdate{ShopID: central, Week: week}); err != nil {
		t.Fatal(err)
	}
	got, err := client.WeeklyHours(t.Context(), platform.ShopRef{ShopID: central})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(week, got); diff != "" {
		t.Errorf("week (-sent +read):\n%s", diff)
	}
}

func TestUpdateSpecial(t *testing.T) {
	t.Parallel()
	const closed = `[{"startTime":0,"endTime":0}]`
	utc, hongKong := time.UTC, zone(t, "Asia/Hong_Kong")
	entry := func(in *time.Location, first, last int, hours string) string {
		return fmt.Sprintf(`{"startDate":%d,"endDate":%d,"businessHour":%s}`,
			time.Date(2027, 2, first, 0, 0, 0, 0, in).UnixMilli(),
			time.Date(2027, 2, last+1, 0, 0, 0, 0, in).UnixMilli()-1, hours)
	}
	list := func(entries ...string) string { return "[" + strings.Join(entries, ",") + "]" }
	midnight := time.Date(2027, 2, 1, 0, 0, 0, 0, utc).UnixMilli()
	raw := func(start, end int64) string {
		return fmt.Sprintf(`[{"startDate":%d,"endDate":%d,"businessHour":%s}]`, start, end, closed)
	}
	const day = int64(24 * time.Hour / time.Millisecond)

	judge(t, new(sandbox.Sandbox), platform.PathSpecialUpdate, "specialBusinessHour", []judged{
		{"absent", "", "specialBusinessHour is required"},
		{"null clears", "null", ""},
		{"empty clears", "[]", ""},
		{"object", "{}", "must be an array"},
		{"null entry", "[null]", "[0].startDate is required"},
		{"one day", list(entry(utc, 1, 1, closed)), ""},
		{"several days", list(entry(utc, 1, 3, closed), entry(utc, 4, 4, closed)), ""},
		{"overlap", list(entry(utc, 1, 3, closed), entry(utc, 3, 4, closed)), "[1] overlaps"},
		{"overlap, earlier one last", list(entry(utc, 3, 4, closed), entry(utc, 1, 3, closed)), "[1] overlaps"},
		{"backwards", raw(midnight+day, midnight+day-1), "endDate is before"},
		{"start off midnight", raw(midnight+1, midnight+day-1), "startDate must be 00:00:00.000"},
		{"end at midnight", raw(midnight, midnight+day), "endDate must be 23:59:59.999"},
		{"shop's midnight", list(entry(hongKong, 1, 1, closed)), "startDate must be 00:00:00.000"},
		{"seconds", raw(midnight/1000, (midnight+day-1)/1000), "startDate must be"},
		{"negative", raw(-day, day-1), "startDate must be"},
		{"far beyond", raw(1<<62, 1<<62+1), "startDate must be"},
		{"text", `[{"startDate":"1","endDate":2,"businessHour":[]}]`, "startDate must be an integer"},
		{"no end", `[{"startDate":0,"businessHour":[]}]`, "endDate is required"},
		{"no hours", raw2(midnight, midnight+day-1, ""), "businessHour is required"},
		{"null hours", raw2(midnight, midnight+day-1, `,"businessHour":null`), "businessHour is required"},
		{"empty hours", list(entry(utc, 1, 1, "[]")), "businessHour must have a period"},
		{"overlapping hours", list(entry(utc, 1, 1, `[{"startTime":0,"endTime":60},{"startTime":59,"endTime":90}]`)),
			"businessHour[1] overlaps"},
		{"closed and open", list(entry(utc, 1, 1, `[{"startTime":0,"endTime":0},{"startTime":59,"endTime":90}]`)),
			"closes the whole day"},
		{"past midnight", list(entry(utc, 1, 3, `[{"startTime":64800,"endTime":7200}]`)), ""},
		{"past midnight into itself", list(entry(utc, 1, 3,
			`[{"startTime":3600,"endTime":9000},{"startTime":64800,"endTime":7200}]`)), "runs past midnight"},
		{"the same for one day", list(
			entry(utc, 1, 1, `[{"startTime":3600,"endTime":9000},{"startTime":64800,"endTime":7200}]`)), ""},
	})

	byShop := &sandbox.Sandbox{Plays: anchored[platform.AnchorShop]}
	judge(t, byShop, platform.PathSpecialUpdate, "specialBusinessHour", []judged{
		{"anchor shop, shop's midnight", list(entry(hongKong, 1, 1, closed)), ""},
		{"anchor shop, UTC midnight", list(entry(utc, 1, 1, closed)), "startDate must be 00:00:00.000"},
	})
}

func raw2(start, end int64, rest string) string {
	return fmt.Sprintf(`[{"startDate":%d,"endDate":%d%s}]`, start, end, rest)
}

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

const saoPaulo = central + 27

// Expired entries are gone once the shop's own day is over (interface 3.3).
func TestSpecialHoursExpire(t *testing.T) {
	t.Parallel()
	for _, anchor := range []platform.Anchor{platform.AnchorUTC, platform.AnchorShop} {
		clock := sandbox.NewVirtualClock(noon)
		s := &sandbox.Sandbox{Clock: clock, Plays: anchored[anchor]}
		base := serve(t, s, "/p")
		for _, shop := range []int64{central, saoPaulo} {
			state, _ := s.Shop(shop)
			local := zone(t, state.Zone)
			midnights := time.UTC
			if anchor == platform.AnchorShop {
				midnights = local
			}
			today := s.Now().In(local)
			at := func(days int) int64 {
				return time.Date(today.Year(), today.Month(), today.Day()+days, 0, 0, 0, 0, midnights).UnixMilli()
			}
			closed := []platform.Period{{}}
			dates := []platform.SpecialDate{
				{StartDate: at(-1), EndDate: at(0) - 1, BusinessHour: closed},
				{StartDate: at(0), EndDate: at(1) - 1, BusinessHour: closed},
				{StartDate: at(1), EndDate: at(3) - 1, BusinessHour: closed},
			}
			if err := dial(t, base).UpdateSpecialHours(t.Context(),
				platform.SpecialUpdate{ShopID: shop, Dates: dates}); err != nil {
				t.Fatal(err)
			}
			expect := func(when string, want []platform.SpecialDate) {
				t.Helper()
				got, err := dial(t, base).SpecialHours(t.Context(), platform.ShopRef{ShopID: shop})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, *got); diff != "" {
					t.Errorf("shop %d, anchor %d, %s (-want +got):\n%s", shop, anchor, when, diff)
				}
			}
			midnight := time.Date(today.Year(), today.Month(), today.Day()+1, 0, 0, 0, 0, local)
			expect("today", dates[1:])
			clock.Advance(midnight.Add(-time.Millisecond).Sub(clock.Now()))
			expect("just before midnight", dates[1:])
			clock.Advance(time.Millisecond)
			expect("at midnight", dates[2:])
			clock.Advance(48 * time.Hour)
			expect("when all is over", []platform.SpecialDate{})
		}
	}
}

// A day whose clock is set forward at midnight begins at the change. The bug: west of Greenwich, the sandbox had such a
// day begin an hour early, and refused its special dates.
func TestSpecialDateOfADayWithoutMidnightIsTaken(t *testing.T) {
	t.Parallel()
	client := dial(t, serve(t, &sandbox.Sandbox{Plays: anchored[platform.AnchorShop]}, "/p"))
	change := time.Date(2018, time.November, 4, 3, 0, 0, 0, time.UTC) // 00:00 in São Paulo, where it became 01:00
	for name, day := range map[string][2]time.Time{
		"before": {change.Add(-24 * time.Hour), change},
		"after":  {change, change.Add(23 * time.Hour)},
	} {
		err := client.UpdateSpecialHours(t.Context(), platform.SpecialUpdate{ShopID: saoPaulo,
			Dates: []platform.SpecialDate{{StartDate: day[0].UnixMilli(), EndDate: day[1].UnixMilli() - 1,
				BusinessHour: []platform.Period{{}}}}})
		if err != nil {
			t.Errorf("the day %s: %v", name, err)
		}
	}
}

// anchored are the variants of a sandbox whose special dates begin at that midnight.
var anchored = map[platform.Anchor][]sandbox.Variant{platform.AnchorShop: {sandbox.ShopDates}}
