package server

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/internal/orders/inbox"
	"github.com/shopdesk/shopdesk/server/internal/orders/live"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// metaHook names the id in our hook's URL: made once, and equal for all replicas.
const metaHook = "hook.id"

// findHook reads or makes the hook's id. The id can't be guessed, but the proof of the platform is its signature.
func (s *Server) findHook(ctx context.Context) (err error) {
	if s.hookID, err = s.store.PutMeta(ctx, metaHook, strings.ToLower(rand.Text())); err != nil {
		return fmt.Errorf("server: hook: %w", err)
	}
	return nil
}

// HookURL is the address that the platform pushes to (interface 6).
func (s *Server) HookURL() string {
	return s.opts.public.String() + s.opts.mount + api.PathHook + s.hookID
}

// assembleOrders makes the parts for orders, from push to screen.
func (s *Server) assembleOrders(caller platform.Transport) error {
	o := s.opts
	sealer, err := o.Keys.Sub(purposeOrders)
	if err != nil {
		return err
	}
	untold := func(ctx context.Context, since int64) error { return s.inbox.Untold(ctx, since) }
	hearing := func(ctx context.Context) (api.Hearing, error) { return s.inbox.Hearing(ctx) }
	s.orders, err = orders.New(orders.Options{
		Authoriser: s.auth, Platform: caller, Store: o.Store, Audit: o.Store, Sealer: sealer,
		Anchor: o.Platform.Profile.Anchor, KeepRecords: o.KeepRecords, KeepOrders: o.KeepOrders, Hearing: hearing,
		Untold: untold, Ahead: s.platformAhead, Rate: s.rateLimit, Tracer: s.tracer, Base: o.base(),
	})
	if err != nil {
		return err
	}
	s.live, err = live.New(live.Options{
		Authoriser: s.auth, Events: o.Store, Hearing: hearing, Version: s.page.Version(), Heartbeat: o.Heartbeat,
		Shown:  func(took time.Duration) { s.metrics.shown.Observe(took.Seconds()) },
		Tracer: s.tracer, Each: o.Limits.Streams, Base: o.base(),
	})
	if err != nil {
		return err
	}
	callback := o.platform + platform.PathCallbackSet
	if o.Platform.Profile.CallbackSigning == platform.CallbackWithoutURL {
		callback = ""
	}
	s.inbox, err = inbox.New(inbox.Options{
		URL: s.HookURL(), Secrets: append([]string{o.Platform.ClientSecret}, o.Platform.PreviousSecrets...),
		ExtraSecrets: o.Hooks.Secrets,
		AppID:        o.Platform.AppID, CallbackURL: callback, Mode: o.Hooks.Mode, Rule: o.Hooks.Rule,
		Heartbeats: o.Platform.Profile.Heartbeats,
		Store:      o.Store, Audit: o.Store, Orders: s.orders, Authoriser: s.auth, Platform: s.platform,
		Delivered: count(s.metrics.deliveries), Heard: func(took time.Duration) { s.metrics.heard.Observe(took.Seconds()) },
		Tracer: s.tracer, Seen: s.sights.Pushed, KeepDead: o.KeepOrders, Replica: o.Replica,
		OnStatusChanged: s.pause.Recheck, OnShopChanged: s.directory.RequestRefresh,
		Address: func(r *http.Request) string {
			return s.auth.ClientAddress(r).String()
		}, Base: o.base(),
	})
	return err
}

// handleHook takes a delivery. The route has none of the API's guards: the platform has no session, and sends none of
// our headers.
func (s *Server) handleHook(w http.ResponseWriter, r *http.Request) {
	if subtle.ConstantTimeCompare([]byte(r.PathValue("id")), []byte(s.hookID)) != 1 {
		if from := s.auth.ClientAddress(r).String(); r.Method == http.MethodPost && s.strayHook.first(from) {
			s.log.WarnContext(r.Context(), "a delivery came to another address of the webhook than ours; register ours "+
				"(Settings, Webhooks), or enter it in the developer portal", "from", from)
		}
		http.NotFound(w, r)
		return
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "POST only", http.StatusMethodNotAllowed)
		return
	}
	s.inbox.Receive(w, r)
}

// tellPause shows a changed pause.
func (s *Server) tellPause(ctx context.Context, p api.Pause) {
	data, err := json.Marshal(p)
	if err == nil {
		err = s.store.AddEvents(ctx, []store.Event{{At: s.opts.Now().UnixMilli(), ShopID: p.ShopID,
			Kind: string(api.LivePause), Data: data}})
	}
	if err != nil {
		s.log.WarnContext(ctx, "pause not shown", "shop", p.ShopID, "err", err)
	}
	s.directory.Publish(ctx, p.ShopID)
}

var errSecluded = httpio.Refusal(api.CodeRefused,
	"It can't reach this console, whose public address is a loopback address. Nothing was sent.")

// handleRegister registers our URL at a platform that can reach it.
func (s *Server) handleRegister(w http.ResponseWriter, r *http.Request) error {
	if s.opts.secluded() {
		return errSecluded
	}
	return s.inbox.HandleRegister(w, r)
}

// registration makes the job that registers our URL for every event for which it isn't registered yet. The job tries
// again within a minute where the platform wasn't reached or had no time, and within an hour where it refuses.
func (s *Server) registration() *background.Job {
	var most time.Duration
	look := func(ctx context.Context) error {
		most = time.Minute
		missing, err := s.unregistered(ctx)
		if err != nil || len(missing) == 0 {
			return err
		}
		failed, err := s.inbox.Register(ctx, missing, s.opts.Hooks.Test)
		if err != nil || len(failed) == 0 {
			return err
		}
		for _, err := range failed {
			var said *platform.Error
			if !errors.As(err, &said) || said.TooMany() || said.Status >= http.StatusInternalServerError {
				return fmt.Errorf("server: hooks aren't registered: %w", err)
			}
		}
		most = time.Hour
		return fmt.Errorf("server: the platform refuses our URL for the events %v", slices.Sorted(maps.Keys(failed)))
	}
	return background.New(background.Config{Name: "hooks.register", Retry: time.Second, Look: look,
		Next: func() time.Duration { return most }, Off: !s.opts.Hooks.Register})
}

func (s *Server) unregistered(ctx context.Context) (missing []int, err error) {
	stored, err := s.store.HookEvents(ctx)
	set := map[int64]bool{}
	for _, e := range stored {
		if e.Test == s.opts.Hooks.Test {
			set[e.EventID] = e.State == string(api.HookSet) && e.URL == s.HookURL()
		}
	}
	for _, e := range platform.Events() {
		if !set[int64(e)] {
			missing = append(missing, int(e))
		}
	}
	return missing, err
}
