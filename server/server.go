package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/auth"
	"github.com/shopdesk/shopdesk/server/inbox"
	"github.com/shopdesk/shopdesk/server/live"
	"github.com/shopdesk/shopdesk/server/orders"
	"github.com/shopdesk/shopdesk/server/pause"
	"github.com/shopdesk/shopdesk/server/phone"
	"github.com/shopdesk/shopdesk/server/proxy"
	"github.com/shopdesk/shopdesk/server/shell"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/token"
	"github.com/shopdesk/shopdesk/server/upstream"
	"github.com/shopdesk/shopdesk/web"
)

// LongestCall bounds how long the server works on a request. The WriteTimeout of
// an http.Server in front of it must be above that.
const LongestCall = proxy.LongestCall

// closeWithin bounds the wait for changes on their way: each has its own limit,
// and a retry.
const closeWithin = 30 * time.Second

// Server is a console. It is an http.Handler for the path in its PublicURL;
// whoever mounts it needn't strip the prefix.
type Server struct {
	opts     checked
	log      *slog.Logger
	store    store.Store
	auth     *auth.Service
	keeper   *token.Keeper
	platform *platform.Client
	proxy    *proxy.Proxy
	pause    *pause.Service
	orders   *orders.Service
	inbox    *inbox.Service
	live     *live.Service
	hookID   string
	shell    *shell.Shell
	reports  *rate.Limiter
	handler  http.Handler

	stop    context.CancelFunc
	working sync.WaitGroup
}

// New makes a console and starts the token keeper and what ends pauses. What is wrong with the
// options is reported all at once, before anything is touched; a key ring that
// doesn't open what the store holds is an error too.
func New(ctx context.Context, o Options) (*Server, error) {
	opts, err := o.check()
	if err != nil {
		return nil, err
	}
	if err := opts.Keys.Check(ctx, opts.Store); err != nil {
		return nil, err
	}
	s := &Server{opts: opts, log: opts.Logger, store: opts.Store, reports: newReports()}
	if err := s.findHook(ctx); err != nil {
		return nil, err
	}
	if err := s.assemble(); err != nil {
		return nil, err
	}
	if err := s.admit(ctx, opts.Shops); err != nil {
		s.inbox.Close()
		return nil, err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	s.working.Go(func() { s.keeper.Run(background) })
	s.working.Go(func() { s.sweep(background) })
	s.working.Go(func() { s.pause.Run(background) })
	s.working.Go(func() { s.orders.Run(background) })
	s.working.Go(func() { s.inbox.Run(background) })
	s.working.Go(func() { s.live.Run(background) })
	if opts.Hooks.Register {
		s.working.Go(func() { s.registerHooks(background) })
	}
	return s, nil
}

// assemble makes the parts and wires them. It calls nobody.
func (s *Server) assemble() (err error) {
	o := s.opts
	s.shell, err = shell.New(shell.Config{
		Prefix: o.mount, Assets: web.Assets(),
		FrameAncestors: o.FrameAncestors, ImageHosts: o.ImageHosts,
		Preload: []string{api.PathSession}, Gallery: o.Gallery,
	})
	if err != nil {
		return err
	}
	s.auth, err = auth.New(auth.Config{
		Store: o.Store, Logger: s.log, Now: o.Now,
		CookieName: o.CookieName, Insecure: o.public.Scheme == "http", TrustedProxies: o.TrustedProxies,
		Demo: o.Demo, Host: o.Identity,
		Profile: profile(o.Platform.Profile), Version: s.shell.Version(),
	})
	if err != nil {
		return err
	}
	transport := upstream.NewTransport()
	sealer, err := o.Keys.Sub("tokens")
	if err != nil {
		return err
	}
	s.keeper, err = token.New(token.Options{
		BaseURL: o.platform, ClientID: o.Platform.ClientID, ClientSecret: token.Secret(o.Platform.ClientSecret),
		Profile: o.Platform.Profile, Store: o.Store, Sealer: sealer, Transport: transport, Now: o.Now, Logger: s.log,
	})
	if err != nil {
		return err
	}
	caller, err := upstream.New(upstream.Options{
		BaseURL:   o.platform,
		Presenter: platform.Presenter{Profile: o.Platform.Profile, AppID: o.Platform.AppID, Secret: o.Platform.ClientSecret},
		Tokens:    s.keeper, Transport: transport, Now: o.Now,
	})
	if err != nil {
		return err
	}
	s.platform = &platform.Client{Transport: caller}
	s.proxy, err = proxy.New(proxy.Config{
		Authoriser: s.auth, Upstream: caller, Audit: o.Store, Shops: o.Store, Leases: o.Store,
		Anchor: o.Platform.Profile.Anchor, Phones: phone.Book{}, Now: o.Now, Logger: s.log,
	})
	if err != nil {
		return err
	}
	s.pause, err = pause.New(pause.Options{
		Authoriser: s.auth, Platform: s.platform, Pauses: o.Store, Audit: o.Store, Now: o.Now, Logger: s.log, Tell: s.tellPause,
	})
	if err != nil {
		return err
	}
	if err := s.assembleOrders(caller); err != nil {
		return err
	}
	if s.handler, err = s.routes(); err != nil {
		s.inbox.Close()
	}
	return err
}

// admit adds the shops that the options name, and the demonstration's people.
func (s *Server) admit(ctx context.Context, shops []store.Shop) error {
	if len(shops) > 0 {
		if err := s.store.PutShops(ctx, shops); err != nil {
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

// sweep deletes ended sessions, hourly.
func (s *Server) sweep(ctx context.Context) {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		if err := s.auth.Sweep(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "sweep sessions", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Drain ends the live streams, which would otherwise outlast the requests
// under way. Call it when the program begins to stop: http.Server's
// RegisterOnShutdown is the place.
func (s *Server) Drain() { s.live.Drain() }

// Close stops the background work and waits for changes that are on their way
// to the platform, so that their outcome is recorded. Stop serving first; the
// store is the caller's to close afterwards.
func (s *Server) Close() error {
	s.Drain()
	s.stop()
	s.inbox.Close()
	s.working.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), closeWithin)
	defer cancel()
	return errors.Join(s.proxy.Wait(ctx), s.pause.Wait(ctx), s.orders.Wait(ctx))
}

// profile is what pages need to know of the platform's profile.
func profile(p platform.Profile) api.Profile {
	if p.Anchor == platform.AnchorShop {
		return api.Profile{Anchor: "shop"}
	}
	return api.Profile{Anchor: "utc"}
}
