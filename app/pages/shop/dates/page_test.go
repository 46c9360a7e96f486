package dates

import (
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/platform"
)

// page is the page of a shop in Hong Kong for somebody with these permissions.
func page(t *testing.T, permissions ...string) *Page {
	t.Helper()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Dates, ShopID: 7}, api.RoleManager)
	deps.State.SetShops([]api.Shop{{ShopID: 7, Name: "Noodle", Zone: "Asia/Hong_Kong", Permissions: permissions}})
	p := &Page{Deps: deps}
	p.OnInit()
	return p
}

func read(d pages.Deps, dates ...platform.SpecialDate) {
	d.State.SetWeek(7, backend.Record[platform.Week]{Value: lateWeek})
	d.State.SetSpecial(7, backend.Record[[]platform.SpecialDate]{Value: dates})
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	shop := special.Place{Anchor: platform.AnchorShop, Zone: hongKong}
	edit := string(platform.PermissionHoursEdit)
	tests := []struct {
		name  string
		may   []string
		dates []platform.SpecialDate
		has   []string
		lacks []string
	}{
		{"empty", []string{edit}, nil, []string{"No special dates.", "dates-add", "dates-import"},
			[]string{"dates-clear\"", "savebar"}},
		{"one", []string{edit}, []platform.SpecialDate{on(utc, "2026-12-25", "2026-12-25", platform.Period{})},
			[]string{"Fri 25 Dec 2026", "dates-clear", "Repeat next year"}, []string{"dates-anchor"}},
		{"over", []string{edit}, []platform.SpecialDate{on(utc, "2026-11-18", "2026-11-18", platform.Period{})},
			[]string{"1 is over", "No special dates."}, nil},
		{"other anchor", []string{edit}, []platform.SpecialDate{on(shop, "2026-12-25", "2026-12-25", platform.Period{})},
			[]string{"dates-anchor", "Fri 25 Dec 2026"}, []string{"24 Dec 2026"}},
		{"both anchors", []string{edit}, []platform.SpecialDate{on(utc, "2026-12-27", "2026-12-27", platform.Period{}),
			on(shop, "2026-12-25", "2026-12-25", platform.Period{})},
			[]string{"dates-anchor", "Fri 25 Dec 2026", "Sun 27 Dec 2026", "others by UTC"}, []string{"24 Dec 2026"}},
		{"may not", nil, []platform.SpecialDate{on(utc, "2026-12-25", "2026-12-25", platform.Period{})},
			[]string{"your role in this shop", "Fri 25 Dec 2026"},
			[]string{"dates-add", "dates-set", "dates-import", "dates-clear\"", "dates-row-tools"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := page(t, tt.may...)
			read(p.Deps, tt.dates...)
			p.follow()
			markup.Holds(t, pagetest.Markup(p), tt.has, tt.lacks)
		})
	}
}

// The page seemed to load for ever under the note that the zone isn't known.
func TestUnknownZoneIsSaid(t *testing.T) {
	t.Parallel()
	p := page(t)
	p.State.SetShops([]api.Shop{{ShopID: 7, Name: "Noodle", Zone: "Nowhere/Town"}})
	read(p.Deps)
	p.follow()
	markup.Holds(t, pagetest.Markup(p), []string{"time zone, Nowhere/Town"}, []string{"Loading…"})
}

// An entry that was added and left untouched, by Back or a reload, came back as a closure of today, which the next save
// sent.
func TestUntouchedEntryIsNoDraft(t *testing.T) {
	t.Parallel()
	p := page(t, string(platform.PermissionHoursEdit))
	eve := on(utc, "2026-12-24", "2026-12-24", platform.Period{})
	read(p.Deps, eve)
	p.follow()
	id := p.model.Add(day("2026-12-01"), day("2026-12-01"))
	p.edit.Edited("")
	if drafts := p.State.Drafts(); len(drafts) > 0 {
		t.Errorf("untouched: %v", drafts)
	}
	p.model.SetKind(kindShifts)
	p.edit.Edited("")
	again := &Page{Deps: p.Deps}
	again.OnInit()
	if it := find(again.model.items, id); it == nil || it.Kind != kindShifts {
		t.Errorf("touched: the draft became %v", describe(&again.model))
	}
}

// An unsaved edit comes back with the page, and is merged with what somebody
// else saved meanwhile.
func TestDraftMeetsNewerList(t *testing.T) {
	t.Parallel()
	p := page(t, string(platform.PermissionHoursEdit))
	eve, year := on(utc, "2026-12-24", "2026-12-24", platform.Period{}),
		on(utc, "2026-12-31", "2026-12-31", platform.Period{})
	read(p.Deps, eve)
	p.follow()
	p.remove(p.model.items[0].ID)
	again := &Page{Deps: p.Deps}
	read(p.Deps, eve, year)
	again.OnInit()
	if got := describe(&again.model); len(got) != 1 || got[0] != "2026-12-31 closed" || again.model.Count() != 1 {
		t.Errorf("the draft became %v", got)
	}
	if html := pagetest.Markup(again); !strings.Contains(html, "Somebody else has changed Thu 31 Dec 2026 meanwhile.") {
		t.Error("the merge isn't said")
	}
	again.model.Undo() // the merge
	if again.edit.Discard(app.Context{}); again.model.Dirty() {
		t.Error("a reset edit is still one")
	}
	if drafts := again.State.Drafts(); len(drafts) > 0 {
		t.Error("the draft outlives its edit")
	}
}

