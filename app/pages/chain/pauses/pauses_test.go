package pauses

import (
	"context"
	"encoding/json"
	"html"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/pages/shop/pause"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/internal/wire"
	"github.com/shopdesk/shopdesk/platform"
)

// chain is five shops that the operator may pause, one of them paused and two closed by the
// platform, and another that the operator may only look at. Shops 1 and 2 are a group.
func chain(t *testing.T) pages.Deps {
	t.Helper()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Today}, api.RoleManager)
	may := []string{string(platform.PermissionShopPause), api.MayViewActivity}
	deps.State.SetShops([]api.Shop{
		{ShopID: 1, EnName: "Central", Permissions: may}, {ShopID: 2, EnName: "Kowloon", Permissions: may},
		{ShopID: 3, EnName: "Harbour", Permissions: may}, {ShopID: 4, EnName: "Peak", Permissions: may},
		{ShopID: 5, EnName: "Airport"}, {ShopID: 6, EnName: "Shuttered", Permissions: may},
	})
	deps.State.SetPauses([]api.Pause{
		{ShopID: 3, State: api.PausePaused, By: "Marco Lam"}, {ShopID: 4, State: api.PauseLeft},
	}, deps.State.Now())
	deps.State.SetRoster(&api.Roster{Shops: []api.RosterShop{
		{ShopID: 1, Standing: api.StandingOpen}, {ShopID: 6, Standing: api.StandingSuspended},
	}, Groups: []api.Group{
		{ID: "g1", Name: "Downtown", Shops: []string{"1", "2", "3"}}, {ID: "g2", Name: "Empty", Shops: []string{"5"}},
	}})
	return deps
}

