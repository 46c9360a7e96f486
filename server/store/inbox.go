package store

import "context"

// States of a message.
const (
	MessageWaiting = "waiting"
	MessageDone    = "done"
	MessageDead    = "dead" // given up on, until somebody has it replayed
)

// Message is a message that the platform pushed (interface 6.1).
type Message struct {
	ID          int64
	MessageID   string
	Fingerprint string // of what is said of an order; "" where there is no order
	Digest      []byte // of what a repeat has in common with the first
	ReceivedAt  int64
	EventID     int64
	ShopID      int64
	OrderID     int64 // 0: about no order
	Body        []byte
	State       string
	Tries       int64
	DueAt       int64
	LeaseUntil  int64  // until then one process works on it alone
	Holder      string // which one
	Why         string
}

// Added is what became of a message that was to be added.
type Added int

// The fates.
const (
	AddedNew    Added = iota
	AddedRepeat       // it is here already
	AddedOther        // its MessageID is here with another Digest: not added
)

// InboxFacts sums the inbox up.
type InboxFacts struct {
	Waiting int64
	Oldest  int64 // ReceivedAt of the first that waits
	Dead    int64
	Counts  map[int64]int64 // by EventID
	Last    map[int64]int64 // ReceivedAt of the last one, by EventID
}

// Inbox keeps the messages.
type Inbox interface {
	// AddMessages adds the messages that aren't here yet, as waiting, in one
	// transaction, and says of each what became of it. They are durable when it
	// returns.
	AddMessages(ctx context.Context, messages []Message) ([]Added, error)
	// ClaimMessages takes up to limit messages that are due and free at now, the
	// oldest first, for holder until a moment. A holder is a process; its name
	// begins with its replica's and a slash.
	ClaimMessages(ctx context.Context, holder string, now, until int64, limit int) ([]Message, error)
	// HoldMessages prolongs holder's claims.
	HoldMessages(ctx context.Context, holder string, until int64) error
	// ReleaseMessages ends holder's claims: the messages are anybody's at once.
	ReleaseMessages(ctx context.Context, holder string) error
	// RecoverMessages ends the claims of all processes of a replica, which is
	// about to start again: of everybody, where a database is one process's own.
	RecoverMessages(ctx context.Context, replica string) error
	// SaveMessages stores State, Tries, DueAt and Why and ends the claim, of
	// those whose Holder is still the given one.
	SaveMessages(ctx context.Context, messages []Message) error
	// DeadMessages lists the newest dead ones; MessagesOf those of event codes
	// that aren't among known.
	DeadMessages(ctx context.Context, limit int) ([]Message, error)
	StrangeMessages(ctx context.Context, known []int64, limit int) ([]Message, error)
	// ReplayMessages makes dead messages wait again, all of them for no ids, and
	// returns how many. ErrNotFound: none of them is dead.
	ReplayMessages(ctx context.Context, ids []int64, now int64) (int64, error)
	// InboxFacts sums up.
	InboxFacts(ctx context.Context) (InboxFacts, error)
	// PruneInbox deletes what is done and was received before a moment.
	PruneInbox(ctx context.Context, before int64) error
}

// Refusal is a delivery that wasn't accepted.
type Refusal struct {
	ID       int64
	At       int64
	Why      string
	EventID  int64
	ShopID   int64
	Address  string
	Size     int64
	Body     []byte // its beginning
	Received string // the URL
	Matches  string // joined by commas
}

// HookEvent is a registration of our webhook's URL for an event.
type HookEvent struct {
	EventID  int64
	Test     bool
	State    string // "set" or "failed"
	URL      string
	At       int64
	Operator string
	Note     string
}

// Hooks keeps what is known of the webhook beside its messages.
type Hooks interface {
	// AddRefusal keeps r and forgets all but the newest keep.
	AddRefusal(ctx context.Context, r Refusal, keep int) error
	// Refusals lists the newest.
	Refusals(ctx context.Context, limit int) ([]Refusal, error)
	// PutHookEvent replaces the registration of an event.
	PutHookEvent(ctx context.Context, e HookEvent) error
	// HookEvents lists them by event.
	HookEvents(ctx context.Context) ([]HookEvent, error)
	// Mark notes that something was seen at a moment, unless it was seen later.
	Mark(ctx context.Context, name string, at int64) error
	// Marked is when it was seen last, 0 for never.
	Marked(ctx context.Context, name string) (int64, error)
}
