package directory_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/shops/directory"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const mount = "/admin/console"

// noon is Friday noon in Hong Kong.
var noon = time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)

// fixture is a console with real parts in front of a sandbox of 28 shops or more. All share one clock that stands
// still. The manager has the first twelve shops, staff the first two.
type fixture struct {
	tb        testing.TB
	clock     *sandbox.VirtualClock
	box       *sandbox.Sandbox
	base      string
	store     store.Store
	operators *auth.Service
	service   *directory.Service
	platform  *platform.Client // heard by service
	desk      servertest.Desk
	waits     atomic.Int64 // calls of Wait
	crowded   atomic.Bool  // Wait refuses every call
	pauses    []api.Pause
	access    map[int64]api.Access
	listing   platform.Listing // of the profile
}

// Wait is the sweep's limiter: it lets every call go and counts the calls.
func (f *fixture) Wait(ctx context.Context) error {
	f.waits.Add(1)
	if f.crowded.Load() {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}

func newFixture(tb testing.TB, shops int) *fixture {
	tb.Helper()
	clock := sandbox.NewVirtualClock(noon)
	f := &fixture{tb: tb, clock: clock, box: &sandbox.Sandbox{Clock: clock, Shops: shops}, access: map[int64]api.Access{}}
	web := httptest.NewServer(http.StripPrefix("/open", f.box))
	tb.Cleanup(web.Close)
	f.base = web.URL + "/open"
	f.store = sqlitetest.Open(tb)
	var list []store.Shop
	var ids []int64
	for _, info := range f.box.Directory() {
		list = append(list, store.Shop{ShopID: info.ShopID, Name: info.Name, EnName: info.EnName, Zone: info.Zone})
		ids = append(ids, info.ShopID)
	}
	if err := f.store.PutShops(tb.Context(), list); err != nil {
		tb.Fatal(err)
	}
	f.operators = servertest.Must(auth.New(auth.Config{Store: f.store, Demo: true, Insecure: true,
		Base:   background.Base{Now: f.clock.Now},
		Access: f.reached}))(tb)
	if err := f.operators.EnsureDemo(tb.Context(), ids); err != nil {
		tb.Fatal(err)
	}
	f.service, f.platform = f.replica()
	mux := http.NewServeMux()
	log := slog.New(slog.DiscardHandler)
	mux.Handle("POST "+api.PathDemo, httpio.Handler(log, f.operators.HandleDemo))
	mux.Handle("GET "+api.PathRoster, httpio.Handler(log, f.service.HandleList))
	mux.Handle("POST "+api.PathGroups, httpio.Handler(log, f.service.HandleGroup))
	mux.HandleFunc("POST "+api.PathForgetDates, func(w http.ResponseWriter, r *http.Request) {
		httpio.Handler(log, f.service.HandleForget).ServeHTTP(w, r)
	})
	mux.Handle("POST "+api.PathViews, httpio.Handler(log, f.service.HandleView))
	console := httptest.NewServer(http.StripPrefix(mount, f.operators.Identify(mux)))
	tb.Cleanup(console.Close)
	f.desk.URL = console.URL + mount
	return f
}

// replica is a service over the fixture's store, and its client of the platform.
func (f *fixture) replica() (*directory.Service, *platform.Client) {
	f.tb.Helper()
	keeper := servertest.Keeper(f.tb, token.Options{BaseURL: f.base, Store: f.store,
		Base: background.Base{Now: f.clock.Now}})
	var service *directory.Service
	caller := servertest.Must(upstream.New(upstream.Options{BaseURL: f.base, Tokens: keeper, Now: f.clock.Now,
		OnAnswer: func(path string, shop int64, request, answer []byte, asked time.Time) {
			service.Observe(path, shop, request, answer, asked)
		},
		OnRefusedRead: func(path string, shop int64) { service.ObserveRefusal(path, shop) },
		CompleteAnswer: func(path string, shop int64, answer []byte, asked time.Time) ([]byte, error) {
			return service.CompleteDates(path, shop, answer, asked)
		},
	}))(f.tb)
	client := &platform.Client{Transport: caller}
	service = servertest.Must(directory.New(directory.Options{
		Authoriser: f.operators, Roles: f.operators, Platform: client, Store: f.store, Limiter: f, Listing: f.listing,
		Pauses: func(context.Context) ([]api.Pause, error) { return f.pauses, nil },
		Access: f.reached, Base: background.Base{Now: f.clock.Now},
	}))(f.tb)
	return service, client
}

// reached tells how shops are reached.
func (f *fixture) reached(context.Context) func(shopID int64) api.Access {
	return func(shopID int64) api.Access { return f.access[shopID] }
}

// stranger is a client of the platform that we don't hear.
func (f *fixture) stranger() *platform.Client {
	f.tb.Helper()
	keeper := servertest.Keeper(f.tb, token.Options{BaseURL: f.base, Store: f.store,
		Base: background.Base{Now: f.clock.Now}})
	options := upstream.Options{BaseURL: f.base, Tokens: keeper, Now: f.clock.Now}
	return &platform.Client{Transport: servertest.Must(upstream.New(options))(f.tb)}
}

// work lets the sweep read the shops that are due after a while.
func (f *fixture) work(after time.Duration) {
	f.tb.Helper()
	f.clock.Advance(after)
	if err := f.service.Work(f.tb.Context()); err != nil {
		f.tb.Fatal(err)
	}
	f.flush()
}

func (f *fixture) flush() {
	f.tb.Helper()
	if err := f.service.Flush(f.tb.Context()); err != nil {
		f.tb.Fatal(err)
	}
}

// calls counts the platform calls about a shop, 0 for all shops.
func (f *fixture) calls(shop int64) (n int) {
	for _, c := range f.box.Calls() {
		if strings.HasPrefix(c.Path, "/scm/") && (shop == 0 || c.ShopID == shop) {
			n++
		}
	}
	return n
}

// news lists the directory's events after a number, by shop.
func (f *fixture) news(after int64) (rows []api.RosterShop, head int64) {
	f.tb.Helper()
	page := servertest.Must(f.store.Events(f.tb.Context(), after, 10_000))(f.tb)
	for _, e := range page.Events {
		if e.Kind != string(api.LiveRoster) {
			continue
		}
		var row api.RosterShop
		if err := json.Unmarshal(e.Data, &row); err != nil {
			f.tb.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows, page.Head
}

// roster reads the list with the given headers.
func (f *fixture) roster(role api.Role, header http.Header) servertest.Answer {
	f.tb.Helper()
	return f.desk.Send(f.tb, role, "GET", api.PathRoster, nil, header)
}

// ask calls the console; any answer but 200 is its error body.
func (f *fixture) ask(role api.Role, method, path string, request, answer any) *api.Error {
	f.tb.Helper()
	return f.desk.Ask(f.tb, role, method, path, request, answer, nil)
}

// list is the list of shops as the role sees it.
func (f *fixture) list(role api.Role) api.Roster {
	f.tb.Helper()
	var answer api.Roster
	if err := f.ask(role, "GET", api.PathRoster, nil, &answer); err != nil {
		f.tb.Fatal(err)
	}
	return answer
}

func (f *fixture) row(id int64) api.RosterShop {
	f.tb.Helper()
	for _, row := range f.list(api.RoleOwner).Shops {
		if row.ShopID == id {
			return row
		}
	}
	f.tb.Fatalf("no row of shop %d", id)
	return api.RosterShop{}
}
