package token_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// life is the life of the tests' tokens.
const life = 10 * time.Minute

const (
	central = int64(100001)
	sheung  = int64(100002)
)

var start = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// town is a platform with reuse detection, a database and a clock. Its replicas are
// vaults.
type town struct {
	t     tester
	box   *sandbox.Sandbox
	clock *sandbox.VirtualClock
	base  string
	db    store.Store
	keys  *sealed.Keyring
	ahead time.Duration // of the clocks of replicas that start
	down  atomic.Bool   // the database fails, for all replicas
	log   *logs
}

// tester has the methods that *testing.T and *rapid.T share.
type tester interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

func newTown(t testing.TB, db store.Store) *town {
	t.Helper()
	if db == nil {
		db = sqlitetest.Open(t)
	}
	o := &town{t: t, clock: sandbox.NewVirtualClock(start), db: db, log: &logs{}}
	o.box = &sandbox.Sandbox{Clock: o.clock, TokenLifetime: life}
	server := httptest.NewServer(o.box)
	t.Cleanup(server.Close)
	o.base = server.URL
	keys, err := sealed.Parse(strings.NewReader(sealed.Generate()))
	if err != nil {
		t.Fatal(err)
	}
	o.keys = keys
	return o
}

// replica is a vault that can crash.
type replica struct {
	*token.Vault
	store *mortal
	spool string
}

// mortal is the store and the transport of one replica.
type mortal struct {
	store.Store
	town *town
	dead atomic.Bool
	// dies makes the replica dead as soon as it has received the platform's answer.
	dies atomic.Bool
	// called is run during each call of the platform.
	called atomic.Pointer[func()]
	// listed is run once, after the next list of connections.
	listed atomic.Pointer[func()]
}

var (
	errGone = errors.New("the database is gone")
	errDead = errors.New("this replica is dead")
)

func (m *mortal) err() error {
	switch {
	case m.dead.Load():
		return errDead
	case m.town.down.Load():
		return errGone
	}
	return nil
}

func (m *mortal) Connection(ctx context.Context, id string) (store.Connection, error) {
	if err := m.err(); err != nil {
		return store.Connection{}, err
	}
	return m.Store.Connection(ctx, id)
}

func (m *mortal) Connections(ctx context.Context) ([]store.Connection, error) {
	if err := m.err(); err != nil {
		return nil, err
	}
	all, err := m.Store.Connections(ctx)
	if listed := m.listed.Swap(nil); listed != nil {
		(*listed)()
	}
	return all, err
}

func (m *mortal) SaveConnection(ctx context.Context, c store.Connection) error {
	if err := m.err(); err != nil {
		return err
	}
	return m.Store.SaveConnection(ctx, c)
}

func (m *mortal) ConnectionShops(ctx context.Context) (map[int64]string, error) {
	if err := m.err(); err != nil {
		return nil, err
	}
	return m.Store.ConnectionShops(ctx)
}

// RoundTrip calls the platform for the replica.
func (m *mortal) RoundTrip(r *http.Request) (*http.Response, error) {
	if called := m.called.Load(); called != nil {
		(*called)()
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if m.dies.Load() {
		m.dead.Store(true)
	}
	return response, err
}

func (o *town) replica(spool string) *replica {
	o.t.Helper()
	m, ahead := &mortal{Store: o.db, town: o}, o.ahead
	v, err := token.New(token.Options{
		BaseURL: o.base, ClientID: sandbox.DemoClientID, Sealer: o.keys, Transport: m,
		Base: background.Base{Now: func() time.Time { return o.clock.Now().Add(ahead) },
			Logger: slog.New(slog.NewTextHandler(o.log, nil))},
		Jitter: func() float64 { return 0.5 },
		Store:  m, Spool: spool,
	})
	if err != nil {
		o.t.Fatal(err)
	}
	r := &replica{Vault: v, store: m, spool: spool}
	_ = v.Work(context.Background())
	return r
}

// connect makes a merchant consent for shops, and connects them.
func (o *town) connect(r *replica, mends string, shops ...int64) string {
	o.t.Helper()
	code, err := o.box.Consent(shops...)
	if err != nil {
		o.t.Fatal(err)
	}
	id, err := r.Connect(context.Background(), token.Consent{ID: mends, Code: token.Secret(code), OperatorID: 7,
		Operator: "Ada"})
	if err != nil {
		o.t.Fatal(err)
	}
	if err := r.Bind(context.Background(), id, shops, true); err != nil {
		o.t.Fatal(err)
	}
	return id
}

// pass lets time pass with a look each five seconds, as in Run.
func (o *town) pass(d time.Duration, replicas ...*replica) {
	for range int(d / (5 * time.Second)) {
		o.clock.Advance(5 * time.Second)
		for _, r := range replicas {
			_ = r.Work(context.Background())
		}
	}
}

// reads presents the replica's token for the shop to the platform.
func (o *town) reads(r *replica, shop int64) error {
	access, err := r.Token(context.Background(), shop)
	if err != nil {
		return err
	}
	client := &platform.Client{Transport: &platform.HTTPTransport{BaseURL: o.base,
		Present: func(_ context.Context, url string, body []byte) (platform.Presented, error) {
			return new(platform.Presenter).Present(url, body, access, o.clock.Now())
		}}}
	_, err = client.Shop(context.Background(), platform.ShopRef{ShopID: shop})
	return err
}

func (o *town) row(id string) store.Connection {
	o.t.Helper()
	row, err := o.db.Connection(context.Background(), id)
	if err != nil {
		o.t.Fatal(err)
	}
	return row
}

// exchanges counts the calls of the token endpoint.
func (o *town) exchanges() int {
	n := 0
	for _, c := range o.box.Calls() {
		if c.Path == platform.PathToken {
			n++
		}
	}
	return n
}

func (o *town) fault(kind sandbox.Kind, count int) {
	o.t.Helper()
	if _, err := o.box.Inject(sandbox.Fault{Kind: kind, Path: platform.PathToken, Count: count}); err != nil {
		o.t.Fatal(err)
	}
}
