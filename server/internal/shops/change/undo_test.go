package change_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
)

const dayLong = 86_400_000 // milliseconds

// replacing gives the days closed; other dates give way.
func replacing(from, to string) api.Change {
	return api.Change{Replace: true, Dates: []api.ChangeDate{give(from, to, closed...)}}
}

// ran is the shop after the change, with all that an undo of the change takes.
func ran(t *testing.T, m change.Planner, f change.ShopFacts, c api.Change) (after change.ShopFacts,
	did []api.Difference, was change.Before) {
	t.Helper()
	p := plan(t, m, f, c, api.VerdictChanges)
	return carried(t, f, p.Calls), p.Differences, m.Before(f, p.Calls[0], nil)
}

// Undo leaves a shop alone when a day of a date was given to another date since. The regression: undo compared dates of
// exactly the same days, so it sent dates that overlap, or said that the shop was unchanged.
func TestUndoIsRefusedAfterDaysWentToAnotherDate(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		at := func(from, to string) platform.SpecialDate { return date(m, hongKong, from, to) }
		for name, tt := range map[string]struct {
			dates      []platform.SpecialDate
			run, since api.Change
			later      int64 // days
		}{
			"an added date was split": {nil, replacing("2027-01-10", "2027-01-20"), replacing("2027-01-15", "2027-01-15"), 0},
			"an added date that replaced others was split": {
				[]platform.SpecialDate{at("2026-12-24", "2026-12-24"), at("2026-12-25", "2026-12-25")},
				replacing("2026-12-20", "2026-12-31"), replacing("2026-12-24", "2026-12-25"), 0,
			},
			"the day of a removed date was taken": {
				[]platform.SpecialDate{at("2026-12-24", "2026-12-24")},
				api.Change{Clear: []api.ChangeRange{{From: "2026-12-24", To: "2026-12-24"}}},
				replacing("2026-12-23", "2026-12-24"), 0,
			},
			"days that are over by now were taken": {
				[]platform.SpecialDate{at("2026-11-20", "2026-11-27")},
				replacing("2026-11-24", "2026-11-24"), replacing("2026-11-20", "2026-11-21"), 4,
			},
		} {
			after, did, was := ran(t, m, facts(hongKong, tt.dates...), tt.run)
			since, then, left := ran(t, m, after, tt.since)
			if undo := m.Undo(since, did, was, now+tt.later*dayLong); !undo.Since || undo.Verdict != api.VerdictUnchanged ||
				undo.Calls != nil {
				t.Errorf("%s: %+v", name, undo)
			}
			again := carried(t, since, m.Undo(since, then, left, now).Calls) // the later change is undone first
			undo := m.Undo(again, did, was, now+tt.later*dayLong)
			if diff := cmp.Diff(tt.dates, *carried(t, again, undo.Calls).Dates, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s, undone in turn (-before +after): %s", name, diff)
			}
		}
	})
}

// A date of the run that is over by now gives way to the restored date that it took days from. The regression: both
// were sent, and overlapped.
func TestRestoredDateTakesItsDaysFromADateThatIsOver(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		before := date(m, hongKong, "2026-11-23", "2026-11-30")
		after, did, was := ran(t, m, facts(hongKong, before), replacing("2026-11-21", "2026-11-24"))
		undo := m.Undo(after, did, was, now+6*dayLong)
		if diff := cmp.Diff([]platform.SpecialDate{before}, *carried(t, after, undo.Calls).Dates); diff != "" {
			t.Errorf("undone (-before +after): %s", diff)
		}
	})
}

// Undo sends no dates that overlap, after any other change and on any later day. Where undo isn't refused, the days of
// the run have their former hours.
func TestUndoAfterAnotherChangeIsRefusedOrComplete(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		rapid.Check(t, func(t *rapid.T) {
			f, c, other := factsGen(m).Draw(t, "facts"), changeGen.Draw(t, "change"), changeGen.Draw(t, "other")
			c, other = api.Change{Dates: c.Dates, Clear: c.Clear, Replace: true},
				api.Change{Dates: other.Dates, Clear: other.Clear, Replace: true}
			p := m.Plan(f, c, now)
			if p.Verdict != api.VerdictChanges {
				return
			}
			after := carried(t, f, p.Calls)
			since := carried(t, after, m.Plan(after, other, now).Calls)
			at := now + rapid.Int64Range(0, 20).Draw(t, "later")*dayLong
			undo := m.Undo(since, p.Differences, m.Before(f, p.Calls[0], nil), at)
			if len(undo.Problems) > 0 {
				t.Fatalf("broken: %+v", undo.Problems)
			}
			if undo.Since {
				return
			}
			back := carried(t, since, undo.Calls)
			zone, _ := rules.LoadLocation(f.Shop.Zone)
			for _, wrong := range rules.Special(*back.Dates, m.Anchor, zone) {
				if wrong.Code == rules.CodeDatesOverlap {
					t.Fatalf("%+v", wrong)
				}
			}
			today, _ := rules.Local(at, zone)
			for _, d := range p.Differences {
				first, _ := rules.ParseDate(d.From)
				last, _ := rules.ParseDate(d.To)
				for day := first; !last.Before(day); day = day.AddDays(1) {
					if day.Before(today) {
						continue
					}
					if diff := cmp.Diff(hoursOn(m, f, day, zone), hoursOn(m, back, day, zone)); diff != "" {
						t.Fatalf("%s (-before +after undo): %s", day, diff)
					}
				}
			}
		})
	})
}

// hoursOn are the hours of a day that is special, nil for another day.
func hoursOn(m change.Planner, f change.ShopFacts, day rules.Date, zone rules.Zone) []api.Shift {
	list := rules.ReadCalendar(*f.Dates, m.Anchor, zone).List
	at := slices.IndexFunc(list, func(d rules.Dated) bool { return d.Overlaps(day, day) })
	if at < 0 {
		return nil
	}
	return change.Shifts(list[at].BusinessHour)
}

// A call with an unknown outcome isn't repeated over a date that another party has put on its days. The regression: an
// added date that was split since looked as if the call had no effect.
func TestCallIsNotRepeatedOverAnotherDate(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		after, did, _ := ran(t, m, facts(hongKong), replacing("2027-01-10", "2027-01-20"))
		since, _, _ := ran(t, m, after, replacing("2027-01-15", "2027-01-15"))
		if effect := m.EffectOf(since, did, now); effect != change.LandedOther {
			t.Errorf("the effect is %d", effect)
		}
	})
}
