package shops

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/internal/wire"
)

// A dialog that was opened meanwhile stays open when the answer to a view comes: what was typed into it was lost.
func TestSavedViewClosesItsOwnDialog(t *testing.T) {
	t.Parallel()
	for status, saved := range map[int]int{http.StatusOK: 1, http.StatusServiceUnavailable: 0} {
		p := pageOf(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_ = json.NewEncoder(w).Encode(api.Views{Views: []api.View{{ID: "v", Name: "Paused", Body: "standing=paused"}}})
		})
		p.State.SetShops(some)
		p.State.SetRoster(&api.Roster{})
		p.refresh()
		pagetest.Run(t, func(ctx app.Context) {
			p.ctx = ctx
			p.ask = ask{what: askView, view: "Paused"}
			p.begin()
			p.saveView(api.SaveView{View: api.View{Name: "Paused", Body: "standing=paused"}})
			p.closeAsk(ctx)
			p.ask = ask{what: askView, view: "North"}
		})
		failed := p.ask.err != nil || p.ask.fault != ""
		if p.ask.what != askView || p.ask.view != "North" || failed || len(p.table.views) != saved {
			t.Errorf("%d: the dialog is %+v, of %d views", status, p.ask, len(p.table.views))
		}
	}
}

// Escape drops nothing that was typed: the name is there when its dialog is opened again, and no other dialog has it.
func TestTypedNamesStayInClosedDialogs(t *testing.T) {
	t.Parallel()
	p := pageOf(t, http.NotFound)
	p.State.SetRoster(&api.Roster{Groups: []api.Group{{ID: "g1", Name: "Downtown"}}})
	p.refresh()
	open := map[asking]func(app.Context){
		askGroups: p.groupsButton("").(*components.Button).OnClick,
		askView:   func(ctx app.Context) { p.chooseView(ctx, viewSave) },
	}
	shown := func(what asking) (html string) {
		pagetest.Run(t, func(ctx app.Context) {
			open[what](ctx)
			html = pagetest.Markup(p.dialogs())
			p.closeAsk(ctx)
		})
		return html
	}
	pagetest.Run(t, func(ctx app.Context) {
		open[askGroups](ctx)
		p.ask.name, p.ask.about, p.ask.to = "North", "g1", "Uptown"
		p.closeAsk(ctx)
		open[askView](ctx)
		p.ask.view = "Paused ones"
		p.closeAsk(ctx)
	})
	markup.Holds(t, shown(askGroups), []string{`value="North"`, `value="Uptown"`}, []string{"Paused ones"})
	markup.Holds(t, shown(askView), []string{`value="Paused ones"`}, []string{"North", "Uptown"})
}

// The dialog or the form that was closed right after the press took what came of it along: the list stayed as it was
// before, and a failure wasn't told.
func TestAnswerCountsAfterTheDialogIsClosed(t *testing.T) {
	t.Parallel()
	group := api.Group{ID: "g1", Version: 2, Name: "Downtown"}
	for _, tt := range []struct {
		name   string
		status int
		answer any
		press  func(p *Page)
		groups string // of the first shop
		shops  int
		says   string // on the page
		told   string // in a toast
	}{
		{
			"put into a group", http.StatusOK,
			api.GroupChanged{Group: api.Group{ID: "g1", Version: 3, Name: "Downtown", Shops: []string{"100025"}}},
			func(p *Page) { p.put(group, []string{"100025"}, true) }, "Downtown", 3, "", "",
		},
		{
			"the server is busy", http.StatusServiceUnavailable, api.Error{Code: api.CodeBusy},
			func(p *Page) { p.put(group, []string{"100025"}, true) }, "", 3, "Somebody else is saving this right now.", "",
		},
		{
			"shops are added", http.StatusOK, api.Shops{Shops: append(some[:3:3], api.Shop{ShopID: 100026, EnName: "Zabeel"})},
			func(p *Page) {
				p.adding = adding{open: true, ids: "100026", zone: "Asia/Dubai"}
				request, _ := p.adding.submit(some)
				p.add(request)
			}, "", 4, "", "Added 1 shop.",
		},
		{
			"shops can't be added", http.StatusServiceUnavailable, api.Error{Code: api.CodeBusy},
			func(p *Page) {
				p.adding = adding{open: true, ids: "100026", zone: "Asia/Dubai"}
				request, _ := p.adding.submit(some)
				p.add(request)
			}, "", 3, `value="100026"`, "",
		},
	} {
		p := pageOf(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(tt.status)
			_ = json.NewEncoder(w).Encode(tt.answer)
		})
		p.State.SetShops(some)
		p.State.SetRoster(&api.Roster{Shops: []api.RosterShop{{ShopID: 100025}}, Groups: []api.Group{group}})
		p.refresh()
		told := ""
		pagetest.Run(t, func(ctx app.Context) {
			p.ctx = ctx
			ctx.Handle(state.ActionToast, func(_ app.Context, a app.Action) { told = a.Value.(pages.Offer).Text })
			p.ask = ask{what: askGroups}
			tt.press(p)
			p.closeAsk(ctx)
			p.closeForm(ctx)
		})
		shops, _ := p.State.Shops()
		if got := p.table.entries[0].groupNames(); got != tt.groups || len(shops) != tt.shops {
			t.Errorf("%s: in the groups %q of %d shops, want %q of %d", tt.name, got, len(shops), tt.groups, tt.shops)
		}
		if html := pagetest.Markup(p); !strings.Contains(html, tt.says) || told != tt.told {
			t.Errorf("%s: told %q, and no %q in %s", tt.name, told, tt.says, html)
		}
	}
}

