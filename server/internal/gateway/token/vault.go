package token

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
)

const (
	lease             = 60 * time.Second // lease of a connection's row, four times the longest call under the lease
	settle            = 20 * time.Second // time for which the store must have answered before a doubtful token is tried
	poll              = 5 * time.Second  // time between two reads of other replicas' changes, and between tries to store
	connectionsAtOnce = 8                // number of connections renewed at the same time
)

// Vault keeps the shop-level connections (interface 5): it renews their tokens at
// half life and gives each shop its own connection's token. Several replicas may
// have vaults over one store.
//
// A refresh token can be spent once, and a platform may treat a second use as theft
// and revoke all tokens. Before each call the vault writes into the connection's
// row that the token may be spent from now on, with a lease for itself. The
// platform's answer is used at once, and the vault tries to store the answer until
// the store takes it. When the outcome of a call is unknown, because the answer is
// lost or the calling replica is gone, the token isn't presented again before the
// access token is near its end (docs/adr/0010).
//
// The application-level token, if any, is kept in the same way. The platform issues
// one at any time, so the vault asks for one even when the store fails.
type Vault struct {
	*background.Job // renews the connections

	Options
	grants *Grants
	spool  spool
	owner  string // names this run of this replica
	seen   atomic.Pointer[snapshot]
	app    *connectionState // the application-level grant; nil: none

	looks   *rate.Limiter      // limits reads of the store for shops that no connection reaches
	flights singleflight.Group // one renewal at a time for each connection

	mu       sync.Mutex   // guards the replacement of the view
	steady   atomic.Int64 // time since which the store has answered without a failure; 0: the store fails
	restored atomic.Bool  // the spool has been read
}

// snapshot is the immutable index that calls read; only the links in it change.
type snapshot struct {
	byID   map[string]*connectionState
	byShop map[int64]*connectionState
}

var _ upstream.Tokens = (*Vault)(nil)

// Covers reports whether a connection reaches the shop, usable or not.
func (v *Vault) Covers(shopID int64) bool { return v.seen.Load().byShop[shopID] != nil }

// Token gives the access token of the shop's connection, or else the
// application-level token, which also replaces the token of a connection that the
// platform no longer renews. While the token is valid, Token takes no lock and
// makes no call; otherwise the caller waits for the one renewal in flight, which
// goes on even when ctx ends. After a failure, renewals keep a distance.
//
// The error matches platform.ErrUnreachable for a failure that may pass by itself.
// Any other error but ctx's own means that the platform refuses our credentials;
// the error matches platform.ErrSignature, ErrNoMerchant and so on where the
// platform named the reason.
func (v *Vault) Token(ctx context.Context, shopID int64) (string, error) {
	l := v.seen.Load().byShop[shopID]
	if l == nil && v.app == nil {
		if v.looks.AllowN(v.Now(), 1) {
			v.Refresh(ctx) // another replica may just have stored a connection
		}
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

// TokenOf gives the access token of a connection.
func (v *Vault) TokenOf(ctx context.Context, id string) (string, error) {
	l := v.seen.Load().byID[id]
	if l == nil {
		return "", errNoToken
	}
	return v.token(ctx, l)
}

func (v *Vault) token(ctx context.Context, l *connectionState) (string, error) {
	if h := l.current.Load(); h.usable(v.Millis()) {
		return string(h.access), nil
	}
	err := v.renew(ctx, l)
	if h := l.current.Load(); h.usable(v.Millis()) {
		return string(h.access), nil
	}
	if err == nil {
		err = errLost
	}
	return "", err
}

// maxForced bounds the renewals that refusals can force at once; after that, one is
// allowed in each minBackoff. So a platform that refuses every token, fresh ones
// too, isn't flooded with calls of its token endpoint.
const maxForced = 5

// Refused tells the vault that the platform called that token expired or invalid.
// If the token is in use for the shop, the vault drops the token, and the next call
// of Token obtains another. A later report about the same token does nothing.
func (v *Vault) Refused(ctx context.Context, shopID int64, token string) {
	for _, l := range []*connectionState{v.seen.Load().byShop[shopID], v.app} {
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

func (v *Vault) refuse(ctx context.Context, l *connectionState, token string) {
	h := l.current.Load()
	if h == nil || string(h.access) != token {
		return
	}
	if !l.forced.AllowN(v.Now(), 1) {
		v.Logger.WarnContext(ctx, "platform refuses fresh tokens, renewal postponed", "connection", l.id)
		return
	}
	l.mu.Lock()
	l.refused, l.retryAt = h.access, 0
	l.mu.Unlock()
	if l.current.CompareAndSwap(h, nil) {
		v.Logger.InfoContext(ctx, "platform refused the access token before its time, renewing", "connection", l.id)
		v.Ring()
	}
}

func newLink(id string) *connectionState {
	return &connectionState{id: id, forced: rate.NewLimiter(rate.Every(minBackoff), maxForced)}
}
