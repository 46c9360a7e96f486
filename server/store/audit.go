package store

import "context"

// Outcomes of an audited change.
const (
	OutcomeIntent  = "intent"  // about to be sent; the outcome isn't known yet
	OutcomeDone    = "done"    // it took effect
	OutcomeRefused = "refused" // it didn't
	OutcomeUnknown = "unknown" // no answer: it may have taken effect
)

// Entry is what the audit says of one change: who wanted what of which shop,
// and what came of it. Request is the body as it was sent, without secrets;
// Before is the record that it replaced, nil when that isn't known. Times are
// milliseconds of Unix time.
type Entry struct {
	ID         int64
	At         int64
	OperatorID int64 // 0: the server itself
	Operator   string
	Address    string
	ShopID     int64  // 0: none, or all
	Action     string // platform.Endpoint.Audit, or one of our own
	Request    []byte
	Before     []byte
	Outcome    string
	Detail     string // a code and safe words
	FinishedAt int64  // 0 while it is an intent
}

// EntryQuery chooses entries. Its zero value chooses all of them.
type EntryQuery struct {
	Shops      []int64 // nil: all, those of no shop too
	OperatorID int64
	Kinds      []string // what stands before the dot in Action
	From, To   int64    // At from From until before To
	Before     int64    // entries with a smaller ID
	Limit      int      // 0: none are listed
}

// AuditPerson is somebody who changed something.
type AuditPerson struct {
	OperatorID int64
	Name       string
}

// Audit keeps what was changed, in one chain of rows that are never changed.
type Audit interface {
	// Begin writes e as an intent, whatever its ID and Outcome, and returns its
	// ID. It is durable when Begin returns.
	Begin(ctx context.Context, e Entry) (int64, error)
	// Finish records the outcome of the entry, which isn't OutcomeIntent, and
	// replaces its Detail, once; a second time is ErrConflict.
	Finish(ctx context.Context, id int64, outcome, detail string, now int64) error
	// Together writes e as done in the transaction of the one change of the
	// store that do makes with the context it is given: both are kept, or
	// neither. A do that changes nothing writes nothing. Where do makes an
	// operator by a one-time link, an e without an OperatorID is theirs.
	Together(ctx context.Context, e Entry, do func(ctx context.Context) error) error
	// Entries lists entries, newest first.
	Entries(ctx context.Context, q EntryQuery) ([]Entry, error)
	// AuditPeople lists who made the changes to the shops, nil for all: by
	// name, which is the latest one. The server itself is not among them.
	AuditPeople(ctx context.Context, shops []int64) ([]AuditPerson, error)
}

// AuditRow is a link of the chain. One whose Entry is another's Seq tells that
// one's outcome: it has only At, Outcome and Detail.
type AuditRow struct {
	Seq, Entry int64
	Content    Entry // without ID and FinishedAt
	KeyID      string
	MAC        []byte
}

// AuditSigner signs a row, whose KeyID and MAC aren't set, with the MAC of the
// row before it.
type AuditSigner func(before []byte, row AuditRow) (keyID string, mac []byte)

// AuditHead is where the chain ends and where it begins: what is older than
// PrunedSeq has been deleted. PrunedMAC is that row's; PrunedSeal, by the key
// PrunedKey, proves both.
type AuditHead struct {
	Seq        int64
	MAC        []byte
	PrunedSeq  int64
	PrunedMAC  []byte
	PrunedKey  string
	PrunedSeal []byte
}

// AuditChain is the audit as it is stored, to be signed, proven and shortened.
type AuditChain interface {
	// SignAudit has the rows written from now on signed. Without it they have
	// no MAC.
	SignAudit(sign AuditSigner)
	// AuditRows lists rows in the order of Seq, from the one after that.
	AuditRows(ctx context.Context, after int64, limit int) ([]AuditRow, error)
	// AuditHead tells the chain's ends, as of one moment.
	AuditHead(ctx context.Context) (AuditHead, error)
	// PruneAudit deletes the rows up to head.PrunedSeq and remembers the
	// Pruned… of head.
	PruneAudit(ctx context.Context, head AuditHead) error
}
