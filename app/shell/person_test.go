package shell

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

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

// asking has the frame ask a real server.
func (r *Root) asking(t *testing.T, mux http.Handler) {
	t.Helper()
	server := httptest.NewServer(http.StripPrefix(string(pagetest.Mount), mux))
	t.Cleanup(server.Close)
	r.Backend = wire.Backend(t, pagetest.Mount, server)
}

// Another person signed in on the device while a shop was being resumed: they were told that it wasn't, and were
// offered to undo what the person before had saved.
func TestNothingIsLeftOfThePersonBefore(t *testing.T) {
	t.Parallel()
	asked, held := make(chan struct{}), make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc(api.PathResume, func(w http.ResponseWriter, r *http.Request) {
		close(asked)
		select {
		case <-held:
		case <-r.Context().Done():
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	root := newTestRoot(t, routes.Route{Page: routes.Shops}, api.RoleOwner)
	root.asking(t, mux)
	root.State.SetShops(someShops)
	pagetest.Run(t, func(ctx app.Context) {
		root.ctx = ctx
		root.resume(1)
		root.toasts.add(pages.Offer{Text: "Saved.", Action: "Undo", Do: func(app.Context) {}}, unused)
		root.pausing.gaveUp = 1
		pagetest.When(ctx, asked, func(app.Context) {
			root.become(api.Session{Operator: &api.Operator{ID: 2, Name: "Marco Lam", Role: api.RoleOwner}})
			close(held)
		})
	})
	root.State.SetShops(someShops)
	html := pagetest.Markup(root)
	for _, words := range []string{"Undo", "The platform didn&#39;t answer for five minutes"} {
		if strings.Contains(html, words) {
			t.Errorf("the next person sees %q", words)
		}
	}
	if root.pausing.err != nil {
		t.Errorf("the next person is told of %v", root.pausing.err)
	}
}

// A star was set while the list of shops was being read. The list, which was older, took the star away, and the server
// was told that it isn't wanted any more.
func TestStarOutlivesAnOlderList(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		first string // what is answered first
	}{{"the list is answered first", "list"}, {"the mark is answered first", "mark"}} {
		listed, marked := make(chan struct{}), make(chan struct{})
		list, mark := make(chan struct{}), make(chan struct{})
		var kept []bool
		mux := http.NewServeMux()
		mux.HandleFunc(api.PathShops, func(w http.ResponseWriter, _ *http.Request) {
			close(listed)
			<-list
			_ = json.NewEncoder(w).Encode(api.Gather(someShops))
		})
		mux.HandleFunc(api.PathPauses, func(w http.ResponseWriter, _ *http.Request) {
			_ = json.NewEncoder(w).Encode(api.Pauses{})
		})
		mux.HandleFunc(api.PathMark, func(w http.ResponseWriter, r *http.Request) {
			var m api.MarkShop
			_ = json.NewDecoder(r.Body).Decode(&m)
			if kept = append(kept, m.Favourite); len(kept) == 1 {
				close(marked)
				<-mark
			}
			_, _ = w.Write([]byte("{}"))
		})
		root := newTestRoot(t, routes.Route{Page: routes.Settings}, api.RoleOwner)
		root.asking(t, mux)
		root.State.SetShops(someShops)
		pagetest.Run(t, func(ctx app.Context) {
			root.ctx, root.watch.State = ctx, root.State
			root.readShops()
			pagetest.When(ctx, listed, func(ctx app.Context) {
				root.markShop(ctx, "1", true)
				pagetest.When(ctx, marked, func(ctx app.Context) {
					first, second := list, mark
					if tt.first == "mark" {
						first, second = mark, list
					}
					close(first)
					before := root.State.Revision()
					pagetest.Until(ctx, func() bool { return root.State.Revision() != before }, func(app.Context) { close(second) })
				})
			})
		})
		shop, _ := root.State.Shop(1)
		if !shop.Favourite || len(kept) != 1 || !kept[0] {
			t.Errorf("%s: a favourite: %v, the server was told %v", tt.name, shop.Favourite, kept)
		}
	}
}

// The device's clock was set back by an hour: a shop that was read anew stayed on the screen as it was, for an hour.
func TestShopIsReadAnewAfterTheClockWasSetBack(t *testing.T) {
	t.Parallel()
	now := pagetest.Now
	s, err := state.New(state.Options{Storage: new(state.Memory), Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	root := newTestRoot(t, routes.Route{Page: routes.Shop, ShopID: 1}, api.RoleOwner)
	root.State = s
	s.SetShop(1, &platform.Shop{Status: platform.ShopOperating})
	now = now.Add(-time.Hour)
	if root.within(fresh, s.Record(1).ReadAt) {
		t.Error("what was read is fresh for an hour")
	}
	root.reads = reads{id: 1, begun: now}
	root.recordRead(app.Context{}, &backend.ShopRecord{Parts: backend.Parts{
		Shop: &platform.Shop{Status: platform.ShopSuspended}}}, nil)
	if got := s.Record(1).Shop.Status; got != platform.ShopSuspended {
		t.Errorf("the shop is shown with status %d", got)
	}
}
