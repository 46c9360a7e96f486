package runs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/shops/pause"
	"github.com/shopdesk/shopdesk/server/internal/shops/runs"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	mount   = "/admin/console"
	first   = sandbox.FirstShopID // the manager has the first twelve
	foreign = first + 19
	nobodys = 999999
)

// fixture is a console with real parts in front of a sandbox. All share one clock that stands still; the rate limit
// never delays a call.
type fixture struct {
	t      testing.TB
	clock  *sandbox.VirtualClock
	box    *sandbox.Sandbox
	base   string
	store  store.Store
	users  *auth.Service
	runs   *runs.Service
	desk   servertest.Desk
	roster *roster
	pauses *pause.Service
	lease  time.Duration // of the next replicas; 0: the default

	worse atomic.Bool
	looks atomic.Int32 // checks of photos

	mu     sync.Mutex
	writes map[string]int // by path and shop
	inside map[int64]int  // calls under way, by shop
	most   map[int64]int  // the most calls at once, by shop
	spy    func(path string, shop int64)
	late   func(path string) bool // a request like this one comes in before it
}

// roster is a shop directory that knows some shops as they are on the platform.
type roster struct {
	f        *fixture
	known    []int64
	unlisted []platform.SpecialDate // at every shop
}

func (r *roster) Facts(ctx context.Context, ids []int64) (list []change.ShopFacts, err error) {
	for _, id := range ids {
		shop, err := r.f.store.Shop(ctx, id)
		if err != nil {
			continue // not ours
		}
		facts := change.ShopFacts{Shop: shop, Unlisted: r.unlisted}
		if slices.Contains(r.known, id) {
			s := r.f.shop(id)
			facts.Record, facts.Week, facts.Dates, facts.ReadAt = &s.Record, &s.Week, &s.Special, 1
		}
		list = append(list, facts)
	}
	return list, nil
}

// good accepts every photo, except one called bad, and one called worse once worse is set.
type good struct {
	worse *atomic.Bool
	looks *atomic.Int32
}

func (g good) CheckShared(ctx context.Context, address string) ([]rules.Problem, error) {
	g.looks.Add(1)
	if auth.PrincipalFrom(ctx) == nil {
		return nil, errors.New("nobody's")
	}
	if strings.Contains(address, "bad") || strings.Contains(address, "worse") && g.worse.Load() {
		return []rules.Problem{{Code: rules.CodePictureSmall, Args: []any{1, 1, 901}}}, nil
	}
	return nil, nil
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	clock := sandbox.NewVirtualClock(time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC))
	f := &fixture{t: t, clock: clock, box: &sandbox.Sandbox{Clock: clock, Transport: pictures{}}, writes: map[string]int{},
		inside: map[int64]int{}, most: map[int64]int{}}
	web := httptest.NewServer(http.StripPrefix("/open", http.HandlerFunc(f.far)))
	t.Cleanup(web.Close)
	f.base = web.URL + "/open"
	f.store = sqlitetest.Open(t)
	var shops []store.Shop
	var ids []int64
	for _, s := range f.box.Directory() {
		shops, ids = append(shops, store.Shop{ShopID: s.ShopID, Name: s.Name, Zone: s.Zone}), append(ids, s.ShopID)
	}
	if err := f.store.PutShops(t.Context(), shops); err != nil {
		t.Fatal(err)
	}
	f.users = servertest.Must(auth.New(auth.Config{Store: f.store, Demo: true, Insecure: true,
		Base: background.Base{Now: clock.Now}}))(t)
	if err := f.users.EnsureDemo(t.Context(), ids); err != nil {
		t.Fatal(err)
	}
	// An owner must remain when the others are changed.
	if _, err := f.store.CreateOperator(t.Context(), store.Operator{Login: "owner"},
		[]store.Membership{{ShopID: store.AllShops, Role: string(api.RoleOwner)}}); err != nil {
		t.Fatal(err)
	}
	f.roster = &roster{f: f}
	f.runs = f.replica()
	console := httptest.NewServer(f.handler())
	t.Cleanup(console.Close)
	f.desk.URL = console.URL + mount
	return f
}

// pictures answers every address with a good photo.
type pictures struct{}

func (pictures) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	(&sandbox.Sandbox{}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://127.0.0.1/sandbox/pictures/a.jpg", nil))
	response := w.Result()
	response.Request = r
	return response, nil
}

