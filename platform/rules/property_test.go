package rules_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func property(t *testing.T, check func(*rapid.T)) {
	t.Helper()
	t.Parallel()
	rapid.Check(t, check)
}

var (
	anyTime = rapid.OneOf(rapid.Map(rapid.IntRange(0, 96), func(n int) int {
		return n * 900
	}), rapid.IntRange(-100, 86500))
	anyShift = rapid.Custom(func(t *rapid.T) platform.Period {
		return platform.Period{StartTime: anyTime.Draw(t, "start"), EndTime: anyTime.Draw(t, "end")}
	})
	anyDay  = rapid.SliceOfN(anyShift, 0, 4)
	anyWeek = rapid.Custom(func(t *rapid.T) *platform.Week {
		w := &platform.Week{}
		for _, day := range platform.Days() {
			w.SetDay(day, anyDay.Draw(t, day.Key()))
		}
		return w
	})
	// anyDate is in 2026 or shortly before or after.
	anyDate = rapid.Map(rapid.IntRange(20400, 20850), rules.DateOfDays)
	anchors = rapid.SampledFrom([]platform.Anchor{platform.AnchorUTC, platform.AnchorShop})
)

// drawZone has two changes of its offset in 2026, as zones have.
func drawZone(t *rapid.T) summerTime {
	base := rapid.IntRange(-48, 56).Draw(t, "quarters") * 900
	jump := rapid.SampledFrom([]int{0, 1800, 3600, -3600, 7200}).Draw(t, "jump")
	spring := rapid.Int64Range(1772323200/900, 1777593600/900).Draw(t, "spring") // March, April
	autumn := rapid.Int64Range(1790812800/900, 1796083200/900).Draw(t, "autumn") // October, November
	return summerTime{base, jump, spring * 900_000, autumn * 900_000}
}

// drawDate is often a date on which the clocks of zone change.
func drawDate(t *rapid.T, zone summerTime) rules.Date {
	if !rapid.Bool().Draw(t, "near a change") {
		return anyDate.Draw(t, "date")
	}
	date, _ := rules.Local(rapid.SampledFrom([]int64{zone.spring, zone.autumn}).Draw(t, "change"), zone)
	return date.AddDays(rapid.IntRange(-1, 1).Draw(t, "beside"))
}

type summerTime struct {
	base, jump     int
	spring, autumn int64
}

func (z summerTime) OffsetAt(unixMS int64) int {
	if unixMS >= z.spring && unixMS < z.autumn {
		return z.base + z.jump
	}
	return z.base
}

func drawSpecials(t *rapid.T, around rules.Date, anchor platform.Anchor, zone rules.Zone) []platform.SpecialDate {
	var dates []platform.SpecialDate
	for range rapid.IntRange(0, 3).Draw(t, "specials") {
		first := around.AddDays(rapid.IntRange(-4, 4).Draw(t, "first"))
		last := first.AddDays(rapid.IntRange(0, 3).Draw(t, "length"))
		entry := platform.SpecialDate{BusinessHour: anyDay.Draw(t, "hours")}
		entry.StartDate, entry.EndDate = rules.SpecialRange(first, last, anchor, zone)
		dates = append(dates, entry)
	}
	return dates
}

func TestNormalizeTwiceEqualsOnce(t *testing.T) {
	property(t, func(t *rapid.T) {
		w := anyWeek.Draw(t, "week")
		once := rules.Normalize(w)
		if diff := cmp.Diff(once, rules.Normalize(once)); diff != "" {
			t.Fatal(diff)
		}
		for _, day := range platform.Days() {
			if len(w.Day(day)) > 0 && len(once.Day(day)) != len(w.Day(day)) {
				t.Fatalf("%s: %v became %v", day.Key(), w.Day(day), once.Day(day))
			}
			for _, p := range w.Day(day) {
				if !slices.Contains(once.Day(day), p) {
					t.Fatalf("%s lost %v", day.Key(), p)
				}
			}
		}
	})
}

