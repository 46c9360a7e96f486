package templates_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

func date(from, to string, shifts []api.Shift) api.ChangeDate {
	return api.ChangeDate{ChangeRange: api.ChangeRange{From: from, To: to}, Shifts: shifts}
}

// Each part of a shop is compared; parts without a value in the template are ignored.
func TestDriftComparesTheTemplatesParts(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	one := f.save("owner", named("All", api.TemplateParts{
		Week: weekOf(nine), Phones: []string{"852-25460101"}, Picture: "https://pictures.example/a.jpg",
		Dates: []api.ChangeDate{date("2026-12-25", "2026-12-26", closed), date("2026-11-01", "2026-11-20", closed)},
	}, "1", "2", "3", "4", "5"))
	if one.Counts != (api.DriftCounts{Differ: 4, Unknown: 1}) {
		t.Errorf("%+v", one.Counts)
	}
	f.chain.read(1, func(k *change.ShopFacts) {
		k.Record = &platform.Shop{Phones: []platform.Phone{{Number: "852-25460101"}},
			MainPictures: []platform.Picture{{URL: "https://pictures.example/a.jpg", Status: platform.PictureEffective}}}
		k.Dates = &[]platform.SpecialDate{special("2026-12-25", "2026-12-26", closed),
			special("2027-01-01", "2027-01-01", late)}
	})
	f.chain.read(2, func(k *change.ShopFacts) {
		k.Record = &platform.Shop{Phones: []platform.Phone{{Number: "852-25460102"}},
			MainPictures: []platform.Picture{{URL: "https://pictures.example/a.jpg", Status: platform.PicturePending}}}
		k.Week = platformWeek(weekOf(nine, late, nine))
		k.Dates = &[]platform.SpecialDate{special("2026-12-24", "2026-12-25", late)}
	})
	got := f.drift("owner", one.ID)
	if d := of(t, got, 1); len(d.Differences) != 0 || d.Accepted || d.Unknown {
		t.Errorf("the same: %+v", d)
	}
	want := []api.Difference{
		{Part: api.PartWeek, Day: 1, BeforeShifts: late, AfterShifts: nine},
		{Part: api.PartDates, From: "2026-12-24", To: "2026-12-24", AfterShifts: late}, // left of the next
		{Part: api.PartDates, From: "2026-12-24", To: "2026-12-25", BeforeShifts: late},
		{Part: api.PartDates, From: "2026-12-25", To: "2026-12-26", AfterShifts: closed},
		{Part: api.PartPhones, Before: []string{"852-25460102"}, After: []string{"852-25460101"}},
	}
	if diff := cmp.Diff(want, of(t, got, 2).Differences); diff != "" {
		t.Error(diff)
	}
	if d := of(t, got, 5); !d.Unknown || len(d.Differences) != 0 || d.ReadAt != 0 {
		t.Errorf("never read: %+v", d)
	}
	if got.Template.Counts != (api.DriftCounts{Same: 1, Differ: 3, Unknown: 1}) {
		t.Errorf("%+v", got.Template.Counts)
	}
	// The other parts are compared when one part wasn't read.
	f.chain.read(1, func(k *change.ShopFacts) { k.Dates, k.Week = nil, platformWeek(weekOf(late)) })
	if d := of(t, f.drift("owner", one.ID), 1); !d.Unknown || len(d.Differences) != 7 {
		t.Errorf("half read: %+v", d)
	}
}

