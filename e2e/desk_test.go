package e2e

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// desk is a console with its sandbox, both served for real.
type desk struct {
	t        testing.TB
	box      *sandbox.Sandbox
	platform *httptest.Server
	console  *server.Server
	replicas []*server.Server // the console, and a second one under make replicas
	store    store.Store
	second   store.Store // of the second replica
	URL      string      // the console's, without a slash at its end
	srv      *http.Server
	watch    atomic.Pointer[func(*http.Request)]              // hears of each request, if set
	answered atomic.Pointer[func(*http.Request, http.Header)] // and of the headers that it was answered with
	before   atomic.Pointer[http.HandlerFunc]                 // answers in the console's place, if set
	called   atomic.Pointer[func(*http.Request)]              // hears of each call to the platform, if set
	options  server.Options
}

// setup changes what a desk is made of.
type setup func(*server.Options)

func withGallery(o *server.Options) { o.Gallery = true }

// putForward has the console's clock ahead of the real one, by what a test sets.
func putForward(by *atomic.Int64) setup {
	return func(o *server.Options) {
		o.Now = func() time.Time { return time.Now().Add(time.Duration(by.Load())) }
	}
}

// start serves a sandbox and a demonstration console on it.
func start(t testing.TB, changes ...setup) *desk {
	t.Helper()
	return startOn(t, new(sandbox.Sandbox), changes...)
}

// startOn is start on a sandbox of one's own making.
func startOn(t testing.TB, box *sandbox.Sandbox, changes ...setup) *desk {
	t.Helper()
	defer spend(t, serverStart)()
	d := &desk{t: t, box: box}
	d.platform = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if called := d.called.Load(); called != nil {
			(*called)(r)
		}
		d.box.ServeHTTP(w, r)
	}))
	t.Cleanup(d.platform.Close)

	dir := t.TempDir()
	if d.store = sqlitetest.Open(t); several {
		d.store, d.second = openTwice(t)
	}
	if err := sealed.Create(filepath.Join(dir, "keys")); err != nil {
		t.Fatal(err)
	}
	keys, err := sealed.Load(filepath.Join(dir, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	options := server.Options{
		Roster:    server.Roster{Off: true},
		PublicURL: "http://" + listener.Addr().String(),
		Platform: server.Platform{URL: d.platform.URL, ClientID: sandbox.DemoClientID,
			ClientSecret: sandbox.DemoClientSecret, AppID: sandbox.DemoAppID,
			AuthorizeURL: d.platform.URL + sandbox.PathAuthorise},
		Store:  d.store,
		Keys:   keys,
		Demo:   true,
		Shops:  shops(d.box),
		Logger: slog.New(slog.NewTextHandler(logWriter{t}, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	for _, change := range changes {
		change(&options)
	}
	d.URL, d.options = options.PublicURL, options
	d.begin()
	d.serve(listener)
	t.Cleanup(func() {
		_ = d.srv.Close()
		for _, replica := range d.replicas {
			_ = replica.Close()
		}
	})
	return d
}

// begin makes the console, of all its replicas.
func (d *desk) begin() {
	d.t.Helper()
	d.replicas = nil
	for i, s := range []store.Store{d.store, d.second} {
		if s == nil {
			continue
		}
		o := d.options
		o.Store, o.Replica = s, fmt.Sprint("replica ", i)
		console, err := server.New(context.WithoutCancel(d.t.Context()), o)
		if err != nil {
			d.t.Fatal(err)
		}
		d.replicas = append(d.replicas, console)
	}
	d.console = d.replicas[0]
}

// begins has a script of the console's run another one first, in any engine: the server puts it there.
func (d *desk) begins(file, script string) {
	with := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path.Base(r.URL.Path) != file {
			d.reached().ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		answer := httptest.NewRecorder()
		d.reached().ServeHTTP(answer, r)
		maps.Copy(w.Header(), answer.Header())
		w.Header().Del("Content-Length")
		w.WriteHeader(answer.Code)
		_, _ = io.WriteString(w, script+";\n"+answer.Body.String())
	})
	d.before.Store(&with)
}

// gate keeps whatever passes it until goOn is called, or the test ends. Reached waits until something has come to it.
func (d *desk) gate() (pass, reached, goOn func()) {
	came, goesOn := make(chan struct{}), make(chan struct{})
	arrive := sync.OnceFunc(func() { close(came) })
	pass = func() {
		arrive()
		<-goesOn
	}
	reached = func() {
		d.t.Helper()
		select {
		case <-came:
		case <-time.After(patience):
			d.t.Fatal("waited in vain for a call")
		}
	}
	goOn = sync.OnceFunc(func() { close(goesOn) })
	d.t.Cleanup(goOn)
	return pass, reached, goOn
}

// holds holds the answers to calls of an address back until answer is called.
func (d *desk) holds(address string) (answer func()) {
	pass, _, answer := d.gate()
	hold := func(r *http.Request, _ http.Header) {
		if strings.HasSuffix(r.URL.Path, address) {
			pass()
		}
	}
	d.answered.Store(&hold)
	return answer
}

// stops keeps calls of a path from the server until goOn is called.
func (d *desk) stops(path string) (reached, goOn func()) {
	pass, reached, goOn := d.gate()
	d.meets(path, pass)
	return reached, goOn
}

// waitsAtPlatform keeps calls of a path from the platform, after the first few, until goOn is called. The console gives
// such a call up after ten seconds.
func (d *desk) waitsAtPlatform(path string, after int64) (reached, goOn func()) {
	pass, reached, goOn := d.gate()
	var calls atomic.Int64
	call := func(r *http.Request) {
		if r.URL.Path == path && calls.Add(1) > after {
			pass()
		}
	}
	d.called.Store(&call)
	return reached, goOn
}

// heard waits until the page has an answer of an address, and has been drawn with it.
func (b *tab) heard(address string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`performance.getEntriesByType("resource").some(({ name }) => name.endsWith(%q))`, address),
		"an answer of "+address)
	b.settledFrames()
}

func (d *desk) serve(listener net.Listener) {
	d.srv = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if watch := d.watch.Load(); watch != nil {
			(*watch)(r)
		}
		if before := d.before.Load(); before != nil {
			(*before)(w, r)
			return
		}
		lag(r.Context(), r.URL.Path)
		d.reached().ServeHTTP(w, r)
		lag(r.Context(), r.URL.Path)
		if answered := d.answered.Load(); answered != nil {
			(*answered)(r, w.Header())
		}
	}), ReadHeaderTimeout: time.Minute}
	go func() { _ = d.srv.Serve(listener) }()
}

