package runs

import (
	"errors"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
)

func TestOneMarkup(t *testing.T) {
	t.Parallel()
	failed := func(change func(*api.RunDetail)) *watched {
		d := detail()
		d.State, d.Counts = api.RunDone, api.RunCounts{Done: 12, Failed: 2}
		change(&d)
		return newWatched(d)
	}
	for _, tt := range []struct {
		name string
		run  *watched
		err  error
		want []string
		not  []string
	}{
		{"loading", nil, nil, []string{"Loading…"}, []string{`id="run-cancel"`}},
		{
			"gone", nil, &api.Error{Status: 404, Code: api.CodeNotFound}, []string{"nothing here that you may see"},
			[]string{"Try again"},
		},
		{
			"unreadable", nil, errors.New("x"), []string{"This couldn", "Try again"},
			[]string{"nothing here that you may see"},
		},
		{"running", newWatched(detail()), nil, []string{"1 of 4 done", `id="run-pause"`, `id="run-cancel"`,
			"You can leave this page", "shops/3"}, []string{`id="run-undo"`, `id="run-fix"`, `id="run-go-on"`}},
		{"somebody else's", failed(func(d *api.RunDetail) {
			d.Mine = false
		}), nil, []string{"12 of 14 done, 2 failed"}, []string{`id="run-undo"`, `id="run-fix"`, `id="run-repeat"`}},
		{"failures", failed(func(*api.RunDetail) {}), nil,
			[]string{"2 shops failed.", "Fix and run the 2 again", `id="run-repeat"`, `id="run-undo"`, "Done, with failures"},
			[]string{`id="run-cancel"`}},
		{"all failed", failed(func(d *api.RunDetail) {
			d.Counts = api.RunCounts{Failed: 1}
		}), nil, []string{"1 shop failed.", "Fix and run it again", `id="run-repeat"`}, []string{`id="run-undo"`}},
		{"failed in part", failed(func(d *api.RunDetail) {
			d.Counts = api.RunCounts{Failed: 2}
			d.Shops = []api.RunShop{
				{
					ShopID: 1, State: api.RunShopFailed, Failure: api.RunFailureDown,
					Differences: []api.Difference{{Part: api.PartPhones, Before: []string{"852-1"}, After: []string{"852-2"}}},
				},
				{ShopID: 2, State: api.RunShopFailed, Failure: api.RunFailureRule},
			}
		}), nil, []string{`id="run-undo"`, "Done in part", "after several tries.<",
			"It would break a rule. Nothing was changed."}, nil},
		{"an undo that failed", failed(func(d *api.RunDetail) {
			d.UndoOf = "r0"
		}), nil, []string{"This undoes an earlier change", "runs/r0", `id="run-repeat"`}, []string{`id="run-fix"`}},
		{"undone", failed(func(d *api.RunDetail) {
			d.UndoneBy, d.Undone = "r9", 12
		}), nil, []string{"This change was undone", "runs/r9"}, []string{`id="run-undo"`, `id="run-repeat"`}},
		{"undone in a part", failed(func(d *api.RunDetail) {
			d.UndoneBy, d.Undone = "r9", 5
		}), nil, []string{"Undo: 5 of 12 done", "runs/r9", `id="run-undo"`}, []string{`id="run-repeat"`, "was undone"}},
		{"tried again", failed(func(d *api.RunDetail) {
			d.RepeatedBy, d.Repeated = "r9", 1
			d.Shops = []api.RunShop{{ShopID: 1, State: api.RunShopFailed, Repeated: true}}
		}), nil, []string{"Second try: 1 of 2 done", "runs/r9", "1 shop failed.", "Fix and run it again"}, nil},
		{"tried again where it failed, not where it wasn't begun", failed(func(d *api.RunDetail) {
			d.State, d.Counts, d.RepeatedBy, d.Repeated = api.RunCancelled, api.RunCounts{Failed: 1, Left: 3}, "r9", 1
			d.Shops = []api.RunShop{{ShopID: 1, State: api.RunShopFailed, Repeated: true}}
		}), nil, []string{"3 shops were not begun", "Look at it and run it in the 3"}, []string{"1 shop failed."}},
		{"an undo", failed(func(d *api.RunDetail) {
			d.UndoOf, d.Back, d.Name = "r0", true, "Winter"
		}), nil, []string{"Undo: Winter", "Make the change again"}, []string{"Undo this change"}},
		{"an undo that was undone", failed(func(d *api.RunDetail) {
			d.UndoOf, d.Name = "r8", "Winter"
		}), nil, []string{"Undo this change"}, []string{"Undo: Winter", "Make the change again"}},
		{"scheduled", failed(func(d *api.RunDetail) {
			d.State, d.Counts = api.RunScheduled, api.RunCounts{Waiting: 14}
		}), nil, []string{"Scheduled", `id="run-now"`, `id="run-cancel"`, "It begins by itself"},
			[]string{`id="run-pause"`, `id="run-undo"`}},
		{"a change with a name of its maker's own", failed(func(d *api.RunDetail) {
			d.Name, d.Change = "Winter", everything()
		}), nil, []string{`id="run-change"`, "Friday", "23:00", "Christmas", "25 Dec", "Until each shop",
			"Too busy", "a.example"}, nil},
		{"an undo, which gives each shop its own back", failed(func(d *api.RunDetail) {
			d.UndoOf, d.Back, d.Change = "r0", true, everything()
		}), nil, nil, []string{`id="run-change"`}},
		{"cancelled", failed(func(d *api.RunDetail) {
			d.State, d.Counts = api.RunCancelled, api.RunCounts{Done: 3, Left: 11}
		}), nil, []string{"What was done stays done", "11 shops were not begun", `id="run-undo"`,
			"Look at it and run it in the 11"}, []string{`id="run-cancel"`}},
		// Bug: the others were said to be done.
		{"cancelled after some failed", failed(func(d *api.RunDetail) {
			d.State, d.Counts = api.RunCancelled, api.RunCounts{Done: 3, Failed: 2, Left: 9}
		}), nil, []string{"2 shops failed. 9 shops were not begun.", "The change was cancelled before that.",
			"Fix and run the 11 again"}, []string{"The others are done"}},
		{"a state of a newer server", failed(func(d *api.RunDetail) { d.State = "frozen" }), nil, []string{"frozen"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := &One{Deps: pagetest.Deps(t, At("r1"), api.RoleOwner), follower: follower{run: tt.run, err: tt.err}}
			markup.Holds(t, pagetest.Markup(p), tt.want, tt.not)
		})
	}
}

