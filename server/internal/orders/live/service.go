package live

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/tracing"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Authoriser checks the caller's permissions. Its errors are HTTP answers.
type Authoriser interface {
	auth.Authoriser
	// Reauthenticator returns a function that identifies the sender of a request anew.
	Reauthenticator(r *http.Request) func(ctx context.Context) (context.Context, *auth.Principal, error)
}

// Options set up a [Service]. Those without a default are required.
type Options struct {
	Authoriser Authoriser
	Events     store.Events
	// Hearing tells whether the platform reaches us. Default: not reported.
	Hearing func(ctx context.Context) (api.Hearing, error)
	// Shown is called with the time from an event's moment until it was written to the streams that can take it.
	// Default: not called.
	Shown func(took time.Duration)
	// Tracer makes spans of orders' events that are written to streams. Default: no spans.
	Tracer    *tracing.Tracer
	Version   string        // version of the build, for the hello of each stream
	Heartbeat time.Duration // default: api.LiveEvery seconds
	Stall     time.Duration // limit for a reader that takes nothing; default: the larger of Heartbeat and its default
	Streams   int           // of the process; default: 20,000, or fewer if the limit of open files is low
	Each      int           // of one session; default: 16. An operator may have 16 times as many
	background.Base
}

// Service serves streams.
type Service struct {
	*background.Job // follows the event log

	Options

	hub     *hub
	leavers *leavers
	open    *httpio.Concurrency
	ctx     context.Context //nolint:containedctx // for streams whose request has ended
	end     context.CancelFunc
	admitMu sync.Mutex // held while a stream is admitted and while Drain begins
	streams sync.WaitGroup
	told    sync.Once // the log of [Service.keptBack]

	hearingMu sync.Mutex
	hearing   *api.Hearing
	hearingAt time.Time
}

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Events == nil {
		return nil, errors.New("live: Options.Authoriser and Events are required")
	}
	if o.Heartbeat <= 0 {
		o.Heartbeat = heartbeat
	}
	if o.Stall <= 0 {
		o.Stall = max(o.Heartbeat, heartbeat)
	}
	if o.Streams <= 0 {
		o.Streams = roomFor(openFiles())
	}
	if o.Each <= 0 {
		o.Each = 16
	}
	o.Defaults()
	s := &Service{Options: o, hub: newHub(o), leavers: newLeavers(), open: httpio.NewAtOnce(o.Each, 16*o.Each, o.Streams)}
	s.ctx, s.end = context.WithCancel(context.Background())
	s.Job = background.New(background.Config{
		Name: "live", Every: lookEvery, Look: s.hub.log.Look, Watch: o.Events.Watch,
		Start: func(ctx context.Context) error {
			for _, w := range s.hub.writers {
				s.Go(func() { w.run(ctx) })
			}
			s.Go(func() { s.leavers.follow(ctx) })
			return nil
		},
	})
	return s, nil
}

// Count returns the number of open streams.
func (s *Service) Count() int { return s.open.Count() }

// Drain tells all streams to reconnect later, ends them, and waits until they have ended. New
// streams are refused.
func (s *Service) Drain() {
	s.admitMu.Lock()
	s.end()
	s.admitMu.Unlock()
	s.hub.wakeStreams()
	s.streams.Wait()
}

// admit takes a place for a stream, unless there are too many streams or Drain has begun.
func (s *Service) admit(who httpio.Caller) error {
	s.admitMu.Lock()
	defer s.admitMu.Unlock()
	switch {
	case s.ctx.Err() != nil:
		return errStopping
	case !s.open.Acquire(who):
		return errFull
	}
	s.streams.Add(1)
	return nil
}

func (s *Service) release(who httpio.Caller) {
	s.open.Release(who)
	s.streams.Done()
}

