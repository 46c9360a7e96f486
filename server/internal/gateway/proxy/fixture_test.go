package proxy_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/proxy"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	mount     = "/admin/console"
	shop      = 100001 // visible to every role
	ownerShop = 100003 // visible only to the owner
	nobodys   = 999999
)

// setup changes a fixture's defaults: a sandbox as the platform, special dates at
// UTC midnights, shops in Hong Kong.
type setup struct {
	phones   proxy.Phones
	pictures proxy.Pictures
	platform http.Handler
	anchor   platform.Anchor
	leaves   rules.Leaves
	zone     string
	audit    func(store.Audit) store.Audit
	timeout  time.Duration
}

// fixture is a console of real parts, in front of a platform under a path of its
// own.
type fixture struct {
	console  *httptest.Server
	platform string // its {base_url}
	proxy    *proxy.Proxy
	store    store.Store
	log      *record
	asked    *record // calls of the platform except those for tokens, one a line

	mu      sync.Mutex
	secrets map[string]bool // secrets that must never leave the server
	desk    servertest.Desk
	replica func() *httptest.Server // makes another console on the same store
}

// good has every order in every shop, and takes every phone and picture.
type good struct{}

func (good) Own(context.Context, auth.ShopScope, int64) error { return nil }

func (good) Impossible([]platform.Phone) []rules.Problem { return nil }

func (good) Check(context.Context, auth.ShopScope, string) ([]rules.Problem, error) { return nil, nil }

// record collects text.
type record struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *record) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *record) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (l *record) lines() []string { return strings.Fields(l.String()) }

func newFixture(tb testing.TB, s setup) *fixture {
	tb.Helper()
	if s.platform == nil {
		s.platform = &sandbox.Sandbox{Transport: pictureHost(tb)}
	}
	f := &fixture{
		log: &record{}, asked: &record{},
		secrets: map[string]bool{sandbox.DemoClientSecret: true, signature: true},
	}
	logger := slog.New(slog.NewTextHandler(f.log, nil))
	upstreamServer := httptest.NewServer(http.StripPrefix("/open", f.watch(s.platform)))
	tb.Cleanup(upstreamServer.Close)
	base := upstreamServer.URL + "/open"
	f.platform = base

	db := sqlitetest.Open(tb)
	f.store = db
	zone := s.zone
	if zone == "" {
		zone = "Asia/Hong_Kong"
	}
	if err := db.PutShops(tb.Context(), []store.Shop{{ShopID: shop, Zone: zone}, {ShopID: 100002, Zone: zone},
		{ShopID: ownerShop, Zone: zone}}); err != nil {
		tb.Fatal(err)
	}
	operators := servertest.Must(auth.New(auth.Config{Store: db, Demo: true, Insecure: true,
		Base: background.Base{Logger: logger}}))(tb)
	if err := operators.EnsureDemo(tb.Context(), []int64{shop, 100002}); err != nil {
		tb.Fatal(err)
	}
	keeper := servertest.Keeper(tb, token.Options{BaseURL: base, Store: db, Base: background.Base{Logger: logger}})
	caller := servertest.Must(upstream.New(upstream.Options{BaseURL: base, Tokens: keeper, Timeout: s.timeout}))(tb)
	var audit store.Audit = db
	if s.audit != nil {
		audit = s.audit(db)
	}
	if s.phones == nil {
		s.phones = good{}
	}
	if s.pictures == nil {
		s.pictures = good{}
	}
	f.replica = func() *httptest.Server {
		f.proxy = servertest.Must(proxy.New(proxy.Config{
			Authoriser: operators, Upstream: caller, Audit: audit, Shops: db, Leases: db, Anchor: s.anchor, Leaves: s.leaves,
			Phones:   s.phones,
			Pictures: s.pictures, Orders: good{}, Base: background.Base{Logger: logger},
		}))(tb)
		mux := http.NewServeMux()
		mux.Handle("POST "+api.PathDemo, httpio.Handler(logger, operators.HandleDemo))
		mux.Handle(api.PlatformPrefix+"/", http.StripPrefix(api.PlatformPrefix, httpio.Handler(logger, f.proxy.Handle)))
		console := httptest.NewServer(http.StripPrefix(mount, operators.Identify(mux)))
		tb.Cleanup(console.Close)
		return console
	}
	f.console = f.replica()
	f.desk.URL = f.console.URL + mount
	tb.Cleanup(func() { f.noSecrets(tb, "the log", f.log.String()) })
	return f
}

// watch records the platform's calls and the tokens in them.
func (f *fixture) watch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != platform.PathToken {
			_, _ = io.WriteString(f.asked, r.URL.Path+"\n")
		}
		if given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "); given != "" {
			f.mu.Lock()
			f.secrets[given] = true
			f.mu.Unlock()
		}
		next.ServeHTTP(w, r)
	})
}

// signature is the signature that a scripted platform claims to have computed.
const signature = "48eb6d562bb0673e3db753831f032be237fc19d1e5c33fcb5386d89c0eebca86"

func (f *fixture) noSecrets(tb testing.TB, where, text string) {
	tb.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	for secret := range f.secrets {
		if strings.Contains(text, secret) {
			tb.Errorf("%s holds a secret: %s", where, text)
		}
	}
}

// answer is an answer of the console.
type answer struct {
	Status int
	Header http.Header
	Body   string
	Error  api.Error
}

func (f *fixture) request(ctx context.Context, tb testing.TB, role api.Role, path, body string,
	header ...string) *http.Request {
	tb.Helper()
	r := servertest.Must(http.NewRequestWithContext(ctx, http.MethodPost, f.console.URL+mount+api.PlatformPrefix+path,
		strings.NewReader(body)))(tb)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	if c := f.desk.Cookie(tb, role); c != nil {
		r.AddCookie(c)
	}
	return r
}

// post calls the console as the browser does, and checks that the answer holds no
// secret.
func (f *fixture) post(tb testing.TB, role api.Role, path, body string, header ...string) answer {
	tb.Helper()
	response, err := f.console.Client().Do(f.request(tb.Context(), tb, role, path, body, header...))
	if err != nil {
		tb.Fatal(err)
	}
	defer response.Body.Close()
	text := servertest.Must(io.ReadAll(response.Body))(tb)
	a := answer{Status: response.StatusCode, Header: response.Header, Body: string(text)}
	if a.Status != http.StatusOK {
		if err := platform.DecodeStrict(text, &a.Error); err != nil {
			tb.Fatalf("%s: not our error body: %s", path, text)
		}
	}
	if got := a.Header.Get("Content-Type") + a.Header.Get("Cache-Control"); got != "application/jsonno-store" {
		tb.Errorf("%s: headers %q", path, got)
	}
	f.noSecrets(tb, "the answer", a.Body)
	return a
}

// status sends a request and returns the status of the answer.
func (f *fixture) status(tb testing.TB, r *http.Request) int {
	tb.Helper()
	response, err := f.console.Client().Do(r)
	if err != nil {
		tb.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

// trail lists the audit, oldest first, as "action outcome detail".
func (f *fixture) trail(tb testing.TB) []string {
	tb.Helper()
	var trail []string
	for _, e := range servertest.Must(f.store.Entries(tb.Context(), store.EntryQuery{Limit: 1000}))(tb) {
		trail = append([]string{strings.TrimSpace(e.Action + " " + e.Outcome + " " + e.Detail)}, trail...)
		f.noSecrets(tb, "the audit", string(e.Request)+e.Detail)
	}
	return trail
}
