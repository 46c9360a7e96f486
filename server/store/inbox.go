package store

import "context"

// States of a message.
const (
	MessageWaiting = "waiting"
	MessageDone    = "done"
	MessageDead    = "dead" // given up, until an operator replays the message
)

// WhyForeign is the Why of dead messages whose shop isn't one of [Shops]. The application may have shops that nobody
// wants in the console, so such a message is no trouble.
const WhyForeign = "we don't look after this shop"

// Message is a message that the platform pushed (interface 6.1).
type Message struct {
	ID          int64
	MessageID   string
	Fingerprint string // hash of an order event's content; "" for other messages
	Digest      []byte // hash of the fields that a repeat shares with the first delivery
	ReceivedAt  int64
	EventID     int64
	ShopID      int64
	OrderID     int64 // 0 if the message is about no order
	Body        []byte
	State       string
	Tries       int64
	DueAt       int64
	LeaseUntil  int64  // until then a single process works on the message
	Holder      string // name of that process's claim
	Why         string
}

// Added is the result of adding a message.
type Added int

// The results.
const (
	AddedNew    Added = iota
	AddedRepeat       // the message is already stored
	AddedOther        // its MessageID is stored with another Digest: not added
)

// InboxFacts summarises the inbox.
type InboxFacts struct {
	Waiting int64
	Oldest  int64           // ReceivedAt of the first waiting message
	Dead    int64           // but for those of WhyForeign
	Foreign int64           // dead by WhyForeign
	Counts  map[int64]int64 // by EventID
	Last    map[int64]int64 // ReceivedAt of the latest message, by EventID
}

// InboxBacklog counts the messages that nobody has acted on.
type InboxBacklog struct {
	Waiting int64
	Oldest  int64 // ReceivedAt of the first waiting message, 0 for none
	Dead    int64 // but for those of WhyForeign
	Foreign int64 // dead by WhyForeign
}

// Inbox keeps the messages.
type Inbox interface {
	// AddMessages adds the messages that aren't stored yet, as waiting, in one transaction, and
	// returns the result for each. The messages are durable when AddMessages returns. If they have a Holder, they are
	// stored as claimed by it until LeaseUntil: both are the same for all, and no other claim has the holder's name.
	// AddMessages sets the ID of each new message.
	AddMessages(ctx context.Context, messages []Message) ([]Added, error)
	// ClaimMessages claims up to limit due and free messages for holder until a moment: first those never
	// tried, the oldest first, then those that have been due longest.
	// A message that is due or claimed later by more than [MostAhead] is of a clock that was wrong: it is due and free.
	// A holder is a claim of a process; its name begins with the name of the replica and a slash.
	ClaimMessages(ctx context.Context, holder string, now, until int64, limit int) ([]Message, error)
	// HoldMessages prolongs the holder's claim.
	HoldMessages(ctx context.Context, holder string, until int64) error
	// ReleaseMessages ends the holder's claim, so that any process may claim the messages at once.
	ReleaseMessages(ctx context.Context, holder string) error
	// RecoverMessages ends the claims of all processes of a replica that is about to start again. In a
	// database of a single process all claims end.
	RecoverMessages(ctx context.Context, replica string) error
	// SaveMessages saves State, Tries, DueAt and Why of the messages still claimed by their Holder,
	// and ends the claims. A claim under which messages were added ends whole: those not given are released.
	SaveMessages(ctx context.Context, messages []Message) error
	// DeadMessages lists the newest dead messages, those of WhyForeign last. StrangeMessages lists the newest messages
	// with event codes that aren't in known.
	DeadMessages(ctx context.Context, limit int) ([]Message, error)
	StrangeMessages(ctx context.Context, known []int64, limit int) ([]Message, error)
	// ReplayMessages makes dead messages wait again, all of them if ids is empty, and returns their
	// number. If none of them is dead, the error is ErrNotFound.
	ReplayMessages(ctx context.Context, ids []int64, now int64) (int64, error)
	// RecallMessages makes dead messages wait again whose Why is given, that were received since a moment, and whose
	// shop is one of [Shops] now. It returns their number.
	RecallMessages(ctx context.Context, why string, since, now int64) (int64, error)
	// InboxBacklog counts the messages that wait and those that were given up. It is cheap.
	InboxBacklog(ctx context.Context) (InboxBacklog, error)
	// InboxFacts summarises the inbox. It reads a whole index of it.
	InboxFacts(ctx context.Context) (InboxFacts, error)
	// PruneInbox deletes done messages that were received before a moment, up to the first younger message.
	PruneInbox(ctx context.Context, before int64) error
	// PruneDead deletes dead messages that were received before a moment.
	PruneDead(ctx context.Context, before int64) error
	// PruneForeign deletes dead messages by WhyForeign that were received before a moment.
	PruneForeign(ctx context.Context, before int64) error
	// OrderMessages lists the messages about an order, oldest first, and among them dead ones without an OrderID whose
	// text has the order's number. It reads the whole inbox.
	OrderMessages(ctx context.Context, shopID, orderID int64) ([]Message, error)
}

// Refusal is a refused delivery.
type Refusal struct {
	ID       int64
	At       int64
	Why      string
	EventID  int64
	ShopID   int64
	Address  string
	Size     int64
	Body     []byte // the beginning of the body
	Received string // the URL as received
	Matches  string // names of rules, joined by commas
}

// HookEvent is the registration of our webhook's URL for an event.
type HookEvent struct {
	EventID  int64
	Test     bool   // with the test flag, which leaves the production registration as it is
	State    string // "set" or "failed"
	URL      string
	At       int64
	Operator string
	Note     string
}

// Hooks keeps the refusals, registrations and marks of the webhook.
type Hooks interface {
	// AddRefusal adds r and deletes all but the newest keep refusals.
	AddRefusal(ctx context.Context, r Refusal, keep int) error
	// Refusals lists the newest refusals.
	Refusals(ctx context.Context, limit int) ([]Refusal, error)
	// OrderRefusals lists the refusals whose text has the number of an order, oldest first.
	OrderRefusals(ctx context.Context, shopID, orderID int64) ([]Refusal, error)
	// PruneRefusals deletes refusals from before a moment.
	PruneRefusals(ctx context.Context, before int64) error
	// PutHookEvent replaces the registration with the EventID and Test of e.
	PutHookEvent(ctx context.Context, e HookEvent) error
	// HookEvents lists the registrations by event, an event's production one first.
	HookEvents(ctx context.Context) ([]HookEvent, error)
	// Mark records that something was seen at a moment, unless a later moment is stored that isn't later by more than
	// [MostAhead].
	Mark(ctx context.Context, name string, at int64) error
	// Marked returns the moment of a mark, 0 for never.
	Marked(ctx context.Context, name string) (int64, error)
}
