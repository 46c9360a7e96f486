package inbox_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/internal/orders/inbox"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// gated applies events when the test lets it, and counts the events of each message. Events of the message broken
// make it panic.
type gated struct {
	begun, pass chan struct{}
	broken      string

	mu    sync.Mutex
	heard map[string]int
}

func (g *gated) ApplyEvents(_ context.Context, events []orders.PushedEvent) error {
	select {
	case g.begun <- struct{}{}:
	default:
	}
	<-g.pass
	if slices.ContainsFunc(events, func(e orders.PushedEvent) bool { return e.MessageID == g.broken }) {
		panic("a wrong index")
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range events {
		g.heard[e.MessageID]++
	}
	return nil
}

// watched tells of each claim that finds nothing.
type watched struct {
	store.Store
	empty chan struct{}
}

func (w watched) ClaimMessages(ctx context.Context, holder string, now, until int64,
	limit int) ([]store.Message, error) {
	got, err := w.Store.ClaimMessages(ctx, holder, now, until, limit)
	if err == nil && len(got) == 0 {
		select {
		case w.empty <- struct{}{}:
		default:
		}
	}
	return got, err
}

// receiver is an inbox on SQLite whose worker waits for the test.
type receiver struct {
	t      *testing.T
	s      *inbox.Service
	db     store.Store
	orders *gated
	now    time.Time // stands still: no claim ends by time
	stop   func()    // stops the inbox, and returns when its work has ended
}

// newReceiver starts an inbox. It returns when messages are stored under the inbox's own claims.
func newReceiver(t *testing.T) *receiver {
	t.Helper()
	db := servertest.Must(sqlite.Create(t.Context(), filepath.Join(t.TempDir(), "shopdesk.db")))(t)
	t.Cleanup(func() { _ = db.Close() })
	if err := db.PutShops(t.Context(), []store.Shop{{ShopID: 100001}}); err != nil {
		t.Fatal(err)
	}
	r := &receiver{t: t, db: db, now: time.Now(), orders: &gated{begun: make(chan struct{}, 1), pass: make(chan struct{}),
		heard: map[string]int{}}}
	kept := watched{db, make(chan struct{})}
	r.s = servertest.Must(inbox.New(inbox.Options{URL: hookURL, Secrets: []string{"secret"}, Store: kept, Audit: db,
		Orders: r.orders, Authoriser: nothing{}, Platform: nothing{},
		Base: background.Base{Now: func() time.Time { return r.now }}}))(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { r.s.Jobs[0].Run(ctx); close(ended) }()
	r.stop = func() { cancel(); <-ended }
	<-kept.empty
	<-kept.empty // the first claim has returned
	return r
}

// deliver has the platform push messages, some at once.
func (r *receiver) deliver(from, to int) {
	r.t.Helper()
	var sending sync.WaitGroup
	next := make(chan int)
	for range 64 {
		sending.Go(func() {
			for i := range next {
				body := orderstest.Message(hookURL, "secret", fmt.Sprint("m-", i), platform.EventOrderPlaced, 100001,
					orderstest.Event(100001, 1<<53+int64(i), 10, r.now), r.now)
				w := httptest.NewRecorder()
				r.s.Receive(w, httptest.NewRequest(http.MethodPost, hookURL, bytes.NewReader(body)))
				if w.Code != http.StatusOK {
					r.t.Errorf("%d %s", w.Code, w.Body)
				}
			}
		})
	}
	for i := from; i < to; i++ {
		next <- i
	}
	close(next)
	sending.Wait()
}

// free claims the free messages for another process, and returns their number.
func (r *receiver) free() int {
	r.t.Helper()
	now := r.now.UnixMilli()
	return len(servertest.Must(r.db.ClaimMessages(r.t.Context(), "another/1", now, now+1, 9999))(r.t))
}

// A message that makes us panic is tried again later, and those beside it are heard once. The bugs: such a message
// ended the process, and again after each start; and the results of a batch with a message to be tried again weren't
// saved, so that the whole batch was heard again.
func TestMessageThatPanicsHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	r.orders.broken = "m-2"
	r.deliver(0, 1)
	<-r.orders.begun // the worker is busy with the first
	r.deliver(1, 4)
	for range 5 { // the first; the other three at once, and one by one
		r.orders.pass <- struct{}{}
	}
	r.stop()
	if len(r.orders.heard) != 3 || r.orders.heard["m-2"] != 0 {
		t.Errorf("heard are %v", r.orders.heard)
	}
	r.now = r.now.Add(time.Minute)
	if n := r.free(); n != 1 {
		t.Errorf("%d messages are tried again", n)
	}
}

// Messages that this replica stores are its own from the start: no other process may claim them. When the inbox stops,
// it gives back those that it hasn't begun to work on.
func TestMessagesAreStoredUnderAClaimAndGivenBack(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	r.deliver(0, 1)
	<-r.orders.begun // the worker is busy with the first
	r.deliver(1, 4)
	if n := r.free(); n != 0 {
		t.Fatalf("%d of the replica's own messages are free", n)
	}
	close(r.orders.pass)
	r.stop()
	given := r.free()
	facts, err := r.db.InboxBacklog(t.Context())
	if err != nil || facts.Waiting != int64(given) || len(r.orders.heard)+given != 4 {
		t.Errorf("%d given back, %d heard, %+v, %v", given, len(r.orders.heard), facts, err)
	}
}

// While the worker is busy, messages pile up in memory only to a limit. Those above it are stored unclaimed, so that
// another replica may act on them. All are acted on once.
func TestMessagesThatPileUpAreLeftToAnyReplica(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	const all = 2000
	r.deliver(0, all)
	backlog, err := r.db.InboxBacklog(t.Context())
	if err != nil || backlog.Waiting != all {
		t.Fatalf("%+v, %v", backlog, err)
	}
	taken := r.free()
	if taken == 0 || taken == all {
		t.Fatalf("%d of %d messages are left to other replicas", taken, all)
	}
	if err := r.db.ReleaseMessages(t.Context(), "another/1"); err != nil {
		t.Fatal(err)
	}
	close(r.orders.pass)
	for backlog.Waiting > 0 {
		if backlog, err = r.db.InboxBacklog(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	r.stop()
	if len(r.orders.heard) != all {
		t.Errorf("%d messages were heard", len(r.orders.heard))
	}
	for id, n := range r.orders.heard {
		if n != 1 {
			t.Errorf("%s was heard %d times", id, n)
		}
	}
}
