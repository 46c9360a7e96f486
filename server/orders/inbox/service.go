package inbox

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/access/auth"
	"github.com/shopdesk/shopdesk/server/background"
	"github.com/shopdesk/shopdesk/server/orders"
	"github.com/shopdesk/shopdesk/server/store"
)

// Orders is told of what concerns orders.
type Orders interface {
	// Hear moves orders forward by what the platform said of them, and has them
	// read soon. It is durable when it returns, may be repeated, and doesn't wait
	// for the platform.
	Hear(ctx context.Context, heard []orders.Heard) error
}

var _ Orders = (*orders.Service)(nil)

// Store is what is kept.
type Store interface {
	store.Inbox
	store.Hooks
	store.Events
	Shop(ctx context.Context, shopID int64) (store.Shop, error)
}

// Authoriser proves that whoever asks may do something to the installation, and
// for what is dangerous that it is really they.
type Authoriser interface {
	Require(ctx context.Context, permission platform.Permission) (*auth.Principal, error)
	RequireStepUp(ctx context.Context) error
}

// Platform is what is asked of the platform.
type Platform interface {
	SetCallback(ctx context.Context, request platform.CallbackSet) error
}

// Options set up a [Service]. Those without a default are required.
type Options struct {
	URL     string   // our hook's public URL, id included
	Secrets []string // that messages are signed with; the first is the present one
	// More are further ones, asked for with each message: they may change while
	// a secret is being replaced. Default: none.
	More func() []string
	// The application's number, which messages must name, and the address of the
	// platform's call that registers the URL, as it is signed. Default: any number.
	AppID       int64
	CallbackURL string
	Mode        api.HookMode // default: api.HookEnforce
	Rule        api.HookRule // that messages are signed by; default: api.HookPublicRaw

	Store      Store
	Audit      store.Audit
	Orders     Orders
	Authoriser Authoriser
	Platform   Platform
	// Look tells who watches over shops that one has changed. Default: nobody.
	Look func(ctx context.Context, shopID int64)
	// Changed hears of shops whose record or hours the platform says have
	// changed. Default: nobody.
	Changed func(ctx context.Context, shopID int64)
	// Replica names the replica, the same after a restart: the claims of its
	// earlier life end at its start. Default: "replica".
	Replica string
	// Address is a client's address for the diagnosis. Default: none.
	Address func(*http.Request) string

	Now    func() time.Time // default: time.Now
	Logger *slog.Logger     // default: discards
}

// Service receives and works.
type Service struct {
	Jobs []*background.Job // what is done beside requests

	o       Options
	log     *slog.Logger
	holder  string // of our claims: this process
	queue   chan *delivery
	work    *background.Job
	slots   chan struct{} // deliveries at once
	large   chan struct{} // those of them that are large
	refused *rate.Limiter // of what is written down about refusals

	unkept atomic.Pointer[unkept]

	heartbeat, message, older mark // older: signed with another than the present secret
	working                   sync.WaitGroup
	stop                      context.CancelFunc
}

const (
	maxDeliveries = 1024 // at once; more are asked to come back
	maxLarge      = 32   // of them
	maxRefusals   = 200  // kept
)

// New checks the options and starts what writes. Close ends it.
func New(o Options) (*Service, error) {
	if o.URL == "" || len(o.Secrets) == 0 || o.Store == nil || o.Audit == nil || o.Orders == nil || o.Authoriser == nil ||
		o.Platform == nil {
		return nil, errors.New("inbox: Options.URL, Secrets, Store, Audit, Orders, Authoriser and Platform are required")
	}
	if o.Mode == "" {
		o.Mode = api.HookEnforce
	}
	if o.Rule == "" {
		o.Rule = api.HookPublicRaw
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Look == nil {
		o.Look = func(context.Context, int64) {}
	}
	if o.Changed == nil {
		o.Changed = func(context.Context, int64) {}
	}
	if o.Address == nil {
		o.Address = func(*http.Request) string { return "" }
	}
	if o.Replica == "" {
		o.Replica = "replica"
	}
	s := &Service{
		o: o, log: o.Logger, holder: o.Replica + "/" + rand.Text(),
		queue: make(chan *delivery, maxDeliveries), slots: make(chan struct{}, maxDeliveries),
		large:   make(chan struct{}, maxLarge),
		refused: rate.NewLimiter(5, 50),
	}
	s.work = background.OfRows(background.Config{
		Name: "inbox", Every: poll, Start: s.endEarlier,
	}, background.Rows[[]store.Message]{
		Hands: 1, Due: s.due, Do: s.workOn, Prolong: s.prolong, Hold: holdEvery,
	})
	s.Jobs = []*background.Job{s.work, background.Prune("inbox.prune", cleanEvery, keepFor, o.Store.PruneInbox)}
	s.heartbeat.name, s.message.name, s.older.name = MarkHeartbeat, "hook.message", "hook.older"
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.working.Go(func() { s.write(ctx) })
	return s, nil
}

// Close stops writing. Stop serving first: a delivery that still comes is
// answered 503.
func (s *Service) Close() {
	s.stop()
	s.working.Wait()
}

func (s *Service) millis() int64 { return s.o.Now().UnixMilli() }

// mark remembers when something was last seen, and writes it down now and
// then: it happens too often to be a commit each time.
type mark struct {
	name    string
	seen    atomic.Int64
	written atomic.Int64
}

// MarkHeartbeat names the mark of the last heartbeat in the store.
const MarkHeartbeat = "hook.heartbeat"

const markEvery = 10 * time.Second

// see notes the moment; a store that fails isn't the sender's trouble.
func (s *Service) see(ctx context.Context, m *mark, now int64) {
	m.seen.Store(now)
	written := m.written.Load()
	if now-written < markEvery.Milliseconds() || !m.written.CompareAndSwap(written, now) {
		return
	}
	if err := s.o.Store.Mark(ctx, m.name, now); err != nil {
		s.log.WarnContext(ctx, "inbox: mark", "name", m.name, "err", err)
	}
}

// last is when it was seen, by any replica.
func (s *Service) last(ctx context.Context, m *mark) (int64, error) {
	marked, err := s.o.Store.Marked(ctx, m.name)
	return max(marked, m.seen.Load()), err
}