// HandleStream opens a stream of events ([api.PathLive]).
func (s *Service) HandleStream(w http.ResponseWriter, r *http.Request) error {
	again := s.watcher(r)
	shops, err := again(r.Context())
	if err != nil {
		return err
	}
	who := whoOf(r)
	if err := s.admit(who); err != nil {
		return err
	}
	st := &stream{service: s, who: who, again: again, shops: shops, gap: shops.changed(r), watched: -1}
	if st.seq, err = s.begin(r); err != nil {
		s.release(who)
		return err
	}
	header(w)
	if r.ProtoMajor == 1 {
		if conn := takeOver(w); conn != nil {
			st.out, st.socket = conn, socketOf(conn)
			st.begin()
			return nil // the request's goroutine and buffers are freed
		}
	}
	st.out, st.ended = flushed{w, http.NewResponseController(w), s.Stall, s.keptBack}, make(chan struct{})
	w.WriteHeader(http.StatusOK)
	st.begin()
	defer context.AfterFunc(r.Context(), func() {
		if !errors.Is(r.Context().Err(), context.DeadlineExceeded) { // a host's limit: the reader hasn't left
			st.leave()
		}
	})()
	<-st.ended
	return nil
}

// keptBack tells the log once that streams can't be sent.
func (s *Service) keptBack() {
	s.told.Do(func() {
		s.Logger.Warn("live events don't reach the screens, which ask every few seconds instead: a middleware's " +
			"ResponseWriter has neither Flush nor Unwrap")
	})
}

// whoOf returns the session and operator of a request.
func whoOf(r *http.Request) httpio.Caller {
	if p := auth.PrincipalFrom(r.Context()); p != nil {
		return httpio.Caller{Session: p.Session(), Operator: p.OperatorID}
	}
	return httpio.Caller{}
}

var (
	errFull = httpio.RetryAfter(api.CodeTooMuch,
		"There are too many live screens. Ask now and then instead.", 15)
	errStopping = httpio.RetryAfter(api.CodeUnavailable,
		"The server is about to stop. Come back in a moment.", 5)
)

// watcher returns a function that finds which shops the request's sender may see now: the shop
// asked for, or all.
func (s *Service) watcher(r *http.Request) func(ctx context.Context) (shopSet, error) {
	who, one := s.Authoriser.Reauthenticator(r), strings.Clone(r.URL.Query().Get("shop"))
	return func(ctx context.Context) (shopSet, error) { // keeps nothing of the request
		ctx, p, err := who(ctx)
		if err != nil {
			return shopSet{}, err
		}
		var ids []int64
		if one != "" { // a board of one shop isn't to cost a look at all, at each heartbeat
			var scope auth.ShopScope
			scope, err = auth.ScopeOf(ctx, s.Authoriser, one, platform.PermissionOrderView)
			ids = []int64{scope.ShopID()}
		} else {
			var shops []api.Shop
			shops, err = auth.AskedShops(ctx, s.Authoriser, "", platform.PermissionOrderView)
			ids = auth.IDs(shops)
		}
		set := shopsOf(ids...)
		if p != nil {
			set.rights = p.Rights()
		}
		return set, err
	}
}

// begin returns the number after which the stream begins: its last event, the number of the lists
// it has read, or the log's end.
func (s *Service) begin(r *http.Request) (int64, error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("after")
	}
	if text != "" {
		if seq, err := strconv.ParseInt(text, 10, 64); err == nil && seq >= 0 {
			return seq, nil
		}
		return -1, nil // not a number of this log: reset
	}
	page, err := s.Events.Events(r.Context(), 0, 0)
	if err != nil {
		return 0, httpio.Unavailable(err)
	}
	return page.Head, nil
}

// tick returns the data of a heartbeat.
func (s *Service) tick(ctx context.Context) api.LiveTick {
	return api.LiveTick{Now: s.Millis(), Version: s.Version, Hooks: s.heard(ctx)}
}

// hearingFor is how long the state of the platform's connection is cached, because every stream
// asks for it.
const hearingFor = 5 * time.Second

// heard asks at most once in that time. Meanwhile others get what is known, so a store that doesn't answer holds up one
// stream.
func (s *Service) heard(ctx context.Context) *api.Hearing {
	s.hearingMu.Lock()
	known, now := s.hearing, s.Now()
	if s.Hearing == nil || now.Sub(s.hearingAt) <= hearingFor {
		s.hearingMu.Unlock()
		return known
	}
	s.hearingAt = now
	s.hearingMu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	h, err := s.Hearing(ctx)
	if err != nil {
		return nil
	}
	s.hearingMu.Lock()
	defer s.hearingMu.Unlock()
	s.hearing = &h
	return &h
}

func codeOf(err error) api.Code {
	var answer *api.Error
	if errors.As(err, &answer) {
		return answer.Code
	}
	return api.CodeUnavailable
}
