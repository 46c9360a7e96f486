package hours

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
	"github.com/shopdesk/shopdesk/platform"
)

const shopID = 7

// pageOf is the page of a shop, for an operator who may do that there.
func pageOf(t *testing.T, permissions ...string) *Page {
	t.Helper()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Hours, ShopID: shopID}, api.RoleManager)
	deps.State.SetShops([]api.Shop{{ShopID: shopID, EnName: "Noodle", Zone: "Asia/Hong_Kong", Permissions: permissions}})
	p := &Page{Deps: deps}
	p.OnInit()
	return p
}

var mayEdit = string(platform.PermissionHoursEdit)

func read(p *Page, w platform.Week) {
	p.State.SetWeek(shopID, backend.Record[platform.Week]{Value: w})
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
		{"loading", mayEdit, func(p *Page) { p.State.BeginRead(shopID) },
			[]string{"Loading…", "(Hong Kong)"}, []string{"day-fri", "couldn"}},
		{"failed", mayEdit, func(p *Page) { p.State.EndRead(shopID, errors.New("x")) },
			[]string{"This couldn", "Try again"}, []string{"Loading…", "day-fri"}},
		{"loaded", mayEdit, func(p *Page) { read(p, somebodys()) },
			[]string{`id="day-fri"`, `id="fri-open"`, `id="fri-0-start"`, `id="mon-1-end"`,
				`aria-label="Monday, second shift, closes"`, `aria-label="Friday, opens"`,
				`id="fri-add"`, `id="fri-whole"`, `id="fri-copy"`, `id="mon-0-remove"`, "next day", "Saturday runs on until 02:00.",
				"Open 24 hours", "Closed all day"},
			[]string{`id="hours-save"`, "fri-0-remove", "error-summary", "no opening hours yet"}},
		{"old", mayEdit, func(p *Page) { read(p, somebodys()); p.State.EndRead(shopID, errors.New("x")) },
			[]string{"You see what was read on", `id="fri-0-start"`}, nil},
		{"empty", mayEdit, func(p *Page) {
			read(p, platform.Week{})
		}, []string{"no opening hours yet", `id="fri-open"`}, nil},
		{"changed", mayEdit, func(p *Page) { read(p, somebodys()); p.SetOpen(platform.Friday, false) },
			[]string{`id="hours-save"`, `id="hours-review"`, `id="hours-discard"`, `id="hours-undo"`, `id="hours-redo"`,
				"1 change", "not saved yet"}, nil},
		{"a problem, before and after a try", mayEdit, func(p *Page) {
			read(p, somebodys())
			p.Enter(startOf(platform.Friday, 0), "x")
			p.editor.Try()
		},
			[]string{`id="hours-summary"`, `href="#fri-0-start"`, `id="fri-problem-0"`, `aria-describedby="fri-problem-0"`,
				`aria-invalid`}, nil},
		{"read only", "", func(p *Page) { read(p, somebodys()) },
			[]string{`id="day-fri"`, "your role in this shop", "17:30–22:00", "Open all day"},
			[]string{`id="fri-open"`, "<input", "fri-copy", "Arrow up"}},
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

// An unsaved edit comes back with the page, with what is half typed.
func TestDraftIsBack(t *testing.T) {
	t.Parallel()
	p := pageOf(t, mayEdit)
	read(p, somebodys())
	p.enterTime(startOf(platform.Friday, 0), false, "soon")
	p = &Page{Deps: p.Deps}
	p.OnInit()
	html := pagetest.Markup(p)
	for _, part := range []string{"Your draft of 20 Nov, 04:00 is back.", "Discard draft", "soon", "1 change"} {
		if !strings.Contains(html, part) {
			t.Errorf("no %q in %s", part, html)
		}
	}
}

// A day that the platform's week leaves out was left out when a save was taken back: the day, just opened, stayed open
// on a platform that keeps the days it isn't told. A day that is closed is 0 to 0 (interface 4.4, rule 1).
func TestTakingBackNamesEveryDay(t *testing.T) {
	t.Parallel()
	p := pageOf(t, mayEdit)
	var sent []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Week struct{ Sat, Sun json.RawMessage } `json:"businessHourOfTheWeek"`
		}
		_ = json.NewDecoder(r.Body).Decode(&request)
		sent = append(sent, string(request.Week.Sat)+string(request.Week.Sun))
		_, _ = io.WriteString(w, `{"code":0,"message":""}`)
	}))
	t.Cleanup(server.Close)
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	p.OnInit()
	var week platform.Week
	if err := json.Unmarshal([]byte(`{"mon":[{"startTime":36000,"endTime":72000}],"sat":null}`), &week); err != nil {
		t.Fatal(err)
	}
	read(p, week)
	p.SetOpen(platform.Sunday, true)
	pagetest.Run(t, func(ctx app.Context) {
		ctx.Handle(state.ActionToast, func(ctx app.Context, a app.Action) {
			if offer, ok := a.Value.(pages.Offer); ok && offer.Do != nil {
				offer.Do(ctx)
			}
		})
		p.OnMount(ctx)
		p.editor.Save(ctx)
	})
	closed := `[{"startTime":0,"endTime":0}]`
	if len(sent) != 2 || sent[1] != closed+closed {
		t.Errorf("sent %q", sent)
	}
}

func TestDraftMeetsNewerHours(t *testing.T) {
	t.Parallel()
	p := pageOf(t, mayEdit)
	read(p, somebodys())
	p.setOpen(platform.Friday, false)
	p.setOpen(platform.Monday, false)
	p = &Page{Deps: p.Deps}
	newer := somebodys()
	newer.Fri, newer.Tue = []platform.Period{{StartTime: 10 * hour, EndTime: 20 * hour}}, nil
	p.State.SetWeek(shopID, backend.Record[platform.Week]{Value: newer})
	p.OnInit()
	html := pagetest.Markup(p)
	for _, part := range []string{
		"Choose which version to keep", `id="conflict-fri-mine"`, `id="conflict-fri-theirs"`, `id="conflict-save"`,
		"10:00–20:00",
		"Only they changed", "Tuesday", "Only you changed", "Monday",
	} {
		if !strings.Contains(html, part) {
			t.Errorf("no %q in %s", part, html)
		}
	}
	if strings.Contains(html, `id="day-fri"`) {
		t.Error("the week is shown beside the choice")
	}
}
