package templates_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/shops/templates"
	"github.com/shopdesk/shopdesk/server/store"
)

var week = api.TemplateParts{Week: weekOf(nine)}

func TestPermissionsOfTemplates(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.chain.groups = []store.Group{{ID: "mine", Shops: []int64{1, 2}}, {ID: "wide", Shops: []int64{1, 4}}}
	own := f.save("ann", named("Ann's", week, "1"))
	again := func(change func(*api.SaveTemplate)) api.SaveTemplate {
		one := api.SaveTemplate{TemplateID: own.TemplateID, Version: own.Version, Parts: week, Shops: []string{"1"}}
		change(&one)
		return one
	}
	fresh := named("New", week)
	fresh.ID = f.id()
	accept := func(shop int64) api.AcceptDrift {
		return api.AcceptDrift{Template: own.ID, Shops: []api.DriftSeen{{ShopID: shop}}}
	}
	for _, tt := range []struct {
		name, who, method, path string
		request                 any
		want                    string
	}{
		{"list, signed out", "", "GET", api.PathTemplates, nil, "signed_out"},
		{"list, staff", "sue", "GET", api.PathTemplates, nil, "forbidden"},
		{"list", "bob", "GET", api.PathTemplates, nil, ""},
		{"drift, signed out", "", "GET", api.PathDrift + "?template=" + own.ID, nil, "signed_out"},
		{"drift, staff", "sue", "GET", api.PathDrift + "?template=" + own.ID, nil, "forbidden"},
		{"drift of none", "ann", "GET", api.PathDrift + "?template=x", nil, "not_found"},
		{"save, signed out", "", "POST", api.PathTemplates, fresh, "signed_out"},
		{"save, staff", "sue", "POST", api.PathTemplates, fresh, "forbidden"},
		{"save another's", "bob", "POST", api.PathTemplates, again(func(*api.SaveTemplate) {}), "forbidden"},
		{"save with an unknown member", "ann", "POST", api.PathTemplates, `{"id":"x","mine":true}`, "unknown_field"},
		{"save without an id", "ann", "POST", api.PathTemplates, named("x", week), "malformed"},
		{"assign another's shop", "ann", "POST", api.PathTemplates, again(func(s *api.SaveTemplate) {
			s.Shops = []string{"1", "4"}
		}), "shops[1] template_denied"},
		{"assign nobody's shop", "ann", "POST", api.PathTemplates, again(func(s *api.SaveTemplate) {
			s.Shops = []string{"99"}
		}), "shops[0] template_denied"},
		{"assign no shop at all", "ann", "POST", api.PathTemplates, again(func(s *api.SaveTemplate) {
			s.Shops = []string{"1e0"}
		}), "shops[0] template_denied"},
		{"assign a group with others' shops", "ann", "POST", api.PathTemplates, again(func(s *api.SaveTemplate) {
			s.Groups = []string{"wide"}
		}), "groups[0] template_denied"},
		{"assign no group", "owner", "POST", api.PathTemplates, again(func(s *api.SaveTemplate) {
			s.Groups = []string{"none"}
		}), "groups[0] template_denied"},
		{"assign a group", "ann", "POST", api.PathTemplates, again(func(s *api.SaveTemplate) {
			s.Groups = []string{"mine"}
		}), ""},
		{"a role in all shops", "owner", "POST", api.PathTemplates, again(func(s *api.SaveTemplate) {
			s.Version++
			s.Groups = []string{"wide"}
		}), ""},
		{"what the owner assigned stays", "ann", "POST", api.PathTemplates, again(func(s *api.SaveTemplate) {
			s.Version += 2
			s.Groups = []string{"wide"}
			s.Name = "Mine"
		}), ""},
		{"accept, signed out", "", "POST", api.PathDriftAccept, accept(1), "signed_out"},
		{"accept, staff", "sue", "POST", api.PathDriftAccept, accept(1), "forbidden"},
		{"accept another's shop", "bob", "POST", api.PathDriftAccept, accept(1), "not_found"},
		{"accept nobody's shop", "owner", "POST", api.PathDriftAccept, accept(99), "not_found"},
		{"accept of none", "ann", "POST", api.PathDriftAccept, api.AcceptDrift{Template: "x"}, "not_found"},
		{"accept with a long note", "ann", "POST", api.PathDriftAccept,
			api.AcceptDrift{Template: own.ID, Note: strings.Repeat("x", 201)}, "note drift_note"},
		{"accept", "ann", "POST", api.PathDriftAccept, accept(1), ""},
		{"remove, signed out", "", "POST", api.PathTemplateDrop, api.RemoveTemplate{ID: own.ID}, "signed_out"},
		{"remove another's", "bob", "POST", api.PathTemplateDrop, api.RemoveTemplate{ID: own.ID, Version: 4}, "forbidden"},
		{"remove none", "ann", "POST", api.PathTemplateDrop, api.RemoveTemplate{ID: "x"}, "not_found"},
		{"remove an old one", "ann", "POST", api.PathTemplateDrop, api.RemoveTemplate{ID: own.ID, Version: 1}, "changed"},
		{"remove", "ann", "POST", api.PathTemplateDrop, api.RemoveTemplate{ID: own.ID, Version: 4}, ""},
		{"remove twice", "ann", "POST", api.PathTemplateDrop, api.RemoveTemplate{ID: own.ID, Version: 4}, ""},
	} {
		got := ""
		if err := f.ask(tt.who, tt.method, tt.path, tt.request, &struct{}{}); err != nil {
			if got = string(err.Code); got == string(api.CodeInvalid) {
				got = strings.Join(codes(err), ", ")
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// An operator learns of others' shops only that there are some; saving doesn't remove those shops.
func TestShopsOfOthersStayHiddenAndAssigned(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.chain.groups = []store.Group{{ID: "wide", Name: "Wide", Shops: []int64{1, 4}},
		{ID: "far", Name: "Far", Shops: []int64{4}}}
	one := f.save("owner", api.SaveTemplate{TemplateID: api.TemplateID{Name: "All"}, Parts: week,
		Shops: []string{"3", "4"}, Groups: []string{"far", "wide"}})
	seen := f.list("ann")
	if got := seen.Templates[0]; cmp.Diff([]string{"3"}, got.Shops) != "" || !got.Others || got.Mine ||
		got.Counts != (api.DriftCounts{Same: 2}) {
		t.Errorf("%+v", got)
	}
	if diff := cmp.Diff([]api.Group{{ID: "wide", Name: "Wide", Shops: []string{"1"}, Others: true}},
		seen.Groups); diff != "" {
		t.Error(diff)
	}
	if got := f.drift("ann", one.ID).Shops; len(got) != 2 || got[0].ShopID != 1 || got[1].ShopID != 3 {
		t.Errorf("%+v", got)
	}
	if got := seen.Templates[0].Groups; cmp.Diff([]string{"wide"}, got) != "" {
		t.Errorf("groups %v", got)
	}
	mine := f.save("bob", named("Bob's", week, "4"))
	f.save("owner", api.SaveTemplate{TemplateID: mine.TemplateID, Version: 1, Parts: week, Shops: []string{"1", "4"}})
	f.save("bob", api.SaveTemplate{TemplateID: mine.TemplateID, Version: 2, Parts: week, Shops: []string{"5"}})
	if got := f.list("owner").Templates[1]; cmp.Diff([]string{"1", "5"}, got.Shops) != "" || !got.Mine {
		t.Errorf("%+v", got)
	}
}

// An operator sees no group without a shop of theirs, not even its id, and saving leaves it assigned.
func TestGroupsOfOthersStayHiddenAndAssigned(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.chain.groups = []store.Group{{ID: "wide", Name: "Wide", Shops: []int64{1, 4}},
		{ID: "far", Name: "Far", Shops: []int64{4}}, {ID: "empty", Name: "Empty"}}
	mine := f.save("ann", named("Ann's", week, "1"))
	f.save("owner", api.SaveTemplate{TemplateID: mine.TemplateID, Version: 1, Parts: week, Shops: []string{"1"},
		Groups: []string{"empty", "far", "wide"}})
	if got := f.list("ann").Templates[0]; cmp.Diff([]string{"wide"}, got.Groups) != "" || !got.Others {
		t.Errorf("Ann sees %+v", got)
	}
	got := f.save("ann", api.SaveTemplate{TemplateID: mine.TemplateID, Version: 2, Parts: week, Shops: []string{"1"}})
	if len(got.Groups) != 0 || !got.Others {
		t.Errorf("Ann saved %+v", got)
	}
	if got := f.list("owner").Templates[0]; cmp.Diff([]string{"empty", "far"}, got.Groups) != "" || got.Others {
		t.Errorf("the owner sees %+v", got)
	}
}

// A Saturday, a date or a phone that the template had already keeps nobody from saving Monday.
func TestWhatATemplateHadBreaksNoRule(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	overlapping := []api.Shift{{3600, 36000}, {7200, 90000}}
	date := func(from, to string) api.ChangeDate {
		return api.ChangeDate{ChangeRange: api.ChangeRange{From: from, To: to}, Shifts: overlapping}
	}
	had := api.TemplateParts{Week: weekOf(nine, nine, nine, nine, nine, overlapping), Phones: []string{"12"},
		Dates: []api.ChangeDate{date("2026-12-24", "2026-12-26"), date("2026-12-26", "2026-12-27")}, Picture: "ftp://x/y.gif"}
	parts, err := json.Marshal(had)
	if err != nil {
		t.Fatal(err)
	}
	one := store.Template{ID: f.id(), Name: "old", Parts: parts}
	if err := f.store.SaveTemplate(t.Context(), one); err != nil {
		t.Fatal(err)
	}
	had.Week[0] = closed
	had.Phones = append(had.Phones, "852-25460101")
	had.Dates = append(had.Dates, api.ChangeDate{ChangeRange: api.ChangeRange{From: "2027-01-01", To: "2027-01-01"},
		Shifts: closed})
	saved := f.save("owner", api.SaveTemplate{TemplateID: api.TemplateID{ID: one.ID, Name: "new"}, Version: 1, Parts: had})
	had.Week[5], had.Week[0] = nine, overlapping
	had.Phones[1] = "34"
	had.Dates[2].From = "2026-12-27"
	had.Picture = "ftp://x/z.gif"
	want := []string{"parts.week.mon[1].endTime time_range", "parts.dates[2] dates_overlap",
		"parts.phones[1] phone_format", "parts.picture picture_scheme", "parts.picture picture_ending"}
	got := codes(f.ask("owner", "POST", api.PathTemplates, api.SaveTemplate{TemplateID: saved.TemplateID,
		Version: saved.Version, Parts: had}, nil))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestInvalidTemplatesAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	bad := named("a\nb", api.TemplateParts{
		Week: weekOf([]api.Shift{{9 * 3600, 26 * 3600}}, []api.Shift{{0, 7200}, {3600, 10800}}, closed),
		Dates: []api.ChangeDate{
			{ChangeRange: api.ChangeRange{From: "2026-12-25", To: "2026-12-26"}, Shifts: closed, Name: "Christmas"},
			{ChangeRange: api.ChangeRange{From: "2026-12-26", To: "2026-12-26"}, Shifts: nine},
			{ChangeRange: api.ChangeRange{From: "2026-02-30", To: "2026-03-01"}, Shifts: nine},
			{ChangeRange: api.ChangeRange{From: "2026-03-02", To: "2026-03-01"}, Shifts: nine, Name: strings.Repeat("x", 61)},
			{ChangeRange: api.ChangeRange{From: "2026-03-04", To: "2026-03-05"}, Shifts: []api.Shift{{3600, 3600}}}, // allowed
		},
		Phones: []string{"852-25460101", "12"}, Picture: "ftp://x/y.gif",
	}, "1")
	bad.ID = f.id()
	want := []string{
		"name name", "parts.week.mon[0].endTime time_range", "parts.week.tue[1] overlap",
		"parts.dates[1] dates_overlap", "parts.dates[2] date_name_days", "parts.dates[3].name date_name",
		"parts.dates[3] range_reversed",
		"parts.phones[1] phone_format", "parts.picture picture_scheme",
		"parts.picture picture_ending",
	}
	if diff := cmp.Diff(want, codes(f.ask("ann", "POST", api.PathTemplates, bad, nil))); diff != "" {
		t.Error(diff)
	}
	empty := named(" ", api.TemplateParts{})
	empty.ID = bad.ID
	if diff := cmp.Diff([]string{"name name", "parts template_empty"},
		codes(f.ask("ann", "POST", api.PathTemplates, empty, nil))); diff != "" {
		t.Error(diff)
	}
	impossible := named("x", api.TemplateParts{Phones: []string{"852-1234"}})
	impossible.ID = bad.ID
	if diff := cmp.Diff([]string{"parts.phones[0] phone_impossible"},
		codes(f.ask("ann", "POST", api.PathTemplates, impossible, nil))); diff != "" {
		t.Error(diff)
	}
	// A stored value isn't checked again.
	if err := f.store.SaveTemplate(t.Context(), store.Template{ID: bad.ID, Name: "old", MakerID: 0,
		Parts: []byte(`{"phones":["852-1234"]}`)}); err != nil {
		t.Fatal(err)
	}
	kept := f.save("owner", api.SaveTemplate{TemplateID: api.TemplateID{ID: bad.ID, Name: "new"}, Version: 1,
		Parts: impossible.Parts})
	if err := f.store.RemoveTemplate(t.Context(), kept.ID, kept.Version, 1, 0); err != nil {
		t.Fatal(err)
	}
	if got := names(f.list("ann")); got != "" {
		t.Errorf("kept %s", got)
	}
	if entries, err := f.store.Entries(t.Context(), store.EntryQuery{Limit: 9}); err != nil || len(entries) != 1 {
		t.Errorf("audit: %+v %v", entries, err)
	}
}

// oneGood accepts only one address.
type oneGood struct{}

func (oneGood) CheckShared(_ context.Context, address string) ([]rules.Problem, error) {
	if address == "https://pictures.example/good.jpg" {
		return nil, nil
	}
	return []rules.Problem{{Code: api.ProblemPictureGone}}, nil
}

func TestTemplatePhotoIsChecked(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(o *templates.Options) { o.Pictures = oneGood{} })
	one := named("x", api.TemplateParts{Picture: "https://pictures.example/bad.jpg"})
	one.ID = f.id()
	if diff := cmp.Diff([]string{"parts.picture picture_gone"},
		codes(f.ask("ann", "POST", api.PathTemplates, one, nil))); diff != "" {
		t.Error(diff)
	}
	f.save("ann", named("y", api.TemplateParts{Picture: "https://pictures.example/good.jpg"}))
	f.chain.read(4, func(k *change.ShopFacts) {
		k.Record = &platform.Shop{MainPictures: []platform.Picture{{URL: "https://pictures.example/shown.jpg"}}}
	})
	for name, want := range map[string]bool{"good.jpg": true, "shown.jpg": true, "d.jpg": false, "bad.jpg": false} {
		is := func(address string) bool { return address == "https://pictures.example/"+name }
		if has, err := f.service.HasPicture(t.Context(), is); err != nil || has != want {
			t.Errorf("%s: %v %v", name, has, err)
		}
	}
}

// Only the first of two saves that began from the same version is kept, and the second is answered with the present
// template. A save that is sent twice is done once.
func TestOutdatedSaveIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	first := named("Standard", week, "1")
	first.ID = f.id()
	one := f.save("ann", first)
	if again := f.save("ann", first); again.Version != 1 {
		t.Errorf("made twice: %+v", again)
	}
	theirs := api.SaveTemplate{TemplateID: one.TemplateID, Version: 1, Parts: api.TemplateParts{Week: weekOf(late)},
		Shops: []string{"1"}}
	if got := f.save("owner", theirs); got.Version != 2 || got.By != "Olivia" {
		t.Errorf("%+v", got)
	}
	mine := theirs
	mine.Parts = api.TemplateParts{Week: weekOf(closed)}
	err := f.ask("ann", "POST", api.PathTemplates, mine, nil)
	if err == nil || err.Status != http.StatusConflict || err.Code != api.CodeChanged {
		t.Fatalf("%+v", err)
	}
	var current api.Template
	if e := json.Unmarshal(err.Current, &current); e != nil || current.Version != 2 || current.By != "Olivia" ||
		cmp.Diff(weekOf(late), current.Parts.Week) != "" {
		t.Errorf("%s", err.Current)
	}
	mine.Version = 2
	f.save("ann", mine)
	taken := named("STANDARD", week)
	taken.ID = f.id()
	if diff := cmp.Diff([]string{"name name_taken"},
		codes(f.ask("ann", "POST", api.PathTemplates, taken, nil))); diff != "" {
		t.Error(diff)
	}
	entries, e := f.store.Entries(t.Context(), store.EntryQuery{Limit: 9})
	if e != nil || len(entries) != 3 || entries[0].Action != "templates.save" || entries[0].Operator != "Ann" ||
		!strings.Contains(string(entries[0].Before), `"version":2`) {
		t.Errorf("audit: %+v %v", entries, e)
	}
}

// A removed template is restored as it was, with its accepted drift.
func TestRemovedTemplateIsRestored(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	one := f.save("ann", named("Late", api.TemplateParts{Week: weekOf(late)}, "1"))
	seen := of(t, f.drift("ann", one.ID), 1)
	f.accept("ann", api.AcceptDrift{Template: one.ID, Shops: []api.DriftSeen{{ShopID: 1, Digest: seen.Digest}}})
	var left api.Templates
	if err := f.ask("owner", "POST", api.PathTemplateDrop, api.RemoveTemplate{ID: one.ID, Version: 1},
		&left); err != nil || len(left.Templates) != 0 {
		t.Fatalf("%v %+v", err, left)
	}
	stale := api.SaveTemplate{TemplateID: one.TemplateID, Version: 1, Parts: week, Shops: []string{"1"}}
	if err := f.ask("ann", "POST", api.PathTemplates, stale, nil); err == nil || err.Code != api.CodeNotFound {
		t.Errorf("saved what is gone: %+v", err)
	}
	back := api.SaveTemplate{TemplateID: one.TemplateID, Parts: one.Parts, Shops: one.Shops}
	if err := f.ask("bob", "POST", api.PathTemplates, back, nil); err == nil || err.Code != api.CodeForbidden {
		t.Errorf("another's was brought back: %+v", err)
	}
	got := f.save("owner", back)
	if got.Counts != (api.DriftCounts{Accepted: 1}) || got.Version != 3 {
		t.Errorf("%+v", got)
	}
	if !f.list("ann").Templates[0].Mine {
		t.Error("it isn't its maker's any more")
	}
}

// Bug: one template that can't be read took all templates, the list of all shops and each shop's page from everybody,
// and could be neither saved nor removed.
func TestDamagedTemplateHidesNoOther(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	sound := f.save("owner", named("Sound", api.TemplateParts{Week: weekOf(late)}, "1"))
	id := f.id()
	if err := f.store.SaveTemplate(t.Context(), store.Template{ID: id, Name: "Damaged",
		Shops: []int64{1, 2}, Parts: []byte(`{"week":`)}); err != nil {
		t.Fatal(err)
	}
	list := f.list("owner").Templates
	if len(list) != 2 || list[0].ID != id || list[0].Counts != (api.DriftCounts{Unknown: 2}) ||
		list[1].Counts != (api.DriftCounts{Differ: 1}) {
		t.Errorf("%+v", list)
	}
	var drifts []api.Drifts
	if err := f.ask("owner", "GET", api.PathShopDrift+"?shop=1", nil, &drifts); err != nil || len(drifts) != 1 ||
		drifts[0].Template.ID != sound.ID {
		t.Errorf("%+v, %v", drifts, err)
	}
	again := named("Damaged", week, "1")
	again.ID, again.Version = id, 1
	if saved := f.save("owner", again); saved.Counts != (api.DriftCounts{Same: 1}) {
		t.Errorf("%+v", saved)
	}
}
