package hours

import (
	"errors"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/platform"
)

const shopID = 7

// pageOf is the page of a shop, for an operator who may do that there.
func pageOf(t *testing.T, permissions ...string) *Page {
	t.Helper()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Hours, ShopID: shopID}, api.RoleManager)
	deps.State.SetShops([]api.Shop{{ShopID: shopID, EnName: "Noodle", Zone: "Asia/Hong_Kong", Permissions: permissions}})
	return &Page{Deps: deps}
}

var mayEdit = string(platform.PermissionHoursEdit)

func read(p *Page, w platform.Week) {
	p.Deps.State.SetWeek(shopID, backend.Record[platform.Week]{Value: w})
	p.follow()
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		may  string
		make func(p *Page)
		want []string
		not  []string
	}{
		{"loading", mayEdit, func(p *Page) { p.Deps.State.BeginRead(shopID) },
			[]string{"Reading the weekly hours…", "(Hong Kong)"}, []string{"day-fri", "couldn"}},
		{"failed", mayEdit, func(p *Page) { p.Deps.State.EndRead(shopID, errors.New("x")) },
			[]string{"The weekly hours couldn", "Try again"}, []string{"Reading the weekly hours…", "day-fri"}},
		{"loaded", mayEdit, func(p *Page) { read(p, somebodys()) },
			[]string{`id="day-fri"`, `id="fri-open"`, `id="fri-0-start"`, `id="mon-1-end"`, `aria-label="Monday, second shift, closes"`, `aria-label="Friday, opens"`,
				`id="fri-add"`, `id="fri-whole"`, `id="fri-copy"`, `id="mon-0-remove"`, "next day", "Saturday runs on until 02:00.", "Open 24 hours", "Closed all day"},
			[]string{`id="hours-save"`, "fri-0-remove", "error-summary", "no opening hours yet"}},
		{"old", mayEdit, func(p *Page) { read(p, somebodys()); p.Deps.State.EndRead(shopID, errors.New("x")) },
			[]string{"You see what was read on", `id="fri-0-start"`}, nil},
		{"empty", mayEdit, func(p *Page) { read(p, platform.Week{}) }, []string{"no opening hours yet", `id="fri-open"`}, nil},
		{"changed", mayEdit, func(p *Page) { read(p, somebodys()); p.model.SetOpen(platform.Friday, false) },
			[]string{`id="hours-save"`, `id="hours-review"`, `id="hours-discard"`, `id="hours-undo"`, `id="hours-redo"`, "1 change", "not saved yet"}, nil},
		{"a problem, before and after a try", mayEdit, func(p *Page) { read(p, somebodys()); p.model.SetStart(platform.Friday, 0, "x"); p.model.Try() },
			[]string{`id="hours-summary"`, `href="#fri-0-start"`, `id="fri-problem-0"`, `aria-describedby="fri-problem-0"`, `aria-invalid`}, nil},
		{"read only", "", func(p *Page) { read(p, somebodys()) },
			[]string{`id="day-fri"`, "your role in this shop", "17:30–22:00", "Open all day"}, []string{`id="fri-open"`, "<input", "fri-copy", "Arrow up"}},
		{"nothing is kept", mayEdit, func(p *Page) { read(p, somebodys()); p.unkept = true }, []string{"keeps no drafts"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := pageOf(t, tt.may)
			tt.make(p)
			html := pagetest.Markup(p)
			for _, part := range append(tt.want, `id="`+pages.HeadingID+`"`) {
				if !strings.Contains(html, part) {
					t.Errorf("no %q in %s", part, html)
				}
			}
			for _, part := range tt.not {
				if strings.Contains(html, part) {
					t.Errorf("%q in %s", part, html)
				}
			}
		})
	}
}

// leave is what the next visit finds: the draft of an edit.
func leave(p *Page, edit func(m *model)) *Page {
	edit(&p.model)
	p.keep()
	return &Page{Deps: p.Deps}
}

