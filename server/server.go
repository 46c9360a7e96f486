package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/about"
	"github.com/shopdesk/shopdesk/server/internal/gateway/connect"
	"github.com/shopdesk/shopdesk/server/internal/gateway/proxy"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/internal/orders/inbox"
	"github.com/shopdesk/shopdesk/server/internal/orders/live"
	"github.com/shopdesk/shopdesk/server/internal/orders/push"
	"github.com/shopdesk/shopdesk/server/internal/orders/ring"
	"github.com/shopdesk/shopdesk/server/internal/shops/directory"
	"github.com/shopdesk/shopdesk/server/internal/shops/holidays"
	"github.com/shopdesk/shopdesk/server/internal/shops/pause"
	"github.com/shopdesk/shopdesk/server/internal/shops/photo"
	"github.com/shopdesk/shopdesk/server/internal/shops/runs"
	"github.com/shopdesk/shopdesk/server/internal/shops/summary"
	"github.com/shopdesk/shopdesk/server/internal/shops/templates"
	"github.com/shopdesk/shopdesk/server/internal/shops/today"
	"github.com/shopdesk/shopdesk/server/internal/tracing"
	"github.com/shopdesk/shopdesk/server/internal/web/crashes"
	"github.com/shopdesk/shopdesk/server/internal/web/fetch"
	"github.com/shopdesk/shopdesk/server/internal/web/release"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
	"github.com/shopdesk/shopdesk/web/page"
)

// LongestCall is the longest time that the server works on a request. The WriteTimeout of an http.Server in front
// must be longer.
const LongestCall = proxy.LongestCall

// closeWithin bounds the wait for open changes: each has its own limit, and a retry.
const closeWithin = 30 * time.Second

// Server is a console. It is an http.Handler for the path in its PublicURL; the host must not strip the prefix.
type Server struct {
	opts      checkedOptions
	log       *slog.Logger
	store     store.Store
	redirects *auth.Redirects
	auth      *auth.Service
	vault     *token.Vault
	connect   *connect.Service
	metrics   *metrics
	platform  *platform.Client
	transport *http.Transport // of calls to the platform
	pushes    *fetch.Fetcher  // to the push services
	rateLimit *upstream.RateLimit
	proxy     *proxy.Proxy
	pause     *pause.Service
	runs      *runs.Service
	photo     *photo.Service
	orders    *orders.Service
	inbox     *inbox.Service
	live      *live.Service
	push      *push.Service
	ring      *ring.Service
	hookID    string
	database  string          // the database's id
	tracer    *tracing.Tracer // nil without a provider
	strayHook mentioned       // senders to another address of the webhook
	readiness readiness
	holidays  *holidays.Service
	directory *directory.Service
	templates *templates.Service
	today     *today.Service
	summary   *summary.Service
	crashes   *crashes.Service
	sights    *about.Sights
	legend    *about.Legend
	check     *about.Check
	page      *page.Shell
	release   *release.Service // nil when updates are sent whole
	setup     background.Lease // of the replica that makes the link to the first owner
	endSetup  atomic.Pointer[func()]
	ahead     atomic.Pointer[time.Duration] // our clock, of the database's; nil: not known yet
	ofTheirs  atomic.Int64                  // our clock ahead of the platform's, as its last answer told, a time.Duration
	clocks    *background.Job               // compares them
	reports   *rate.Limiter                 // of logged policy reports, because everybody can send them
	strangers *strangers
	handler   http.Handler

	jobs *background.Jobs
}

