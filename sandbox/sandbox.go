package sandbox

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/internal/loopback"
)

// The demo application that the seeded merchants have authorised.
const (
	DemoClientID     = "shopdesk-demo"
	DemoClientSecret = "shopdesk-demo-secret" //nolint:gosec // published demo credentials
	DemoAppID        = 1000001
)

// Sandbox is one simulated platform. Its zero value is ready: it serves the
// seed from memory. The exported fields are read when it first answers and
// must not be changed after that.
type Sandbox struct {
	// Clock tells the time of the platform. Default: the machine's clock.
	// [Sandbox.Advance] adds to it.
	Clock Clock
	// Dir is the folder that keeps the state across restarts. Default: none,
	// the state lives in memory.
	Dir string
	// Latency is added to every call of the platform's paths, in real time
	// whatever the Clock. Default: none.
	Latency time.Duration
	// Logger hears of every call at level debug. Default: silence.
	Logger *slog.Logger
	// Transport fetches the pictures that shops ask for, from wherever their
	// addresses lead. Default: http.DefaultTransport.
	Transport http.RoundTripper
	// PublicURL is the address that callers reach the sandbox at, in front of
	// the platform's paths, without a slash at its end. It stands in front of
	// the pictures it serves and is part of signatures. Default: taken from
	// each request.
	PublicURL string
	// Plays are the variants that the sandbox plays where the interface leaves
	// something open. Default: none, the platform that we imagine. How a call
	// presents its token is read off the call, unless BodyToken is played.
	Plays []Variant
	// ClientID is the application's client_id. Default: DemoClientID.
	ClientID string
	// ClientSecret is the application's client_secret. Default:
	// DemoClientSecret.
	ClientSecret string
	// AppID is the application's appId. Default: DemoAppID.
	AppID int64
	// TokenLifetime is how long a new access token is valid, in whole seconds.
	// Default: two hours.
	TokenLifetime time.Duration
	// Legacy allows grant_type client_credentials, which integrations may still
	// use that were certified with it (interface 5). Default: refused.
	Legacy bool
	// Shops is the number of shops. Beyond the seed's own, shops are made up;
	// a smaller number keeps the first ones. Default: the seed's own.
	Shops int
	// Chance draws a number in [0,1) for faults with a rate and for what is in an
	// order. Default: random.
	Chance func() float64

	// CloseMissed closes a shop for so long when an order of it was cancelled
	// because nobody confirmed it, as some platforms do. Default: it stays open.
	CloseMissed time.Duration
	// Heartbeat is how often an empty packet goes to each registered webhook
	// URL (interface 6.2). Default: every 30 seconds; negative for never.
	Heartbeat time.Duration
	// Flow is the demonstration's stream of orders. Default: none.
	Flow *Flow
	// Pusher sends the webhooks. Default: a client that gives a receiver ten
	// seconds.
	Pusher *http.Client

	chosen atomic.Pointer[[]Variant] // on the control page; nil for Plays

	guarding sync.Once
	guarded  http.Handler

	loading sync.Once
	failed  error // of loading
	hanging sync.Once
	ring    chan struct{} // wakes Run
	routing sync.Once
	control http.Handler

	consenting  sync.Once
	consentPage http.Handler

	mu      sync.Mutex // guards the fields below; never held while waiting
	state   state
	index   map[int64]int // shopId → position in state.Shops
	changes uint64        // counts the changes of state
	faults  []Fault
	faultID int
	calls   callLog
	limit   limit // has a lock of its own
	book    book
	post    postbox
	flow    flowState
	cut     time.Time // of the platform's clock: until then no connection works

	journal sync.Mutex // held while orders are written; before mu

	saving sync.Mutex // held while the state is written
	saved  uint64     // the last change on disk

	copies copies
}

// Load reads the state from Dir, or makes the seed when there is none. It
// does so once; serving does it by itself, so a program calls Load only to
// hear of a damaged state before it listens. A damaged file is an error and is
// left as it is.
func (s *Sandbox) Load() error {
	s.loading.Do(func() { s.failed = s.load() })
	return s.failed
}

// Close writes what isn't on disk yet. Every change is written before it is
// answered, so there is something to write only after a failed attempt. It
// doesn't end [Sandbox.Run], which its context does.
func (s *Sandbox) Close() error {
	if err := s.Load(); err != nil {
		return err
	}
	return s.commit()
}

// ServeHTTP answers the platform's paths, and the control page and its API
// under /sandbox/. What isn't this machine's own is answered with a page that
// says why: requests for hosts other than loopback ones and PublicURL's, which a
// page elsewhere could have made with a name of its own, and those that a proxy
// forwarded, unless PublicURL is another machine's name and so expects one.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.guarding.Do(func() { s.guarded = s.guard(http.HandlerFunc(s.serve)) })
	s.guarded.ServeHTTP(w, r)
}

func (s *Sandbox) guard(next http.Handler) http.Handler {
	public, err := url.Parse(s.PublicURL)
	if err != nil || public.Host == "" {
		public = &url.URL{}
	}
	own := loopback.Guard{Name: "This sandbox"}.Handler(next)
	if public.Host == "" || loopback.Is(public.Hostname()) {
		return own
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host == public.Host {
			next.ServeHTTP(w, r)
			return
		}
		own.ServeHTTP(w, r)
	})
}

func (s *Sandbox) serve(w http.ResponseWriter, r *http.Request) {
	if err := s.Load(); err != nil {
		s.logger().Error("sandbox: state", "error", err)
		refuse(fail(http.StatusServiceUnavailable, CodeInternal, "the sandbox could not read its state")).write(w)
		return
	}
	switch {
	case strings.HasPrefix(r.URL.Path, "/sandbox/"):
		s.routing.Do(func() { s.control = s.controlHandler() })
		s.control.ServeHTTP(w, r)
	case r.URL.Path == "/sandbox", r.URL.Path == "/" && r.Method == http.MethodGet:
		w.Header().Set("Location", prefix(r)+"/sandbox/")
		w.WriteHeader(http.StatusSeeOther)
	case r.URL.Path == PathAuthorise:
		s.consenting.Do(func() { s.consentPage = s.consentHandler() })
		s.consentPage.ServeHTTP(w, r)
	default:
		s.servePlatform(w, r)
	}
}

func (s *Sandbox) logger() *slog.Logger {
	if s.Logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return s.Logger
}

func (s *Sandbox) clientID() string     { return either(s.ClientID, DemoClientID) }
func (s *Sandbox) clientSecret() string { return either(s.ClientSecret, DemoClientSecret) }
func (s *Sandbox) appID() int64         { return either(s.AppID, int64(DemoAppID)) }

func (s *Sandbox) tokenLifetime() time.Duration {
	return either(s.TokenLifetime, 2*time.Hour).Truncate(time.Second)
}

// either is value, or fallback when value is zero.
func either[T comparable](value, fallback T) T {
	var zero T
	if value == zero {
		return fallback
	}
	return value
}

// pause waits d of real time. It is false when ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
