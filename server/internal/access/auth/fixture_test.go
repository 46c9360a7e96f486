package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
	"go.uber.org/goleak"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

func TestMain(m *testing.M) {
	// A busy machine may need seconds to read and to write a session, and to ask a provider.
	LoadWithin, touchWithin, ProviderWithin = time.Minute, time.Minute, time.Minute
	servertest.Plays(12)
	goleak.VerifyTestMain(m)
}

// cheap are low costs, so that tests can hash often.
var cheap = costing(64, 1)

func costing(memory, passes uint32) argon2id.Params {
	p := defaultParams
	p.Memory, p.Iterations = memory, passes
	return p
}

const (
	base     = "/admin/console"
	password = "a long enough secret"
	shopA    = 100001
	shopB    = 100002
	shopGone = 100099 // a shop that doesn't exist
)

// clock is a clock that the test moves.
type clock struct{ ms atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.ms.Store(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).UnixMilli())
	return c
}

func (c *clock) Now() time.Time          { return time.UnixMilli(c.ms.Load()) }
func (c *clock) advance(d time.Duration) { c.ms.Add(d.Milliseconds()) }

// watched is the real store. It counts reads and writes of sessions, and can
// disable operators.
type watched struct {
	*sqlstore.Store
	reads, saves atomic.Int64
	disabled     sync.Map
	afterRead    atomic.Pointer[func()] // called after a session was read
	afterLogin   atomic.Pointer[func()] // called after an operator was found by their login
}

func (w *watched) Session(ctx context.Context, tokenHash string, now int64) (store.Session, error) {
	w.reads.Add(1)
	found, err := w.Store.Session(ctx, tokenHash, now)
	if f := w.afterRead.Load(); f != nil {
		(*f)()
	}
	return found, err
}

func (w *watched) SaveSession(ctx context.Context, s store.Session) error {
	w.saves.Add(1)
	return w.Store.SaveSession(ctx, s)
}

func (w *watched) Operator(ctx context.Context, id int64) (store.Operator, error) {
	o, err := w.Store.Operator(ctx, id)
	if _, off := w.disabled.Load(o.Login); off {
		o.Disabled = true
	}
	return o, err
}

func (w *watched) OperatorByLogin(ctx context.Context, login string) (store.Operator, error) {
	o, err := w.Store.OperatorByLogin(ctx, login)
	if _, off := w.disabled.Load(o.Login); off {
		o.Disabled = true
	}
	if f := w.afterLogin.Load(); f != nil {
		(*f)()
	}
	return o, err
}

// logBuffer keeps what was logged.
type logBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// fixture is a service over a real store behind a real server.
type fixture struct {
	*Service
	store  *watched
	clock  *clock
	log    *logBuffer
	server *httptest.Server
	beat   chan struct{}
	slow   chan func() // functions that /slow calls between identifying and answering
}

// newFixture has two shops and the operators owner (all shops), manager and
// staff (of shopA) and outsider (of none), all with the same password.
func newFixture(tb testing.TB, change func(*Config)) *fixture {
	tb.Helper()
	db := sqlitetest.Open(tb)
	f := &fixture{store: &watched{Store: db}, clock: newClock(), log: &logBuffer{}, slow: make(chan func(), 1),
		beat: make(chan struct{})}
	cfg := Config{
		Store: f.store, Base: background.Base{Now: f.clock.Now, Logger: slog.New(slog.NewTextHandler(f.log, nil))},
		Profile: api.Profile{Anchor: "shop"}, Version: "test",
	}
	if change != nil {
		change(&cfg)
	}
	var err error
	if f.Service, err = newService(cfg, cheap); err != nil {
		tb.Fatal(err)
	}
	f.seed(tb)
	f.server = httptest.NewTLSServer(http.StripPrefix(base, f.routes()))
	tb.Cleanup(f.server.Close)
	return f
}

func (f *fixture) seed(tb testing.TB) {
	tb.Helper()
	phc, err := f.hasher.hash(tb.Context(), password)
	if err != nil {
		tb.Fatal(err)
	}
	putShops(tb, f.store)
	for login, m := range map[string][]store.Membership{
		"owner":    {{ShopID: store.AllShops, Role: "owner"}},
		"manager":  {{ShopID: shopA, Role: "manager"}},
		"staff":    {{ShopID: shopA, Role: "staff"}},
		"outsider": nil,
	} {
		if _, err := f.store.CreateOperator(tb.Context(), store.Operator{Login: login, Name: "The " + login, Password: phc},
			m); err != nil {
			tb.Fatal(err)
		}
	}
}