// What is wrong with a name is said at its own field alone. Bug: a name that another group has was wrong at the new
// group's field as well, and after an undo at that one alone. So was a group that would have too many shops.
func TestNameIsWrongAtItsOwnField(t *testing.T) {
	t.Parallel()
	const create, rename = "#shops-group-name", "#shops-g-g1-name"
	group := api.Group{ID: "g1", Version: 1, Name: "Downtown"}
	back := api.ChangeGroup{ID: "g1", Version: 2, Name: "Uptown"}
	for name, tt := range map[string]struct {
		press func(p *Page)
		wrong string
	}{
		"a new group without a name": {func(p *Page) { p.submitGroup(p.ctx) }, create},
		"a new group's taken name":   {func(p *Page) { p.ask.name = "North"; p.submitGroup(p.ctx) }, create},
		"renamed to nothing":         {func(p *Page) { p.ask.to = " "; p.renameGroup(group) }, rename},
		"renamed to a taken name":    {func(p *Page) { p.ask.to = "North"; p.renameGroup(group) }, rename},
		"renamed back, to a taken name": {func(p *Page) {
			p.ask = ask{what: askGroups, back: &back}
			p.undoButton()[0].(*components.Button).OnClick(p.ctx)
		}, rename},
		"more shops than a group may have": {func(p *Page) { p.put(group, []string{"1"}, true) }, ""},
	} {
		p := pageOf(t, func(w http.ResponseWriter, r *http.Request) {
			var asked api.ChangeGroup
			_ = json.NewDecoder(r.Body).Decode(&asked)
			problem := api.Problem{Path: "name", Code: api.ProblemNameTaken}
			if asked.Name == "" {
				problem = api.Problem{Path: "add", Code: api.ProblemTooMany}
			}
			w.WriteHeader(http.StatusUnprocessableEntity)
			_ = json.NewEncoder(w).Encode(api.Error{Code: api.CodeInvalid, Problems: []api.Problem{problem}})
		})
		p.State.SetShops(some)
		p.State.SetRoster(&api.Roster{Groups: []api.Group{group}})
		p.refresh()
		pagetest.Run(t, func(ctx app.Context) {
			p.ctx = ctx
			p.ask = ask{what: askGroups, about: "g1", to: "Downtown"}
			tt.press(p)
		})
		html := markup.Parse(t, pagetest.Markup(pages.Stack(p.groupsBody()...)))
		wrong := ""
		for _, field := range html.All("[aria-invalid]") {
			wrong += "#" + field.Get("id")
		}
		if wrong != tt.wrong {
			t.Errorf("%s: wrong at %q, want at %q", name, wrong, tt.wrong)
		}
	}
}

