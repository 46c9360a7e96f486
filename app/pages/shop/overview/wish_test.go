package overview

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
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
		at := special.Place{Week: &platform.Week{}, Anchor: s.Anchor, Zone: s.Zone}
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
