package change_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
)

func makers(t *testing.T, run func(t *testing.T, m change.Planner)) {
	for name, anchor := range map[string]platform.Anchor{"utc": platform.AnchorUTC, "shop": platform.AnchorShop} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, change.Planner{Anchor: anchor})
		})
	}
}

// A change that is planned again after it was carried out sends nothing.
func TestRepeatedChangeSendsNothing(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		rapid.Check(t, func(t *rapid.T) {
			f, c := factsGen(m).Draw(t, "facts"), changeGen.Draw(t, "change")
			p := m.Plan(f, c, now)
			if p.Verdict == api.VerdictBroken {
				return
			}
			after := carried(t, f, p.Calls)
			if again := m.Plan(after, c, now); again.Verdict != api.VerdictUnchanged || len(again.Calls) > 0 {
				t.Fatalf("%+v", again)
			}
			for _, call := range p.Calls {
				if b, a := m.EffectOf(f, call.Differences, now),
					m.EffectOf(after, call.Differences, now); b != change.LandedBefore ||
					a != change.LandedDone {
					t.Fatalf("%s: landed %d before and %d after", call.Part, b, a)
				}
			}
		})
	})
}

// Special dates that a change doesn't mention are sent back unchanged, including unknown members and dates that are
// over. Every list that is sent keeps the rules.
func TestOtherDatesAreSentBackUnchanged(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		rapid.Check(t, func(t *rapid.T) {
			f, c := factsGen(m).Draw(t, "facts"), changeGen.Draw(t, "change")
			p := m.Plan(f, c, now)
			zone, _ := rules.LoadLocation(f.Shop.Zone)
			for _, call := range p.Calls {
				request, dated := call.Request.(platform.SpecialUpdate)
				if !dated {
					continue
				}
				for _, old := range *f.Dates {
					first, last := rules.SpecialDays(old, m.Anchor, zone)
					spoken := slices.ContainsFunc(call.Differences, func(d api.Difference) bool {
						return d.From == first.String() && d.To == last.String()
					})
					kept := slices.ContainsFunc(request.Dates, func(d platform.SpecialDate) bool { return cmp.Equal(d, old) })
					if kept == spoken {
						t.Fatalf("%s to %s: kept %t, spoken of %t", first, last, kept, spoken)
					}
				}
				if wrong := rules.Check(&request, rules.Env{Anchor: m.Anchor, Zone: zone}); len(wrong) > 0 {
					t.Fatalf("sent against the rules: %+v", wrong)
				}
			}
		})
	})
}

// Undo restores the former state, also from differences that were kept as JSON; a second undo changes nothing.
func TestUndoRestoresTheFormerState(t *testing.T) {
	t.Parallel()
	makers(t, func(t *testing.T, m change.Planner) {
		rapid.Check(t, func(t *rapid.T) {
			f, c := factsGen(m).Draw(t, "facts"), changeGen.Draw(t, "change")
			p := m.Plan(f, c, now)
			after := carried(t, f, p.Calls)
			var was change.Before
			for _, call := range p.Calls {
				was.Take(m.Before(f, call, nil))
			}
			did := roundTrip(t, p.Differences)
			if len(p.Calls) == 0 {
				did = nil
			}
			undo := m.Undo(after, did, roundTrip(t, was), now)
			if undo.Since || len(undo.Problems) > 0 {
				t.Fatalf("%+v", undo)
			}
			back := carried(t, after, undo.Calls)
			for _, part := range change.Parts(c) {
				if part == api.PartDates {
					continue // dates that are over aren't restored; the rest is compared below
				}
				if diff := cmp.Diff(state(f, part), state(back, part)); diff != "" {
					t.Fatalf("%s (-before +after undo):\n%s", part, diff)
				}
			}
			if diff := cmp.Diff(coming(m, f), coming(m, back)); diff != "" {
				t.Fatalf("dates (-before +after undo):\n%s", diff)
			}
			if again := m.Undo(back, did, was, now); again.Verdict != api.VerdictUnchanged || again.Since {
				t.Fatalf("again: %+v", again)
			}
		})
	})
}

// state is the present state of a part other than special dates.
func state(f change.ShopFacts, part api.Part) any {
	switch part {
	case api.PartWeek:
		return rules.Normalize(f.Week)
	case api.PartPhones:
		return f.Record.Phones
	case api.PartPicture:
		return f.Record.MainPictures
	case api.PartStatus, api.PartDates:
	}
	return f.Record.Status
}

// coming lists the entries that aren't over, by their days.
func coming(m change.Planner, f change.ShopFacts) []platform.SpecialDate {
	zone, _ := rules.LoadLocation(f.Shop.Zone)
	today, _ := rules.Local(now, zone)
	var list []platform.SpecialDate
	for _, d := range *f.Dates {
		if _, last := rules.SpecialDays(d, m.Anchor, zone); !last.Before(today) {
			d.BusinessHour = rules.NormalizeDay(d.BusinessHour)
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b platform.SpecialDate) int { return int((a.StartDate - b.StartDate) / 1000) })
	return list
}

func roundTrip[T any](t *rapid.T, v T) (back T) {
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &back)
	}
	if err != nil {
		t.Fatal(err)
	}
	return back
}