// unplug takes the console off the network; plug brings it back.
func (d *desk) unplug() { _ = d.srv.Close() }

func (d *desk) plug() {
	d.t.Helper()
	listener, err := net.Listen("tcp", strings.TrimPrefix(d.URL, "http://"))
	if err != nil {
		d.t.Fatal(err)
	}
	d.serve(listener)
}

// release puts another console in the place of this one, as an update does.
func (d *desk) release(change setup) {
	d.t.Helper()
	d.unplug()
	for _, replica := range d.replicas {
		if err := replica.Close(); err != nil {
			d.t.Error(err)
		}
	}
	change(&d.options)
	d.begin()
	d.plug()
}

func shops(box *sandbox.Sandbox) []store.Shop {
	var list []store.Shop
	for _, s := range box.Directory() {
		list = append(list, store.Shop{ShopID: s.ShopID, Name: s.Name, EnName: s.EnName, Zone: s.Zone})
	}
	return list
}

// logWriter hands the server's log to the test's.
type logWriter struct{ t testing.TB }

func (w logWriter) Write(line []byte) (int, error) {
	w.t.Log(strings.TrimSpace(string(line)))
	return len(line), nil
}

// eventually waits until something beside the browser is so, in the store, at the
// platform or in a folder: until isSo has no error, which says what isn't so yet.
func eventually(t testing.TB, isSo func() error) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for err := isSo(); err != nil; err = isSo() {
		if time.Now().After(deadline) {
			t.Fatal("waited in vain: ", err)
		}
		time.Sleep(20 * time.Millisecond) // between two looks
	}
}

