package token

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/background"
	"github.com/shopdesk/shopdesk/server/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	lease  = 60 * time.Second // on a connection's row, four times the call made under it
	settle = 20 * time.Second // how long the store must have answered before a doubtful token is tried
	poll   = 5 * time.Second  // between looks at what other replicas did, and between tries to store
	apart  = 8                // connections renewed at the same time
)

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
//
// The application-level token is kept in the same way where there is one. It can
// be had at any time, so a store that fails doesn't keep the vault from asking.
type Vault struct {
	*background.Job // keeps the connections

	grants *Grants
	store  store.Connections
	sealer Sealer
	spool  spool
	now    func() time.Time
	jitter func() float64
	log    *slog.Logger
	count  func(Outcome)
	owner  string // this replica, and this run of it
	seen   atomic.Pointer[view]
	app    *link // of the application-level grant; nil: there is none

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

func (v *Vault) millis() int64 { return v.now().UnixMilli() }

// Covers reports whether a connection reaches the shop, usable or not.
func (v *Vault) Covers(shopID int64) bool { return v.seen.Load().byShop[shopID] != nil }

// Token is the access token of the shop's connection, or else the
// application-level one, which also stands in for a connection that the platform
// no longer renews. While it is valid this takes no lock and makes no call;
// otherwise the caller waits for the one renewal in flight, which goes on even when
// ctx ends. After a failure, renewals keep a distance.
//
// The error matches platform.ErrUnreachable while the trouble may pass by itself.
// Any other error but ctx's own means that the platform refuses our credentials; it
// matches platform.ErrSignature, ErrNoMerchant and so on where the platform was that
// clear.
func (v *Vault) Token(ctx context.Context, shopID int64) (string, error) {
	l := v.seen.Load().byShop[shopID]
	if l == nil && v.app == nil {
		v.lookAgain(ctx)
		l = v.seen.Load().byShop[shopID]
	}
	if l != nil {
		token, err := v.token(ctx, l)
		if err == nil || v.app == nil || errors.Is(err, platform.ErrUnreachable) || ctx.Err() != nil {
			return token, err
		}
	}
	if v.app == nil {
		return "", errNoToken
	}
	return v.token(ctx, v.app)
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

// maxForced bounds how many renewals refusals can force at once; more are
// granted one in each minBackoff. A platform that refuses every token, fresh
// ones too, doesn't get its token endpoint flooded.
const maxForced = 5

// Refused tells the vault that the platform called that token expired or invalid.
// If it is the one in use for the shop, it is given up, and the next Token obtains
// another. Any later report about the same token does nothing.
func (v *Vault) Refused(ctx context.Context, shopID int64, token string) {
	for _, l := range []*link{v.seen.Load().byShop[shopID], v.app} {
		if l != nil {
			v.refuse(ctx, l, token)
		}
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
		v.Ring()
	}
}

func newLink(id string) *link {
	return &link{id: id, forced: rate.NewLimiter(rate.Every(minBackoff), maxForced)}
}
