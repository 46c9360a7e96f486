package special

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/datewish"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// The server takes no list but by the profile's anchor, whichever the list of
// before came by.
func TestTakingBackKeepsTheRules(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := datewish.DrawShop(t)
		taken := back(Attempt{Before: &Record{List: s.List}, Sent: &Record{Listed: true}}, s.Anchor, s.Zone)
		if found := rules.Special(taken.List, s.Anchor, s.Zone); len(found) > 0 {
			t.Fatalf("%+v", found)
		}
		for n := range s.List {
			first, last := rules.SpecialDays(taken.List[n], s.Anchor, s.Zone)
			if from, to := rules.SpecialDays(s.List[n], s.Anchor, s.Zone); from != first || to != last {
				t.Fatalf("%s to %s became %s to %s", from, to, first, last)
			}
		}
	})
}

// A name that the save put goes; one that it dropped or changed is as it was.
func TestTakingBackNames(t *testing.T) {
	t.Parallel()
	feast := api.DateName{First: "2027-02-16", Last: "2027-02-18", Name: "Feast"}
	day := api.DateName{First: "2027-02-17", Last: "2027-02-17", Name: "Feast"}
	a := Attempt{Before: &Record{Names: []api.DateName{feast}},
		Sent: &Record{Put: []api.DateName{day}, Drop: []api.DateName{feast}}}
	taken := back(a, platform.AnchorUTC, rules.Fixed(0))
	want := Record{Put: []api.DateName{feast}, Drop: []api.DateName{{First: day.First, Last: day.Last}}}
	if diff := cmp.Diff([][]api.DateName{want.Put, want.Drop},
		[][]api.DateName{taken.Put, taken.Drop}); diff != "" || taken.Listed {
		t.Errorf("listed %v (-want +got):\n%s", taken.Listed, diff)
	}
}

// Setting a change of special dates back was refused when the platform had said
// something of its own beside the times since.
func TestSame(t *testing.T) {
	t.Parallel()
	one := platform.SpecialDate{StartDate: 1, EndDate: 2, BusinessHour: []platform.Period{{EndTime: 7}}}
	two := platform.SpecialDate{StartDate: 3, EndDate: 4, BusinessHour: []platform.Period{{EndTime: 86400}}}
	said := one
	said.BusinessHour = []platform.Period{{EndTime: 7, Extra: `"a":1`}}
	if !Same([]platform.SpecialDate{one, two}, []platform.SpecialDate{two, said}) || !Same(nil, []platform.SpecialDate{}) {
		t.Error("the order, or what is said beside the times, makes a difference")
	}
	if Same([]platform.SpecialDate{one}, []platform.SpecialDate{two}) || Same([]platform.SpecialDate{one}, nil) {
		t.Error("others are the same")
	}
}