// direct is a client of the platform behind the console's back: it sees what
// really is there, and plays the other person who changes it.
func (d *desk) direct() *platform.Client {
	transport := &platform.HTTPTransport{BaseURL: d.platform.URL}
	client := &platform.Client{Transport: transport}
	token, err := client.Token(d.t.Context(), platform.TokenRequest{ClientID: sandbox.DemoClientID,
		ClientSecret: sandbox.DemoClientSecret, GrantType: "app_level_token"})
	if err != nil {
		d.t.Fatal(err)
	}
	transport.Present = func(_ context.Context, url string, body []byte) (platform.Presented, error) {
		return new(platform.Presenter).Present(url, body, token.AccessToken, time.Now())
	}
	return client
}

// week is the week that the platform holds for the shop in Central.
func (d *desk) week() *platform.Week {
	d.t.Helper()
	week, err := d.direct().WeeklyHours(d.t.Context(), platform.ShopRef{ShopID: central})
	if err != nil {
		d.t.Fatal(err)
	}
	return week
}

// signedIn gives the tab a session of one of the demonstration's people, "owner",
// "manager" or "staff", without a page: the flow opens one.
func (d *desk) signedIn(b *tab, role string) {
	d.t.Helper()
	var agent string
	b.eval("navigator.userAgent", &agent)
	r, err := http.NewRequestWithContext(d.t.Context(), http.MethodPost, d.URL+api.PathDemo,
		strings.NewReader(`{"role": "`+role+`"}`))
	if err != nil {
		d.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(api.HeaderConsole, "1")
	r.Header.Set("User-Agent", agent)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		d.t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		d.t.Fatalf("sign in as %s: %s", role, answer.Status)
	}
	for _, c := range answer.Cookies() {
		b.ask(func(ctx context.Context) error { return b.driver.SetCookie(ctx, d.URL+"/icon.svg", c) })
	}
}

// entered is signedIn and the page that signing in leads to.
func (d *desk) entered(b *tab, role string) {
	d.t.Helper()
	d.signedIn(b, role)
	b.open(d.URL + "/")
	b.inside()
}

// signsIn opens the console and signs in by its page.
func (d *desk) signsIn(b *tab, role string) {
	d.t.Helper()
	b.open(d.URL + "/signin")
	b.clickText(role)
	b.inside()
}

// endSession ends the session of one of the demonstration's people, whose page is
// open, and waits until the server knows.
func (d *desk) endSession(b *tab, role string) {
	d.t.Helper()
	operator, err := d.store.OperatorByLogin(d.t.Context(), "demo:"+role)
	if err != nil {
		d.t.Fatal(err)
	}
	d.revoke(b, operator.ID)
}

// revoke ends an operator's sessions, and waits until the tab's is over.
func (d *desk) revoke(b *tab, operator int64) {
	d.t.Helper()
	b.expect("401")
	if err := d.store.RevokeOperator(d.t.Context(), operator, "", 1); err != nil {
		d.t.Fatal(err)
	}
	// Each replica believes a session for two seconds without asking the store.
	calls, pause := 1, 0
	if several {
		calls, pause = 16, 500 // one of them reaches either replica, and not too many come at once
	}
	b.until(fmt.Sprintf(`new Promise(next => setTimeout(next, %d))
		.then(() => Promise.all(Array.from({ length: %d }, () => fetch("/api/shops").then((r) => r.status))))
		.then((answers) => answers.every((status) => status === 401))`, pause, calls), "the session to be over")
}

// inside waits until signing in has led on: to a shop, to orders, or to the list of shops.
func (b *tab) inside() {
	b.t.Helper()
	b.until(`document.getElementById("page-title") && document.querySelector(".rail") && /\/(shops(\/\d+)?|orders)$/.test(location.pathname)`, "the sign-in to lead on")
}
