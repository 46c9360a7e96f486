package token

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/server/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	lease  = 60 * time.Second // on a connection's row, four times the call made under it
	settle = 20 * time.Second // how long the store must have answered before a doubtful token is tried
	poll   = 5 * time.Second  // between looks at what other replicas did, and between tries to store
	apart  = 8                // connections renewed at the same time
)

// VaultOptions set up a [Vault].
type VaultOptions struct {
	Options                   // Store is not used
	Shops   store.Connections // required
	// Spool is a folder for answers of the platform that aren't in the store
	// yet, sealed. Default: none, they are kept in memory alone.
	Spool string
	// Count hears of each try to renew. Default: nobody does.
	Count func(Outcome)
}

// Vault keeps the shop-level connections (interface 5): it renews their tokens
// at half life and gives each shop its own connection's. Several replicas may
// keep vaults over one store.
//
// A refresh token can be spent once, and a platform may take a second time for
// theft and revoke everything. Before each call the vault writes into the
// connection's row that the token may be spent from now on, with a lease for
// itself. What the platform answers is used at once, and stored however long
// that takes. When it isn't known what came of a call, because it wasn't
// answered or who made it is gone, the token isn't presented again before the
// access token is at its end (docs/adr/0010).
type Vault struct {
	grants *Grants
	store  store.Connections
	sealer Sealer
	spool  spool
	now    func() time.Time
	jitter func() float64
	log    *slog.Logger
	count  func(Outcome)
	owner  string // this replica, and this run of it
	wake   chan struct{}
	seen   atomic.Pointer[view]

	looks   *rate.Limiter      // at the store, for shops that no connection reaches
	flights singleflight.Group // one renewal at a time for each connection

	mu       sync.Mutex // guards what follows, and who replaces the view
	steady   int64      // since when the store has answered without fail; 0: it doesn't
	restored bool       // the spool was read
}

// view is what calls read: nothing in it changes but the links themselves.
type view struct {
	byID   map[string]*link
	byShop map[int64]*link
}

var _ upstream.Tokens = (*Vault)(nil)

// NewVault checks the options. [Vault.Run] reads what is stored.
func NewVault(o VaultOptions) (*Vault, error) {
	base, err := upstream.ParseBase(o.BaseURL)
	switch {
	case err != nil:
		return nil, fmt.Errorf("token: VaultOptions.BaseURL: %w", err)
	case o.ClientID == "":
		return nil, errors.New("token: VaultOptions.ClientID is required")
	case o.Shops == nil || o.Sealer == nil:
		return nil, errors.New("token: VaultOptions.Shops and Sealer are required")
	}
	o.fill()
	v := &Vault{
		grants: newGrants(base.String(), o.Options),
		store:  o.Shops,
		sealer: o.Sealer,
		spool:  spool{dir: o.Spool, sealer: o.Sealer},
		now:    o.Now,
		jitter: o.Jitter,
		log:    o.Logger,
		count:  o.Count,
		owner:  rand.Text(),
		wake:   make(chan struct{}, 1),
		looks:  rate.NewLimiter(1, 1),
	}
	if v.count == nil {
		v.count = func(Outcome) {}
	}
	v.seen.Store(&view{})
	return v, v.spool.check()
}

func (v *Vault) millis() int64 { return v.now().UnixMilli() }

// Covers reports whether a connection reaches the shop, usable or not.
func (v *Vault) Covers(shopID int64) bool { return v.seen.Load().byShop[shopID] != nil }

// Token is the access token of the shop's connection. While it is valid this
// takes no lock and makes no call; otherwise the caller waits for the one
// renewal in flight, which goes on even when ctx ends. Errors are as with
// [Keeper.Token].
func (v *Vault) Token(ctx context.Context, shopID int64) (string, error) {
	l := v.seen.Load().byShop[shopID]
	if l == nil {
		return "", errNoToken
	}
	return v.token(ctx, l)
}

// TokenOf is the access token of a connection.
func (v *Vault) TokenOf(ctx context.Context, id string) (string, error) {
	l := v.seen.Load().byID[id]
	if l == nil {
		return "", errNoToken
	}
	return v.token(ctx, l)
}

func (v *Vault) token(ctx context.Context, l *link) (string, error) {
	if h := l.current.Load(); h.usable(v.millis()) {
		return string(h.access), nil
	}
	err := v.renew(ctx, l)
	if h := l.current.Load(); h.usable(v.millis()) {
		return string(h.access), nil
	}
	if err == nil {
		err = errLost
	}
	return "", err
}

// Refused is told that the platform called that token of the shop's connection
// expired or invalid: as with [Keeper.Refused].
func (v *Vault) Refused(ctx context.Context, shopID int64, token string) {
	if l := v.seen.Load().byShop[shopID]; l != nil {
		v.refuse(ctx, l, token)
	}
}

// RefusedOf is Refused for a connection.
func (v *Vault) RefusedOf(ctx context.Context, id string, token string) {
	if l := v.seen.Load().byID[id]; l != nil {
		v.refuse(ctx, l, token)
	}
}

func (v *Vault) refuse(ctx context.Context, l *link, token string) {
	h := l.current.Load()
	if h == nil || string(h.access) != token {
		return
	}
	if !l.forced.AllowN(v.now(), 1) {
		v.log.WarnContext(ctx, "platform refuses fresh tokens, renewal postponed", "connection", l.id)
		return
	}
	l.mu.Lock()
	l.refused, l.retryAt = h.access, 0
	l.mu.Unlock()
	if l.current.CompareAndSwap(h, nil) {
		v.log.InfoContext(ctx, "platform refused the access token before its time, renewing", "connection", l.id)
		v.ring()
	}
}

func newLink(id string) *link {
	return &link{id: id, forced: rate.NewLimiter(rate.Every(minBackoff), maxForced)}
}

// ring lets Run look again at what it waits for.
func (v *Vault) ring() {
	select {
	case v.wake <- struct{}{}:
	default:
	}
}
