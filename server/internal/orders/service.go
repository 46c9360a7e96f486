package orders

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/tracing"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Store holds the orders, the event log, the leases, the shops and marks.
type Store interface {
	store.Orders
	store.Events
	store.Leases
	Mark(ctx context.Context, name string, at int64) error
	Marked(ctx context.Context, name string) (int64, error)
	Shop(ctx context.Context, shopID int64) (store.Shop, error)
}

// Sealer seals the platform's records at rest.
type Sealer interface {
	Seal(plaintext []byte, place string) (string, error)
	Open(sealed, place string) ([]byte, error)
}

// Rate is the rate of calls that no person waits for; see [upstream.RateLimit].
type Rate interface {
	Slowed() bool
	Wait(ctx context.Context) error
}

// Defaults of [Options]. Messages that were given up are kept as long as orders.
const (
	KeepRecords = 30 * 24 * time.Hour
	KeepOrders  = 2 * 365 * 24 * time.Hour
)

// Options set up a [Service]. Those without a default are required.
type Options struct {
	Authoriser auth.Authoriser
	Platform   platform.Transport
	Store      Store
	Audit      store.Audit
	Sealer     Sealer
	// Anchor is the midnight that bounds a special date (interface 2.5).
	Anchor platform.Anchor
	// KeepRecords is how long after its placing an order keeps the platform's record and the
	// customer's note. Default: the constant, 30 days.
	KeepRecords time.Duration
	// KeepOrders is how long after its last change an order is kept. Default: the constant, two years.
	KeepOrders time.Duration
	// Hearing tells whether the platform reaches us. Default: not reported.
	Hearing func(ctx context.Context) (api.Hearing, error)
	// Untold is called when a read shows a change of an order that wasn't there at a moment, and no message has told of
	// it, although the platform sends such messages. Default: not called.
	Untold func(ctx context.Context, since int64) error
	// Ahead tells how far our clock is ahead of the platform's. Default: not at all.
	Ahead func() time.Duration
	// Rate is kept by reads while the platform has no time for more. Default: only our own, readsPerSecond.
	Rate   Rate
	Tracer *tracing.Tracer // makes spans of orders that are read; default: none
	background.Base
}

// Service keeps orders and acts on them.
type Service struct {
	Jobs []*background.Job // background work

	Options

	reads   *background.Job
	pace    *rate.Limiter   // rate limit of reads
	changes httpio.InFlight // acts that wait for the platform
	reached reachQueue

	silent api.Hearing // the silence that goes on, if one does
	tells  sync.Map    // the events of which it is noted that the platform sends them
}

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Platform == nil || o.Store == nil || o.Audit == nil || o.Sealer == nil {
		return nil, errors.New("orders: Options.Authoriser, Platform, Store, Audit and Sealer are required")
	}
	if o.KeepRecords <= 0 {
		o.KeepRecords = KeepRecords
	}
	if o.KeepOrders <= 0 {
		o.KeepOrders = KeepOrders
	}
	o.Defaults()
	if o.Untold == nil {
		o.Untold = func(context.Context, int64) error { return nil }
	}
	s := &Service{Options: o, pace: rate.NewLimiter(readsPerSecond, readsPerSecond)}
	s.reads = background.OfRows(background.Config{
		Name: "orders.read", Every: poll, Start: s.AskAgain,
	}, background.Rows[store.DueOrder]{
		Hands: hands, Due: s.due, Claim: s.claim, Shop: func(o store.DueOrder) int64 { return o.ShopID }, Do: s.readDue,
	})
	s.Jobs = []*background.Job{
		s.reads,
		background.New(background.Config{
			Name: "orders.missed", Every: time.Minute, Look: s.askMissed, Off: o.Hearing == nil, Clock: store.MostAhead,
		}),
		background.New(background.Config{Name: "orders.clean", Every: cleanEvery, Look: s.Clean, Clock: background.Deletes}),
		background.New(background.Config{Name: "orders.reach", Every: reachEvery, Look: s.saveReach, End: s.endReach}),
		background.Prune("orders.prune", cleanEvery, o.KeepOrders, s.prune),
		background.Prune("events.prune", cleanEvery, keepEvents, o.Store.PruneEvents),
	}
	return s, nil
}

// Wait returns when no act is under way, or when ctx ends. Call Wait after the server has stopped
// taking requests.
func (s *Service) Wait(ctx context.Context) error { return s.changes.Wait(ctx) }