func TestOfferedShops(t *testing.T) {
	t.Parallel()
	s := chain(t).State
	for do, want := range map[string][]int64{doPause: {1, 2}, doResume: {3}} {
		var got []int64
		for _, shop := range offered(s, do) {
			got = append(got, shop.ShopID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", do, got, want)
		}
	}
	if !May(s) {
		t.Error("not offered to a manager of four shops")
	}
	s.SetShops([]api.Shop{{ShopID: 1, Permissions: []string{string(platform.PermissionShopPause)}}})
	if May(s) {
		t.Error("offered for one shop")
	}
}

// Two groups of one name, made by people of different shops, were offered as the same words.
func TestGroupsOfOneNameAreToldApart(t *testing.T) {
	t.Parallel()
	s := chain(t).State
	s.SetRoster(&api.Roster{Groups: []api.Group{
		{ID: "g1", Name: "Downtown", Shops: []string{"1", "2"}}, {ID: "g2", Name: "downtown", Shops: []string{"2", "3"}},
		{ID: "g3", Name: "Downtown", Shops: []string{"2"}}, {ID: "g4", Name: "New", Tag: true, Shops: []string{"2"}},
	}})
	m := modelOf(s, nil)
	var got []string
	for _, choice := range m.groups(s)[1:] {
		got = append(got, text.Plain(choice.Label))
	}
	want := []string{"Downtown · Central", "downtown · Harbour", "Downtown · 1 shop", "#New"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// One tap ticks a group, the next begins the run.
func TestGroupIsPausedInOneTap(t *testing.T) {
	t.Parallel()
	s := chain(t).State
	m := modelOf(s, nil)
	if _, ok := m.run(s, "k", pagetest.Now); ok || m.fault == "" {
		t.Errorf("a run of no shop: fault %q", m.fault)
	}
	m.tick(s, "g1")
	got, ok := m.run(s, "k", pagetest.Now)
	want := api.StartRun{Key: "k", Name: "Pause orders, 2 shops", Shops: []string{"1", "2"}, Change: api.Change{
		Pause: &api.ChangePause{Minutes: 30, Until: pagetest.Now.UnixMilli() + 30*60_000},
	}}
	if diff := cmp.Diff(want, got); diff != "" || !ok || m.fault != "" {
		t.Errorf("%t, %q: %s", ok, m.fault, diff)
	}
	m.toggle(2, false)
	if m.of != "" || !slices.Equal(m.chosen(s), []int64{1}) {
		t.Errorf("of %q, chosen %v", m.of, m.chosen(s))
	}
}

func TestEnds(t *testing.T) {
	t.Parallel()
	s := chain(t).State
	for end, want := range map[string]*api.ChangePause{
		pause.EndNotice:  {Reason: api.ReasonStaff},
		pause.EndOpening: {Reason: api.ReasonStaff, Opening: true},
	} {
		m := modelOf(s, []int64{1})
		m.end, m.reason = end, api.ReasonStaff
		got, _ := m.run(s, "k", pagetest.Now)
		if diff := cmp.Diff(want, got.Change.Pause); diff != "" || !m.reminds() {
			t.Errorf("%s: reminds %t, %s", end, m.reminds(), diff)
		}
	}
}

// Paused shops are all ticked when somebody turns to resuming. Those that were ticked in the list of all shops are
// ticked alone. Bug: with two of ten paused shops ticked, all ten would be resumed.
func TestResume(t *testing.T) {
	t.Parallel()
	s := chain(t).State
	m := modelOf(s, nil)
	m.choose(s, doResume)
	got, ok := m.run(s, "k", pagetest.Now)
	want := api.StartRun{Key: "k", Name: "Resume orders, 1 shop", Shops: []string{"3"}, Change: api.Change{Resume: true}}
	if diff := cmp.Diff(want, got); diff != "" || !ok {
		t.Error(ok, diff)
	}
	if of := modelOf(s, []int64{3}); of.do != doResume || !of.ticks[3] {
		t.Errorf("a paused shop ticked: %+v", of)
	}
	harbour, _ := s.Pause(3)
	s.SetPauses([]api.Pause{harbour, {ShopID: 1, State: api.PausePaused}, {ShopID: 4, State: api.PauseLeft}}, s.Now())
	if of := modelOf(s, []int64{3}); of.do != doResume || !slices.Equal(of.chosen(s), []int64{3}) {
		t.Errorf("one of two paused shops ticked: %+v", of)
	}
	if of := modelOf(s, []int64{4}); len(of.chosen(s)) > 0 {
		t.Errorf("a shop ticked that the platform has closed: %+v", of)
	}
	s.SetPauses([]api.Pause{harbour, {ShopID: 4, State: api.PauseLeft}}, s.Now())
	if of := modelOf(s, []int64{1, 2, 3}); of.do != doPause || of.ticks[3] || !of.ticks[1] {
		t.Errorf("two open shops ticked and a paused one: %+v", of)
	}
}

func TestDialog(t *testing.T) {
	t.Parallel()
	asked := &Dialog{Deps: chain(t), Open: true, Shops: []int64{1, 2}}
	asked.OnInit()
	markup.Holds(t, pagetest.Markup(asked), []string{
		"Pause several shops", "Downtown", "Central", "Kowloon", "Pause 2 shops", "Until each shop&#39;s next opening",
	}, []string{"Harbour", "Airport", "Empty", "Remind me", "left out"})
	// Shops that can't be paused were left out without a word.
	asked = &Dialog{Deps: chain(t), Open: true, Shops: []int64{1, 2, 3, 5, 6}}
	asked.OnInit()
	markup.Holds(t, pagetest.Markup(asked),
		[]string{"Pause 2 shops", "2 shops are left out: already paused, or suspended"}, nil)
	asked = &Dialog{Deps: chain(t), Open: true, All: true}
	asked.OnInit()
	markup.Holds(t, pagetest.Markup(asked), []string{"Pause 2 shops", "3 shops are left out"}, nil)
	asked = &Dialog{Deps: chain(t), Open: true, Shops: []int64{3}}
	asked.OnInit()
	markup.Holds(t, pagetest.Markup(asked), []string{"Resume several shops", "Harbour", "Marco Lam", "Resume 1 shop"},
		[]string{"For how long?", "Central"})
	made := &Dialog{Deps: chain(t), Open: true, run: "r1"}
	markup.Holds(t, pagetest.Markup(made), []string{"Show the bulk change", "/runs/r1"}, []string{"Which shops"})
}

// cut is a [backend.Fetcher] whose first call ends as said.
type cut struct {
	wire.Fetcher

	first error
	calls int
}

// Fetch implements [backend.Fetcher].
func (c *cut) Fetch(ctx context.Context, r backend.Request) (backend.Response, error) {
	if c.calls++; c.calls == 1 {
		return backend.Response{}, c.first
	}
	return c.Fetcher.Fetch(ctx, r)
}

// begins serves a console that begins every run it is asked for, and passes on what it heard.
func begins(t *testing.T, heard chan<- api.StartRun) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request api.StartRun
		_ = json.NewDecoder(r.Body).Decode(&request)
		heard <- request
		_ = json.NewEncoder(w).Encode(api.Run{ID: "r1"})
	}))
	t.Cleanup(server.Close)
	return server
}