// A group or a view whose answer was lost is there: the next press was refused because of its name, and the list didn't
// have it for half an hour.
func TestListIsReadAnewAfterALostAnswer(t *testing.T) {
	t.Parallel()
	taken := api.Error{Code: api.CodeInvalid, Problems: []api.Problem{{Path: "name", Code: api.ProblemNameTaken}}}
	for name, make := range map[string]func(p *Page){
		"a group": func(p *Page) { p.changeGroup(api.ChangeGroup{Name: "Downtown"}, func(api.GroupChanged) {}) },
		"a view": func(p *Page) {
			p.begin()
			p.saveView(api.SaveView{View: api.View{Name: "Downtown"}})
		},
	} {
		for why, refuse := range map[string]http.HandlerFunc{
			"the answer is lost": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
			"the name is taken": func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusUnprocessableEntity)
				_ = json.NewEncoder(w).Encode(taken)
			},
		} {
			p := pageOf(t, refuse)
			reads := counted(p)
			pagetest.Run(t, func(ctx app.Context) {
				p.ctx = ctx
				p.line.Start(ctx)
				p.line.Follow(0)
				p.ask = ask{what: askGroups}
				make(p)
			})
			if *reads != 2 {
				t.Errorf("%s, %s: the list is read %d times, want at first and after that", name, why, *reads)
			}
		}
	}
}

// Shops whose answer was lost are there: the list didn't have them, and the next press was refused because of that.
func TestShopsAreReadAnewAfterALostAnswer(t *testing.T) {
	t.Parallel()
	p := pageOf(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	p.State.SetShops(some)
	read := false
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		ctx.Handle(state.ActionRead, func(app.Context, app.Action) { read = true })
		p.add(api.AddShops{ShopIDs: []int64{100026}})
	})
	if html := pagetest.Markup(p); !read || !strings.Contains(html, "Outcome unknown") {
		t.Errorf("read anew: %v, %s", read, html)
	}
}

// A shop that was ticked and isn't the operator's any more was counted as chosen, and the bar offered to change it.
func TestShopThatIsGoneIsNotTicked(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Shops}, api.RoleOwner)}
	p.State.SetShops(some)
	p.refresh()
	p.chosen.set([]int64{some[0].ShopID, some[1].ShopID}, true)
	p.State.SetShops(some[1:])
	if html := pagetest.Markup(p); !strings.Contains(html, "1 shop chosen") || strings.Contains(html, "isn't listed") {
		t.Errorf("%v are ticked: %s", p.chosen.ids, html)
	}
}

// The remembered search was read after the page was drawn, and the list was found only once the server had answered:
// until then "Choose all" took every shop.
func TestRememberedSearchHoldsBeforeTheServerAnswers(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Shops}, api.RoleOwner)}
	p.State.SetShops(some)
	p.State.SetShopsView(look{Find: "dubai"}.write())
	if start, ok := any(p).(app.Initializer); ok { // markup alone doesn't call it
		start.OnInit()
	}
	pagetest.Markup(p)
	pagetest.Run(t, p.OnMount)
	if html := pagetest.Markup(p); len(p.ids) != 1 || strings.Contains(html, "Mong Kok") {
		t.Errorf("%d shops are found for %q: %s", len(p.ids), p.look.Find, html)
	}
}

// The shops that were ticked took the place of those of the draft: its change, its name and its time held for them.
func TestChangingShopsLeavesTheDraftAside(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Shops}, api.RoleOwner)}
	p.State.SetShops(some)
	p.refresh()
	draft := map[string]any{"name": "Winter", "on": []string{"phones"}, "shops": []int64{7}}
	if err := p.State.SaveDraft("run", 0, draft); err != nil {
		t.Fatal(err)
	}
	p.chosen.set([]int64{some[0].ShopID}, true)
	pagetest.Run(t, p.change)
	type wizard struct {
		Name    string
		On      []string
		Shops   []int64
		Earlier *wizard
	}
	var got wizard
	p.State.LoadDraft("run", 0, &got)
	before := &wizard{Name: "Winter", On: []string{"phones"}, Shops: []int64{7}}
	want := wizard{Shops: []int64{some[0].ShopID}, Earlier: before}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The ticks were gone on the way back from the page that changes the shops, and on every reload.
