package shell

import (
	"errors"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/shops"
	"github.com/shopdesk/shopdesk/app/pages/entry/setup"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/pages/shop/hours"
	"github.com/shopdesk/shopdesk/app/pages/shop/overview"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
)

// newTestRoot is a frame at route that has started, for an operator of that
// role or for nobody.
func newTestRoot(t *testing.T, route routes.Route, role api.Role) *Root {
	t.Helper()
	deps := pagetest.Deps(t, route, role)
	return &Root{
		Backend: deps.Backend, State: deps.State, Book: deps.Book, Mount: deps.Mount, Pages: somePages, route: route,
		phase: ready,
	}
}

// somePages are as in app/program.
var somePages = Pages{
	routes.Setup: func(d pages.Deps) app.UI { return &setup.Page{Deps: d, Done: Enter} },
	routes.Shops: func(d pages.Deps) app.UI { return &shops.Page{Deps: d} },
	routes.Shop:  func(d pages.Deps) app.UI { return &overview.Page{Deps: d} },
	routes.Hours: func(d pages.Deps) app.UI {
		p := &hours.Page{Deps: d}
		p.OnInit() // which markup alone doesn't call
		return p
	},
	routes.Gallery: func(d pages.Deps) app.UI { return app.H1().Text("never seen") },
}

var someShops = []api.Shop{
	{ShopID: 1, Name: "麵", EnName: "Noodle", Zone: "Asia/Hong_Kong"},
	{ShopID: 2, Name: "粥", EnName: "Congee", Zone: "Asia/Hong_Kong"},
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		route routes.Route
		role  api.Role
		set   func(*Root)
		want  []string
		not   []string
	}{
		{"starting", routes.Route{Page: routes.Shops}, "", func(r *Root) { r.phase = starting },
			[]string{`class="desk"`, "Loading…"}, []string{"Password", "Olivia"}},
		{"can't start", routes.Route{Page: routes.Shops}, "", func(r *Root) { r.phase, r.startErr = stuck, errors.New("x") },
			[]string{"The console couldn", "Try again"}, []string{`class="desk"`}},
		{"nobody", routes.Route{Page: routes.Hours, ShopID: 1}, "", nil,
			[]string{"<h1", "Sign in", "Password"}, []string{`class="desk"`}},
		{"set up", routes.Route{Page: routes.Setup}, "", nil, []string{"Set up the first owner"}, []string{`class="desk"`}},
		{"list", routes.Route{Page: routes.Shops}, api.RoleOwner, func(r *Root) { r.State.SetShops(someShops) },
			[]string{`class="desk"`, "2 shops", `href="/admin/console/shops"`, "Choose a shop", "Olivia Chan"},
			[]string{`href="/admin/console/shops/1/hours"`, "Components"}},
		{"shop", routes.Route{Page: routes.Shop, ShopID: 1}, api.RoleOwner, func(r *Root) { r.State.SetShops(someShops) },
			[]string{`href="/admin/console/shops/1/hours"`, `href="/admin/console/shops/1"`, "Reading the shop…"},
			[]string{"Nothing here"}},
		{"shop before the list", routes.Route{Page: routes.Shop, ShopID: 1}, api.RoleOwner, nil, []string{"Loading…"},
			[]string{"Nothing here"}},
		{"shop, list failed", routes.Route{Page: routes.Shop, ShopID: 1}, api.RoleOwner, func(r *Root) {
			r.State.SetListErr(errors.New("x"))
		},
			[]string{"Try again"}, []string{"Nothing here"}},
		{"somebody else's shop", routes.Route{Page: routes.Shop, ShopID: 9}, api.RoleOwner, func(r *Root) {
			r.State.SetShops(someShops)
		},
			[]string{"Nothing here"}, nil},
		{"nowhere", routes.Route{Page: routes.NotFound}, api.RoleOwner, nil, []string{"Nothing here"}, nil},
		{"a page of the other program", routes.Route{Page: "settings/people"}, api.RoleOwner, nil,
			[]string{"Nothing here"}, nil},
		{"gallery switched off", routes.Route{Page: routes.Gallery}, api.RoleOwner, nil, []string{"Nothing here"}, nil},
		{"offline", routes.Route{Page: routes.Shops}, api.RoleOwner, func(r *Root) {
			r.offline = true
		}, []string{"You are offline."}, nil},
		{"update", routes.Route{Page: routes.Shops}, api.RoleOwner, func(r *Root) {
			r.OnAppUpdate(app.Context{})
		}, []string{"A new version is ready.", "Reload"}, nil},
		{"session ended", routes.Route{Page: routes.Shops}, api.RoleOwner, func(r *Root) {
			r.State.SetShops(someShops)
			r.sessionEnded()
		}, []string{`class="desk"`, "2 shops", "Sign in again", "Password"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			root := newTestRoot(t, tt.route, tt.role)
			if tt.set != nil {
				tt.set(root)
			}
			html := pagetest.Markup(root)
			markup.Holds(t, html, tt.want, tt.not)
			if n := len(markup.Parse(t, html).All("h1")); n != 1 {
				t.Errorf("%d headings of the first level in %s", n, html)
			}
		})
	}
}

