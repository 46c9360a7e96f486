package overview

import (
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// quickPage is the page of a shop in Hong Kong, at noon of a Friday.
func quickPage(t *testing.T, permissions []string, dates ...platform.SpecialDate) *Page {
	t.Helper()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Shop, ShopID: 7}, api.RoleManager)
	deps.State.SetShops([]api.Shop{{ShopID: 7, Name: "Noodle", Zone: "Asia/Hong_Kong", Permissions: permissions}})
	deps.State.SetWeek(7, backend.Record[platform.Week]{Value: week})
	deps.State.SetSpecial(7, backend.Record[[]platform.SpecialDate]{Value: dates})
	deps.State.SetShop(7, &platform.Shop{ShopID: 7, AvailableForOrder: true, Latitude: 22.3, Longitude: 114.2,
		Extra: `"grade":"A"`})
	p := &Page{Deps: deps}
	p.OnInit()
	return p
}

var mayEdit = []string{string(platform.PermissionHoursEdit)}

func TestQuickMarkup(t *testing.T) {
	t.Parallel()
	p := quickPage(t, mayEdit, entry(20, 22, shift(10, 20)))
	html := pagetest.Markup(p)
	for _, part := range []string{"Today: close early or change", "It is \u206612:00\u2069 at the shop.",
		"22.30000° N, 114.20000° E", "openstreetmap.org", "noopener", "world.svg", "grade"} {
		if !strings.Contains(html, part) {
			t.Errorf("no %q in %s", part, html)
		}
	}
	at, list, _ := p.here()
	own, _ := present(list, november(20), at)
	p.quick = newQuickEdit(november(20), own)
	html = pagetest.Markup(p)
	for _, part := range []string{"Only this day changes", `id="quick-at-1140"`, "Weekly hours (", ">Now<",
		"Closed all day"} {
		if !strings.Contains(html, part) {
			t.Errorf("no %q in %s", part, html)
		}
	}
	if html := pagetest.Markup(quickPage(t, nil)); strings.Contains(html, "close early") {
		t.Error("whoever may not change hours is offered to")
	}
}

// quickPageAt is quickPage of a shop in Hong Kong with a week of its own, by another clock.
func quickPageAt(t *testing.T, week platform.Week, now func() time.Time) *Page {
	t.Helper()
	p := quickPage(t, mayEdit)
	s, err := state.New(state.Options{Mount: pagetest.Mount, Storage: new(state.Memory), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	s.SetShops([]api.Shop{{ShopID: 7, Name: "Noodle", Zone: "Asia/Hong_Kong", Permissions: mayEdit}})
	s.SetWeek(7, backend.Record[platform.Week]{Value: week})
	s.SetSpecial(7, backend.Record[[]platform.SpecialDate]{})
	p.State = s
	return p
}

// A dialog that stood open at midnight went on to call the day before "Today", and offered times that were over.
func TestQuickMarkupGoesOnAtMidnight(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		day       int
		want, not []string
	}{
		{0, []string{"Thu 19 Nov", `id="quick-at-1500"`}, []string{"Today,", `id="quick-at-1440"`, `id="quick-at-1320"`}},
		{1, []string{"Today, Fri 20 Nov", ">Now<"}, []string{"Tomorrow"}},
	} {
		now := time.Date(2026, 11, 19, 15, 50, 0, 0, time.UTC) // 23:50 on Thursday
		late := week
		late.SetDay(platform.Thursday, []platform.Period{shift(18, 2)})
		p := quickPageAt(t, late, func() time.Time { return now })
		p.openQuick(tt.day)
		now = now.Add(30 * time.Minute)
		markup.Holds(t, pagetest.Markup(p.quickDialog()), tt.want, tt.not)
	}
}

// On a device whose clock was twenty minutes fast, "Now" closed the shop in twenty minutes.
func TestQuickMarkupByTheServersClock(t *testing.T) {
	t.Parallel()
	p := quickPage(t, mayEdit)
	device := p.State.Now()
	p.Book.Clock.Sample(device.UnixMilli(), device.UnixMilli(), device.Add(-20*time.Minute).UnixMilli())
	p.openQuick(0)
	markup.Holds(t, pagetest.Markup(p), []string{`id="quick-at-700"`, "It is \u206611:40\u2069 at the shop."},
		[]string{`id="quick-at-720"`})
}

// After midnight the dialog says which night can be closed, beside the day.
func TestQuickMarkupAtNight(t *testing.T) {
	t.Parallel()
	night := time.Date(2026, 11, 19, 16, 20, 0, 0, time.UTC) // 00:20 on Friday
	p := quickPageAt(t, week, func() time.Time { return night })
	p.openQuick(0)
	html := pagetest.Markup(p)
	for _, part := range []string{"Close the night of Thu 19 Nov early", ">Now<", `id="quick-at-30"`,
		`id="quick-at-90"`, `id="quick-at-1290"`} {
		if !strings.Contains(html, part) {
			t.Errorf("no %q in %s", part, html)
		}
	}
	p.openQuick(1)
	if html := pagetest.Markup(p); strings.Contains(html, "quick-night") {
		t.Errorf("tomorrow's dialog has tonight: %s", html)
	}
}

// A save that failed once closed the dialog, and what was typed was gone.
func TestQuickKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	p := quickPage(t, mayEdit)
	p.openQuick(1)
	p.quick.shifts = typed("13:37", "20")
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		p.saveShifts(ctx) // there is no network
	})
	const again = `id="shop-quick-notice-go"`
	if html := pagetest.Markup(p); p.quick == nil || p.quick.shifts[0].Start.Text != "13:37" ||
		strings.Count(html, again) != 1 {
		t.Errorf("after the failure %+v in %s", p.quick, html)
	}
	p.closeQuick(app.Context{})
	if html := pagetest.Markup(p); strings.Count(html, again) != 1 {
		t.Errorf("closed, the page has no way to try again: %s", html)
	}
	p.openQuick(0)
	if html := pagetest.Markup(p); strings.Contains(html, again) {
		t.Errorf("another day's dialog has it: %s", html)
	}
}

