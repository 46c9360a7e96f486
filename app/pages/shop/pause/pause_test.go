package pause

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

const hour = 3600

var (
	hongKong = rules.Fixed(8 * hour)
	split    = []platform.Period{{StartTime: 11 * hour, EndTime: 15 * hour}, {StartTime: 17 * hour, EndTime: 22 * hour}}
	night    = []platform.Period{{StartTime: 18 * hour, EndTime: 2 * hour}}
	always   = []platform.Period{{EndTime: 24 * hour}}
)

// at is a time in Hong Kong on a day of November 2026; the 20th is a Friday.
func at(day, h, m int) time.Time {
	return time.Date(2026, 11, day, h-8, m, 0, 0, time.UTC)
}

// every is a week of the same days.
func every(shifts []platform.Period) *platform.Week {
	return &platform.Week{Mon: shifts, Tue: shifts, Wed: shifts, Thu: shifts, Fri: shifts, Sat: shifts, Sun: shifts}
}

// hoursOf are those of a shop in Hong Kong.
func hoursOf(week *platform.Week) hours {
	return hours{Place: special.Place{Week: week, Zone: hongKong}}
}

// plain leaves out the marks that keep times left to right.
func plain(s string) string { return text.Plain(s) }

func TestOpening(t *testing.T) {
	t.Parallel()
	weekdays := every(split)
	weekdays.Sat, weekdays.Sun = nil, nil
	for _, tt := range []struct {
		name     string
		week     *platform.Week
		now      time.Time
		want     time.Time
		tomorrow bool
	}{
		{"at lunch, not this evening", every(split), at(20, 12, 0), at(21, 11, 0), true},
		{"late in the evening", every(night), at(20, 23, 0), at(21, 18, 0), true},
		{"after midnight, still Friday's evening", every(night), at(21, 1, 0), at(21, 18, 0), false},
		{"early in the morning, before opening", every(split), at(20, 8, 0), at(21, 11, 0), true},
		{"over the weekend", weekdays, at(20, 12, 0), at(23, 11, 0), false},
	} {
		got, tomorrow, ok := hoursOf(tt.week).opening(tt.now)
		if !ok || got != tt.want.UnixMilli() || tomorrow != tt.tomorrow {
			t.Errorf("%s: %v, tomorrow %t, want %v", tt.name, time.UnixMilli(got).UTC(), tomorrow, tt.want)
		}
	}
	for name, h := range map[string]hours{
		"never closes": hoursOf(every(always)), "never opens": hoursOf(&platform.Week{}),
		"not read": hoursOf(nil),
	} {
		if got, _, ok := h.opening(at(20, 12, 0)); ok {
			t.Errorf("%s: opens at %d", name, got)
		}
	}
}

func TestAsk(t *testing.T) {
	t.Parallel()
	now := at(20, 14, 30)
	known := hoursOf(every(split))
	for _, tt := range []struct {
		name  string
		end   string
		clock string
		note  string
		want  api.PauseOrders
		fault string
		words string
	}{
		{name: "minutes", end: "30", note: "  queue ", want: api.PauseOrders{End: api.EndMinutes, Minutes: 30,
			Note: "queue"}},
		{name: "later today", end: endClock, clock: "6pm",
			want: api.PauseOrders{End: api.EndUntil, Until: at(20, 18, 0).UnixMilli()}},
		{name: "past today is tomorrow", end: endClock, clock: "1430",
			want: api.PauseOrders{End: api.EndUntil, Until: at(21, 14, 30).UnixMilli()}},
		{name: "opening", end: EndOpening, want: api.PauseOrders{End: api.EndUntil, Until: at(21, 11, 0).UnixMilli()}},
		{name: "notice", end: EndNotice, want: api.PauseOrders{End: api.EndNotice}},
		{name: "no time", end: endClock, clock: "soon", fault: fieldClock},
		{name: "nothing chosen", fault: fieldEnd},
		{name: "long note", end: "15", note: strings.Repeat("x", 201), fault: fieldNote,
			words: "Use up to 200 characters, not 201"},
	} {
		m := model{hours: known, end: tt.end, clock: tt.clock, note: tt.note, reason: api.ReasonBusy}
		got, ok := m.ask(7, 3, now)
		if tt.fault != "" {
			if ok || len(m.faults) != 1 || m.faults[0].Target != tt.fault || tt.words != "" && m.faults[0].Text != tt.words {
				t.Errorf("%s: %v, faults %v", tt.name, ok, m.faults)
			}
			continue
		}
		tt.want.ShopID, tt.want.Version, tt.want.Reason = 7, 3, api.ReasonBusy
		if diff := cmp.Diff(tt.want, got); !ok || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, ok, diff)
		}
		if _, again := m.ask(7, 3, now); again {
			t.Errorf("%s: asked twice", tt.name)
		}
	}
}

