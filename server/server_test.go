package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// mount is the path of the console in tests: never the root, so that a path built without the prefix fails.
const mount = "/admin/console"

// bench is a console under test with its sandbox.
type bench struct {
	t        testing.TB
	box      *sandbox.Sandbox
	platform *httptest.Server
	console  *server.Server
	web      *httptest.Server
	store    store.Store
	log      *syncBuffer
}

func open(t testing.TB, change func(*server.Options), around ...func(http.Handler) http.Handler) *bench {
	t.Helper()
	b := &bench{t: t, box: new(sandbox.Sandbox), log: new(syncBuffer)}
	var far http.Handler = b.box
	for _, wrap := range around {
		far = wrap(far)
	}
	b.platform = httptest.NewServer(far)
	t.Cleanup(b.platform.Close)
	dir := t.TempDir()
	db := sqlitetest.Open(t)
	b.store = db
	if err := sealed.Create(filepath.Join(dir, "keys")); err != nil {
		t.Fatal(err)
	}
	keys, err := sealed.Load(filepath.Join(dir, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	b.web = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.console.ServeHTTP(w, r)
	}))
	t.Cleanup(b.web.Close)
	o := server.Options{
		Roster:    server.Roster{Off: true},
		PublicURL: b.web.URL + mount,
		Platform: server.Platform{URL: b.platform.URL, ClientID: sandbox.DemoClientID,
			ClientSecret: sandbox.DemoClientSecret},
		Store:  db,
		Keys:   keys,
		Demo:   true,
		Assets: releaseOf(t, "a program"),
		Limits: server.Limits{Calls: -1}, // tests poll
		Logger: slog.New(slog.NewTextHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	for _, s := range b.box.Directory() {
		o.Shops = append(o.Shops, store.Shop{ShopID: s.ShopID, Name: s.Name, EnName: s.EnName, Zone: s.Zone})
	}
	if change != nil {
		change(&o)
		b.store = o.Store
	}
	if b.console, err = server.New(context.WithoutCancel(t.Context()), o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.console.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// aheadBy is a clock that is ahead of the real one, by what a test sets.
func aheadBy(by *atomic.Int64) func() time.Time {
	return func() time.Time { return time.Now().Add(time.Duration(by.Load())) }
}

// replica is another replica of the console on the same store.
func (b *bench) replica(o server.Options) *bench {
	b.t.Helper()
	console, err := server.New(context.WithoutCancel(b.t.Context()), o)
	if err != nil {
		b.t.Fatal(err)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Host = strings.TrimPrefix(b.web.URL, "http://") // as a load balancer passes it on
		console.ServeHTTP(w, r)
	}))
	b.t.Cleanup(func() {
		web.Close()
		if err := console.Close(); err != nil {
			b.t.Error(err)
		}
	})
	return &bench{b.t, b.box, b.platform, console, web, b.store, b.log}
}

// browser is a client that keeps cookies, as a browser does.
func (b *bench) browser() *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

// as is a browser in which one of the demonstration's people is signed in.
func (b *bench) as(role api.Role) *http.Client {
	b.t.Helper()
	c := b.browser()
	if status, body := b.post(c, api.PathDemo, api.DemoSignIn{Role: role}); status != http.StatusOK {
		b.t.Fatalf("sign in: %d %s", status, body)
	}
	return c
}

func (b *bench) post(c *http.Client, path string, body any) (int, string) {
	b.t.Helper()
	data, err := json.Marshal(body)
	if raw, ok := body.(string); ok {
		data, err = []byte(raw), nil
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return b.do(c, http.MethodPost, path, data, http.Header{api.HeaderConsole: {"1"}})
}

// do calls the console, and again if it is late.
func (b *bench) do(c *http.Client, method, path string, body []byte, header http.Header) (status int, text string) {
	b.t.Helper()
	for range servertest.Tries {
		if status, text = b.once(c, method, path, body, header); !servertest.Late(status, []byte(text)) {
			break
		}
	}
	return status, text
}

func (b *bench) once(c *http.Client, method, path string, body []byte, header http.Header) (int, string) {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), method, b.web.URL+mount+path, bytes.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header = header.Clone()
	if req.Header == nil {
		req.Header = http.Header{}
	}
	if host := req.Header.Get("Host"); host != "" {
		req.Host = host
	}
	res, err := c.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		return res.StatusCode, "" // a stream doesn't end
	}
	text, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

// code reads the code in an error's body.
func code(t *testing.T, body string) api.Code {
	t.Helper()
	var e api.Error
	if err := json.Unmarshal([]byte(body), &e); err != nil {
		t.Fatalf("not an error of ours: %v: %s", err, body)
	}
	return e.Code
}

// syncBuffer is a log that several goroutines write.
type syncBuffer struct {
	mu  sync.Mutex
	buf strings.Builder
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}

func host(t *testing.T, raw string) string {
	t.Helper()
	u, err := url.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u.Host
}