func TestNormalizeKeepsTheVerdict(t *testing.T) {
	property(t, func(t *rapid.T) {
		w := anyWeek.Draw(t, "week")
		before, after := codes(rules.Week(w)), codes(rules.Week(rules.Normalize(w)))
		if diff := cmp.Diff(before, after); diff != "" {
			t.Fatal(diff)
		}
	})
}

// codes counts, because normalising moves indices.
func codes(problems []rules.Problem) map[string]int {
	count := map[string]int{}
	for _, p := range problems {
		count[p.Code]++
	}
	return count
}

func TestOverlapIsSymmetric(t *testing.T) {
	property(t, func(t *rapid.T) {
		a, b := anyShift.Draw(t, "a"), anyShift.Draw(t, "b")
		if rules.Overlap(a, b) != rules.Overlap(b, a) {
			t.Fatalf("%v and %v", a, b)
		}
	})
}

// TestOverlapIsSharedTime compares with the definition: a quarter of an hour
// that both cover.
func TestOverlapIsSharedTime(t *testing.T) {
	quarters := rapid.IntRange(0, 96)
	property(t, func(t *rapid.T) {
		draw := func(name string) (platform.Period, [192]bool) {
			start, end := quarters.Draw(t, name), quarters.Draw(t, name)
			p := platform.Period{StartTime: start * 900, EndTime: end * 900}
			if end < start || end == start && start > 0 { // equal times last a day
				end += 96
			}
			var covers [192]bool
			for q := start; q < end; q++ {
				covers[q] = true
			}
			return p, covers
		}
		a, coversA := draw("a")
		b, coversB := draw("b")
		want := false
		for q := range coversA {
			want = want || coversA[q] && coversB[q]
		}
		if rules.Overlap(a, b) != want {
			t.Fatalf("%v and %v: %v", a, b, !want)
		}
	})
}

func TestEffectiveNeverOverlaps(t *testing.T) {
	property(t, func(t *rapid.T) {
		zone, anchor := drawZone(t), anchors.Draw(t, "anchor")
		date := drawDate(t, zone)
		hours := rules.Effective(date, anyWeek.Draw(t, "week"), drawSpecials(t, date, anchor, zone), anchor, zone)
		end := 0
		for _, s := range hours.Segments {
			if s.Start < end || s.Start >= s.End || s.End > platform.DaySeconds {
				t.Fatalf("%+v", hours.Segments)
			}
			end = s.End
		}
	})
}

// The next date is open for as long as a segment says that its shift goes on.
func TestNextDateHasTheTail(t *testing.T) {
	property(t, func(t *rapid.T) {
		zone, anchor := drawZone(t), anchors.Draw(t, "anchor")
		date := drawDate(t, zone)
		all := rules.NewSchedule(anyWeek.Draw(t, "week"), drawSpecials(t, date, anchor, zone), anchor, zone)
		next, open := all.On(date.AddDays(1)), 0
		for _, s := range next.Segments {
			if s.Start <= open {
				open = s.End
			}
		}
		for _, s := range all.On(date).Segments {
			if s.Tail > open || s.Tail > 0 && s.End != platform.DaySeconds {
				t.Fatalf("%+v, then %+v", s, next.Segments)
			}
		}
	})
}

