package store

import "context"

// States of a pause.
const (
	PauseAsked    = "asked"    // the shop was open, and the platform is being told to suspend it
	PausePaused   = "paused"   // suspended by us
	PauseResuming = "resuming" // an operator asked to reopen, and the platform is being told
	PauseLeft     = "left"     // closed elsewhere meanwhile: we don't reopen the shop
	PauseEnded    = "ended"
)

// Pause is a shop's present pause, or its last one after it has ended.
type Pause struct {
	ShopID     int64
	Version    int64 // 0 before the first save
	State      string
	OperatorID int64 // the operator who paused
	Operator   string
	Reason     string // an api.PauseReason
	Note       string
	StartedAt  int64  // milliseconds of Unix time, as are the other times
	Until      int64  // 0: until further notice
	Seen       string // the shop's state after we suspended it; empty until it was read
	Tries      int64  // failures in a row
	DueAt      int64  // next look at the shop, 0 for never
	LeaseUntil int64  // until then a single replica or request works on the pause
}

// Pauses keeps one pause for each shop. A row is claimed by saving it with a lease.
type Pauses interface {
	// Pause returns a shop's pause, ended or not.
	Pause(ctx context.Context, shopID int64) (Pause, error)
	// Pauses lists the pauses that haven't ended, by ShopID.
	Pauses(ctx context.Context) ([]Pause, error)
	// CountLatePauses counts the pauses that haven't ended and were due before a moment.
	CountLatePauses(ctx context.Context, before int64) (int64, error)
	// DuePauses lists up to limit due pauses without a running lease at now, longest overdue first. A pause that is due
	// or leased later by more than [MostAhead] is of a clock that was wrong: it is due and free.
	DuePauses(ctx context.Context, now int64, limit int) ([]Pause, error)
	// RecheckPause makes a shop's pause due at now, unless the pause has ended or a lease is on it. The version stays,
	// because nothing that screens show changes.
	RecheckPause(ctx context.Context, shopID, now int64) error
	// SavePause saves a pause if its stored version is still p.Version (0: new), with the version
	// p.Version+1; otherwise ErrConflict.
	SavePause(ctx context.Context, p Pause) error
	// HoldPause prolongs the lease on a shop's pause until a moment if the stored version is still the given one, which
	// stays; otherwise ErrConflict.
	HoldPause(ctx context.Context, shopID, version, until int64) error
}
