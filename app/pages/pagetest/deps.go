package pagetest

import (
	"context"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Mount is where the console hangs in tests.
const Mount routes.Mount = "/admin/console"

// Now is the device's time in tests: Friday 20 November 2026, 12:00 in Hong
// Kong.
var Now = time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)

// nobody is a [backend.Fetcher] without a network.
type nobody struct{}

var _ backend.Fetcher = nobody{}

// Fetch implements [backend.Fetcher].
func (nobody) Fetch(context.Context, backend.Request) (backend.Response, error) {
	return backend.Response{}, backend.ErrOffline
}

// Deps are those of a page at route, for an operator of that role, or for
// nobody when it is "". An owner is one of all shops, and may all that concerns the installation.
func Deps(t testing.TB, route routes.Route, role api.Role) pages.Deps {
	t.Helper()
	b, err := backend.New(Mount, nobody{})
	if err != nil {
		t.Fatal(err)
	}
	orders := book.New()
	s, err := state.New(state.Options{Mount: Mount, Storage: new(state.Memory), Now: func() time.Time { return Now },
		Ahead: orders.Clock.Ahead})
	if err != nil {
		t.Fatal(err)
	}
	if role != "" {
		operator := &api.Operator{ID: 1, Name: "Olivia Chan", Login: "olivia", Role: role}
		if role == api.RoleOwner {
			operator.Permissions = []string{api.MayAddShops, api.MayEditConnections}
		}
		s.SetSession(api.Session{Operator: operator})
	}
	return pages.Deps{Backend: b, State: s, Book: orders, Mount: Mount, Route: route}
}

// Markup is the HTML of a component.
func Markup(component app.UI) string { return app.HTMLString(component) }