// far is the sandbox, and counts the calls that change it.
func (f *fixture) far(w http.ResponseWriter, r *http.Request) {
	body := servertest.Must(io.ReadAll(r.Body))(f.t)
	r.Body = io.NopCloser(bytes.NewReader(body))
	var ref platform.ShopRef
	_ = json.Unmarshal(body, &ref)
	if e, ok := platform.EndpointAt(r.URL.Path); ok && e.Changes() {
		f.mu.Lock()
		f.writes[fmt.Sprint(r.URL.Path, " ", ref.ShopID)]++
		f.mu.Unlock()
	}
	if f.spy != nil {
		f.spy(r.URL.Path, ref.ShopID)
	}
	f.enter(ref.ShopID, 1)
	defer f.enter(ref.ShopID, -1)
	if f.late != nil && f.late(r.URL.Path) {
		f.box.ServeHTTP(httptest.NewRecorder(), r)
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	f.box.ServeHTTP(w, r)
}

// enter counts the calls that are under way for a shop.
func (f *fixture) enter(shop int64, n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inside[shop] += n
	f.most[shop] = max(f.most[shop], f.inside[shop])
}

// weeks counts the writes of a shop's week.
func (f *fixture) weeks(shop int64) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.writes[fmt.Sprint(platform.PathWeekUpdate, " ", shop)]
}

// replica is a service over the fixture's store and platform.
func (f *fixture) replica() *runs.Service {
	f.t.Helper()
	keeper := servertest.Keeper(f.t, token.Options{BaseURL: f.base, Store: f.store,
		Base: background.Base{Now: f.clock.Now}})
	rate := servertest.Must(upstream.NewRateLimit(upstream.RateLimitOptions{Rates: f.store, Application: "app",
		PerSecond: 1e6, Base: background.Base{Now: f.clock.Now}}))(f.t)
	caller := servertest.Must(upstream.New(upstream.Options{BaseURL: f.base, Tokens: keeper, Now: f.clock.Now,
		Timeout: time.Minute, OnTooMany: rate.TooMany}))(f.t)
	client := &platform.Client{Transport: caller}
	f.pauses = servertest.Must(pause.New(pause.Options{Authoriser: f.users, Platform: client, Pauses: f.store,
		Audit: f.store, Base: background.Base{Now: f.clock.Now}}))(f.t)
	return servertest.Must(runs.New(runs.Options{
		Authoriser: f.users, Platform: client, Pauses: f.pauses, Pictures: good{&f.worse, &f.looks}, Store: f.store,
		Directory: f.roster,
		Base: background.Base{Now: f.clock.Now,
			Logger: slog.New(slog.NewTextHandler(testLog{f.t}, nil))}, Together: 4, Lease: f.lease,
		RateLimit: rate,
		Maker: change.Planner{
			Leaves:   rules.Leaves{rules.CodeSpillOverlap: platform.LeaveRefused}, // as the sandbox does
			Possible: func(phone string) bool { return !strings.HasSuffix(phone, "0000") },
		},
	}))(f.t)
}

type testLog struct{ t testing.TB }

func (l testLog) Write(p []byte) (int, error) {
	l.t.Log(strings.TrimSpace(string(p)))
	return len(p), nil
}

func (f *fixture) handler() http.Handler {
	mux := http.NewServeMux()
	log := slog.New(slog.DiscardHandler)
	mux.Handle("POST "+api.PathDemo, httpio.Handler(log, f.users.HandleDemo))
	for route, handle := range map[string]httpio.Func{
		"GET " + api.PathRuns: f.runs.HandleList, "POST " + api.PathRuns: f.runs.HandleStart,
		"GET " + api.PathRun:         f.runs.HandleOne,
		"POST " + api.PathRunPreview: f.runs.HandlePreview, "POST " + api.PathRunSteer: f.runs.HandleSteer,
		"POST " + api.PathRunRepeat: f.runs.HandleRepeat,
	} {
		mux.Handle(route, httpio.Handler(log, handle))
	}
	return http.StripPrefix(mount, f.users.Identify(mux))
}

// work lets the worker do the work that is due after a while, and none that becomes due later.
func (f *fixture) work(after time.Duration) {
	f.t.Helper()
	f.clock.Advance(after)
	if err := f.runs.Work(context.WithoutCancel(f.t.Context())); err != nil {
		f.t.Fatal(err)
	}
}

// through lets the worker work until the run has ended.
func (f *fixture) through(role api.Role, id string) api.RunDetail {
	f.t.Helper()
	for range 60 {
		f.work(0)
		d := f.one(role, id)
		if d.State == api.RunDone {
			return d
		}
		f.clock.Advance(time.Minute)
	}
	f.t.Fatalf("the run doesn't end: %+v", f.one(role, id))
	return api.RunDetail{}
}