// New makes a console and starts its background work. Most problems of the options are reported at once, before
// anything is changed (see [Options.Check]); a key ring that doesn't open the store's texts is an error too, and so is
// a SQLite file that another console works with ([store.ErrOwned]).
func New(ctx context.Context, o Options) (*Server, error) {
	opts, err := o.check()
	if err != nil {
		return nil, err
	}
	if err := opts.Keys.Check(ctx, opts.Store); err != nil {
		return nil, err
	}
	if owned, ok := opts.Store.(store.Owned); ok {
		if err := owned.Own(ctx); err != nil {
			return nil, err
		}
	}
	s := &Server{opts: opts, log: opts.Logger, store: opts.Store, reports: rate.NewLimiter(1, 20),
		strangers: newStrangers()}
	s.jobs = background.NewJobs(opts.Now, s.log)
	s.setup = background.Lease{Leases: s.store, Base: opts.base(), Name: "setup", Holder: rand.Text(), Life: setupTurn}
	if s.database, err = sealed.DatabaseID(ctx, opts.Store); err != nil {
		return nil, fmt.Errorf("server: the database's id: %w", err)
	}
	if opts.Keys.Database() == "" {
		s.log.WarnContext(ctx, "the keys don't name their database: add this line to them", "line", sealed.Note(s.database))
	}
	s.tracer = tracing.New(opts.TracerProvider, s.database)
	s.jobs.Trace(s.tracer)
	s.jobs.TrustClock(s.compareClocks)
	if opts.Doorbell != nil {
		opts.Store.(store.Replicated).UseDoorbell(opts.Doorbell, s.database) // it is one, by check
	}
	signing, err := opts.signAudit()
	if err != nil {
		return nil, err
	}
	if err := s.findHook(ctx); err != nil {
		return nil, err
	}
	if err := s.assemble(ctx); err != nil {
		return nil, err
	}
	if err := s.admit(ctx, opts.Shops); err != nil {
		return nil, err
	}
	if opts.secluded() {
		s.log.WarnContext(ctx, "PublicURL is a loopback address: the platform can't fetch uploaded pictures from it",
			"public", opts.PublicURL)
	}
	if err := s.vault.Load(ctx); err != nil {
		return nil, fmt.Errorf("server: read connections: %w", err)
	}
	if opts.Metrics != nil {
		if err := opts.Metrics.Register(s.metrics); err != nil {
			return nil, fmt.Errorf("server: Metrics: %w", err)
		}
		if err := opts.Metrics.Register(s.jobs); err != nil {
			opts.Metrics.Unregister(s.metrics)
			return nil, fmt.Errorf("server: Metrics: %w", err)
		}
	}
	ctx = context.WithoutCancel(ctx)
	s.listJobs(signing)
	s.jobs.Start(ctx)
	return s, nil
}

// admit adds the shops of the options, and the demonstration's people.
func (s *Server) admit(ctx context.Context, shops []store.Shop) error {
	if len(shops) > 0 {
		if err := s.putShops(ctx, shops); err != nil {
			return fmt.Errorf("server: add shops: %w", err)
		}
	}
	if !s.opts.Demo {
		return nil
	}
	ids := make([]int64, 0, len(shops))
	for _, shop := range shops {
		ids = append(ids, shop.ShopID)
	}
	return s.auth.EnsureDemo(ctx, ids)
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Drain ends the live streams, which would otherwise outlast the other requests. Call Drain when the program begins
// to stop, for example with http.Server's RegisterOnShutdown.
func (s *Server) Drain() { s.live.Drain() }

// Close stops the background work and waits for changes that are on their way to the platform, so that their outcome
// is recorded. Stop serving first; the caller closes the store afterwards.
func (s *Server) Close() error {
	s.Drain()
	s.jobs.Stop()
	s.check.Close()
	s.jobs.Wait()
	if s.opts.Metrics != nil {
		s.opts.Metrics.Unregister(s.metrics)
		s.opts.Metrics.Unregister(s.jobs)
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeWithin)
	defer cancel()
	if end := s.endSetup.Swap(nil); end != nil {
		(*end)()
	}
	err := errors.Join(s.proxy.Wait(ctx), s.pause.Wait(ctx), s.orders.Wait(ctx))
	s.transport.CloseIdleConnections()
	s.pushes.CloseIdleConnections()
	return err
}
