package inbox

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/audit"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/internal/tracing"
	"github.com/shopdesk/shopdesk/server/store"
)

// Orders takes the events of orders.
type Orders interface {
	// ApplyEvents moves orders forward by the pushed events, and makes the orders due to be read. The changes
	// are durable when ApplyEvents returns. It may be repeated, and doesn't wait for the platform.
	ApplyEvents(ctx context.Context, heard []orders.PushedEvent) error
}

var _ Orders = (*orders.Service)(nil)

// Store holds the messages, the hooks, the event log and the shops.
type Store interface {
	store.Inbox
	store.Hooks
	store.Events
	Shop(ctx context.Context, shopID int64) (store.Shop, error)
}

// Platform registers the hook's URL.
type Platform interface {
	SetCallback(ctx context.Context, request platform.CallbackSet) error
}

// Options set up a [Service]. Those without a default are required.
type Options struct {
	URL     string   // the public URL of our hook, id included
	Secrets []string // secrets that sign messages; the first is the present one
	// ExtraSecrets returns further secrets. It is called for each message, because the secrets may change
	// while one is being replaced. Default: none.
	ExtraSecrets func() []string
	// AppID is the application's number, which messages must name. Default: any number. CallbackURL is
	// the address of the platform's registration call, as the signature covers it.
	AppID       int64
	CallbackURL string
	Mode        api.HookMode      // default: api.HookEnforce
	Rule        platform.HookRule // the rule of the signature; default: platform.HookPublicRaw
	// Heartbeats tells which deliveries are heartbeats. Default: platform.HeartbeatsEmpty.
	Heartbeats platform.Heartbeats

	Store      Store
	Audit      store.Audit
	Orders     Orders
	Authoriser auth.Authoriser
	Platform   Platform
	// OnStatusChanged is called when a shop's status has changed, for the job that watches shops. Default: not
	// called.
	OnStatusChanged func(ctx context.Context, shopID int64)
	// OnShopChanged is called when the platform reports that a shop's record or hours have changed. Default:
	// not called.
	OnShopChanged func(ctx context.Context, shopID int64)
	// Delivered is called with what came of each delivery: "accepted", "repeat", "heartbeat", "failed", or an
	// api.HookWhy. Default: not called.
	Delivered func(result string)
	// Heard is called with the time from each message's arrival until it was acted on. Default: not called.
	Heard func(took time.Duration)
	// Seen is given each message that is worked on for the first time, to look for something unknown.
	// Default: not called.
	Seen func(event platform.Event, body []byte)
	// Tracer makes spans of messages about orders. Default: no spans.
	Tracer *tracing.Tracer
	// Replica is the replica's name, which stays equal after a restart: a start ends the claims of the
	// replica's earlier process. Default: "replica".
	Replica string
	// KeepDead is how long messages that were given up are kept. Default: [orders.KeepOrders].
	KeepDead time.Duration
	// Address returns a client's address for the diagnosis. Default: none.
	Address func(*http.Request) string

	background.Base
}

// Service receives messages and acts on them.
type Service struct {
	Jobs []*background.Job // background work

	Options

	queue   chan *delivery
	work    *background.Job
	recall  *background.Job
	own     own
	owed    atomic.Bool   // messages were left in the store
	asked   time.Time     // when the store was last asked for messages
	ownNext bool          // the next batch is of own messages
	recent  int           // messages in the last batch
	slots   chan struct{} // limit of deliveries at once
	large   chan struct{} // limit of large deliveries at once
	refused *rate.Limiter // rate limit of recorded refusals

	unkept atomic.Pointer[unsavedBatch]

	// before and earlier are the heartbeats before the last one; older is what was signed with a secret other than the
	// present one, refusal what wasn't accepted, and registered our URL as of an owner. begun is the first heartbeat of
	// those that make a habit.
	heartbeat, before, earlier, begun, message, older, refusal, registered lastSeen

	stopped chan struct{} // closed when no more messages are stored
}

const (
	maxDeliveries = 1024 // at once; further deliveries are asked to come back
	maxLarge      = 32   // of these deliveries
	maxRefusals   = 200  // rows kept
)