func TestDraftIsBack(t *testing.T) {
	t.Parallel()
	p := pageOf(t, mayEdit)
	read(p, somebodys())
	p = leave(p, func(m *model) { m.SetStart(platform.Friday, 0, "soon") })
	p.follow()
	html := pagetest.Markup(p)
	for _, part := range []string{"Your draft of 20 Nov, 04:00 is back.", "Discard draft", "soon", "1 change"} {
		if !strings.Contains(html, part) {
			t.Errorf("no %q in %s", part, html)
		}
	}

	// The hours have been changed to the draft's in another place: there is no
	// draft any more.
	p.model.SetStart(platform.Friday, 0, "9:00")
	p.keep()
	same := *p.model.Payload()
	p = &Page{Deps: p.Deps}
	p.Deps.State.SetWeek(shopID, backend.Record[platform.Week]{Value: same})
	p.follow()
	if p.model.Dirty() || p.merge != nil || !p.draftAt.IsZero() {
		t.Errorf("dirty %v, merge %v, draft of %v", p.model.Dirty(), p.merge, p.draftAt)
	}
	var kept draft
	if _, ok := p.Deps.State.LoadDraft(draftKind, shopID, &kept); ok {
		t.Error("the draft is still kept")
	}
}

// A draft of nothing, which an older version may have left, is none.
func TestDraftWithoutAChange(t *testing.T) {
	t.Parallel()
	p := pageOf(t, mayEdit)
	clean := loaded(somebodys()).Snapshot()
	if err := p.Deps.State.SaveDraft(draftKind, shopID, clean); err != nil {
		t.Fatal(err)
	}
	newer := somebodys()
	newer.Fri = nil
	read(p, newer)
	var kept draft
	if _, ok := p.Deps.State.LoadDraft(draftKind, shopID, &kept); ok || p.notice.Title != "" || p.model.Dirty() {
		t.Errorf("draft kept %v, notice %q, dirty %v", ok, p.notice.Title, p.model.Dirty())
	}
}

func TestDraftMeetsNewerHours(t *testing.T) {
	t.Parallel()
	p := pageOf(t, mayEdit)
	read(p, somebodys())
	edit := func(m *model) {
		m.SetOpen(platform.Friday, false)
		m.SetOpen(platform.Monday, false)
	}
	p = leave(p, edit)
	newer := somebodys()
	newer.Fri, newer.Tue = []platform.Period{{StartTime: 10 * hour, EndTime: 20 * hour}}, nil
	read(p, newer)
	html := pagetest.Markup(p)
	for _, part := range []string{"Choose whose hours hold", `id="conflict-fri-mine"`, `id="conflict-fri-theirs"`, `id="conflict-save"`, "10:00–20:00", "Only they changed", "Tuesday", "Only you changed", "Monday"} {
		if !strings.Contains(html, part) {
			t.Errorf("no %q in %s", part, html)
		}
	}
	if strings.Contains(html, `id="day-fri"`) {
		t.Error("the week is shown beside the choice")
	}
	p.backToMine(app.Context{})
	if p.merge != nil || p.newer == nil || p.model.week[platform.Friday].Open {
		t.Error("going back loses something")
	}

	// Without a day that both changed, it comes together by itself.
	p = leave(pageOf(t, mayEdit), func(m *model) { m.Load(somebodys()); m.SetOpen(platform.Monday, false) })
	read(p, newer)
	if p.merge != nil || !strings.Contains(p.notice.Title, "Tuesday and Friday") || len(p.model.Changes()) != 1 {
		t.Errorf("merge %v, notice %q, changes %v", p.merge, p.notice.Title, p.model.Changes())
	}
}

func TestNewerHoursDuringAnEdit(t *testing.T) {
	t.Parallel()
	newer := somebodys()
	newer.Fri = nil
	p := pageOf(t, mayEdit)
	read(p, somebodys())
	read(p, newer)
	if p.newer != nil || p.model.Dirty() || p.model.week[platform.Friday].Open {
		t.Error("an untouched week doesn't follow the platform's")
	}
	p.model.SetOpen(platform.Monday, false)
	read(p, somebodys())
	if p.newer == nil || p.model.week[platform.Friday].Open {
		t.Error("hours change under the hands of somebody who edits them")
	}
	if html := pagetest.Markup(p); !strings.Contains(html, `id="hours-newer-go"`) {
		t.Errorf("no way to look at both: %s", html)
	}
}