// What somebody else had saved closed the editor, with what was typed in it.
func TestNewerListWaitsForTheEditor(t *testing.T) {
	t.Parallel()
	eve, year := on(utc, "2026-12-24", "2026-12-24", platform.Period{}),
		on(utc, "2026-12-31", "2026-12-31", platform.Period{})
	for _, end := range []struct {
		name  string
		close func(p *Page)
		want  []string
	}{
		{"kept", func(p *Page) {
			p.done(app.Context{})
		}, []string{"2026-12-24 closed", "2026-12-27 closed", "2026-12-31 closed"}},
		{"cancelled", func(p *Page) { p.cancel(app.Context{}) }, []string{"2026-12-24 closed", "2026-12-31 closed"}},
	} {
		p := page(t, string(platform.PermissionHoursEdit))
		read(p.Deps, eve)
		p.OnInit()
		saves := 0
		p.save = func(app.Context) { saves++ }
		id := p.model.Add(day("2026-12-27"), day("2026-12-27"))
		p.takes(p.model.SetName)(app.Context{}, "Party")
		read(p.Deps, eve, year)
		p.follow()
		if it, _ := p.model.Item(id); p.model.open != id || it.Name != "Party" ||
			!strings.Contains(pagetest.Markup(p), "dates-newer") {
			t.Fatalf("%s: the editor is on %d, its entry is called %q", end.name, p.model.open, it.Name)
		}
		p.edit.Look(app.Context{})
		end.close(p)
		html := pagetest.Markup(p)
		if got := describe(&p.model); !slices.Equal(got, end.want) || strings.Contains(html, "dates-newer") ||
			!strings.Contains(html, "dates-notice") {
			t.Errorf("%s: %v", end.name, got)
		}
		if (saves == 1) != (end.name == "kept") {
			t.Errorf("%s: saved %d times", end.name, saves)
		}
	}
}

// Below days that are over stood a button to set their hours, which did nothing.
func TestDaysThatAreOverHaveNoButton(t *testing.T) {
	t.Parallel()
	p := page(t, string(platform.PermissionHoursEdit))
	read(p.Deps)
	p.follow()
	for days, has := range map[[2]string]bool{
		{"2026-11-18", "2026-11-19"}: false, {"2026-11-18", "2026-11-20"}: true, {"2026-11-20", "2026-11-20"}: true,
	} {
		p.pick(app.Context{}, days[0], days[1])
		if got := strings.Contains(pagetest.Markup(p), "dates-set"); got != has {
			t.Errorf("%s: a button %v", days, got)
		}
	}
}

// A finger scrolls where a mouse drags: it could choose one day only.
func TestTapsChooseSeveralDays(t *testing.T) {
	t.Parallel()
	p := page(t, string(platform.PermissionHoursEdit))
	read(p.Deps)
	p.follow()
	for _, step := range []struct {
		tap, first, last string
		opens            bool
	}{
		{"2026-11-24", "2026-11-24", "2026-11-24", false},
		{"2026-11-22", "2026-11-22", "2026-11-22", false},
		{"2026-11-30", "2026-11-22", "2026-11-30", true},
		{"2026-11-26", "2026-11-26", "2026-11-26", false},
		{"2026-11-26", "2026-11-26", "2026-11-26", true},
	} {
		p.tap(app.Context{}, step.tap)
		if p.first.String() != step.first || p.last.String() != step.last || (p.model.open != 0) != step.opens {
			t.Errorf("%s: chosen %s to %s, the editor has entry %d", step.tap, p.first, p.last, p.model.open)
		}
		p.model.Cancel()
		if got := strings.Contains(pagetest.Markup(p), text.T("dates.tap")); got == step.opens {
			t.Errorf("%s: the page says how to go on: %v", step.tap, got)
		}
	}
	p.pick(app.Context{}, "2026-11-26", "2026-11-26")
	if p.tap(app.Context{}, "2026-11-28"); p.first != p.last {
		t.Errorf("a day chosen by the mouse or the keys was the first of %s to %s", p.first, p.last)
	}
}

// An operator who compares shops stays in the month.
func TestMonthStays(t *testing.T) {
	t.Parallel()
	one := page(t, string(platform.PermissionHoursEdit))
	read(one.Deps)
	one.follow()
	one.see(turn(one.month, 1))
	next := one.month
	two := &Page{Deps: one.Deps}
	if two.OnInit(); two.month != next || next == monthOf(two.today()) {
		t.Errorf("the next shop shows %v, not %v", two.month, next)
	}
	one.State.SetPlace("")
	three := &Page{Deps: one.Deps}
	if three.OnInit(); three.month != monthOf(three.today()) {
		t.Errorf("from another page it shows %v", three.month)
	}
}

// A last day in a wrong year went without a word: the editor counts the days, and doubts many.
func TestEditorCountsTheDays(t *testing.T) {
	t.Parallel()
	for last, want := range map[string]string{
		"2026-12-25": `<p class="soft small">2 days</p>`, "2027-12-23": `<p class="small doubt">365 days</p>`,
	} {
		p := page(t, string(platform.PermissionHoursEdit))
		read(p.Deps, on(special.Place{Anchor: platform.AnchorShop, Zone: hongKong}, "2026-12-24", last, platform.Period{}))
		p.follow()
		p.model.Open(p.model.items[0].ID)
		markup.Holds(t, pagetest.Markup(p), []string{want}, nil)
	}
}
