package store

import "context"

// Outcomes of an audited change.
const (
	OutcomeIntent  = "intent"  // about to be sent; the outcome isn't known yet
	OutcomeDone    = "done"    // the change took effect
	OutcomeRefused = "refused" // the change, or a part of it, didn't take effect
	OutcomeUnknown = "unknown" // no answer: the change may have taken effect
)

// Entry is an audited change: who asked for the change, of which shop, and its outcome. Request is
// the body as sent, without secrets. Before is the replaced record, nil if unknown. Times are
// milliseconds of Unix time.
type Entry struct {
	ID         int64
	At         int64
	OperatorID int64 // 0 for the server itself
	Operator   string
	Address    string
	ShopID     int64  // 0 for none, several or all
	Action     string // platform.Endpoint.Audit, or an action of our own
	Request    []byte
	Before     []byte
	Outcome    string
	Detail     string // a code and a safe message; of connections, it ends in their shops: "7, 8"
	FinishedAt int64  // 0 for an intent
}

// EntryQuery selects entries. Its zero value selects all of them.
type EntryQuery struct {
	Shops      []int64 // entries of these shops, and of connections that reach one of them; nil: all entries
	OperatorID int64
	Kinds      []string // the part of Action before the dot
	From, To   int64    // From is included, To isn't
	Before     int64    // only entries with a smaller ID
	Limit      int      // 0 lists none
}

// AuditPerson is an operator who changed something.
type AuditPerson struct {
	OperatorID int64
	Name       string
}

// Audit keeps the audited changes in a chain of rows that are never changed.
type Audit interface {
	// Begin writes e as an intent, whatever its ID and Outcome, and returns the new ID. The entry is
	// durable when Begin returns.
	Begin(ctx context.Context, e Entry) (int64, error)
	// Finish records the outcome of an entry and replaces its Detail. outcome must not be
	// OutcomeIntent. A second Finish of an entry returns ErrConflict.
	Finish(ctx context.Context, id int64, outcome, detail string, now int64) error
	// WithAudit writes e as done in the transaction of the change that do makes with its context: both
	// are kept, or neither. If do changes nothing, nothing is written. If do creates an operator by a
	// one-time link, an e without OperatorID gets that operator's ID.
	WithAudit(ctx context.Context, e Entry, do func(ctx context.Context) error) error
	// Entries lists entries, newest first.
	Entries(ctx context.Context, q EntryQuery) ([]Entry, error)
	// AuditPeople lists the operators who changed the shops, nil for all shops, ordered by their
	// latest name. The server itself isn't listed.
	AuditPeople(ctx context.Context, shops []int64) ([]AuditPerson, error)
}

// AuditRow is a row of the chain. A row whose Entry is the Seq of another row holds the outcome of
// that row, and sets only At, Outcome and Detail of Content.
type AuditRow struct {
	Seq, Entry int64
	Content    Entry // without ID and FinishedAt
	KeyID      string
	MAC        []byte
}

// AuditSigner signs a row, whose KeyID and MAC are empty, together with the MAC of the previous
// row.
type AuditSigner func(before []byte, row AuditRow) (keyID string, mac []byte)

// AuditHead describes both ends of the chain. Rows up to PrunedSeq have been deleted. PrunedMAC is
// the MAC of the row PrunedSeq. PrunedSeal, made with the key PrunedKey, proves both.
type AuditHead struct {
	Seq        int64
	MAC        []byte
	PrunedSeq  int64
	PrunedMAC  []byte
	PrunedKey  string
	PrunedSeal []byte
}

// AuditChain is the stored audit, to be signed, verified and pruned.
type AuditChain interface {
	// SignAudit sets the signer of all rows written from now on. Without a signer rows have no MAC.
	SignAudit(sign AuditSigner)
	// AuditRows lists rows with a Seq greater than after, ordered by Seq.
	AuditRows(ctx context.Context, after int64, limit int) ([]AuditRow, error)
	// AuditHead reads both ends of the chain at one moment.
	AuditHead(ctx context.Context) (AuditHead, error)
	// PruneAudit deletes the rows up to head.PrunedSeq and stores the Pruned fields of head.
	PruneAudit(ctx context.Context, head AuditHead) error
}
