package store

import "context"

// Outcomes of an audited change.
const (
	OutcomeIntent  = "intent"  // about to be sent; the outcome isn't known yet
	OutcomeDone    = "done"    // the platform answered code 0
	OutcomeRefused = "refused" // the platform answered, and refused
	OutcomeUnknown = "unknown" // no answer: it may have taken effect
)

// Entry is one row of the audit: who wanted what of which shop, and what came
// of it. Request is the body as it was sent, without secrets.
type Entry struct {
	ID         int64
	At         int64 // milliseconds of Unix time
	OperatorID int64 // 0: the server itself
	Operator   string
	Address    string
	ShopID     int64
	Action     string // platform.Endpoint.Audit, or one of our own
	Request    []byte
	Outcome    string
	Detail     string // a code and safe words
	FinishedAt int64
}

// Audit keeps what was changed. An entry is written before its change is sent
// and finished after.
type Audit interface {
	// Begin writes e as an intent, whatever its ID and Outcome, and returns its
	// ID. It is durable when Begin returns.
	Begin(ctx context.Context, e Entry) (int64, error)
	// Finish records the outcome of the entry, which isn't OutcomeIntent, and
	// replaces its Detail, once; a second time is ErrConflict.
	Finish(ctx context.Context, id int64, outcome, detail string, now int64) error
	// Entries lists the newest entries of a shop (0: of all), up to limit.
	Entries(ctx context.Context, shopID int64, limit int) ([]Entry, error)
}
