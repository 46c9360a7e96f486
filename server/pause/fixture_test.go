package pause_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/auth"
	"github.com/shopdesk/shopdesk/server/httpio"
	"github.com/shopdesk/shopdesk/server/pause"
	"github.com/shopdesk/shopdesk/server/seal"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
	"github.com/shopdesk/shopdesk/server/token"
	"github.com/shopdesk/shopdesk/server/upstream"
)

const (
	mount   = "/admin/console"
	shop    = 100001 // the manager's too
	second  = 100002
	nobodys = 999999
)

// fixture is a console whose parts are the real ones, in front of a sandbox
// under a path of its own. All go by one clock that stands still.
type fixture struct {
	t       *testing.T
	clock   *sandbox.VirtualClock
	box     *sandbox.Sandbox
	base    string // the platform's
	file    string // the store's
	store   store.Store
	service *pause.Service
	console *httptest.Server
	cookies map[api.Role]*http.Cookie
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return v
	}
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	clock := sandbox.NewVirtualClock(time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC))
	f := &fixture{t: t, clock: clock, box: &sandbox.Sandbox{Clock: clock}, file: filepath.Join(t.TempDir(), "shopdesk.db")}
	web := httptest.NewServer(http.StripPrefix("/open", f.box))
	t.Cleanup(web.Close)
	f.base = web.URL + "/open"
	f.start()
	return f
}

// start makes the console over the store's file, as after a restart.
func (f *fixture) start() {
	t := f.t
	t.Helper()
	f.cookies = map[api.Role]*http.Cookie{}
	f.store = must[store.Store](sqlite.Open(t.Context(), f.file))(t)
	t.Cleanup(func() { _ = f.store.Close() })
	if err := f.store.PutShops(t.Context(), []store.Shop{{ShopID: shop, Zone: "Asia/Hong_Kong"}, {ShopID: second, Zone: "Asia/Hong_Kong"}, {ShopID: 100003, Zone: "UTC"}}); err != nil {
		t.Fatal(err)
	}
	operators := must(auth.New(auth.Config{Store: f.store, Demo: true, Insecure: true, Now: f.clock.Now}))(t)
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
}

// replica is a service over the fixture's store and platform.
func (f *fixture) replica(operators pause.Authoriser) *pause.Service {
	f.t.Helper()
	keys := must(seal.Parse(strings.NewReader(seal.Generate())))(f.t)
	keeper := must(token.New(token.Options{
		BaseURL: f.base, ClientID: sandbox.DemoClientID, ClientSecret: sandbox.DemoClientSecret,
		Store: f.store, Sealer: keys, Now: f.clock.Now,
	}))(f.t)
	caller := must(upstream.New(upstream.Options{BaseURL: f.base, Tokens: keeper, Now: f.clock.Now}))(f.t)
	return must(pause.New(pause.Options{
		Authoriser: operators, Platform: &platform.Client{Transport: caller},
		Pauses: f.store, Audit: f.store, Now: f.clock.Now,
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

// status is the shop's on the platform.
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

// stored is the pause's state in the store.
func (f *fixture) stored() store.Pause {
	f.t.Helper()
	return must(f.store.Pause(f.t.Context(), shop))(f.t)
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
	for _, e := range must(f.store.Entries(f.t.Context(), store.EntryQuery{Shops: []int64{shop}, Limit: 100}))(f.t) {
		trail = append([]string{e.Operator + " " + e.Action + " " + e.Outcome}, trail...)
	}
	return trail
}

func (f *fixture) cookie(role api.Role) *http.Cookie {
	f.t.Helper()
	if role == "" || f.cookies[role] != nil {
		return f.cookies[role]
	}
	body := must(json.Marshal(api.DemoSignIn{Role: role}))(f.t)
	response, err := http.Post(f.console.URL+mount+api.PathDemo, "application/json", bytes.NewReader(body))
	if err != nil {
		f.t.Fatal(err)
	}
	defer response.Body.Close()
	if len(response.Cookies()) == 0 {
		f.t.Fatalf("sign in as %s: status %d", role, response.StatusCode)
	}
	f.cookies[role] = response.Cookies()[0]
	return f.cookies[role]
}

// ask calls the console and decodes what it answers with status 200; any other
// answer is its error body.
func (f *fixture) ask(role api.Role, method, path string, request, answer any) *api.Error {
	f.t.Helper()
	body := must(json.Marshal(request))(f.t)
	r := must(http.NewRequestWithContext(f.t.Context(), method, f.console.URL+mount+path, bytes.NewReader(body)))(f.t)
	if c := f.cookie(role); c != nil {
		r.AddCookie(c)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		f.t.Fatal(err)
	}
	defer response.Body.Close()
	text := must(io.ReadAll(response.Body))(f.t)
	if response.Header.Get("Cache-Control") != "no-store" {
		f.t.Errorf("%s may be stored", path)
	}
	if response.StatusCode == http.StatusOK {
		if err := json.Unmarshal(text, answer); err != nil {
			f.t.Fatalf("%s: %s", path, text)
		}
		return nil
	}
	failure := &api.Error{Status: response.StatusCode}
	if err := json.Unmarshal(text, failure); err != nil {
		f.t.Fatalf("%s: not our error body: %s", path, text)
	}
	return failure
}

// pause pauses as the manager and fails the test if that fails.
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
	must(f.box.Inject(sandbox.Fault{Kind: kind, Path: path, Count: count}))(f.t)
}