// The question before a change begins named the change by its maker's name alone.
func TestQuestionBeforeStartSaysWhatChanges(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, At("r1"), api.RoleOwner)
	run := detail()
	run.State, run.Change = api.RunScheduled, everything()
	for _, page := range []app.UI{
		(&One{Deps: deps, follower: follower{run: newWatched(run)}, asking: string(api.RunActNow)}).dialog(),
		(&List{Deps: deps, asking: ask{run: run.Run, act: api.RunActNow}}).dialog(),
	} {
		markup.Holds(t, pagetest.Markup(page), []string{"Friday", "23:00", "Christmas"}, nil)
	}
}

// everything is a change of all that a run can change.
func everything() api.Change {
	return api.Change{
		Days: []api.ChangeDay{{Day: 4, Shifts: []api.Shift{{11 * 3600, 23 * 3600}}}},
		Dates: []api.ChangeDate{{
			ChangeRange: api.ChangeRange{From: "2026-12-25", To: "2026-12-25"}, Shifts: []api.Shift{{0, 0}}, Name: "Christmas",
		}},
		Pause: &api.ChangePause{Opening: true, Reason: "busy"}, Picture: "https://a.example/x.jpg",
	}
}

func TestListMarkup(t *testing.T) {
	t.Parallel()
	two := []api.Run{
		{ID: "a", Name: "Winter", State: api.RunScheduled, Mine: true, By: "Ann", At: 5, Counts: api.RunCounts{Waiting: 14}},
		{ID: "b", Name: "<Christmas>", State: api.RunDone, By: "Ben", Counts: api.RunCounts{Done: 12, Failed: 2}},
	}
	for _, tt := range []struct {
		name string
		runs []api.Run
		read pages.Reader
		want []string
		not  []string
	}{
		{"loading", nil, pages.Reader{}, []string{"Loading…"}, []string{"No bulk changes yet"}},
		{
			"failed", nil, pages.Reader{Err: errors.New("x")}, []string{"couldn", "Try again"},
			[]string{"Loading…", "No bulk changes yet"},
		},
		{"empty", nil, pages.Reader{Known: true}, []string{"No bulk changes yet", "runs/new"}, nil},
		{"some", two, pages.Reader{Known: true}, []string{"12 of 14 done, 2 failed", "runs/b", `id="run-a-now"`, `id="run-a-cancel"`,
			"&lt;Christmas&gt;"}, []string{`id="run-b-now"`, `id="runs-find"`}},
		{"old", two, pages.Reader{Known: true, Err: errors.New("x")}, []string{"couldn", "Winter"}, nil},
		{"many", append(two, make([]api.Run, 6)...), pages.Reader{Known: true}, []string{`id="runs-find"`}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := &List{
				Deps: pagetest.Deps(t, routes.Route{Page: routes.Runs}, api.RoleOwner), runs: tt.runs, reads: tt.read,
			}
			markup.Holds(t, pagetest.Markup(p), tt.want, tt.not)
		})
	}
}