func TestTickedShopsAreTickedOnTheNextVisit(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Shops}, api.RoleOwner)
	visit := func() *Page {
		p := &Page{Deps: deps}
		if start, ok := any(p).(app.Initializer); ok {
			start.OnInit()
		}
		pagetest.Markup(p)
		return p
	}
	deps.State.SetShops(some)
	p := visit()
	p.chosen.set([]int64{some[0].ShopID, some[1].ShopID}, true)
	if html := pagetest.Markup(visit()); !strings.Contains(html, "2 shops chosen") {
		t.Errorf("two were ticked: %s", html)
	}
	deps.State.SetShops(some[1:])
	if p = visit(); len(p.chosen.ids) != 1 || !p.chosen.ids[some[1].ShopID] {
		t.Errorf("with one gone, %v are ticked", p.chosen.ids)
	}
	pagetest.Run(t, p.tickNone)
	if p = visit(); len(p.chosen.ids) != 0 {
		t.Errorf("with none ticked, %v are", p.chosen.ids)
	}
}

// A device whose clock was ten minutes behind listed shops as open that had closed, and others as read in the future.
func TestListGoesByTheServersClock(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Shops}, api.RoleOwner)}
	device := pagetest.Now.UnixMilli()
	server := device + 10*minute
	p.Book.Clock.Sample(device, device, server)
	p.State.SetShops(some)
	p.State.SetRoster(&api.Roster{Shops: []api.RosterShop{
		{ShopID: some[0].ShopID, Standing: api.StandingOpen, ReadAt: server - 2*minute, Until: server - minute},
	}})
	p.refresh()
	reads := counted(p)
	pagetest.Run(t, func(ctx app.Context) {
		p.line.Start(ctx)
		p.line.Follow(0)
		p.asked = p.now() - 2*minute
		p.overdue()
	})
	if *reads != 2 {
		t.Errorf("the list is read %d times, want at first and when a shop has closed", *reads)
	}
	if got := p.table.entries[p.position(some[0].ShopID)].cell(colReadAt, &p.table, p.clock()).Words; got != "2 min ago" {
		t.Errorf("read %q", got)
	}
}

// Events don't tell how shops differ from their templates: the list is read anew after a minute in which one was heard.
func TestListIsReadAnewForDrift(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Shops}, api.RoleOwner)}
	p.State.SetShops(some)
	drift := []api.Drift{{Template: "t"}}
	p.State.SetRoster(&api.Roster{Shops: []api.RosterShop{{ShopID: some[0].ShopID, Drift: drift}},
		Templates: []api.TemplateID{{ID: "t", Name: "Winter"}}})
	p.refresh()
	reads := counted(p)
	row, _ := json.Marshal(api.RosterShop{ShopID: some[0].ShopID, Standing: api.StandingOpen})
	pagetest.Run(t, func(ctx app.Context) {
		p.line.Start(ctx)
		p.line.Follow(0)
		p.asked = p.now()
		p.take(ctx, []api.LiveEvent{{Kind: api.LiveRoster, Data: row}})
		p.overdue()
		if *reads != 1 {
			t.Errorf("the list is read %d times within a minute", *reads)
		}
		p.asked -= minute
		p.overdue()
	})
	if e := p.table.entries[p.position(some[0].ShopID)]; *reads != 2 || e.row.Standing != api.StandingOpen ||
		len(e.row.Drift) != 1 {
		t.Errorf("read %d times: %+v", *reads, e.row)
	}
}

// A dialog that was closed and opened again took the place of a change that was under way: what came of it was lost.
func TestTwoDialogsEachHaveTheirAnswer(t *testing.T) {
	t.Parallel()
	p := pageOf(t, func(w http.ResponseWriter, r *http.Request) {
		var asked api.ChangeGroup
		_ = json.NewDecoder(r.Body).Decode(&asked)
		_ = json.NewEncoder(w).Encode(api.GroupChanged{Group: api.Group{ID: asked.ID, Version: 2, Name: asked.Name}})
	})
	p.State.SetShops(some)
	p.State.SetRoster(&api.Roster{})
	p.refresh()
	var heard []string
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		for _, name := range []string{"North", "South"} {
			p.ask = ask{what: askGroups}
			p.changeGroup(api.ChangeGroup{ID: name, Name: name}, func(g api.GroupChanged) {
				heard = append(heard, g.Group.Name)
			})
			if name == "North" {
				p.closeAsk(ctx)
			}
		}
	})
	if len(p.table.groups) != 2 || len(heard) != 1 || heard[0] != "South" || p.ask.busy != 0 {
		t.Errorf("%v are listed, the dialog heard %v and is %+v", p.table.groups, heard, p.ask)
	}
}

