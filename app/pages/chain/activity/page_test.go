package activity

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
)

// twoPages is the page of a server that has two pages of changes, and is gone at times.
func twoPages(t *testing.T, gone *atomic.Bool) *Page {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() {
			panic(http.ErrAbortHandler)
		}
		page := api.Activity{Entries: []api.ActivityEntry{{ID: 2, Action: "run.apply"}}, Next: 2}
		if r.URL.Query().Get("before") != "" {
			page = api.Activity{Entries: []api.ActivityEntry{{ID: 1, Action: "run.apply"}}}
		}
		_ = json.NewEncoder(w).Encode(page)
	}))
	t.Cleanup(server.Close)
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Activity}, api.RoleManager)}
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	return p
}

// More couldn't be read without the server. Once it was heard again, the newest changes were read instead, and the list
// was cut short. So it was while more had no answer yet.
func TestMoreChangesAreReadOnceTheServerIsHeard(t *testing.T) {
	t.Parallel()
	for _, fails := range []bool{true, false} {
		var gone atomic.Bool
		p := twoPages(t, &gone)
		pagetest.Run(t, func(ctx app.Context) {
			p.OnMount(ctx)
			pagetest.Until(ctx, func() bool { return p.next != 0 }, func(ctx app.Context) {
				gone.Store(fails)
				p.readMore(ctx)
				pagetest.Until(ctx, func() bool { return !fails || p.err != nil }, func(ctx app.Context) {
					gone.Store(false)
					ctx.NewAction(state.ActionHeard)
				})
			})
		})
		if p.err != nil || len(p.entries) != 2 {
			t.Errorf("fails %v: %d changes, %v", fails, len(p.entries), p.err)
		}
	}
}