func putShops(tb testing.TB, to store.Shops) {
	tb.Helper()
	err := to.PutShops(tb.Context(), []store.Shop{
		{ShopID: shopA, Name: "Beta", EnName: "Beta", Zone: "Asia/Hong_Kong"},
		{ShopID: shopB, Name: "Alpha", EnName: "Alpha", Zone: "Asia/Dubai"},
	})
	if err != nil {
		tb.Fatal(err)
	}
}

func (f *fixture) routes() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, fn httpio.Func) { mux.Handle(pattern, httpio.Handler(f.Logger, fn)) }
	handle("GET "+api.PathSession, f.HandleSession)
	handle("POST "+api.PathSignIn, f.HandleSignIn)
	handle("POST "+api.PathDemo, f.HandleDemo)
	handle("POST "+api.PathSignOut, f.HandleSignOut)
	handle("POST "+api.PathSetup, f.HandleSetup)
	handle("GET "+api.PathShops, f.HandleShops)
	handle("POST "+api.PathStepUp, f.HandleStepUp)
	handle("POST "+api.PathStepUpPasskey, f.HandleStepUpPasskey)
	handle("POST "+api.PathSignInPasskeyBegin, f.HandlePasskeySignInBegin)
	handle("POST "+api.PathSignInPasskey, f.HandlePasskeySignIn)
	handle("POST "+api.PathPasskeyFinish, f.HandlePasskeyFinish)
	handle("GET "+api.PathOperators, f.HandleOperators)
	handle("POST "+api.PathOperatorRoles, f.HandleRoles)
	handle("POST "+api.PathOperatorDisable, f.HandleDisable)
	handle("POST "+api.PathOperatorRemove, f.HandleRemove)
	handle("POST "+api.PathOperatorReset, f.HandleReset)
	handle("POST "+api.PathInvitations, f.HandleInvite)
	handle("POST "+api.PathInviteRevoke, f.HandleRevokeInvite)
	handle("POST "+api.PathInviteLook, f.HandleInviteLook)
	handle("POST "+api.PathInvite, f.HandleAccept)
	handle("GET "+api.PathDevices, f.HandleDevices)
	handle("POST "+api.PathDeviceRevoke, f.HandleRevokeDevice)
	handle("POST "+api.PathDeviceOthers, f.HandleRevokeOthers)
	handle("POST "+api.PathAccountPassword, f.HandlePassword)
	handle("POST "+api.PathAccountName, f.HandleRename)
	handle("POST "+api.PathPreferences, f.HandlePreferences)
	handle("GET /stream", f.stream)
	handle("GET /probe/{shop}/{permission}", func(w http.ResponseWriter, r *http.Request) error {
		id, _ := strconv.ParseInt(r.PathValue("shop"), 10, 64)
		scope, err := f.Scope(r.Context(), id, platform.Permission(r.PathValue("permission")))
		if err != nil {
			return err
		}
		return httpio.WriteJSON(w, scope.ShopID())
	})
	handle("GET /slow", func(w http.ResponseWriter, r *http.Request) error {
		(<-f.slow)()
		return f.HandleSession(w, r)
	})
	return f.Identify(mux)
}

// stream is a long answer with a heartbeat at each message on f.beat. The stream
// ends when its operator's session has ended.
func (f *fixture) stream(w http.ResponseWriter, r *http.Request) error {
	p := PrincipalFrom(r.Context())
	for {
		now, err := f.StillSignedIn(r.Context(), p)
		if err != nil {
			return err
		}
		if now == nil {
			_, _ = io.WriteString(w, "out\n")
			return nil
		}
		_, _ = io.WriteString(w, string(now.RoleIn(shopA))+"\n")
		if err := http.NewResponseController(w).Flush(); err != nil {
			return err
		}
		select {
		case <-f.beat:
		case <-r.Context().Done():
			return nil
		}
	}
}