// One press deleted a group with what hangs on it, and the way back was gone with the dialog.
func TestDeletedGroupComesBackAfterTheDialogIsClosed(t *testing.T) {
	t.Parallel()
	var asked []api.ChangeGroup
	group := api.Group{ID: "g1", Version: 1, Name: "Downtown", Shops: []string{"100025"}}
	p := pageOf(t, func(w http.ResponseWriter, r *http.Request) {
		var request api.ChangeGroup
		_ = json.NewDecoder(r.Body).Decode(&request)
		asked = append(asked, request)
		answer := api.GroupChanged{Group: group, Dropped: group.Shops}
		if request.Delete {
			answer.Group = api.Group{ID: group.ID, Version: 2}
		}
		_ = json.NewEncoder(w).Encode(answer)
	})
	p.State.SetShops(some)
	p.State.SetRoster(&api.Roster{Shops: []api.RosterShop{{ShopID: 100025}}, Groups: []api.Group{group}})
	p.refresh()
	p.ask = ask{what: askGroups, drop: &group}
	markup.Holds(t, pagetest.Markup(p), []string{"Delete “Downtown”", "1 shop", "Roles and templates"}, nil)
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		ctx.Handle(state.ActionToast, func(ctx app.Context, a app.Action) {
			if offer, ok := a.Value.(pages.Offer); ok && offer.Do != nil {
				offer.Do(ctx)
			}
		})
		p.deleteGroup(group)
		pagetest.Until(ctx, func() bool { return p.ask.back != nil }, p.closeAsk)
	})
	want := []api.ChangeGroup{
		{ID: "g1", Version: 1, Delete: true}, {ID: "g1", Version: 2, Restore: true, Add: group.Shops},
	}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if p.refresh(); len(p.table.groups) != 1 {
		t.Errorf("groups %v", p.table.groups)
	}
}

// A visit of the list asks only for what has changed since the one before. Bug: each was sent the whole list.
func TestListIsAskedForByItsTag(t *testing.T) {
	t.Parallel()
	var tags []string
	p := pageOf(t, func(w http.ResponseWriter, r *http.Request) {
		tags = append(tags, r.Header.Get("If-None-Match"))
		w.Header().Set("ETag", fmt.Sprintf(`"a.%d"`, len(tags)))
		if tags[len(tags)-1] != "" {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_ = json.NewEncoder(w).Encode(api.Roster{Shops: []api.RosterShop{{ShopID: some[0].ShopID}}})
	})
	p.State.SetShops(some)
	visit := func() {
		pagetest.Run(t, func(ctx app.Context) {
			p.ctx = ctx
			p.read(ctx)
		})
	}
	visit()
	visit()
	p.State.PutRosterShops([]api.RosterShop{{ShopID: some[1].ShopID}}) // the server has no name for that
	visit()
	if want := []string{"", `"a.1"`, ""}; !slices.Equal(tags, want) {
		t.Errorf("asked with %q, want %q", tags, want)
	}
	if list, fresh := p.State.Roster(); !fresh || len(list.Shops) != 1 {
		t.Errorf("%v, %+v", fresh, list)
	}
}

// The form for the first shops closed under the hands of its person when another one added shops.
func TestFormForTheFirstShopsStaysOpen(t *testing.T) {
	t.Parallel()
	p := pageOf(t, http.NotFound)
	p.State.SetShops(nil)
	pagetest.Run(t, func(ctx app.Context) {
		p.typeIDs(ctx, "100026")
		p.State.SetShops(some)
		markup.Holds(t, pagetest.Markup(p), []string{`value="100026"`, `id="shops-add-cancel"`}, nil)
	})
}

// pageOf is the page of an owner, whose calls a handler answers.
func pageOf(t *testing.T, answer http.HandlerFunc) *Page {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Shops}, api.RoleOwner)}
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	return p
}

// counted counts how often the list is read.
func counted(p *Page) (reads *int) {
	reads = new(int)
	p.line = live.Line{Backend: p.Backend, Load: func(app.Context) {
		if *reads++; *reads == 1 {
			p.line.Loaded(1)
		}
	}}
	return reads
}
