package server

import (
	"cmp"
	"context"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/about"
	"github.com/shopdesk/shopdesk/server/internal/gateway/proxy"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/shops/holidays"
	"github.com/shopdesk/shopdesk/server/internal/shops/pause"
	"github.com/shopdesk/shopdesk/server/internal/shops/photo"
	"github.com/shopdesk/shopdesk/server/internal/shops/runs"
	"github.com/shopdesk/shopdesk/server/internal/shops/today"
	"github.com/shopdesk/shopdesk/server/internal/web/crashes"
	"github.com/shopdesk/shopdesk/server/internal/web/fetch"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/web/crash"
)

// assemble makes the parts and wires them. It calls only the store.
func (s *Server) assemble(ctx context.Context) (err error) {
	o := s.opts
	s.metrics = newMetrics(s)
	if of, ok := o.Store.(store.Observable); ok {
		of.Observe(s.metrics.observer())
	}
	if err := s.assemblePage(); err != nil {
		return err
	}
	if s.redirects, err = newRedirects(o); err != nil {
		return err
	}
	s.auth, err = auth.New(auth.Config{ // its functions are called once all parts are made
		Store: o.Store, Base: o.base(),
		CookieName: o.CookieName, Insecure: o.public.Scheme == "http", TrustedProxies: o.TrustedProxies,
		Demo: o.Demo, Host: o.Identity, Public: o.public.String() + o.mount, OIDC: o.OIDC, Redirects: s.redirects,
		Profile: profile(o), Version: s.page.Version(),
		Legend: func(ctx context.Context) (numbers, words []api.CodeName) { return s.legend.Names(ctx) },
		Access: func(ctx context.Context) func(shopID int64) api.Access { return s.connect.Access(ctx) },
		Standings: func(ctx context.Context, shops []api.Shop) (map[int64]api.Standing, error) {
			return s.directory.Standings(ctx, shops)
		},
		OnEvent: count(s.metrics.signIns), Sessions: o.Limits.Sessions,
	})
	if err != nil {
		return err
	}
	if err := s.assemblePush(ctx); err != nil {
		return err
	}
	s.sights = about.NewSights(about.SightsOptions{Kept: o.Store, Base: o.base()})
	changes := about.NewChanges(about.ChangesOptions{Marks: o.Store,
		Signed: o.Platform.Profile.CallbackSigning, Base: o.base()})
	s.transport = upstream.NewTransport()
	calls := upstream.Options{
		BaseURL:   o.platform,
		Presenter: s.presenter(),
		Transport: dated{s.transport, s}, Now: o.Now, Measured: s.metrics.called,
		Tracer: s.tracer, TellTrace: o.TracePlatform,
		OnAnswer: func(path string, shopID int64, request, answer []byte, asked time.Time) {
			s.directory.Observe(path, shopID, request, answer, asked)
			s.sights.Heard(path, answer)
			changes.Read(path, shopID, answer, asked)
		},
		OnRefusedRead: func(path string, shopID int64) { s.directory.ObserveRefusal(path, shopID) },
		OnChange:      changes.Made,
		OnTooMany:     func(ctx context.Context) { s.rateLimit.TooMany(ctx) },
		CompleteAnswer: func(path string, shopID int64, answer []byte, asked time.Time) ([]byte, error) {
			return s.directory.CompleteDates(path, shopID, answer, asked)
		},
	}
	if err := s.assembleTokens(calls); err != nil {
		return err
	}
	calls.Tokens = s.vault
	caller, err := upstream.New(calls)
	if err != nil {
		return err
	}
	s.platform = &platform.Client{Transport: caller}
	// The rate limit uses the real clock, as its waits do, not Options.Now.
	s.rateLimit, err = upstream.NewRateLimit(upstream.RateLimitOptions{Rates: o.Store, Application: o.Platform.ClientID,
		PerSecond: o.Platform.CallsPerSecond, Base: background.Base{Logger: s.log}})
	if err != nil {
		return err
	}
	s.photo, err = photo.New(photo.Options{
		Authoriser: s.auth, Platform: s.platform, Photos: o.Store, Blobs: o.Photos,
		Fetcher: fetch.New(fetch.Options{Loopback: o.Demo}),
		Address: o.public.String() + o.mount + api.PathPhotoFiles, Base: o.base(), InEffect: s.photoInEffect,
		HasPicture: s.hasPicture,
	})
	if err != nil {
		return err
	}
	s.pause, err = pause.New(pause.Options{
		Authoriser: s.auth, Platform: s.platform, Pauses: o.Store, Audit: o.Store, Base: o.base(),
		OnChanged: s.tellPause,
	})
	if err != nil {
		return err
	}
	if err := s.assembleDirectory(); err != nil {
		return err
	}
	if err := s.assembleTemplates(); err != nil {
		return err
	}
	s.runs, err = runs.New(runs.Options{
		Authoriser: s.auth, Platform: s.platform, RateLimit: s.rateLimit, Pauses: s.pause, Pictures: s.photo,
		Directory: s.directory, Store: o.Store,
		Maker: change.Planner{Anchor: o.Platform.Profile.Anchor, Leaves: rules.LeavesOf(o.Platform.Profile),
			Possible: change.PossiblePhone},
		Base: o.base(),
	})
	if err != nil {
		return err
	}
	if err := s.assembleOrders(caller); err != nil {
		return err
	}
	s.proxy, err = proxy.New(proxy.Config{
		Authoriser: s.auth, Upstream: caller, Audit: o.Store, Shops: o.Store, Leases: o.Store,
		Anchor: o.Platform.Profile.Anchor, Leaves: rules.LeavesOf(o.Platform.Profile),
		Phones: change.PhoneCheck(change.PossiblePhone), Pictures: s.photo, Orders: s.orders,
		Base: o.base(),
	})
	if err != nil {
		return err
	}
	s.holidays, err = holidays.New(holidays.Options{Authoriser: s.auth, Dates: o.Store, Shops: o.Store,
		Audit: o.Store, Now: o.Now})
	if err != nil {
		return err
	}
	if err := s.assembleRing(); err != nil {
		return err
	}
	since, err := s.stopsSince(ctx)
	if err != nil {
		return err
	}
	s.today, err = today.New(today.Options{
		Authoriser: s.auth, Orders: o.Store, Pauses: s.pause.Active, Directory: s.directory, Past: s.directory.Past,
		Silent: s.ring.Silent,
		Stops:  o.Store.Stops, StopsSince: since, Events: o.Store.Events, Anchor: o.Platform.Profile.Anchor, Now: o.Now,
	})
	if err != nil {
		return err
	}
	if err := s.assembleSummary(); err != nil {
		return err
	}
	s.crashes, err = crashes.New(crashes.Options{
		Crashes: o.Store, Build: s.page.Version(), Now: o.Now, Logger: s.log,
		Map: func() (*crash.Map, error) { return crash.Load(o.Assets, s.page.Map()) },
	})
	if err != nil {
		return err
	}
	s.legend = &about.Legend{Authoriser: s.auth, Legend: o.Store, Audit: o.Store, Base: o.base()}
	s.check, err = about.NewCheck(about.CheckOptions{Authoriser: s.auth, Audit: o.Store, Kept: o.Store,
		Doctor: s.examination, Base: o.base()})
	if err != nil {
		return err
	}
	s.handler, err = s.routes()
	return err
}

// newRedirects keeps redirect state, sealed by keys that all replicas have.
func newRedirects(o checkedOptions) (*auth.Redirects, error) {
	signing, err := o.Keys.Derive("flight/sign")
	if err != nil {
		return nil, err
	}
	sealing, err := o.Keys.Derive("flight/seal")
	if err != nil {
		return nil, err
	}
	return auth.NewRedirects(cmp.Or(o.CookieName, "shopdesk"), signing, sealing, o.public.Scheme == "http", o.Store, o.Now)
}