// A tablet slept with "until 22:00" on its screen. Pressed at 22:01, that closed the shop for a day.
func TestEndOfAnotherDayIsShownFirst(t *testing.T) {
	t.Parallel()
	now, tomorrow := at(20, 22, 1), at(21, 22, 0).UnixMilli()
	m := model{hours: hoursOf(every(night)), end: endClock, clock: "22:00", shown: at(20, 22, 0).UnixMilli()}
	if got, ok := m.ask(7, 3, now); ok {
		t.Errorf("asked for %v", time.UnixMilli(got.Until).UTC())
	}
	m.shown = tomorrow
	if got, ok := m.ask(7, 3, now); !ok || got.Until != tomorrow {
		t.Errorf("asked %t, for %v", ok, time.UnixMilli(got.Until).UTC())
	}
}

func TestSays(t *testing.T) {
	t.Parallel()
	known := hoursOf(every(split))
	for _, tt := range []struct {
		name  string
		hours hours
		end   string
		now   time.Time
		want  string
	}{
		{"within the hours", known, "15", at(20, 12, 0), "Orders start again at 12:15, by themselves."},
		{"up to the full minute", known, "15", at(20, 12, 0).Add(17 * time.Second),
			"Orders start again at 12:16, by themselves."},
		{"after the last order", known, "30", at(20, 21, 45),
			"The pause ends at 22:15, when the shop is closed by its hours: orders start at Sat 11:00."},
		{"no hours at all", hoursOf(&platform.Week{}), "30", at(20, 12, 0),
			"The pause ends at 12:30, when the shop is closed by its hours, with no opening in sight."},
		{"hours not read", hoursOf(nil), "60", at(20, 12, 0), "The pause ends at 13:00, by itself."},
		{"notice", known, EndNotice, at(20, 12, 0), "Orders start again when somebody resumes them."},
		{"nothing yet", known, endClock, at(20, 12, 0), ""},
	} {
		m := model{hours: tt.hours, end: tt.end}
		if got := plain(m.says(tt.now)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestModelOf(t *testing.T) {
	t.Parallel()
	now := at(20, 12, 0)
	weekdays := every(split)
	weekdays.Sat, weekdays.Sun = nil, nil
	known := hoursOf(weekdays)
	until := func(end time.Time) api.Pause {
		return api.Pause{State: api.PausePaused, Until: end.UnixMilli()}
	}
	for _, tt := range []struct {
		pause      api.Pause
		hours      hours
		end, clock string
	}{
		{api.Pause{}, known, "15", ""},
		{api.Pause{State: api.PausePaused}, known, EndNotice, ""},
		{until(at(20, 14, 30)), known, endClock, "14:30"},
		{until(at(23, 11, 0)), known, EndOpening, ""},
		{until(at(22, 14, 30)), known, endKept, ""},
		{until(at(23, 11, 0)), hoursOf(nil), endKept, ""},
		{until(at(20, 14, 30)), hours{}, endKept, ""},
		{until(now), known, "15", ""},
	} {
		if m := modelOf(tt.pause, tt.hours, now); m.end != tt.end || m.clock != tt.clock {
			t.Errorf("%+v: %q %q", tt.pause, m.end, m.clock)
		}
	}
}

// Correcting the note of a pause alone once proposed 15 minutes for what ends in
// days.
func TestChangingTheNoteKeepsTheEnd(t *testing.T) {
	t.Parallel()
	now := at(20, 12, 0)
	for name, h := range map[string]hours{
		"hours known": hoursOf(every(split)), "hours not read": hoursOf(nil), "zone unknown": {},
	} {
		for _, end := range []time.Time{at(20, 14, 30), at(21, 11, 0), at(22, 14, 30), at(29, 11, 0)} {
			m := modelOf(api.Pause{State: api.PausePaused, Until: end.UnixMilli(), Note: "Quueue"}, h, now)
			m.note = "Queue"
			want := api.PauseOrders{ShopID: 7, Version: 3, End: api.EndUntil, Until: end.UnixMilli(), Note: "Queue"}
			got, ok := m.ask(7, 3, now)
			if diff := cmp.Diff(want, got); !ok || diff != "" {
				t.Errorf("%s, %v: %v (-want +got):\n%s", name, end, ok, diff)
			}
		}
	}
}

// On the days on which clocks change, saving another note moved the end of a pause: the time of day stands for another
// instant, or is there twice.
func TestChangingTheNoteKeepsTheEndAsClocksChange(t *testing.T) {
	t.Parallel()
	zone, ok := state.ZoneOf("Europe/Lisbon")
	if !ok {
		t.Fatal("no zone")
	}
	h := hoursOf(every(split))
	h.Zone = zone
	for _, tt := range []struct{ now, end time.Time }{
		{time.Date(2027, 3, 28, 0, 15, 0, 0, time.UTC), time.Date(2027, 3, 28, 23, 30, 0, 0, time.UTC)},
		{time.Date(2027, 10, 30, 23, 15, 0, 0, time.UTC), time.Date(2027, 10, 31, 1, 30, 0, 0, time.UTC)},
	} {
		m := modelOf(api.Pause{State: api.PausePaused, Until: tt.end.UnixMilli()}, h, tt.now)
		if got, ok := m.until(tt.now); !ok || got != tt.end.UnixMilli() {
			t.Errorf("%v becomes %v (%q %q)", tt.end, time.UnixMilli(got).UTC(), m.end, m.clock)
		}
	}
}

func TestTold(t *testing.T) {
	t.Parallel()
	now := at(20, 14, 0)
	p := api.Pause{State: api.PausePaused, By: "Marco Lam", Reason: api.ReasonBusy, Note: "Queue.",
		StartedAt: at(20, 13, 0).UnixMilli()}
	with := func(change func(*api.Pause)) api.Pause {
		other := p
		change(&other)
		return other
	}
	const who = "By Marco Lam, at 13:00: Too busy – Queue."
	for _, tt := range []struct {
		name        string
		pause       api.Pause
		kind        Kind
		title, more string
	}{
		{"notice", p, Ours, "Orders are paused until further notice.", who},
		{"until", with(func(p *api.Pause) {
			p.Until = at(20, 14, 30).UnixMilli()
		}), Ours, "Orders are paused until 14:30.", who},
		{"until tomorrow", with(func(p *api.Pause) {
			p.Until = at(21, 11, 0).UnixMilli()
		}), Ours, "Orders are paused until Sat 11:00.", who},
		{"over", with(func(p *api.Pause) {
			p.Until = now.UnixMilli()
			p.Trouble = true
		}), Ours, "Orders are being resumed.", who + " The platform doesn't answer. We keep trying."},
		{"asked", with(func(p *api.Pause) { p.State = api.PauseAsked }), Ours, "Orders are being paused.", who},
		{"left", with(func(p *api.Pause) {
			p.State = api.PauseLeft
		}), Foreign, "Closed on the platform.", "Marco Lam had paused it at 13:00: Too busy – Queue. " +
			text.T("pause.left")},
		{"elsewhere", api.Pause{}, Foreign, "Paused, but not from here.", text.T("pause.foreign")},
	} {
		title, more := Told(tt.pause, tt.kind, hongKong, now)
		if plain(title) != tt.title || plain(more) != tt.more {
			t.Errorf("%s: %q %q", tt.name, title, more)
		}
	}
}

func TestKindOf(t *testing.T) {
	t.Parallel()
	open, suspended := platform.Shop{Status: platform.ShopOperating}, platform.Shop{Status: platform.ShopSuspended}
	var unsaid platform.Shop
	if err := platform.Read([]byte(`{"shopId":1,"status":"OPEN"}`), &unsaid); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		shop  *platform.Shop
		state api.PauseState
		want  Kind
	}{
		{"not read", nil, "", Unknown},
		{"open", &open, "", Open},
		{"a status we don't know", &platform.Shop{Status: 77, AvailableForOrder: true}, "", Open},
		{"suspended elsewhere", &suspended, "", Foreign},
		{"paused", &suspended, api.PausePaused, Ours},
		{"paused, not read", nil, api.PausePaused, Ours},
		{"reopened elsewhere", &open, api.PausePaused, Open},
		{"asked", &open, api.PauseAsked, Ours},
		{"left", &suspended, api.PauseLeft, Foreign},
		{"not said", &unsaid, "", Open},
		{"not said, paused", &unsaid, api.PausePaused, Ours},
		{"not said, left", &unsaid, api.PauseLeft, Foreign},
	} {
		s := pagetest.Deps(t, routes.Route{Page: routes.Shop, ShopID: 1}, api.RoleOwner).State
		if tt.shop != nil {
			s.SetShop(1, tt.shop)
		}
		if tt.state != "" {
			s.SetPause(api.Pause{ShopID: 1, State: tt.state})
		}
		if got := KindOf(s, 1); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestOver(t *testing.T) {
	t.Parallel()
	for want, shifts := range map[string][]platform.Period{
		"Orders come in again.": always,
		"The pause is over. By its hours the shop is closed: orders start at 18:00.":    night,
		"The pause is over. By its hours the shop is closed, with no opening in sight.": nil,
	} {
		s := pagetest.Deps(t, routes.Route{Page: routes.Shop, ShopID: 1}, api.RoleOwner).State
		s.SetShops([]api.Shop{{ShopID: 1, Zone: "Asia/Hong_Kong"}})
		s.SetWeek(1, backend.Record[platform.Week]{Value: *every(shifts)})
		s.SetSpecial(1, backend.Record[[]platform.SpecialDate]{})
		if got := plain(Over(s, 1, s.Record(1))); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// On a tablet whose clock was nine hours slow, orders of an open shop were resumed, and the console said that the shop
// is closed.
func TestOverGoesByTheServersClock(t *testing.T) {
	t.Parallel()
	device := at(20, 12, 0).Add(-9 * time.Hour)
	s, err := state.New(state.Options{Storage: new(state.Memory), Now: func() time.Time { return device },
		Ahead: func() int64 { return (9 * time.Hour).Milliseconds() }})
	if err != nil {
		t.Fatal(err)
	}
	s.SetShops([]api.Shop{{ShopID: 1, Zone: "Asia/Hong_Kong"}})
	s.SetWeek(1, backend.Record[platform.Week]{Value: *every(split)})
	s.SetSpecial(1, backend.Record[[]platform.SpecialDate]{})
	if got := plain(Over(s, 1, s.Record(1))); got != "Orders come in again." {
		t.Errorf("%q", got)
	}
}

func TestChanged(t *testing.T) {
	t.Parallel()
	current, ok := Changed(&api.Error{Code: api.CodeChanged,
		Current: []byte(`{"shopId":"7","version":4,"state":"ended"}`)})
	if !ok || current.ShopID != 7 || current.Version != 4 {
		t.Errorf("%+v %t", current, ok)
	}
	for _, err := range []error{errors.New("x"), &api.Error{Code: api.CodeNotOpen}, &api.Error{Code: api.CodeChanged}} {
		if _, ok := Changed(err); ok {
			t.Errorf("%v taken for a change", err)
		}
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	var unsaid platform.Shop
	if err := platform.Read([]byte(`{"shopId":1,"status":"OPEN"}`), &unsaid); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		shop platform.Shop
		list []api.Pause
		want []string
		not  []string
	}{
		{"open", platform.Shop{Status: platform.ShopOperating}, nil,
			[]string{"Pause orders", "15 minutes", "Too busy", "Cancel"}, []string{"Resume now"}},
		{"paused", platform.Shop{Status: platform.ShopSuspended}, []api.Pause{{ShopID: 1, State: api.PausePaused}},
			[]string{"Change the pause", "Resume now"}, []string{"Cancel"}},
		{"elsewhere", platform.Shop{Status: platform.ShopSuspended}, nil,
			[]string{"Reopen the shop", "Somebody else closed this shop"}, []string{"15 minutes"}},
		{"not said", unsaid, nil, []string{"Pause orders", "Until further notice", "Cancel"},
			[]string{"15 minutes", "Reopen"}},
	} {
		deps := pagetest.Deps(t, routes.Route{Page: routes.Shop, ShopID: 1}, api.RoleOwner)
		deps.State.SetShops([]api.Shop{{ShopID: 1, Zone: "Asia/Hong_Kong"}})
		deps.State.SetShop(1, &tt.shop)
		deps.State.SetPauses(tt.list, deps.State.Now())
		d := &Dialog{Deps: deps, Open: true}
		d.OnInit()
		markup.Holds(t, pagetest.Markup(d), tt.want, tt.not)
	}
}

// A note was typed, and the browser's Back or "Pause shops" closed the dialog: the note was gone. It can be had back,
// as after Escape.
func TestNoteInADialogThatIsClosedCanBeHadBack(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Shop, ShopID: 1}, api.RoleManager)
	back, offers := "", 0
	d := &Dialog{Deps: deps, OnUndo: func(_ app.Context, chosen string) { back = chosen }}
	d.OnInit()
	d.model.note = "The oven is broken"
	pagetest.Run(t, func(ctx app.Context) {
		ctx.Handle(state.ActionToast, func(ctx app.Context, a app.Action) {
			offers++
			a.Value.(pages.Offer).Do(ctx)
		})
		for range 2 {
			any(d).(app.Updater).OnUpdate(ctx)
		}
	})
	if offers != 1 || !strings.HasSuffix(back, "The oven is broken") {
		t.Errorf("offered %d times, comes back as %q", offers, back)
	}
}

// The dialog for pausing became the question whether to reopen when the shop was suspended elsewhere meanwhile, and the
// other way round: a press on one button was one on the other.
func TestOpenDialogGoesOnAskingTheSame(t *testing.T) {
	t.Parallel()
	for _, status := range []platform.ShopStatus{platform.ShopOperating, platform.ShopSuspended} {
		deps := pagetest.Deps(t, routes.Route{Page: routes.Shop, ShopID: 1}, api.RoleOwner)
		deps.State.SetShops([]api.Shop{{ShopID: 1, Zone: "Asia/Hong_Kong"}})
		deps.State.SetShop(1, &platform.Shop{Status: status})
		d := &Dialog{Deps: deps, Open: true}
		d.OnInit()
		asks := strings.Contains(pagetest.Markup(d), "pause-go")
		deps.State.SetShop(1, &platform.Shop{Status: platform.ShopOperating + platform.ShopSuspended - status})
		if now := strings.Contains(pagetest.Markup(d), "pause-go"); now != asks {
			t.Errorf("of status %v: asked for a pause %v, then %v", status, asks, now)
		}
	}
}

// The pause's end is typed and stepped as the times of shifts are.
func TestEndIsATimeField(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Shop, ShopID: 1}, api.RoleOwner)
	deps.State.SetShops([]api.Shop{{ShopID: 1, Zone: "Asia/Hong_Kong"}})
	deps.State.SetShop(1, &platform.Shop{Status: platform.ShopOperating})
	d := &Dialog{Deps: deps, Open: true}
	d.OnInit()
	d.model.end = endClock
	markup.Holds(t, pagetest.Markup(d), []string{`class="in in-time"`, `aria-required`,
		`aria-describedby="pause-clock-hint"`}, nil)
}

// Until half past eleven meant tomorrow on a device whose clock was forty minutes fast.
func TestEndIsReckonedByTheServersClock(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Shop, ShopID: 1}, api.RoleOwner)
	device := deps.State.Now().UnixMilli()
	deps.Book.Clock.Sample(device, device, at(20, 11, 20).UnixMilli())
	deps.State.SetShops([]api.Shop{{ShopID: 1, Zone: "Asia/Hong_Kong"}})
	deps.State.SetShop(1, &platform.Shop{Status: platform.ShopOperating})
	d := &Dialog{Deps: deps, Open: true}
	d.OnInit()
	d.model.end, d.model.clock = endClock, "11:30"
	markup.Holds(t, pagetest.Markup(d), []string{"at \u206811:30\u2069"}, []string{"Sat 11:30"})
}