// device is a browser: a client with cookies.
func (f *fixture) device(tb testing.TB) *browser {
	tb.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		tb.Fatal(err)
	}
	client := *f.server.Client()
	client.Jar = jar
	return &browser{f: f, client: &client}
}

type browser struct {
	f      *fixture
	client *http.Client
}

// reply is an answer with its whole body.
type reply struct {
	Status int
	Header http.Header
	Body   []byte
	Error  api.Error
}

// call sends a request; a nil body is a GET, a string is sent unchanged.
func (b *browser) call(tb testing.TB, path string, body any) reply {
	tb.Helper()
	method, content := http.MethodGet, []byte(nil)
	switch body := body.(type) {
	case nil:
	case string:
		method, content = http.MethodPost, []byte(body)
	default:
		method = http.MethodPost
		var err error
		if content, err = json.Marshal(body); err != nil {
			tb.Fatal(err)
		}
	}
	r, err := http.NewRequestWithContext(tb.Context(), method, b.f.server.URL+base+path, bytes.NewReader(content))
	if err != nil {
		tb.Fatal(err)
	}
	return b.do(tb, r)
}

// do sends a request, as an act of a person unless the request has the header
// already.
func (b *browser) do(tb testing.TB, r *http.Request) reply {
	tb.Helper()
	if r.Header[api.HeaderActed] == nil {
		r.Header.Set(api.HeaderActed, "1")
	}
	answer, err := b.client.Do(r)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	got := reply{Status: answer.StatusCode, Header: answer.Header}
	if got.Body, err = io.ReadAll(answer.Body); err != nil {
		tb.Fatal(err)
	}
	if got.Status >= 400 {
		if err := json.Unmarshal(got.Body, &got.Error); err != nil {
			tb.Fatalf("answer %d %q is no error body: %v", got.Status, got.Body, err)
		}
	}
	return got
}

func (b *browser) signIn(tb testing.TB, login string) reply {
	tb.Helper()
	return b.call(tb, api.PathSignIn, api.SignIn{Login: login, Password: password})
}

// mustSignIn signs in and returns the session's token.
func (b *browser) mustSignIn(tb testing.TB, login string) string {
	tb.Helper()
	got := b.signIn(tb, login)
	if got.Status != http.StatusOK {
		tb.Fatalf("sign-in as %s: %d %s", login, got.Status, got.Body)
	}
	return cookieOf(tb, got, b.f.sessionCookie).Value
}

// who gives the login that the server finds for the browser, "" for a browser that
// isn't signed in.
func (b *browser) who(tb testing.TB) string {
	tb.Helper()
	return whoIn(tb, b.call(tb, api.PathSession, nil))
}

func whoIn(tb testing.TB, got reply) string {
	tb.Helper()
	var session api.Session
	if err := json.Unmarshal(got.Body, &session); err != nil || got.Status != http.StatusOK {
		tb.Fatalf("session: %d %s %v", got.Status, got.Body, err)
	}
	if session.Operator == nil {
		return ""
	}
	return session.Operator.Login
}

// whoHas gives the login that the server finds for a session token.
func (f *fixture) whoHas(tb testing.TB, token string) string {
	tb.Helper()
	r, err := http.NewRequestWithContext(tb.Context(), http.MethodGet, f.server.URL+base+api.PathSession, http.NoBody)
	if err != nil {
		tb.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: f.sessionCookie, Value: token})
	return whoIn(tb, (&browser{f: f, client: f.server.Client()}).do(tb, r))
}

func cookieOf(tb testing.TB, got reply, name string) *http.Cookie {
	tb.Helper()
	for _, c := range (&http.Response{Header: got.Header}).Cookies() {
		if c.Name == name {
			return c
		}
	}
	tb.Fatalf("no cookie %s in %v", name, got.Header)
	return nil
}

func wantError(tb testing.TB, got reply, status int, code api.Code) {
	tb.Helper()
	if got.Status != status || got.Error.Code != code {
		tb.Errorf("got %d %s, want %d %s", got.Status, got.Body, status, code)
	}
	if cc := got.Header.Get("Cache-Control"); cc != "no-store" {
		tb.Errorf("Cache-Control %q, want no-store", cc)
	}
}
