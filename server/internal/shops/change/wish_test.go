package change_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/datewish"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

func wishing(s datewish.Shop, dates ...platform.SpecialDate) change.ShopFacts {
	f := facts(s.Name, dates...)
	f.Shop = store.Shop{ShopID: shopID, Zone: s.Name}
	f.Week = &platform.Week{}
	return f
}

// planned plans a run that sets the days and hours of a wish in a shop.
func planned(s datewish.Shop, w datewish.Wish) (m change.Planner, f change.ShopFacts, p change.Plan) {
	m, f = change.Planner{Anchor: s.Anchor}, wishing(s, s.List...)
	days := give(w.First.String(), w.Last.String(), change.Shifts(w.Hours)...)
	return m, f, m.Plan(f, api.Change{Replace: true, Dates: []api.ChangeDate{days}}, datewish.Today.UnixMilli())
}

// sent is the list that a plan sends, or the shop's own list if the plan sends none.
func sent(t *rapid.T, f change.ShopFacts, p change.Plan) []platform.SpecialDate {
	switch p.Verdict {
	case api.VerdictChanges:
		return []platform.SpecialDate(p.Calls[0].Request.(platform.SpecialUpdate).Dates)
	case api.VerdictUnchanged:
		return *f.Dates
	case api.VerdictBroken, api.VerdictDenied, api.VerdictUnknown:
	}
	t.Fatalf("verdict %q: %+v", p.Verdict, p.Problems)
	return nil
}

// A run that sets the hours of some days sends the same list as the editor and the quick edit, with either anchor.
// The regression: under the UTC profile, a run closed 23 December in Hong Kong as well.
func TestRunMakesTheListOfTheWish(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, w := datewish.DrawShop(t), datewish.DrawWish(t, false)
		_, f, p := planned(s, w)
		list := sent(t, f, p)
		if p.Verdict == api.VerdictUnchanged {
			calendar := rules.ReadCalendar(s.List, s.Anchor, s.Zone)
			list = []platform.SpecialDate(calendar.Write()) // as a run with another difference would send it
		}
		if diff := cmp.Diff(s.Want(w), list); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", s.Name, diff)
		}
	})
}

// Setting days that had no special date and clearing them restores the list. Undo restores the list in every case.
func TestClearAndUndoRestoreTheList(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, w := datewish.DrawShop(t), datewish.DrawWish(t, false)
		m, f, set := planned(s, w)
		now := datewish.Today.UnixMilli()
		before := []platform.SpecialDate(rules.ReadCalendar(s.List, s.Anchor, s.Zone).Write())
		if set.Verdict == api.VerdictUnchanged {
			return
		}
		was := m.Before(f, set.Calls[0], nil)
		after := carried(t, f, set.Calls)
		if diff := cmp.Diff(before, sent(t, after, m.Undo(after, set.Differences, was, now))); diff != "" {
			t.Fatalf("undone (-before +after):\n%s", diff)
		}
		for _, d := range set.Differences {
			if d.BeforeShifts != nil {
				return // one of the days was special before
			}
		}
		cleared := m.Plan(after, api.Change{Clear: []api.ChangeRange{{From: w.First.String(), To: w.Last.String()}}}, now)
		if diff := cmp.Diff(before, sent(t, after, cleared)); diff != "" {
			t.Fatalf("cleared (-before +after):\n%s", diff)
		}
	})
}
