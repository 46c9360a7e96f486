package token

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/server/gateway/upstream"
)

// Keeper keeps one access token valid. Its methods may be called at once.
type Keeper struct {
	grant  *Grants
	store  Connections
	sealer Sealer
	now    func() time.Time
	jitter func() float64
	log    *slog.Logger
	forced *rate.Limiter // renewals because of refusals
	wake   chan struct{} // tells Run that what it waits for has changed

	current atomic.Pointer[held] // nil: none that may be used
	once    atomic.Bool          // current was set at some time
	flights singleflight.Group   // one renewal at a time

	mu       sync.Mutex
	version  int64  // of the stored connection, as far as we know
	unsaved  bool   // current is not in the store
	refused  Secret // the last token that the platform didn't take
	failures int    // in a row
	retryAt  int64  // no try before, milliseconds
	failure  error  // of the last try, nil after a success
	class    Class  // of failure
}

var _ upstream.Tokens = (*Keeper)(nil)

// held is a token as it is used. Times are milliseconds of Unix time: unlike
// the monotonic clock, they pass while the machine sleeps.
type held struct {
	access  Secret
	issued  int64
	expires int64
	until   int64 // last moment to present it: somewhat before it expires
	renew   int64 // due for renewal
}

func (h *held) usable(now int64) bool { return h != nil && now < h.until }

// margin is how long before its end a token isn't presented any more: calls
// take time and clocks differ.
const margin = 30 * time.Second

func (k *Keeper) hold(access Secret, issued, expires int64) *held {
	return newHeld(access, issued, expires, k.jitter())
}

func newHeld(access Secret, issued, expires int64, jitter float64) *held {
	life := expires - issued
	spread := 0.9 + 0.2*jitter
	return &held{
		access:  access,
		issued:  issued,
		expires: expires,
		until:   expires - min(life/10, margin.Milliseconds()),
		renew:   issued + int64(float64(life)/2*spread),
	}
}

// use makes h the token to present.
func (k *Keeper) use(h *held) {
	k.current.Store(h)
	k.once.Store(true)
}

func (k *Keeper) millis() int64 { return k.now().UnixMilli() }

// Token returns the access token, which is the same for every shop. While it is valid this takes no lock and
// makes no call; otherwise the caller waits for the one renewal in flight,
// which goes on even when ctx ends. After a failure, renewals keep a distance
// and the failure is returned meanwhile.
//
// The error matches platform.ErrUnreachable while the trouble may pass by
// itself. Any other error but ctx's own means that the platform refuses our
// credentials; it matches platform.ErrSignature, ErrNoMerchant and so on where
// the platform was that clear.
func (k *Keeper) Token(ctx context.Context, _ int64) (string, error) {
	if h := k.current.Load(); h.usable(k.millis()) {
		return string(h.access), nil
	}
	if err := k.renew(ctx); err != nil {
		return "", err
	}
	h := k.current.Load()
	if !h.usable(k.millis()) {
		return "", errLost
	}
	return string(h.access), nil
}

// maxForced bounds how many renewals refusals can force at once; more are
// granted one in each minBackoff. A platform that refuses every token, fresh
// ones too, doesn't get its token endpoint flooded.
const maxForced = 5

// Refused tells the keeper that the platform called that token expired or
// invalid. If it is the one in use, it is given up, and the next Token obtains
// another. Any later report about the same token does nothing.
func (k *Keeper) Refused(ctx context.Context, _ int64, token string) {
	h := k.current.Load()
	if h == nil || string(h.access) != token {
		return
	}
	if !k.forced.AllowN(k.now(), 1) {
		k.log.WarnContext(ctx, "platform refuses fresh tokens, renewal postponed")
		return
	}
	k.mu.Lock()
	k.refused, k.retryAt = h.access, 0
	k.mu.Unlock()
	if k.current.CompareAndSwap(h, nil) {
		k.log.InfoContext(ctx, "platform refused the access token before its time, renewing")
		k.ring()
	}
}

// Status is the keeper's state, for readiness and diagnostics.
type Status struct {
	Valid     bool      // there is a token to present
	Held      bool      // there is, or was since the start
	ExpiresAt time.Time // of that token
	Alarm     Alarm     // how much of its life has passed without a renewal
	LastError Class     // of the last try to renew, NoError after a success
}

// Status tells how the keeper is.
func (k *Keeper) Status() Status {
	k.mu.Lock()
	s := Status{LastError: k.class, Held: k.once.Load()}
	k.mu.Unlock()
	if h := k.current.Load(); h.usable(k.millis()) {
		s.Valid, s.ExpiresAt, s.Alarm = true, time.UnixMilli(h.expires), alarmAt(h.issued, h.expires, k.millis())
	}
	return s
}
