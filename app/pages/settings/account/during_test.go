package account

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

// What is typed while a save is on its way stays. Bug: the answer took it back. What was sent goes.
func TestTypedDuringASaveStays(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(api.Account{Name: "Mei Lin", Login: "mei"})
	}))
	t.Cleanup(server.Close)
	for _, more := range []string{"", " Wong"} {
		deps := pagetest.Deps(t, routes.Route{Page: routes.Account}, api.RoleStaff)
		deps.Backend = wire.Backend(t, pagetest.Mount, server)
		page := &Page{Deps: deps}
		page.show(&api.Account{Name: "Mei", Login: "mei"})
		page.model.name, page.model.password = " Mei Lin", "a kettle of fish"
		pagetest.Run(t, func(ctx app.Context) {
			page.ctx = ctx
			page.saveName(ctx)
			page.model.name += more
		})
		pagetest.Run(t, func(ctx app.Context) {
			page.ctx = ctx
			page.savePassword(ctx)
			page.model.password += more
		})
		name, password := "Mei Lin", ""
		if more != "" {
			name, password = " Mei Lin"+more, "a kettle of fish"+more
		}
		if page.model.name != name || page.model.password != password {
			t.Errorf("typed on %q: %q, %q", more, page.model.name, page.model.password)
		}
	}
}

// Bug: a passkey that had been removed elsewhere stayed in the list when removing it failed, and so did one whose
// removal was done and its answer lost.
func TestAccountIsReadAnewAfterAFailure(t *testing.T) {
	t.Parallel()
	account := api.Account{Name: "Mei", Login: "mei", Passkeys: []api.Passkey{{ID: "k", Name: "Till"}}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			account.Passkeys = nil
			w.WriteHeader(http.StatusNotFound)
			_ = json.NewEncoder(w).Encode(&api.Error{Code: api.CodeNotFound})
			return
		}
		_ = json.NewEncoder(w).Encode(account)
	}))
	t.Cleanup(server.Close)
	page := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Account}, api.RoleStaff)}
	page.Backend = wire.Backend(t, pagetest.Mount, server)
	pagetest.Run(t, func(ctx app.Context) {
		page.OnMount(ctx)
		pagetest.Until(ctx, func() bool { return page.read.Known }, func(ctx app.Context) {
			page.remove = &page.account.Passkeys[0]
			page.removeKey(ctx)
		})
	})
	if len(page.account.Passkeys) > 0 || page.act.Err == nil {
		t.Errorf("%+v, %v", page.account, page.act.Err)
	}
}
