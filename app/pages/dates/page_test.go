package dates

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/platform"
)

// page is the page of a shop in Hong Kong for somebody with these permissions.
func page(t *testing.T, permissions ...string) *Page {
	t.Helper()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Dates, ShopID: 7}, api.RoleManager)
	deps.State.SetShops([]api.Shop{{ShopID: 7, Name: "Noodle", Zone: "Asia/Hong_Kong", Permissions: permissions}})
	return &Page{Deps: deps}
}

func read(d pages.Deps, dates ...platform.SpecialDate) {
	d.State.SetWeek(7, backend.Record[platform.Week]{Value: lateWeek})
	d.State.SetSpecial(7, backend.Record[[]platform.SpecialDate]{Value: dates})
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	shop := place{platform.AnchorShop, hongKong}
	edit := string(platform.PermissionHoursEdit)
	tests := []struct {
		name  string
		may   []string
		dates []platform.SpecialDate
		has   []string
		lacks []string
	}{
		{"empty", []string{edit}, nil, []string{"No special dates.", "dates-add", "dates-import"}, []string{"dates-clear\"", "savebar"}},
		{"one", []string{edit}, []platform.SpecialDate{on(utc, "2026-12-25", "2026-12-25", platform.Period{})}, []string{"Fri 25 Dec 2026", "dates-clear", "Repeat next year"}, []string{"dates-anchor"}},
		{"over", []string{edit}, []platform.SpecialDate{on(utc, "2026-11-18", "2026-11-18", platform.Period{})}, []string{"1 is over", "No special dates."}, nil},
		{"other anchor", []string{edit}, []platform.SpecialDate{on(shop, "2026-12-25", "2026-12-25", platform.Period{})}, []string{"dates-anchor", "Fri 25 Dec 2026"}, []string{"24 Dec 2026"}},
		{"may not", nil, []platform.SpecialDate{on(utc, "2026-12-25", "2026-12-25", platform.Period{})}, []string{"You can see these dates", "Fri 25 Dec 2026"}, []string{"dates-add", "dates-set", "dates-import", "dates-clear\"", "dates-tool\""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := page(t, tt.may...)
			read(p.Deps, tt.dates...)
			p.follow()
			markup := pagetest.Markup(p)
			for _, has := range tt.has {
				if !strings.Contains(markup, has) {
					t.Errorf("lacks %q", has)
				}
			}
			for _, lacks := range tt.lacks {
				if strings.Contains(markup, lacks) {
					t.Errorf("has %q", lacks)
				}
			}
		})
	}
}

// An unsaved edit comes back with the page, and is merged with what somebody
// else saved meanwhile.
func TestDraftMeetsNewerList(t *testing.T) {
	t.Parallel()
	p := page(t, string(platform.PermissionHoursEdit))
	eve, year := on(utc, "2026-12-24", "2026-12-24", platform.Period{}), on(utc, "2026-12-31", "2026-12-31", platform.Period{})
	read(p.Deps, eve)
	p.follow()
	p.model.Remove(p.model.items[0].ID)
	p.keep()
	again := &Page{Deps: p.Deps}
	read(p.Deps, eve, year)
	again.follow()
	if got := describe(&again.model); len(got) != 1 || got[0] != "2026-12-31 closed" || again.draftAt.IsZero() || again.model.Changes() != 1 {
		t.Errorf("the draft became %v", got)
	}
	again.model.Undo() // the merge
	if again.model.Reset(); again.model.Dirty() {
		t.Error("a reset edit is still one")
	}
	if again.keep(); again.unkept {
		t.Error("storage failed")
	}
	var kept draft
	if _, ok := again.Deps.State.LoadDraft(draftKind, 7, &kept); ok {
		t.Error("the draft outlives its edit")
	}
}
