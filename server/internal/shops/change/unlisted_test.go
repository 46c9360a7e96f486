package change_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
)

// A change of special dates never drops dates that we know and the platform doesn't list: the shop is left out, or
// the dates are kept. A change of these dates themselves decides about them.
func TestUnlistedDatesAreNeverDroppedUnasked(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		eve := date(m, hongKong, "2026-12-24", "2026-12-26",
			platform.Period{StartTime: 36000, EndTime: 50400, Extra: `"x":1`})
		f := facts(hongKong, date(m, hongKong, "2026-11-20", "2026-11-20"))
		f.Unlisted = []platform.SpecialDate{eve}
		year := give("2026-12-31", "2026-12-31", closed...)

		p := plan(t, m, f, api.Change{Dates: []api.ChangeDate{year}, Replace: true}, api.VerdictBroken)
		if diff := cmp.Diff(api.Problems{{Path: "unlisted", Code: api.ProblemUnlisted,
			Args: []any{"2026-12-24", "2026-12-26"}}}, p.Problems); diff != "" {
			t.Error(diff)
		}
		keep := api.Change{Dates: []api.ChangeDate{year}, Replace: true, Keep: true}
		p = plan(t, m, f, keep, api.VerdictChanges)
		list := p.Calls[0].Request.(platform.SpecialUpdate).Dates
		if len(list) != 3 || !cmp.Equal(list[1], eve) {
			t.Errorf("sent %+v", list)
		}
		after := carried(t, f, p.Calls)
		if again := m.Plan(after, keep, now); again.Verdict != api.VerdictUnchanged {
			t.Errorf("again: %+v", again)
		}
		// Undo doesn't drop them either.
		undo := m.Undo(carried(t, facts(hongKong), nil), p.Differences, change.Before{}, now)
		if undo.Verdict == api.VerdictChanges {
			t.Errorf("undone: %+v", undo)
		}
		since := carried(t, f, p.Calls)
		since.Unlisted = []platform.SpecialDate{date(m, hongKong, "2027-02-01", "2027-02-01")}
		if undo := m.Undo(since, p.Differences, m.Before(f, p.Calls[0], nil), now); undo.Verdict != api.VerdictBroken {
			t.Errorf("undone: %+v", undo)
		}
		// The change gives some of its days other hours: the rest is kept or asked about.
		part := api.Change{Dates: []api.ChangeDate{give("2026-12-25", "2026-12-25", closed...)}, Replace: true}
		if p := plan(t, m, f, part, api.VerdictBroken); len(p.Problems) != 2 {
			t.Errorf("%+v", p.Problems)
		}
		// The change gives all of its days other hours, or clears them.
		plan(t, m, f, api.Change{Dates: []api.ChangeDate{give("2026-12-24", "2026-12-26", closed...)}, Replace: true},
			api.VerdictChanges)
		plan(t, m, f, api.Change{Clear: []api.ChangeRange{{From: "2026-12-01", To: "2026-12-30"}},
			Dates: []api.ChangeDate{year}}, api.VerdictChanges)
		// Changes of other parts aren't held up, nor are changes without an effect.
		plan(t, m, f, api.Change{Days: []api.ChangeDay{{Day: 0, Shifts: closed}}}, api.VerdictChanges)
		plan(t, m, f, api.Change{Dates: []api.ChangeDate{give("2026-11-20", "2026-11-20", closed...)}}, api.VerdictUnchanged)
	})
}

// A change of nothing but a date that the platform doesn't list leaves the shop out, like a change of others: it said
// that the shop was unchanged, whether the date is on the platform or not.
func TestUnlistedDateIsAskedAboutWhereNothingIsSent(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		f := facts(hongKong, date(m, hongKong, "2026-12-31", "2026-12-31"))
		added := plan(t, m, f, api.Change{Dates: []api.ChangeDate{give("2026-12-24", "2026-12-24", closed...)}},
			api.VerdictChanges)
		f.Unlisted = []platform.SpecialDate{date(m, hongKong, "2026-12-24", "2026-12-24"),
			date(m, hongKong, "2027-02-01", "2027-02-01")}
		same := api.Change{Dates: []api.ChangeDate{give("2026-12-24", "2026-12-24", closed...)}, Replace: true}
		for name, p := range map[string]change.Plan{
			"cleared":      m.Plan(f, api.Change{Clear: []api.ChangeRange{{From: "2026-12-23", To: "2026-12-26"}}}, now),
			"given anew":   m.Plan(f, same, now),
			"to be undone": m.Undo(f, added.Differences, change.Before{}, now),
		} {
			if diff := cmp.Diff(api.Problems{{Path: "unlisted", Code: api.ProblemUnlisted,
				Args: []any{"2026-12-24", "2026-12-24"}}}, p.Problems); diff != "" || p.Verdict != api.VerdictBroken {
				t.Errorf("%s: %q %s", name, p.Verdict, diff)
			}
		}
		same.Keep = true
		plan(t, m, f, same, api.VerdictChanges)
		plan(t, m, f, api.Change{Clear: []api.ChangeRange{{From: "2026-12-01", To: "2026-12-23"}}}, api.VerdictUnchanged)
	})
}