// The rail kept the pages of the shop that was looked at last while the bar said
// "Choose a shop". Bar, rail and title speak of one shop, or of none.
func TestBarAndRailSpeakOfOneShop(t *testing.T) {
	t.Parallel()
	all := routes.Route{Page: routes.Orders}
	for _, tt := range []struct {
		name  string
		route routes.Route
		shops []api.Shop
		want  int64
	}{
		{"all shops", routes.Route{Page: routes.Shops}, someShops, 0},
		{"their board", all, someShops, 0},
		{"an order of theirs", all.Order(2, 9), someShops, 0},
		{"its refund", all.Order(2, 9).Refund(), someShops, 0},
		{"settings", routes.Route{Page: routes.Settings}, someShops, 0},
		{"somebody else's shop", routes.Route{Page: routes.Hours, ShopID: 9}, someShops, 0},
		{"a shop", routes.Route{Page: routes.Hours, ShopID: 2}, someShops, 2},
		{"a shop's order", routes.Route{ShopID: 2}.Order(2, 9), someShops, 2},
		{"settings with one shop", routes.Route{Page: routes.Settings}, someShops[:1], 1},
		{"orders with one shop", all, someShops[:1], 1},
	} {
		root := newTestRoot(t, tt.route, api.RoleOwner)
		root.State.SetShops(tt.shops)
		root.State.SetLastShop(1) // what the console must not fall back to
		bar, rail := pagetest.Markup(root.top(state.Standing{})), pagetest.Markup(root.rail())
		if got := root.currentShop(); got != tt.want {
			t.Errorf("%s: in shop %d, want %d", tt.name, got, tt.want)
		}
		if inside := !strings.Contains(bar, "Choose a shop"); inside != (tt.want != 0) {
			t.Errorf("%s: the bar names a shop: %v", tt.name, inside)
		}
		for id := int64(1); id <= 2; id++ {
			href := root.Mount.Href(routes.Route{Page: routes.Hours, ShopID: id})
			if got := strings.Contains(rail, href); got != (id == tt.want) {
				t.Errorf("%s: the rail leads to shop %d: %v", tt.name, id, got)
			}
		}
	}
}

// An owner of some shops alone was led to the connections, which aren't theirs to see.
func TestOnlyWhoMayConnectIsLedToConnections(t *testing.T) {
	t.Parallel()
	root := newTestRoot(t, routes.Route{Page: routes.Shop, ShopID: 1}, api.RoleOwner)
	markup.Holds(t, pagetest.Markup(root.accessNote()), []string{"/settings/connections"}, nil)
	root.State.SetSession(api.Session{Operator: &api.Operator{ID: 1, Role: api.RoleOwner}})
	markup.Holds(t, pagetest.Markup(root.accessNote()), []string{"Tell an owner."}, []string{"/settings/connections"})
}

// A person without any role was shown the key "role.", and led from the start to the shop they had lost.
func TestPersonWithoutARole(t *testing.T) {
	t.Parallel()
	root := newTestRoot(t, routes.Route{Page: routes.Overview}, "")
	root.State.SetSession(api.Session{Operator: &api.Operator{ID: 1, Name: "Otto"}})
	root.State.SetLastShop(1)
	markup.Holds(t, pagetest.Markup(root.top(state.Standing{})), []string{"Otto"}, []string{"role.", "Otto,"})
	pagetest.Run(t, func(ctx app.Context) {
		root.ctx = ctx
		root.moveOn(ctx)
		if root.route.Page != routes.Overview {
			t.Errorf("led to %+v before the list is known", root.route)
		}
		root.State.SetShops(nil)
		root.moveOn(ctx)
	})
	if want := (routes.Route{Page: routes.Shops}); root.route != want {
		t.Errorf("led to %+v", root.route)
	}
}

