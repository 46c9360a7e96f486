package shop

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/datewish"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// The quick edit of a day makes the list that a run and the editor make, by
// whichever anchor the shop's entries are kept, and taking it back gives back the
// list. The regression: it dropped what the platform says beside the times of an
// entry of the same day.
func TestQuickEditMakesTheListOfTheWish(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, w := datewish.DrawShop(t), datewish.DrawWish(t, true)
		at := place{week: &platform.Week{}, anchor: s.Anchor, zone: s.Zone}
		if rapid.Bool().Draw(t, "weekly again") {
			w.Hours = nil
		}
		got := setDay(s.List, w.First, w.Hours, at)
		if diff := cmp.Diff(s.Want(w), got); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", s.Name, diff)
		}
		if !cover(s.List, w.First, at).ok {
			before := []platform.SpecialDate(rules.ReadCalendar(s.List, s.Anchor, s.Zone).Write())
			if diff := cmp.Diff(before, setDay(got, w.First, nil, at)); diff != "" {
				t.Fatalf("set and cleared (-before +after):\n%s", diff)
			}
		}
	})
}

// What is taken back is sent by the profile's anchor, whichever the list came by:
// the server takes no other.
func TestTakingBackKeepsTheRules(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, w := datewish.DrawShop(t), datewish.DrawWish(t, true)
		at := place{week: &platform.Week{}, anchor: s.Anchor, zone: s.Zone}
		back := change{before: s.List, sent: setDay(s.List, w.First, w.Hours, at), at: at}.back()
		if found := rules.Special(back.sent, s.Anchor, s.Zone); len(found) > 0 {
			t.Fatalf("%+v", found)
		}
		for n := range s.List {
			first, last := rules.SpecialDays(back.sent[n], s.Anchor, s.Zone)
			if from, to := rules.SpecialDays(s.List[n], s.Anchor, s.Zone); from != first || to != last {
				t.Fatalf("%s to %s became %s to %s", from, to, first, last)
			}
		}
	})
}
