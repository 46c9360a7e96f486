package hooks

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
)

// Bug: the page said that nothing was given up on, and stayed so, while each message that was tried again was given up
// once more.
func TestMessagesTriedAgainAreFollowed(t *testing.T) {
	t.Parallel()
	tried := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := some
		answer.Waiting = 0
		if strings.HasSuffix(r.URL.Path, api.PathHooksReplay) {
			answer.Dead, answer.Waiting, tried = nil, 1, true
		}
		_ = json.NewEncoder(w).Encode(answer)
	}))
	t.Cleanup(server.Close)
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Hooks}, api.RoleOwner)}
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	html := ""
	pagetest.Run(t, func(ctx app.Context) {
		p.OnMount(ctx)
		pagetest.Until(ctx, func() bool { return p.read.Known }, func(ctx app.Context) {
			p.replay(busyReplay)
			pagetest.Until(ctx, func() bool { return p.act.Busy == "" }, func(app.Context) {
				html = pagetest.Markup(&Page{Deps: p.Deps, hooks: p.hooks, looks: p.looks})
			})
		})
	})
	if strings.Contains(html, "Nothing was given up on") || !strings.Contains(html, "Waiting to be processed") {
		t.Error(html)
	}
	if !tried || len(p.hooks.Dead) == 0 {
		t.Errorf("%+v", p.hooks)
	}
}