// The page is mounted afresh when the place, the shop or the person changes,
// and only then.
func TestPageKey(t *testing.T) {
	t.Parallel()
	root := newTestRoot(t, routes.Route{Page: routes.Shop, ShopID: 1}, api.RoleOwner)
	key := func() string { return root.page().(*slot).CompoID() }
	first := key()
	root.State.SetShops(someShops)
	root.ended = true
	if key() != first {
		t.Error("a page is thrown away by what happens around it")
	}
	root.route = routes.Route{Page: routes.Shop, ShopID: 2}
	if key() == first {
		t.Error("another shop keeps the page")
	}
	root.route = routes.Route{Page: routes.Shop, ShopID: 1}
	root.State.SetSession(api.Session{Operator: &api.Operator{ID: 2}})
	if key() == first {
		t.Error("another person keeps the page")
	}
	root.route = routes.Route{Page: routes.Templates, Rest: "a"}
	template := key()
	root.route.Rest = "b"
	if key() == template {
		t.Error("another template keeps the page")
	}
	root.route = routes.Route{Page: routes.Gallery, Rest: "a"}
	gallery := key()
	root.route.Rest = "b"
	if key() != gallery {
		t.Error("the gallery is thrown away by its own places")
	}
}

func TestTitle(t *testing.T) {
	t.Parallel()
	root := newTestRoot(t, routes.Route{Page: routes.Hours, ShopID: 1}, api.RoleOwner)
	root.State.SetShops(someShops)
	if got, want := root.title(), "Hours · Noodle · Shopdesk"; got != want {
		t.Errorf("title %q, want %q", got, want)
	}
	root.route = routes.Route{Page: routes.Past}
	if got, want := root.title(), "Past orders · Shopdesk"; got != want {
		t.Errorf("of the history beside the board: %q, want %q", got, want)
	}
	root.State.SignOut()
	if got, want := root.title(), "Sign in · Shopdesk"; got != want {
		t.Errorf("signed out: %q, want %q", got, want)
	}
}

// The title of /invite was the key "nav.invite".
func TestEveryPageHasATitle(t *testing.T) {
	t.Parallel()
	for _, page := range []routes.Page{
		routes.Overview, routes.SignIn, routes.Setup, routes.Shops, routes.Shop, routes.Hours, routes.Dates, routes.Phones,
		routes.Activity, routes.Orders, routes.Order, routes.Refund, routes.Past, routes.Photo, routes.Share, routes.Invite,
		routes.Settings, routes.Operators, routes.Devices, routes.Account, routes.Connections, routes.Hooks, routes.Profile,
		routes.About, routes.Today, routes.Yesterday, routes.Templates, routes.Runs,
	} {
		for _, role := range []api.Role{"", api.RoleOwner} {
			root := newTestRoot(t, routes.Route{Page: page}, role)
			root.Pages = Pages{page: nil}
			if got := root.title(); !strings.HasSuffix(got, "Shopdesk") || strings.Contains(got, "nav.") {
				t.Errorf("%s, role %q: the title is %q", page, role, got)
			}
		}
	}
}

func TestToasts(t *testing.T) {
	t.Parallel()
	var list toasts
	first := list.add(pages.Offer{Text: "one"}, unused)
	rendered := list.items
	second := list.add(pages.Offer{Text: "two", Action: "Undo", Do: func(app.Context) {}}, unused)
	list.drop(first)
	list.drop("toast-99")
	if len(list.items) != 1 || list.items[0].ID != second || first == second {
		t.Errorf("left: %+v", list.items)
	}
	if rendered[0].Text != "one" {
		t.Error("a list that was rendered has changed")
	}
}

func TestMenuMarksTheThemeWorn(t *testing.T) {
	t.Parallel()
	root := newTestRoot(t, routes.Route{Page: routes.Shops}, api.RoleOwner)
	pagetest.Run(t, func(ctx app.Context) {
		root.ctx = ctx
		root.chooseMine(ctx, itemTheme+string(state.ThemeDark))
	})
	if got := root.State.Theme(); got != state.ThemeDark {
		t.Errorf("theme %q", got)
	}
}
