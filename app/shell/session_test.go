package shell

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
)

// A call that was under way when the same person signed in again was answered that the session is over, and they were
// asked to sign in once more.
func TestEndOfAnEarlierSessionIsChecked(t *testing.T) {
	t.Parallel()
	same, other := &api.Operator{ID: 1, Name: "Olivia Chan"}, &api.Operator{ID: 2, Name: "Marco Lam"}
	for name, tt := range map[string]struct {
		now    *api.Operator
		said   int // times that an answer says that the session is over
		ended  bool
		repeat int // times that what failed is repeated
	}{
		"signed in again":  {same, 1, false, 1},
		"said twice":       {same, 2, true, 1},
		"over":             {nil, 1, true, 0},
		"somebody else is": {other, 1, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_ = json.NewEncoder(w).Encode(api.Session{Operator: tt.now})
			}))
			t.Cleanup(server.Close)
			root := newTestRoot(t, routes.Route{Page: routes.Shops}, api.RoleOwner)
			root.Backend = wire.Backend(t, pagetest.Mount, server)
			repeated := 0
			pagetest.Run(t, func(ctx app.Context) {
				root.ctx = ctx
				root.watch = live.Watch{Backend: root.Backend, State: root.State, Book: book.New()}
				root.watch.Start(ctx)
				left := tt.said
				ctx.Handle(state.ActionSignedIn, func(app.Context, app.Action) {
					repeated++
					if left--; left > 0 {
						root.checkSession()
					}
				})
				root.checkSession()
			})
			if root.ended != tt.ended || repeated != tt.repeat {
				t.Errorf("ended %v, repeated %d times; want %v, %d", root.ended, repeated, tt.ended, tt.repeat)
			}
		})
	}
}

// interrupted is a frame at a shop's hours whose session has ended, on a device that keeps what storage does.
func interrupted(t *testing.T, ctx app.Context, storage state.Storage) *Root {
	t.Helper()
	root, err := newRoot(pagetest.Mount, wire.Fetcher{}, storage)
	if err != nil {
		t.Fatal(err)
	}
	root.asking(t, http.NotFoundHandler())
	root.ctx, root.phase, root.route = ctx, ready, routes.Route{Page: routes.Hours, ShopID: 1}
	root.watch = live.Watch{Backend: root.Backend, State: root.State, Book: root.Book}
	root.watch.Start(ctx)
	root.State.SetSession(api.Session{Operator: &api.Operator{ID: 1, Role: api.RoleOwner}})
	root.State.SetShops(someShops)
	root.State.SetRoster(&api.Roster{Shops: []api.RosterShop{{ShopID: 1}}})
	root.State.SetPlace("2026-11")
	root.sessionEnded()
	return root
}

// The next person was left on the page of the one before: the engine takes the way to the start for one to where it
// is, because the start leads on without it.
func TestNextPersonBeginsAtTheirStart(t *testing.T) {
	t.Parallel()
	var root *Root
	pagetest.Run(t, func(ctx app.Context) {
		root = interrupted(t, ctx, new(state.Memory))
		root.signedIn(ctx, api.Session{Operator: &api.Operator{ID: 2, Role: api.RoleOwner}})
	})
	if want := (routes.Route{Page: routes.Shops}); root.route != want || root.State.Place() != "" {
		t.Errorf("at %+v, %q on it", root.route, root.State.Place())
	}
}

// The device keeps what is known of all shops again. It kept nothing until the list of shops was opened anew.
func TestRosterIsKeptAgainForTheSamePerson(t *testing.T) {
	t.Parallel()
	storage := new(state.Memory)
	pagetest.Run(t, func(ctx app.Context) {
		root := interrupted(t, ctx, storage)
		root.signedIn(ctx, api.Session{Operator: &api.Operator{ID: 1, Role: api.RoleOwner}})
	})
	next, err := state.New(state.Options{Mount: pagetest.Mount, Storage: storage})
	if err != nil {
		t.Fatal(err)
	}
	if list, _ := next.Roster(); list == nil {
		t.Error("nothing is kept")
	}
}

// A browser that keeps no cookies asked for the password again and again, and said only that the session had ended.
func TestSessionThatIsNotKeptIsSaid(t *testing.T) {
	t.Parallel()
	for _, age := range []time.Duration{0, time.Hour} {
		var root *Root
		pagetest.Run(t, func(ctx app.Context) {
			root = interrupted(t, ctx, new(state.Memory))
			root.signedIn(ctx, api.Session{Operator: &api.Operator{ID: 1, Role: api.RoleOwner}})
			root.enteredAt = root.enteredAt.Add(-age)
			root.sessionEnded()
		})
		if said := strings.Contains(pagetest.Markup(root.signInOver()), "allow cookies"); said != (age == 0) {
			t.Errorf("after %v: cookies are named: %t", age, said)
		}
	}
}
