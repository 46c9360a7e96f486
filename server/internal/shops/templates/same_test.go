package templates_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

func contains(list []api.Difference, one api.Difference) bool {
	return slices.ContainsFunc(list, func(d api.Difference) bool { return cmp.Equal(d, one) })
}

// Computed drift is remembered until the shop or the templates change.
func TestUnchangedDriftIsNotComputedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	one := f.save("ann", named("Late", api.TemplateParts{Week: weekOf(late)}, "1"))
	look := func() *api.Drift {
		t.Helper()
		facts, _ := f.chain.Facts(t.Context(), []int64{1, 2})
		got, named, err := f.service.Drifts(t.Context(), facts, f.chain.groups)
		if err != nil || len(got) != 1 || len(got[1]) != 1 || len(named) != 1 || named[0].Name == "" {
			t.Fatalf("%+v %+v %v", got, named, err)
		}
		return &got[1][0]
	}
	first := look()
	if look() != first {
		t.Error("worked out again, though nothing changed")
	}
	f.chain.read(1, func(k *change.ShopFacts) { k.Week = platformWeek(weekOf(late)) })
	if second := look(); second == first || len(second.Differences) != 0 {
		t.Errorf("the shop changed: %+v", second)
	}
	f.save("ann", api.SaveTemplate{TemplateID: one.TemplateID, Version: 1, Parts: week, Shops: one.Shops})
	if third := look(); len(third.Differences) != 7 {
		t.Errorf("the template changed: %+v", third)
	}
}

// A date that we know and the platform doesn't list is part of the shop: the remembered drift was that of a shop
// without it, or with it, whichever page was opened first.
func TestUnlistedDateIsCompared(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	one := f.save("ann", named("Feast", api.TemplateParts{
		Dates: []api.ChangeDate{date("2026-12-25", "2026-12-26", closed)},
	}, "1"))
	for _, known := range []bool{false, true, false} {
		want := 1
		f.chain.read(1, func(k *change.ShopFacts) {
			if k.Unlisted = nil; known {
				k.Unlisted, want = []platform.SpecialDate{special("2026-12-25", "2026-12-26", closed)}, 0
			}
		})
		if d := of(t, f.drift("ann", one.ID), 1); len(d.Differences) != want {
			t.Errorf("known %v: %+v", known, d)
		}
	}
}

// BenchmarkDrifts measures 2,000 shops with two templates each: at first, after one shop's drift was accepted, and
// without a change.
func BenchmarkDrifts(b *testing.B) {
	f := newFixture(b, nil)
	var all []int64
	var facts []change.ShopFacts
	known := newChain(2000).facts
	known[5] = known[4] // shop 4 was read
	for id := int64(1); id <= 2000; id++ {
		one := known[id]
		one.Shop.ShopID = id
		all, facts = append(all, id), append(facts, one)
	}
	for id, parts := range map[string]string{
		"week":  `{"week":[[[32400,79200]],[[32400,79200]],[[32400,79200]],[[32400,79200]],[[32400,79200]],[[32400,79200]],[[32400,79200]]]}`,
		"dates": `{"dates":[{"from":"2026-12-25","to":"2026-12-26","shifts":[[0,0]]},{"from":"2027-01-01","to":"2027-01-01","shifts":[[0,0]]}]}`,
	} {
		if err := f.store.SaveTemplate(b.Context(), store.Template{ID: id, Name: id, Parts: []byte(parts),
			Shops: all}); err != nil {
			b.Fatal(err)
		}
	}
	run := func(b *testing.B) {
		if got, _, err := f.service.Drifts(b.Context(), facts, f.chain.groups); err != nil || len(got) != len(all) {
			b.Fatal(err)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			fresh := make([]change.ShopFacts, len(facts))
			for i, one := range facts {
				week := *one.Week
				one.Week, fresh[i] = &week, one
			}
			facts = fresh
			run(b)
		}
	})
	b.Run("accepted", func(b *testing.B) {
		for b.Loop() {
			if err := f.store.AcceptDrift(b.Context(), store.AcceptedDrift{TemplateID: "week", ShopID: 1}); err != nil {
				b.Fatal(err)
			}
			run(b)
		}
	})
	b.Run("unchanged", func(b *testing.B) {
		for b.Loop() {
			run(b)
		}
	})
}