// Exactly one of several templates applies to each part: the shop's own before those of its groups, then by name.
func TestFirstTemplateAppliesToEachPart(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.chain.groups = []store.Group{{ID: "g", Shops: []int64{1, 2}}}
	group := func(name string, parts api.TemplateParts) api.Template {
		return f.save("owner", api.SaveTemplate{TemplateID: api.TemplateID{Name: name}, Parts: parts, Groups: []string{"g"}})
	}
	b := group("B", api.TemplateParts{Week: weekOf(closed), Phones: []string{"852-25460109"}})
	a := group("a", api.TemplateParts{Week: weekOf(late),
		Dates: []api.ChangeDate{date("2026-12-24", "2026-12-25", late), date("2026-12-31", "2026-12-31", late)}})
	own := f.save("owner", named("Own", api.TemplateParts{Week: weekOf(nine),
		Dates: []api.ChangeDate{date("2026-12-25", "2026-12-26", closed)}}, "2"))
	if got := names(f.list("owner")); got != "a, B, Own" {
		t.Errorf("in the order %s", got)
	}
	yields := func(id string, shop int64) []api.DriftYield {
		t.Helper()
		return of(t, f.drift("owner", id), shop).Yields
	}
	for _, tt := range []struct {
		name string
		got  []api.DriftYield
		want []api.DriftYield
	}{
		{"a in 1", yields(a.ID, 1), nil},
		{"B in 1", yields(b.ID, 1), []api.DriftYield{{Part: api.PartWeek, Template: a.ID}}},
		{"a in 2", yields(a.ID, 2), []api.DriftYield{{Part: api.PartWeek, Template: own.ID},
			{Part: api.PartDates, From: "2026-12-24", To: "2026-12-25", Template: own.ID}}},
		{"B in 2", yields(b.ID, 2), []api.DriftYield{{Part: api.PartWeek, Template: own.ID}}},
		{"Own in 2", yields(own.ID, 2), nil},
	} {
		if diff := cmp.Diff(tt.want, tt.got); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
	parts := func(id string, shop int64) string {
		t.Helper()
		var list []string
		for _, d := range of(t, f.drift("owner", id), shop).Differences {
			list = append(list, string(d.Part)+d.From)
		}
		return strings.Join(list, " ")
	}
	idle := f.save("owner", named("Z", api.TemplateParts{Week: weekOf(late, closed)}, "2"))
	if d := of(t, f.drift("owner", idle.ID), 2); !d.Idle || idle.Counts != (api.DriftCounts{Idle: 1}) {
		t.Errorf("gives way in all of it: %+v %+v", d, idle.Counts)
	}
	facts, _ := f.chain.Facts(t.Context(), []int64{2})
	if told, _, err := f.service.Drifts(t.Context(), facts, f.chain.groups); err != nil || len(told[2]) != 3 {
		t.Errorf("the list of shops is told of one that says nothing: %+v %v", told, err)
	}
	for _, tt := range []struct{ got, want string }{
		{parts(b.ID, 1), "phones"},
		{parts(a.ID, 1), strings.Repeat("week ", 7) + "dates2026-12-24 dates2026-12-31"},
		{parts(a.ID, 2), "dates2026-12-31"},
		{parts(own.ID, 2), "dates2026-12-25"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}

// An acceptance holds until the shop or the template changes in an accepted difference.
func TestAcceptedDriftHoldsUntilAChange(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	one := f.save("ann", named("Late", api.TemplateParts{Week: weekOf(late, nine),
		Phones: []string{"852-25460101"}}, "1", "2", "3"))
	seen := func(shop int64) api.DriftSeen {
		return api.DriftSeen{ShopID: shop, Digest: of(t, f.drift("ann", one.ID), shop).Digest}
	}
	f.now = f.now.Add(time.Minute)
	got := f.accept("ann", api.AcceptDrift{Template: one.ID, Note: "The cook is off on Mondays",
		Shops: []api.DriftSeen{seen(1), {ShopID: 2, Digest: "other"}}})
	d := of(t, got, 1)
	if !d.Accepted || d.By != "Ann" || d.Note != "The cook is off on Mondays" || d.At != f.now.UnixMilli() ||
		len(d.Meant) != 1 || len(got.Shops) != 2 {
		t.Errorf("%+v", got)
	}
	if d := of(t, got, 2); d.Accepted || len(d.Differences) != 1 {
		t.Errorf("what somebody didn't see was accepted: %+v", d)
	}
	if got.Template.Counts != (api.DriftCounts{Accepted: 1, Differ: 1}) {
		t.Errorf("%+v", got.Template.Counts)
	}

	// The shop changes elsewhere in the week: only this difference is new.
	f.chain.read(1, func(k *change.ShopFacts) { k.Week = platformWeek(weekOf(nine, nine, closed, nine)) })
	d = of(t, f.drift("ann", one.ID), 1)
	if d.Accepted || len(d.Meant) != 1 || len(d.Differences) != 1 || d.Differences[0].Day != 2 {
		t.Errorf("%+v", d)
	}
	f.accept("ann", api.AcceptDrift{Template: one.ID, Shops: []api.DriftSeen{seen(1)}})
	if d = of(t, f.drift("ann", one.ID), 1); !d.Accepted || len(d.Meant) != 2 {
		t.Errorf("%+v", d)
	}
	// The shop changes in an accepted difference.
	f.chain.read(1, func(k *change.ShopFacts) { k.Week = platformWeek(weekOf(closed, nine, closed, nine)) })
	if d = of(t, f.drift("ann", one.ID), 1); d.Accepted || len(d.Meant) != 1 || len(d.Differences) != 1 ||
		d.Differences[0].Day != 0 {
		t.Errorf("%+v", d)
	}
	// The template changes in the phones: the acceptance of the week isn't affected.
	f.chain.read(1, func(k *change.ShopFacts) { k.Week = platformWeek(weekOf(nine)) })
	f.save("ann", api.SaveTemplate{TemplateID: one.TemplateID, Version: 1,
		Parts: api.TemplateParts{Week: one.Parts.Week, Phones: []string{"852-25460102"}}, Shops: one.Shops})
	if d = of(t, f.drift("ann", one.ID), 1); d.Accepted || len(d.Meant) != 1 || len(d.Differences) != 1 ||
		d.Differences[0].Part != api.PartPhones {
		t.Errorf("%+v", d)
	}
	f.save("ann", api.SaveTemplate{TemplateID: one.TemplateID, Version: 2,
		Parts: api.TemplateParts{Week: weekOf(closed, nine)}, Shops: one.Shops})
	if d = of(t, f.drift("ann", one.ID), 1); d.Accepted || len(d.Meant) != 0 || len(d.Differences) != 1 || d.By != "" {
		t.Errorf("%+v", d)
	}
}

func TestAcceptanceIsRevoked(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	one := f.save("owner", named("Late", api.TemplateParts{Week: weekOf(late)}, "1", "3"))
	drift := f.drift("owner", one.ID)
	shops := []api.DriftSeen{{ShopID: 3, Digest: of(t, drift, 3).Digest}, {ShopID: 1, Digest: of(t, drift, 1).Digest}}
	if got := f.accept("owner", api.AcceptDrift{Template: one.ID,
		Shops: shops}).Template.Counts; got != (api.DriftCounts{Accepted: 2}) {
		t.Errorf("%+v", got)
	}
	for range 2 { // the second revocation has no effect
		if d := of(t, f.accept("bob", api.AcceptDrift{Template: one.ID, Revoke: true, Shops: shops[:1]}),
			3); d.Accepted || d.By != "" {
			t.Errorf("%+v", d)
		}
	}
	if d := of(t, f.drift("ann", one.ID), 1); !d.Accepted || d.By != "Olivia" {
		t.Errorf("%+v", d)
	}
	entries, err := f.store.Entries(t.Context(), store.EntryQuery{Kinds: []string{"drift"}, Limit: 9})
	if err != nil || len(entries) != 3 {
		t.Fatalf("%+v %v", entries, err)
	}
	for i, want := range []string{"drift.revoke 3 Bob", "drift.accept 3 Olivia", "drift.accept 1 Olivia"} {
		e := entries[i]
		if got := strings.Join([]string{e.Action, string(rune('0' + e.ShopID)), e.Operator}, " "); got != want ||
			!strings.Contains(string(e.Request), `"name":"Late"`) {
			t.Errorf("audit %d: %s %s, want %s", i, got, e.Request, want)
		}
	}
}

// A date of a template is ignored once it is over at the shop.
func TestDatesThatAreOverAreIgnored(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	one := f.save("ann", named("Holiday", api.TemplateParts{Dates: []api.ChangeDate{date("2026-11-21", "2026-11-21",
		closed)}}, "1"))
	if one.Counts.Differ != 1 {
		t.Errorf("%+v", one.Counts)
	}
	f.now = time.Date(2026, 11, 21, 16, 0, 0, 0, time.UTC) // midnight in Hong Kong
	if got := f.drift("ann", one.ID).Template.Counts; got != (api.DriftCounts{Same: 1}) {
		t.Errorf("%+v", got)
	}
	later := f.save("ann", named("Later", api.TemplateParts{Dates: []api.ChangeDate{date("2026-11-21",
		"2026-11-21", late)}}, "1"))
	if d := of(t, f.drift("ann", later.ID), 1); len(d.Yields) != 0 || d.Idle {
		t.Errorf("it gives way to what is over: %+v", d)
	}
}

// Templates of a group follow the group's shops.
func TestTemplatesFollowTheirGroups(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.chain.groups = []store.Group{{ID: "g", Shops: []int64{1}}}
	one := f.save("ann", api.SaveTemplate{TemplateID: api.TemplateID{Name: "Late"},
		Parts: api.TemplateParts{Week: weekOf(late)}, Groups: []string{"g"}, Shops: []string{"1"}})
	f.chain.groups = []store.Group{{ID: "g", Version: 2, Shops: []int64{1, 2}}}
	if got := len(f.drift("ann", one.ID).Shops); got != 2 {
		t.Errorf("%d shops", got)
	}
	var of []api.Drifts
	if err := f.ask("ann", "GET", api.PathShopDrift+"?shop=2", nil, &of); err != nil {
		t.Fatal(err)
	}
	if len(of) != 1 || of[0].Template.ID != one.ID || len(of[0].Shops) != 1 || of[0].Shops[0].ShopID != 2 {
		t.Errorf("of the second shop: %+v", of)
	}
	if err := f.ask("ann", "GET", api.PathShopDrift+"?shop=3", nil, &of); err != nil || len(of) != 0 {
		t.Errorf("of a shop without templates: %+v, %v", of, err)
	}
	if err := f.ask("ann", "GET", api.PathShopDrift+"?shop=x", nil, &of); err == nil {
		t.Errorf("of no shop: %+v", of)
	}
	f.chain.groups = nil
	if got := len(f.drift("ann", one.ID).Shops); got != 1 {
		t.Errorf("%d shops", got)
	}
}
