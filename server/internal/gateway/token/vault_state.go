package token

import (
	"cmp"
	"crypto/sha256"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/server/store"
)

// connectionState is the state of a connection in one replica.
type connectionState struct {
	id      string
	current atomic.Pointer[activeToken] // nil: no usable token
	forced  *rate.Limiter               // limits renewals after refusals

	mu      sync.Mutex
	row     store.Connection // the row as last read or saved
	answer  *grantResult     // new tokens that aren't stored yet
	doubt   bool             // this run made a call whose outcome is unknown
	refused Secret           // the last token that the platform refused
	retryAt int64            // no try before this time, in milliseconds
	alarm   Overdue          // the last alarm that was logged
	busy    bool             // the job works on the connection

	// The following fields are used only by the application-level grant, which has
	// no refresh token.
	app     bool
	had     bool  // there was a token since the start
	failure error // error of the last try, nil after a success
}

// activeToken is a token in use. Times are milliseconds of Unix time, which pass while the
// machine sleeps, unlike the monotonic clock.
type activeToken struct {
	access  Secret
	issued  int64
	expires int64
	until   int64 // last moment to present the token, before it expires
	renew   int64 // due for renewal
}

func (h *activeToken) usable(now int64) bool { return h.left(now) > 0 }

// left is how long the token can be presented from now on.
func (h *activeToken) left(now int64) time.Duration {
	if h == nil {
		return 0
	}
	return time.Duration(h.until-now) * time.Millisecond
}

// grantResult holds the tokens of a grant until they are stored.
type grantResult struct {
	Access  Secret
	Refresh Secret
	Issued  int64
	Expires int64
	Spent   [sha256.Size]byte // hash of the refresh token that was spent
	// New marks a merchant's new consent, which replaces any stored tokens.
	New         bool
	OperatorID  int64
	Operator    string
	ConnectedAt int64
}

// use makes h the token to present. The caller holds the lock.
func (l *connectionState) use(h *activeToken) {
	l.current.Store(h)
	l.had = true
}

// Place returns the place that a token of a connection is sealed for. The column is access or refresh.
func Place(id, column string) string { return "connections/" + id + "/" + column }

func spentOf(refresh Secret) [sha256.Size]byte { return sha256.Sum256([]byte(refresh)) }

// dueAt gives the time of a connection's next work, 0 for never. The caller holds the connection's lock.
func (v *Vault) dueAt(l *connectionState, now int64) int64 {
	h := l.current.Load()
	switch {
	case l.app && l.answer == nil && h.usable(now):
		return max(l.retryAt, h.renew)
	case l.app:
		return max(l.retryAt, 1)
	case l.answer != nil:
		return max(l.retryAt, 1)
	case l.row.State == store.ConnectionSignIn, l.row.Version == 0:
		return 0
	case store.Held(l.row.LeaseUntil, now) && l.row.LeaseOwner != v.owner:
		return l.row.LeaseUntil
	}
	at := max(l.row.RenewAt, l.retryAt)
	// The stored refresh token may have been spent by a call whose answer is lost. A lease of this replica under which
	// nothing was sent leaves no doubt.
	inDoubt := l.row.SpentAt != 0 && (l.row.LeaseOwner != v.owner || l.doubt)
	if inDoubt {
		at = max(part(l.row.IssuedAt, l.row.ExpiresAt, int64(OverdueCritical)), l.retryAt)
	}
	if !h.usable(now) || store.Ahead(l.row.IssuedAt, now) {
		at = l.retryAt // without a usable token, waiting gains nothing; for times of a wrong clock, see take
	}
	if inDoubt {
		// A replica that holds the answer stores it as soon as the store is back.
		at = max(at, cmp.Or(v.steady.Load(), now)+settle.Milliseconds())
	}
	return max(at, 1)
}
