package activity

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
)

// Another kind that was chosen while the file was made took changes out of the rest of it.
func TestFileHoldsWhatWasChosenAtItsStart(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page := api.Activity{Entries: []api.ActivityEntry{{ID: 2, Action: "run.apply"}}, Next: 2}
		if r.URL.Query().Get("before") != "" {
			page = api.Activity{Entries: []api.ActivityEntry{{ID: 1, Action: "run.apply"}}}
		}
		_ = json.NewEncoder(w).Encode(page)
	}))
	t.Cleanup(server.Close)
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Activity}, api.RoleManager)}
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		p.startExport(ctx)
		p.filter.kind = kindPause
	})
	if got := len(p.export.entries); got != 2 || p.export.err != nil {
		t.Errorf("the file holds %d changes of 2: %v", got, p.export.err)
	}
}
