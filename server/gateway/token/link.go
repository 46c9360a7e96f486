package token

import (
	"crypto/sha256"
	"sync"
	"sync/atomic"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/server/store"
)

// link is a connection as one replica knows it.
type link struct {
	id      string
	current atomic.Pointer[held] // nil: none that may be used
	forced  *rate.Limiter        // renewals because of refusals

	mu      sync.Mutex
	row     store.Connection // as last read or saved
	answer  *gain            // tokens that aren't stored yet
	doubt   bool             // this run made a call of which it doesn't know what came
	refused Secret           // the last token that the platform didn't take
	retryAt int64            // no try before, milliseconds
	alarm   Alarm            // the last one that was told
	busy    bool             // the job does what is due

	// Of the application-level grant alone, which has no refresh token.
	app     bool
	had     bool  // a token, since the start
	failure error // of the last try, nil after a success
}

// gain is what a grant gave, until it is stored.
type gain struct {
	Access  Secret
	Refresh Secret
	Issued  int64
	Expires int64
	Spent   [sha256.Size]byte // of the refresh token it was given for
	// New is a merchant's new consent: it counts whatever is stored.
	New         bool
	OperatorID  int64
	Operator    string
	ConnectedAt int64
}

// use makes h the token to present. The caller holds the lock.
func (l *link) use(h *held) {
	l.current.Store(h)
	l.had = true
}

func placeOf(id, column string) string { return "connections/" + id + "/" + column }

func spentOf(refresh Secret) [sha256.Size]byte { return sha256.Sum256([]byte(refresh)) }

// inDoubt reports whether the stored refresh token may have been spent by a
// call whose answer is lost. A claim of our own under which nothing was sent
// is none. The caller holds the lock.
func (l *link) inDoubt(owner string) bool {
	return l.row.SpentAt != 0 && (l.row.LeaseOwner != owner || l.doubt)
}

// due is when something is to be done about the connection, 0 for never.
// Steady is since when the store answers. The caller holds the lock.
func (l *link) due(owner string, now, steady int64) int64 {
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
	case l.row.LeaseUntil > now && l.row.LeaseOwner != owner:
		return l.row.LeaseUntil
	}
	at := max(l.row.RenewAt, l.retryAt)
	if l.inDoubt(owner) {
		at = max(part(l.row.IssuedAt, l.row.ExpiresAt, int64(AlarmRed)), l.retryAt)
	}
	if !h.usable(now) {
		at = l.retryAt // nothing to lose
	}
	if l.inDoubt(owner) {
		// Whoever holds the answer stores it as soon as the store is back.
		if steady == 0 {
			steady = now
		}
		at = max(at, steady+settle.Milliseconds())
	}
	return max(at, 1)
}