// The answer to a save closed the dialog over what was typed meanwhile, and dropped its draft.
func TestQuickKeepsWhatIsTypedDuringASave(t *testing.T) {
	t.Parallel()
	for _, left := range []bool{false, true} {
		p := quickPage(t, mayEdit)
		pagetest.Run(t, func(ctx app.Context) {
			p.ctx = ctx
			p.openQuick(1)
			p.quick.shifts = typed("13:37", "")
			p.enterTime(0, true, true, "20")
			p.saveShifts(ctx)
			a := p.prepare(nil)
			if p.saver.Drop(); !p.keepsQuick() {
				t.Fatal("not kept")
			}
			if p.enterTime(0, true, true, "21"); left {
				p.saver.Leave()
			}
			p.saved(ctx, a, a.Sent)
			if !p.keepsQuick() || p.quick.shifts[0].End.Text != "21:00" {
				t.Errorf("left %v: %+v", left, p.quick)
				return
			}
			p.saveShifts(ctx)
			if p.saved(ctx, a, a.Sent); p.quick != nil || p.dropQuick() {
				t.Errorf("left %v: what is saved stays in the dialog: %+v", left, p.quick)
			}
		})
	}
}

func TestQuickRunsIntoTheWeek(t *testing.T) {
	t.Parallel()
	at := here
	at.Week = &platform.Week{Sat: []platform.Period{shift(0, 24)}}
	q := &quickEdit{date: november(20), shifts: typed("6pm", "2am")}
	if q.check(nil, at); len(q.wrong) != 0 || len(q.doubts(nil, at)) != 1 {
		t.Errorf("into Saturday, which a platform may take: %v", q.wrong)
	}
	at.Leaves = rules.Leaves{rules.CodeSpillOverlap: platform.LeaveRefused}
	if q.check(nil, at); len(q.doubts(nil, at)) != 0 || len(q.wrong) != 1 || q.wrong[0].Target != "quick-0-end" {
		t.Errorf("into Saturday: %v", q.wrong)
	}
	dates := setDay(nil, november(21), []platform.Period{shift(0, 24)}, at) // there it ends at midnight
	if q.check(dates, at); len(q.wrong) != 0 {
		t.Errorf("into a special date: %v", q.wrong)
	}
}

func TestQuickChecksWhatWasTyped(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		shifts []special.Shift
		field  string // of the first fault, "" for none
	}{
		{"fine", typed("9", "12:30", "6pm", "2am"), ""},
		{"empty", typed("", "12"), "quick-0-start"},
		{"no time", typed("9", "late"), "quick-0-end"},
		{"equal", typed("9", "9"), "quick-0-end"},
		{"overlap", typed("9", "12", "11", "13"), "quick-1-start"},
	} {
		q, strict := &quickEdit{date: november(20), shifts: tt.shifts}, here
		strict.Leaves = rules.Leaves{rules.CodeEqualTimes: platform.LeaveRefused}
		q.check(nil, strict)
		field := ""
		if len(q.wrong) > 0 {
			field = q.wrong[0].Target
		}
		if field != tt.field {
			t.Errorf("%s: %v, want %q", tt.name, q.wrong, tt.field)
		}
	}
}

// What a change brings along is said: the parts of a range, and the nights.
func TestAside(t *testing.T) {
	t.Parallel()
	night := []platform.SpecialDate{entry(18, 22, shift(18, 2))}
	closed := setDay(night, november(20), []platform.Period{{}}, here)
	if lines := aside(night, closed, november(20), here); len(lines) != 2 || !strings.Contains(lines[0], "in parts") ||
		!strings.Contains(lines[1], "Thursday") {
		t.Errorf("closed: %q", lines)
	}
	own, tail := present(night, november(20), here)
	early := setDay(night, november(20), closeAt(withTail(own, tail), 21*hour), here)
	if lines := aside(night, early, november(20), here); len(lines) != 1 {
		t.Errorf("closed early: %q", lines)
	}
	if hours := rules.Effective(november(20), here.Week, early, here.Anchor, here.Zone); len(hours.Segments) != 2 ||
		hours.Segments[0].End != 2*hour {
		t.Errorf("last night's shift: %+v", hours.Segments)
	}
	if lines := aside(nil, setDay(nil, november(21), []platform.Period{shift(9, 10)}, here), november(21),
		here); len(lines) != 0 {
		t.Errorf("a day by itself: %q", lines)
	}
}
