package shell

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
	"github.com/shopdesk/shopdesk/platform"
)

// Another shop was opened before the first one was read: what an earlier visit left of the first counted as read in
// this one, and the list of shops told how it stood then.
func TestSupersededReadIsNoRead(t *testing.T) {
	t.Parallel()
	storage := new(state.Memory)
	visit := func() *Root {
		r, err := newRoot(pagetest.Mount, wire.Fetcher{}, storage)
		if err != nil {
			t.Fatal(err)
		}
		r.State.SetSession(api.Session{Operator: &api.Operator{ID: 1, Role: api.RoleOwner}})
		return r
	}
	before := visit().State
	before.SetShop(1, &platform.Shop{Status: platform.ShopOperating})
	before.SetWeek(1, backend.Record[platform.Week]{})
	before.SetSpecial(1, backend.Record[[]platform.SpecialDate]{})
	r := visit()
	r.asking(t, http.NotFoundHandler())
	pagetest.Run(t, func(ctx app.Context) {
		r.ctx, r.phase = ctx, ready
		for _, shop := range []int64{1, 2} {
			r.route = routes.Route{Page: routes.Shop, ShopID: shop}
			r.read()
		}
	})
	if got := r.State.Record(1); !got.Kept || got.Reading || !got.Complete() {
		t.Errorf("kept %v, reading %v, complete %v", got.Kept, got.Reading, got.Complete())
	}
}

// Roles that were given or taken reach the frame with the list of shops. The session is then read once, or again with
// the next list if it couldn't be. The regression: the badge said "Staff" of a new owner until a reload.
func TestOtherRolesInTheListHaveTheSessionRead(t *testing.T) {
	t.Parallel()
	shop := func(id int64, role api.Role, name string) api.Shop {
		return api.Shop{ShopID: id, Role: role, Name: name}
	}
	first := []api.Shop{shop(1, api.RoleStaff, "Noodle"), shop(2, api.RoleStaff, "Congee")}
	for name, tt := range map[string]struct {
		then  [][]api.Shop // the lists that come after the first one of the visit; nil is the same
		fails int64        // reads of the session that fail
		want  int64
	}{
		"the first list": {nil, 0, 0},
		"the same":       {[][]api.Shop{nil, first}, 0, 0},
		"a name":         {[][]api.Shop{{shop(2, api.RoleStaff, "Rice"), first[0]}}, 0, 0},
		"a role":         {[][]api.Shop{{shop(1, api.RoleOwner, "Noodle"), first[1]}, nil}, 0, 1},
		"a shop more":    {[][]api.Shop{append(slices.Clone(first), shop(3, api.RoleStaff, "Rice"))}, 0, 1},
		"a shop less":    {[][]api.Shop{first[:1]}, 0, 1},
		"another shop":   {[][]api.Shop{{first[0], shop(3, api.RoleStaff, "Rice")}}, 0, 1},
		"a failed read":  {[][]api.Shop{first[:1], nil, nil}, 1, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newTestRoot(t, routes.Route{Page: routes.Settings}, api.RoleStaff)
			var asked atomic.Int64
			mux := http.NewServeMux()
			mux.HandleFunc(api.PathSession, func(w http.ResponseWriter, _ *http.Request) {
				if asked.Add(1) <= tt.fails {
					w.WriteHeader(http.StatusServiceUnavailable)
					return
				}
				_ = json.NewEncoder(w).Encode(api.Session{Operator: &api.Operator{ID: 1, Role: api.RoleOwner}})
			})
			r.asking(t, mux)
			for _, shops := range append([][]api.Shop{first}, tt.then...) {
				var list *backend.ShopList
				if shops != nil {
					list = &backend.ShopList{Shops: shops}
				}
				pagetest.Run(t, func(ctx app.Context) {
					r.ctx = ctx
					r.theirs.Abort() // the context of the run before
					r.watch = live.Watch{Backend: r.Backend, State: r.State, Book: r.Book}
					r.watch.Start(ctx)
					r.shopsKnown(ctx, list, nil)
				})
			}
			owner := r.State.Operator().Role == api.RoleOwner
			if n := asked.Load(); n != tt.want || owner != (n > tt.fails) {
				t.Errorf("asked %d times, want %d; an owner: %t", n, tt.want, owner)
			}
		})
	}
}

// Of other roles the line tells. The list of shops and the session are read, also where the list is as it was.
func TestOtherRolesByTheLineHaveBothRead(t *testing.T) {
	t.Parallel()
	r := newTestRoot(t, routes.Route{Page: routes.Hours, ShopID: 1}, api.RoleStaff)
	r.State.SetShops(someShops)
	mux := http.NewServeMux()
	mux.HandleFunc(api.PathSession, func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(api.Session{Operator: &api.Operator{ID: 1, Role: api.RoleOwner}})
	})
	mux.HandleFunc(api.PathShops, func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(api.Gather(someShops))
	})
	r.asking(t, mux)
	pagetest.Run(t, func(ctx app.Context) {
		r.OnMount(ctx)
		r.sessions.Drop() // what the start asks
		r.shops.Drop()
		ctx.NewAction(state.ActionRoles)
	})
	if _, listed := r.State.Shops(); !listed || r.State.Operator().Role != api.RoleOwner {
		t.Errorf("listed %t, %s", listed, r.State.Operator().Role)
	}
}
