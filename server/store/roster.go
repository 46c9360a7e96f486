package store

import "context"

// Parts of the platform's data about a shop.
const (
	SeenRecord = "record" // interface 2.2
	SeenWeek   = "week"   // interface 2.4
	SeenDates  = "dates"  // interface 2.5, a list
	// SeenUnlisted are known special dates that the platform no longer lists, as a list.
	SeenUnlisted = "unlisted"
)

// SnapshotPart is a part of a shop's data as the platform answered it, in JSON. At is when the part was
// requested or pushed: of two versions, the later one is kept.
type SnapshotPart struct {
	ShopID int64
	Part   string
	Body   []byte
	At     int64 // milliseconds of Unix time, as are all times

	Written bool           // written by ourselves: entries missing from the part were deleted
	Dates   *SnapshotDates // for SeenDates; saved with the part, not returned
	Stop    *SnapshotStop  // for SeenRecord; saved with the part, not returned
}

// SnapshotStop tells whether the shop took no orders within its hours when the part was requested.
type SnapshotStop struct {
	Kind   string // a StopPaused or StopClosed that lasts; "" ends one
	Until  int64  // end of the hours, with a Kind
	Forget int64  // stops of the shop that ended before are deleted
}

// Kinds of stops.
const (
	StopPaused = "paused" // by a pause of ours
	StopClosed = "closed" // on the platform
)

// Stop is a time within a shop's hours in which it took no orders. Until is the end of the hours, unless the shop was
// seen to take orders before.
type Stop struct {
	ShopID int64
	Since  int64
	Until  int64
	Kind   string
}

// SnapshotDates is a list of special dates by days. It replaces the stored entries of its days, and all
// ranges that end on Open or later.
type SnapshotDates struct {
	Entries []SnapshotDate
	Open    string // the first day whose ranges the list still contains
	Forget  string // ranges that ended before this day are deleted
}

// SnapshotDate is an entry of SnapshotDates. Days are dates such as "2026-12-24", both included.
type SnapshotDate struct {
	First string
	Last  string
	Hours []byte // the entry's shifts in JSON (interface 2.3)
}

// ShopSnapshot is a shop's entry in the shop directory, with the time of its next read.
type ShopSnapshot struct {
	ShopID     int64
	Version    int64 // incremented with each change of the entry
	Failure    string
	Tries      int64 // failures in a row
	DueAt      int64 // below 0 if a read was requested
	LeaseUntil int64
	Parts      []SnapshotPart // by part
}

// Directory keeps the shop directory: the platform's latest data about each shop. It holds no data
// about customers.
type Directory interface {
	// EnsureSeen adds shops that were never read, due at once.
	EnsureSeen(ctx context.Context) error
	// SeenChanges counts the changes of all entries: it is the sum of their versions.
	SeenChanges(ctx context.Context) (int64, error)
	// SeenVersions returns each shop's version.
	SeenVersions(ctx context.Context) (map[int64]int64, error)
	// Seen lists the entries of these shops, by ShopID.
	Seen(ctx context.Context, shops []int64) ([]ShopSnapshot, error)
	// SaveSeen saves the parts that aren't older than the stored ones, with their lists. A stored part from after most
	// is of a clock that was wrong: it is replaced.
	SaveSeen(ctx context.Context, parts []SnapshotPart, most int64) error
	// ClaimSeen claims up to limit shops that are due and free, longest overdue first. The result lacks their parts. A
	// shop that is due or held after most was set by a clock that was wrong: it is due and free.
	ClaimSeen(ctx context.Context, now, until, most int64, limit int) ([]ShopSnapshot, error)
	// FinishSeen ends a claim, saves the claimed Failure and Tries, and makes the shop due at due, or
	// at once if a read was requested since the claim. ErrConflict means that the claim has ended.
	FinishSeen(ctx context.Context, claimed ShopSnapshot, due int64) error
	// AskSeen requests a read of shops before all others, by setting their DueAt to -now.
	AskSeen(ctx context.Context, shops []int64, now int64) error
	// SeenDates lists the entries of shops whose last day is in [from, before), by shop, latest first.
	SeenDates(ctx context.Context, shops []int64, from, before string) (map[int64][]SnapshotDate, error)
	// Stops lists the shops' stops that overlap [from, to), by shop and Since.
	Stops(ctx context.Context, shops []int64, from, to int64) ([]Stop, error)
}
