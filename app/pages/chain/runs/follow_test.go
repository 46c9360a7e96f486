package runs

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
)

// The server tells of a run's end after it has ended the run: one that stops in between tells nobody. The page showed a
// run in which nothing was left to do as running, until it was opened anew.
func TestEndOfARunIsReadWithoutNews(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(ctx app.Context, d pages.Deps) (state func() api.RunState){
		"the page": func(ctx app.Context, d pages.Deps) func() api.RunState {
			p := &One{Deps: d}
			p.OnMount(ctx)
			return func() api.RunState { return p.run.State }
		},
		"the list": func(ctx app.Context, d pages.Deps) func() api.RunState {
			p := &List{Deps: d}
			p.OnMount(ctx)
			return func() api.RunState { return p.runs[0].State }
		},
		"the card": func(ctx app.Context, d pages.Deps) func() api.RunState {
			p := &Last{Deps: d, ctx: ctx}
			p.read(ctx)
			return func() api.RunState { return p.run.State }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := api.Run{ID: "r1", State: api.RunRunning, Counts: api.RunCounts{Done: 2, Failed: 1}}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var answer any = api.Runs{Runs: []api.Run{run}}
				if r.URL.Query().Has("run") {
					answer = api.RunDetail{Run: run}
				}
				_ = json.NewEncoder(w).Encode(answer)
				run.State = api.RunDone
			}))
			t.Cleanup(server.Close)
			d := pagetest.Deps(t, At("r1"), api.RoleOwner)
			d.Backend = wire.Backend(t, pagetest.Mount, server)
			var state func() api.RunState
			pagetest.Run(t, func(ctx app.Context) { state = open(ctx, d) })
			if got := state(); got != api.RunDone {
				t.Errorf("it is shown as %s", got)
			}
		})
	}
}

// A run that was undone in another tab asked whether to undo it, and then said that somebody had changed its shops.
func TestUndoneRunIsNotUndoneAgain(t *testing.T) {
	t.Parallel()
	for undoneBy, want := range map[string]string{"": actUndo, "r2": ""} {
		run := api.Run{ID: "r1", State: api.RunDone, Mine: true, Counts: api.RunCounts{Done: 2}}
		p := &One{Deps: pagetest.Deps(t, At("r1"), api.RoleOwner)}
		p.run = newWatched(api.RunDetail{Run: run})
		run.UndoneBy, run.Undone = undoneBy, len(undoneBy)
		answers(t, &p.Deps, map[string]any{api.PathRun: api.RunDetail{Run: run}, api.PathRunPreview: api.Preview{}})
		pagetest.Run(t, func(ctx app.Context) {
			p.ctx, p.backend, p.id, p.told = ctx, p.Backend, "r1", p.tell
			p.askUndo(ctx)
		})
		if p.asking != want || p.undoable() != (want != "") {
			t.Errorf("undone by %q: it asks about %q", undoneBy, p.asking)
		}
	}
}

// An undo of a run that had paused its shops for half an hour said that all of them had been changed since: the same
// change, looked at now, would pause them for half an hour from now.
func TestUndoOfAPauseLooksAtThePauseAsItWas(t *testing.T) {
	t.Parallel()
	const until = 1_800_000
	for name, tt := range map[string]struct {
		pause api.ChangePause
		asks  bool
	}{
		"of some minutes":        {api.ChangePause{Minutes: 30, Until: until}, true},
		"until a moment":         {api.ChangePause{Until: until}, true},
		"until the next opening": {api.ChangePause{Opening: true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			was := tt.pause
			run := api.RunDetail{
				Run:   api.Run{ID: "r1", State: api.RunDone, Change: api.Change{Pause: &tt.pause}},
				Shops: []api.RunShop{{ShopID: 1, State: api.RunShopDone}},
			}
			var asked api.AskPreview
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_ = json.NewDecoder(r.Body).Decode(&asked)
				_ = json.NewEncoder(w).Encode(api.Preview{})
			}))
			t.Cleanup(server.Close)
			p := &One{Deps: pagetest.Deps(t, At("r1"), api.RoleOwner)}
			p.Backend, p.run = wire.Backend(t, pagetest.Mount, server), newWatched(run)
			pagetest.Run(t, func(ctx app.Context) {
				p.ctx = ctx
				p.lookSince()
			})
			if got := asked.Change.Pause; (got != nil) != tt.asks || tt.asks && *got != (api.ChangePause{Until: until}) ||
				tt.pause != was {
				t.Errorf("it asked about %+v; the run has %+v", got, tt.pause)
			}
		})
	}
}

// answers has a server give these answers, by their paths.
func answers(t *testing.T, d *pages.Deps, by map[string]any) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for path, answer := range by {
			if strings.HasSuffix(r.URL.Path, path) {
				_ = json.NewEncoder(w).Encode(answer)
			}
		}
	}))
	t.Cleanup(server.Close)
	d.Backend = wire.Backend(t, pagetest.Mount, server)
}

// Both stop following when they leave the page.
var (
	_ app.Dismounter = (*One)(nil)
	_ app.Dismounter = (*Brief)(nil)
)