// A pause for half an hour that was pressed again ten minutes after the device had been offline lasted twenty minutes.
// One that may have been begun ends when it first would, by the same run.
func TestPauseAfterAFailureLastsAsLongAsChosen(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		first   error
		minutes int64 // from the second press
	}{{backend.ErrOffline, 30}, {backend.ErrNoAnswer, 20}} {
		heard := make(chan api.StartRun, 2)
		server := begins(t, heard)
		now := pagetest.Now
		deps := chain(t)
		s, err := state.New(state.Options{Storage: new(state.Memory), Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		shops, _ := deps.State.Shops()
		s.SetShops(shops)
		deps.State = s
		network := &cut{Fetcher: wire.Fetcher{Server: server}, first: tt.first}
		if deps.Backend, err = backend.New(pagetest.Mount, network); err != nil {
			t.Fatal(err)
		}
		d := &Dialog{Deps: deps, Open: true, Shops: []int64{1}}
		d.OnInit()
		var keys []string
		for range 2 {
			pagetest.Run(t, func(ctx app.Context) {
				d.ctx = ctx
				d.begin(ctx)
				keys = append(keys, d.sent.Key)
			})
			now = now.Add(10 * time.Minute)
		}
		want := pagetest.Now.UnixMilli() + (10+tt.minutes)*time.Minute.Milliseconds()
		asked := <-heard
		if d.run != "r1" || asked.Change.Pause == nil || asked.Change.Pause.Until != want ||
			(keys[0] == keys[1]) != (tt.minutes == 20) {
			t.Errorf("after %v: run %q, keys %q, %+v", tt.first, d.run, keys, asked.Change.Pause)
		}
	}
}

// A pause of several shops without an answer was said not to have begun: whoever closed the dialog left shops paused.
// Of a failure that came after the dialog was closed nothing was said.
func TestPauseWithoutAnAnswerMayHaveBegun(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]string{
		backend.ErrOffline: "The change wasn&#39;t begun.", backend.ErrNoAnswer: "Outcome unknown",
	} {
		d := &Dialog{Deps: chain(t), Open: true, Shops: []int64{1}}
		d.OnInit()
		network := &cut{first: err}
		var wrong error
		if d.Backend, wrong = backend.New(pagetest.Mount, network); wrong != nil {
			t.Fatal(wrong)
		}
		told := ""
		for _, d.Open = range []bool{true, false} {
			network.calls = 0
			pagetest.Run(t, func(ctx app.Context) {
				ctx.Handle(state.ActionToast, func(_ app.Context, a app.Action) { told = a.Value.(pages.Offer).Text })
				d.ctx = ctx
				d.begin(ctx)
			})
			if d.Open {
				markup.Holds(t, pagetest.Markup(d), []string{want}, nil)
			}
			if strings.HasPrefix(html.EscapeString(told), want) == d.Open {
				t.Errorf("%v: with the dialog open: %v, told %q", err, d.Open, told)
			}
		}
	}
}

// A pause whose first answer was lost is pressed again: its shops, paused by then and on offer no more, keep what
// was chosen of reminders. Bug: after two hours they were asked about.
func TestReminderChoiceIsKeptWhenTheFirstAnswerIsLost(t *testing.T) {
	t.Parallel()
	now, deps := pagetest.Now, chain(t)
	s, err := state.New(state.Options{Storage: new(state.Memory), Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	shops, _ := deps.State.Shops()
	s.SetShops(shops)
	deps.State = s
	server := begins(t, make(chan api.StartRun, 2))
	network := &cut{Fetcher: wire.Fetcher{Server: server}, first: backend.ErrNoAnswer}
	if deps.Backend, err = backend.New(pagetest.Mount, network); err != nil {
		t.Fatal(err)
	}
	d := &Dialog{Deps: deps, Open: true, Shops: []int64{1}}
	d.OnInit()
	d.model.end, d.model.remind = pause.EndNotice, false
	for range 2 {
		pagetest.Run(t, func(ctx app.Context) {
			d.ctx = ctx
			d.begin(ctx)
		})
		s.SetPause(api.Pause{ShopID: 1, Version: 1, State: api.PausePaused, StartedAt: now.UnixMilli()})
	}
	now = now.Add(3 * time.Hour)
	if forgotten := s.Forgotten(); d.run != "r1" || len(forgotten) > 0 {
		t.Errorf("run %q; asked about %+v", d.run, forgotten)
	}
}

// A pause for half an hour lasted ten minutes longer than chosen on a device whose clock was ten minutes fast, and the
// server refused it as over where the clock was an hour slow.
func TestPauseLastsAsLongAsChosenByAWrongClock(t *testing.T) {
	t.Parallel()
	for _, ahead := range []time.Duration{10 * time.Minute, -time.Hour} {
		heard := make(chan api.StartRun, 1)
		server := begins(t, heard)
		deps := chain(t)
		device, right := deps.State.Now(), deps.State.Now().Add(-ahead)
		deps.Book.Clock.Sample(device.UnixMilli(), device.UnixMilli(), right.UnixMilli())
		deps.Backend = wire.Backend(t, pagetest.Mount, server)
		d := &Dialog{Deps: deps, Open: true, Shops: []int64{1}}
		d.OnInit()
		pagetest.Run(t, func(ctx app.Context) {
			d.ctx = ctx
			d.begin(ctx)
		})
		if p := (<-heard).Change.Pause; p == nil || p.Until != right.Add(30*time.Minute).UnixMilli() {
			t.Errorf("a clock %v ahead: %+v", ahead, p)
		}
	}
}

// Bug: a search among many shops went on among the few that were paused, and its field went.
func TestSearchStaysInSight(t *testing.T) {
	t.Parallel()
	d := &Dialog{Deps: chain(t), Open: true}
	d.model.find = "peak"
	markup.Holds(t, pagetest.Markup(d), []string{`id="pauses-find"`}, nil)
}
