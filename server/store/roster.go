package store

import "context"

// Parts of what the platform says of a shop.
const (
	SeenRecord = "record" // interface 2.2
	SeenWeek   = "week"   // interface 2.4
	SeenDates  = "dates"  // interface 2.5, a list
	// SeenUnlisted are special dates that were known and that the platform lists
	// no longer, a list as well.
	SeenUnlisted = "unlisted"
)

// SeenPart is one part as the platform said it, in JSON. At is when it was
// asked for, or told to us: of two, the later one counts.
type SeenPart struct {
	ShopID int64
	Part   string
	Body   []byte
	At     int64 // milliseconds of Unix time, as are all times

	Written bool      // by ourselves: what isn't in it was taken away
	Dates   *SeenList // of SeenDates; saved with the part, not given back
}

// SeenList is a list of special dates by days. What it says replaces what was
// kept of its days, and of ranges that end on Open or later.
type SeenList struct {
	Entries []SeenDate
	Open    string // the first day whose ranges a list of that time still has
	Forget  string // ranges that ended before it are forgotten
}

// SeenDate is an entry of such a list. Days are dates such as "2026-12-24",
// both included.
type SeenDate struct {
	First string
	Last  string
	Hours []byte // its periods in JSON (interface 2.3)
}

// Seen is what is known of a shop, and when it is read next.
type Seen struct {
	ShopID     int64
	Version    int64 // counts up with each change of what is known
	Failure    string
	Tries      int64 // failures in a row
	DueAt      int64 // below 0: it was asked for
	LeaseUntil int64
	Parts      []SeenPart // by part
}

// Roster keeps what the platform last said of each shop. It holds nothing about
// customers.
type Roster interface {
	// EnsureSeen has shops that were never read read at once.
	EnsureSeen(ctx context.Context) error
	// SeenVersions tells each shop's version.
	SeenVersions(ctx context.Context) (map[int64]int64, error)
	// Seen lists what is known of these shops, by ShopID.
	Seen(ctx context.Context, shops []int64) ([]Seen, error)
	// SaveSeen keeps those parts that aren't older than what is kept, with
	// their lists.
	SaveSeen(ctx context.Context, parts []SeenPart) error
	// ClaimSeen takes up to limit shops that are due and free, the longest
	// overdue first, without their parts.
	ClaimSeen(ctx context.Context, now, until int64, limit int) ([]Seen, error)
	// FinishSeen ends a claim with the Failure and Tries of what was claimed,
	// and has the shop read next at due, or at once if it was asked for since.
	// ErrConflict when the claim is over.
	FinishSeen(ctx context.Context, claimed Seen, due int64) error
	// AskSeen has shops read before all others. Their DueAt is -now.
	AskSeen(ctx context.Context, shops []int64, now int64) error
	// SeenDates lists the entries of a shop's lists that ended on a day from
	// from on and before before, the latest first.
	SeenDates(ctx context.Context, shopID int64, from, before string) ([]SeenDate, error)
}
