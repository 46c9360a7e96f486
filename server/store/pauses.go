package store

import "context"

// States of a pause.
const (
	PauseAsked    = "asked"    // the shop was open, and the platform is being told to suspend it
	PausePaused   = "paused"   // suspended by us
	PauseResuming = "resuming" // somebody asked to reopen, and the platform is being told
	PauseLeft     = "left"     // the platform closed it meanwhile: we don't reopen it
	PauseEnded    = "ended"
)

// Pause is what we know of a shop's pause: the one under way, or the last one
// once it has ended.
type Pause struct {
	ShopID     int64
	Version    int64 // 0 before the first save
	State      string
	OperatorID int64 // who paused
	Operator   string
	Reason     string // an api.PauseReason
	Note       string
	StartedAt  int64  // milliseconds of Unix time, and so are the others
	Until      int64  // 0: until further notice
	Seen       string // what the shop looked like after we suspended it; empty until it was read
	Tries      int64  // failures in a row
	DueAt      int64  // when to look at the shop again, 0 for never
	LeaseUntil int64  // until then one replica, or one request, works on it alone
}

// Pauses keeps one pause a shop. A row is claimed by saving it with a lease.
type Pauses interface {
	// Pause finds a shop's pause, ended or not.
	Pause(ctx context.Context, shopID int64) (Pause, error)
	// Pauses lists those that haven't ended, by ShopID.
	Pauses(ctx context.Context) ([]Pause, error)
	// DuePauses lists those whose DueAt has come and that nobody has a lease
	// on at now, the longest overdue first, up to limit.
	DuePauses(ctx context.Context, now int64, limit int) ([]Pause, error)
	// SavePause replaces a pause if its stored version is still p.Version (0:
	// there is none yet) and stores it as p.Version+1; otherwise ErrConflict.
	SavePause(ctx context.Context, p Pause) error
}
