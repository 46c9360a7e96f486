package devices

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

// When the session had ended, the card was read anew after the person had signed in again, and what they had chosen and
// typed was gone. What they hadn't touched is as the server has it, and a save leaves it so.
func TestSummaryKeepsWhatWasTypedWhenThePersonIsBack(t *testing.T) {
	t.Parallel()
	for _, typed := range []bool{true, false} {
		var reads atomic.Int32
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			stands := api.Summary{Mailer: true, Minute: 480, Address: "ann@shops.example"}
			if reads.Add(1) == 2 {
				stands.Minute = 510
			}
			_ = json.NewEncoder(w).Encode(stands)
		}))
		t.Cleanup(server.Close)
		deps := pagetest.Deps(t, routes.Route{Page: routes.Devices}, api.RoleManager)
		b := wire.Backend(t, pagetest.Mount, server)
		deps.Backend = b
		card := &daily{Deps: deps}
		pagetest.Run(t, func(ctx app.Context) {
			card.OnMount(ctx)
			pagetest.Until(ctx, func() bool { return card.read.Known }, func(ctx app.Context) {
				if typed {
					card.model.want.Mail, card.model.want.Address = true, "bob@shops.example"
				}
				ctx.NewAction(state.ActionSignedIn)
			})
		})
		want := api.SetSummary{Minute: 510, Address: "ann@shops.example"}
		if typed {
			want = api.SetSummary{Mail: true, Minute: 480, Address: "bob@shops.example"}
		}
		if reads.Load() != 2 || card.model.want != want || card.model.set.Minute != 510 ||
			card.model.request("pt").Was.Minute != want.Minute {
			t.Errorf("typed %v: read %d times, %+v of %+v", typed, reads.Load(), card.model.want, card.model.set)
		}
	}
}

// What is chosen or typed while a save is on its way stays. Bug: the answer took it back.
func TestSummaryKeepsWhatIsChosenDuringASave(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		stands := api.Summary{Mailer: true, Notifier: true, Minute: 480}
		if r.Method == http.MethodPost {
			stands.Mail, stands.Address = true, "ann@shops.example"
		}
		_ = json.NewEncoder(w).Encode(stands)
	}))
	t.Cleanup(server.Close)
	deps := pagetest.Deps(t, routes.Route{Page: routes.Devices}, api.RoleManager)
	deps.Backend = wire.Backend(t, pagetest.Mount, server)
	card := &daily{Deps: deps}
	pagetest.Run(t, func(ctx app.Context) {
		card.OnMount(ctx)
		pagetest.Until(ctx, func() bool { return card.read.Known }, func(ctx app.Context) {
			m := &card.model
			m.want.Mail, m.want.Address = true, " ann@shops.example"
			card.save(ctx)
			m.want.Push, m.want.Minute = true, 510
		})
	})
	want := api.SetSummary{Push: true, Mail: true, Minute: 510, Address: "ann@shops.example"}
	if m := &card.model; m.want != want || m.from.Minute != 480 || !m.asksCode() {
		t.Errorf("%+v of %+v", m.want, m.set)
	}
}