// A search that left no bulk change offered to show all shops.
func TestSearchThatFindsNoRunOffersAllRuns(t *testing.T) {
	t.Parallel()
	p := &List{
		Deps: pagetest.Deps(t, routes.Route{Page: routes.Runs}, api.RoleOwner), runs: []api.Run{{ID: "a", Name: "Winter"}},
		query: "summer",
	}
	markup.Holds(t, pagetest.Markup(p), []string{"All changes"}, []string{"Show all", "Winter"})
}

func TestLastMarkup(t *testing.T) {
	t.Parallel()
	run := api.Run{
		ID: "b", Name: "Winter hours", State: api.RunDone, Mine: true, Counts: api.RunCounts{Done: 188, Failed: 10},
	}
	deps := pagetest.Deps(t, routes.Route{Page: routes.Shops}, api.RoleOwner)
	markup.Holds(
		t, pagetest.Markup(&Last{Deps: deps, run: &run}),
		[]string{"Winter hours", "188 of 198 done, 10 failed", "Fix and run the 10 again", "runs/b"}, nil,
	)
	markup.Holds(t, pagetest.Markup(&Last{Deps: deps}), nil, []string{"card"})
	run.Mine = false
	markup.Holds(t, pagetest.Markup(&Last{Deps: deps, run: &run}), []string{"188 of 198"}, []string{"Fix and run"})
}

// Times of a shop in Riyadh were told by the clock of Hong Kong, where most shops are.
func TestTimesAreTheShopsOwn(t *testing.T) {
	t.Parallel()
	d := detail()
	d.Shops = []api.RunShop{
		{ShopID: 1, State: api.RunShopDone, Differences: []api.Difference{
			{Part: api.PartStatus, Before: []string{"open"}, After: []string{"paused", "1795161600000"}},
		}},
		{ShopID: 1, State: api.RunShopWaiting, Tries: 2, NextAt: 1795165200000},
	}
	p := &One{Deps: pagetest.Deps(t, At("r1"), api.RoleOwner), follower: follower{run: newWatched(d)}}
	p.State.SetShops([]api.Shop{
		{ShopID: 1, Zone: "Asia/Riyadh"}, {ShopID: 2, Zone: "Asia/Hong_Kong"}, {ShopID: 3, Zone: "Asia/Hong_Kong"},
	})
	brief := &Brief{Deps: p.Deps, follower: follower{run: p.run}}
	for _, list := range []app.UI{p.shops(), brief.shops()} {
		markup.Holds(t, text.Plain(pagetest.Markup(list)),
			[]string{"Paused until 20 Nov, 11:00 (Riyadh)", "again at 12:00 (Riyadh)"}, nil)
	}
	if file := csv(p.State, p.run); !strings.Contains(file, "Paused until 20 Nov, 11:00 (Riyadh)") {
		t.Error(file)
	}
}

// Bug: when few runs were left, the field of a search went and the search went on.
func TestSearchStaysInSight(t *testing.T) {
	t.Parallel()
	p := &List{Deps: pagetest.Deps(t, routes.Route{Page: routes.Runs}, api.RoleManager), query: "x"}
	p.runs = []api.Run{{ID: "1"}}
	markup.Holds(t, pagetest.Markup(p), []string{`id="runs-find"`}, nil)
}
