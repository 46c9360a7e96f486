package pause_test

import (
	"context"
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
	"github.com/shopdesk/shopdesk/server/internal/shops/pause"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

const (
	mount   = "/admin/console"
	shop    = 100001 // the manager has it too
	second  = 100002
	nobodys = 999999
)

// fixture is a console with real parts in front of a sandbox under its own path. All share one clock that stands
// still.
type fixture struct {
	t       *testing.T
	clock   *sandbox.VirtualClock
	box     *sandbox.Sandbox
	base    string // the platform's
	file    string // the store's
	store   store.Store
	service *pause.Service
	console *httptest.Server
	desk    servertest.Desk
	said    atomic.Pointer[strings.Replacer] // changes what the platform answers
}

// ServeHTTP is the platform.
func (f *fixture) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	otherwise := f.said.Load()
	if otherwise == nil {
		f.box.ServeHTTP(w, r)
		return
	}
	answer := httptest.NewRecorder()
	f.box.ServeHTTP(answer, r)
	w.WriteHeader(answer.Code)
	_, _ = otherwise.WriteString(w, answer.Body.String())
}

// behindhand is a record that doesn't show yet that the shop was suspended.
var behindhand = strings.NewReplacer(`"status":4`, `"status":3`, `"availableForOrder":false`, `"availableForOrder":true`)

// unsaid is a record with neither status nor availableForOrder.
var unsaid = strings.NewReplacer(`"status":`, `"state":`, `"availableForOrder":`, `"open":`)

func newFixture(t *testing.T) *fixture {
	t.Helper()
	clock := sandbox.NewVirtualClock(time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC))
	f := &fixture{t: t, clock: clock, box: &sandbox.Sandbox{Clock: clock}, file: sqlitetest.File(t)}
	web := httptest.NewServer(http.StripPrefix("/open", f))
	t.Cleanup(web.Close)
	f.base = web.URL + "/open"
	f.start()
	return f
}

// start makes the console over the store's file, as after a restart.
func (f *fixture) start() {
	t := f.t
	t.Helper()
	f.store = servertest.Must[store.Store](sqlite.Open(t.Context(), f.file))(t)
	t.Cleanup(func() { _ = f.store.Close() })
	if err := f.store.PutShops(t.Context(), []store.Shop{{ShopID: shop, Zone: "Asia/Hong_Kong"},
		{ShopID: second, Zone: "Asia/Hong_Kong"}, {ShopID: 100003, Zone: "UTC"}}); err != nil {
		t.Fatal(err)
	}
	operators := servertest.Must(auth.New(auth.Config{Store: f.store, Demo: true, Insecure: true,
		Base: background.Base{Now: f.clock.Now}}))(t)
	if err := operators.EnsureDemo(t.Context(), []int64{shop, second}); err != nil {
		t.Fatal(err)
	}
	f.service = f.replica(operators)
	mux := http.NewServeMux()
	log := slog.New(slog.DiscardHandler)
	mux.Handle("POST "+api.PathDemo, httpio.Handler(log, operators.HandleDemo))
	mux.Handle("GET "+api.PathPauses, httpio.Handler(log, f.service.HandleList))
	mux.Handle("POST "+api.PathPauses, httpio.Handler(log, f.service.HandlePause))
	mux.Handle("POST "+api.PathResume, httpio.Handler(log, f.service.HandleResume))
	f.console = httptest.NewServer(http.StripPrefix(mount, operators.Identify(mux)))
	t.Cleanup(f.console.Close)
	f.desk = servertest.Desk{URL: f.console.URL + mount}
}

// replica is a service over the fixture's store and platform.
func (f *fixture) replica(operators auth.Authoriser) *pause.Service {
	f.t.Helper()
	keeper := servertest.Keeper(f.t, token.Options{BaseURL: f.base, Store: f.store,
		Base: background.Base{Now: f.clock.Now}})
	caller := servertest.Must(upstream.New(upstream.Options{BaseURL: f.base, Tokens: keeper, Now: f.clock.Now}))(f.t)
	return servertest.Must(pause.New(pause.Options{
		Authoriser: operators, Platform: &platform.Client{Transport: caller},
		Pauses: f.store, Audit: f.store, Base: background.Base{Now: f.clock.Now},
	}))(f.t)
}

// work moves the clock and lets the worker look once.
func (f *fixture) work(after time.Duration) {
	f.t.Helper()
	f.clock.Advance(after)
	if err := f.service.Work(context.WithoutCancel(f.t.Context())); err != nil {
		f.t.Fatal(err)
	}
}

// status is the shop's status on the platform.
func (f *fixture) status(id int64) platform.ShopStatus {
	f.t.Helper()
	sh, ok := f.box.Shop(id)
	if !ok {
		f.t.Fatalf("no shop %d", id)
	}
	return sh.Record.Status
}

func (f *fixture) wantStatus(want platform.ShopStatus, when string) {
	f.t.Helper()
	if got := f.status(shop); got != want {
		f.t.Errorf("%s the shop is %v, want %v", when, got, want)
	}
}

// stored reads the pause from the store.
func (f *fixture) stored() store.Pause {
	f.t.Helper()
	return servertest.Must(f.store.Pause(f.t.Context(), shop))(f.t)
}

// calls counts the platform's calls of a path.
func (f *fixture) calls(path string) (n int) {
	for _, c := range f.box.Calls() {
		if c.Path == path {
			n++
		}
	}
	return n
}

// trail lists the audit of the shop, oldest first, as "operator action outcome".
func (f *fixture) trail() (trail []string) {
	f.t.Helper()
	for _, e := range servertest.Must(f.store.Entries(f.t.Context(),
		store.EntryQuery{Shops: []int64{shop}, Limit: 100}))(f.t) {
		trail = append([]string{e.Operator + " " + e.Action + " " + e.Outcome}, trail...)
	}
	return trail
}

// ask calls the console; any answer but 200 is its error body.
func (f *fixture) ask(role api.Role, method, path string, request, answer any) *api.Error {
	f.t.Helper()
	return f.desk.Ask(f.t, role, method, path, request, answer, nil)
}

// pause pauses as the manager and fails the test on an error.
func (f *fixture) pause(request api.PauseOrders) api.Pause {
	f.t.Helper()
	var p api.Pause
	request.ShopID = shop
	if err := f.ask(api.RoleManager, "POST", api.PathPauses, request, &p); err != nil {
		f.t.Fatal(err)
	}
	return p
}

func minutes(n int) api.PauseOrders { return api.PauseOrders{End: api.EndMinutes, Minutes: n} }

// resume resumes as the manager.
func (f *fixture) resume(version int64) (api.Pause, *api.Error) {
	f.t.Helper()
	var p api.Pause
	err := f.ask(api.RoleManager, "POST", api.PathResume, api.ResumeOrders{ShopID: shop, Version: version}, &p)
	return p, err
}

// fault makes the platform's next calls of a path fail.
func (f *fixture) fault(kind sandbox.Kind, path string, count int) {
	f.t.Helper()
	servertest.Must(f.box.Inject(sandbox.Fault{Kind: kind, Path: path, Count: count}))(f.t)
}