// TestOpenAtAgreesWithEffective looks up the instant in the segments of the
// dates around it, and checks that Until is a change and nothing changes
// before it.
func TestOpenAtAgreesWithEffective(t *testing.T) {
	property(t, func(t *rapid.T) {
		zone, anchor := drawZone(t), anchors.Draw(t, "anchor")
		date := drawDate(t, zone)
		w, dates := anyWeek.Draw(t, "week"), drawSpecials(t, date, anchor, zone)
		open := func(at int64) bool {
			today, _ := rules.Local(at, zone)
			for _, d := range []rules.Date{today.AddDays(-1), today, today.AddDays(1)} {
				for _, s := range rules.Effective(d, w, dates, anchor, zone).Segments {
					if rules.Instant(d, s.Start, zone) <= at && at < rules.Instant(d, s.End, zone) {
						return true
					}
				}
			}
			return false
		}
		at := rules.Instant(date, rapid.IntRange(0, 86400).Draw(t, "at"), zone)
		got := rules.OpenAt(at, w, dates, anchor, zone)
		if got.Open != open(at) {
			t.Fatalf("OpenAt says %v", got)
		}
		if got.Until == 0 {
			return
		}
		if got.Until <= at || open(got.Until) == got.Open || open(got.Until-1) != got.Open {
			t.Fatalf("until %d is no change: %+v", got.Until, got)
		}
		for range 20 {
			if between := rapid.Int64Range(at, got.Until-1).Draw(t, "between"); open(between) != got.Open {
				t.Fatalf("changes before %d, at %d", got.Until, between)
			}
		}
		if got.NextOpen != 0 && (!open(got.NextOpen) || open(got.NextOpen-1)) {
			t.Fatalf("next opening %d isn't one", got.NextOpen)
		}
	})
}

func TestParseClockReadsFormatClock(t *testing.T) {
	t.Parallel()
	for s := range platform.DaySeconds + 1 {
		if got, ok := rules.ParseClock(rules.FormatClock(s)); !ok || got != s {
			t.Fatalf("%d is written %q and read %d, %v", s, rules.FormatClock(s), got, ok)
		}
	}
}

func TestInstantAndLocalAgree(t *testing.T) {
	property(t, func(t *rapid.T) {
		zone := drawZone(t)
		date := drawDate(t, zone)
		seconds := rapid.IntRange(0, 86399).Draw(t, "seconds")
		at := rules.Instant(date, seconds, zone)
		gotDate, gotSeconds := rules.Local(at, zone)
		reading := func(d rules.Date, s int) int { return d.Days()*platform.DaySeconds + s }
		switch got, want := reading(gotDate, gotSeconds), reading(date, seconds); {
		case got == want:
			// The first of two: nothing earlier shows the same.
			if d, s := rules.Local(at-7200_000, zone); reading(d, s) == want {
				t.Fatal("the second of two")
			}
		case got < want:
			t.Fatalf("%v %d became %v %d", date, seconds, gotDate, gotSeconds)
		default: // skipped: just before, the clock hadn't reached it
			if d, s := rules.Local(at-1, zone); reading(d, s) >= want {
				t.Fatal("not the moment of the jump")
			}
		}
		if later := rules.Instant(date, seconds+rapid.IntRange(0, 90000).Draw(t, "later"), zone); later < at {
			t.Fatal("a later reading is earlier")
		}
	})
}

func TestDatesCountDays(t *testing.T) {
	property(t, func(t *rapid.T) {
		n := rapid.IntRange(-1_000_000, 1_000_000).Draw(t, "days")
		d := rules.DateOfDays(n)
		if d.Days() != n || d.AddDays(1).Days() != n+1 || d.AddDays(1).Weekday() != d.Weekday().Next() {
			t.Fatalf("%d is %v, %d", n, d, d.Days())
		}
		if d.Year >= 0 && d.Year <= 9999 {
			if back, ok := rules.ParseDate(d.String()); !ok || back != d {
				t.Fatalf("%q is read %v", d.String(), back)
			}
		}
	})
}

func TestDiffSaysWhetherWeeksAreEqual(t *testing.T) {
	property(t, func(t *rapid.T) {
		a, b := anyWeek.Draw(t, "a"), anyWeek.Draw(t, "b")
		if changed := rules.Changes(a, rules.Normalize(a)); len(changed) != 0 {
			t.Fatalf("a week differs from itself: %v", changed)
		}
		for i, d := range rules.Diff(a, b) {
			back := rules.Diff(b, a)[i]
			if !slices.Equal(d.Before, back.After) || (d.Code == rules.DayUnchanged) != (back.Code == rules.DayUnchanged) ||
				(d.Code == rules.DayOpened) != (back.Code == rules.DayClosed) {
				t.Fatalf("%v and %v", d, back)
			}
		}
	})
}