// New checks the options. Deliveries wait until the first of Jobs runs. Stop serving before that job: deliveries
// after it are answered 503.
func New(o Options) (*Service, error) {
	if o.URL == "" || len(o.Secrets) == 0 || o.Store == nil || o.Audit == nil || o.Orders == nil || o.Authoriser == nil ||
		o.Platform == nil {
		return nil, errors.New("inbox: Options.URL, Secrets, Store, Audit, Orders, Authoriser and Platform are required")
	}
	if o.Mode == "" {
		o.Mode = api.HookEnforce
	}
	if o.Rule == "" {
		o.Rule = platform.HookPublicRaw
	}
	o.Defaults()
	if o.OnStatusChanged == nil {
		o.OnStatusChanged = func(context.Context, int64) {}
	}
	if o.OnShopChanged == nil {
		o.OnShopChanged = func(context.Context, int64) {}
	}
	if o.Delivered == nil {
		o.Delivered = func(string) {}
	}
	if o.Heard == nil {
		o.Heard = func(time.Duration) {}
	}
	if o.Seen == nil {
		o.Seen = func(platform.Event, []byte) {}
	}
	if o.Address == nil {
		o.Address = func(*http.Request) string { return "" }
	}
	if o.Replica == "" {
		o.Replica = "replica"
	}
	if o.KeepDead <= 0 {
		o.KeepDead = orders.KeepOrders
	}
	s := &Service{
		Options: o,
		own:     newOwn(), queue: make(chan *delivery, maxDeliveries), slots: make(chan struct{}, maxDeliveries),
		large: make(chan struct{}, maxLarge), stopped: make(chan struct{}),
		refused: rate.NewLimiter(5, 50),
	}
	s.work = background.OfRows(background.Config{
		Name: "inbox", Every: poll, Start: s.start, End: s.end,
	}, background.Rows[batch]{
		Hands: 1, Due: s.due, Do: s.workOn, Prolong: s.prolong, Hold: holdEvery,
	})
	s.recall = background.New(background.Config{Name: "inbox.recall", Every: cleanEvery, Look: s.recallMessages})
	s.Jobs = []*background.Job{s.work, s.recall, background.Prune("inbox.prune", cleanEvery, keepFor, o.Store.PruneInbox),
		background.Prune("inbox.dead.prune", cleanEvery, o.KeepDead, o.Store.PruneDead),
		background.Prune("inbox.foreign.prune", cleanEvery, recallFor, o.Store.PruneForeign),
		background.Prune("inbox.refused.prune", cleanEvery, keepFor, o.Store.PruneRefusals)}
	s.heartbeat.name, s.before.name, s.earlier.name = MarkHeartbeat, "hook.heartbeat.before", "hook.heartbeat.earlier"
	s.begun.name = "hook.heartbeat.begun"
	s.message.name, s.older.name = "hook.message", "hook.older"
	s.refusal.name, s.registered.name = "hook.refused", "hook.registered"
	return s, nil
}

func (s *Service) calls() audit.Calls {
	return audit.Calls{Audit: s.Audit, Base: s.Base}
}

// lastSeen remembers when something was last seen. The store gets the time only every markEvery,
// because each delivery updates it.
type lastSeen struct {
	name    string
	seen    atomic.Int64
	written atomic.Int64
}

// MarkHeartbeat names the mark of the last heartbeat in the store.
const MarkHeartbeat = "hook.heartbeat"

const markEvery = 10 * time.Second

// due reports whether the store gets the moment.
func (m *lastSeen) due(now int64) bool {
	written := m.written.Load()
	return now < written || now-written >= markEvery.Milliseconds()
}

// beat records a heartbeat, and which ones were before it.
func (s *Service) beat(ctx context.Context, now int64) {
	if s.heartbeat.due(now) {
		earlier, _ := s.last(ctx, &s.before) // without the store, of this replica
		s.see(ctx, &s.earlier, earlier)
		before, _ := s.last(ctx, &s.heartbeat)
		s.see(ctx, &s.before, before)
		begun, err := s.last(ctx, &s.begun)
		if err == nil && !habitual(before, begun) && now-before > silentUntil {
			s.see(ctx, &s.begun, now)
		}
	}
	s.see(ctx, &s.heartbeat, now)
}

// see records the moment. A failing store doesn't fail the delivery.
func (s *Service) see(ctx context.Context, m *lastSeen, now int64) {
	m.seen.Store(now)
	written := m.written.Load()
	if !m.due(now) || !m.written.CompareAndSwap(written, now) {
		return
	}
	if err := s.Store.Mark(ctx, m.name, now); err != nil {
		s.Logger.WarnContext(ctx, "inbox: mark", "name", m.name, "err", err)
	}
}

// last returns when a mark was last seen by any replica.
func (s *Service) last(ctx context.Context, m *lastSeen) (int64, error) {
	marked, err := s.Store.Marked(ctx, m.name)
	return max(marked, m.seen.Load()), err
}
