package api

import (
	"cmp"
	"encoding/json"

	"github.com/shopdesk/shopdesk/platform"
)

// Column is where an order stands on our board. The platform's status names
// aren't shown (interface 3.2); its number travels beside as Order.Status.
type Column string

// The columns, in the order an order goes through them. It never goes back.
const (
	ColumnNew       Column = "new"       // not accepted yet: cancelled by the platform at Order.AcceptBy
	ColumnPreparing Column = "preparing" // accepted
	ColumnReady     Column = "ready"     // marked ready
	ColumnDone      Column = "done"      // completed or collected
	ColumnCancelled Column = "cancelled" // also one that was done before
	ColumnOther     Column = "other"     // the status says nothing to us; never left without a known one
)

// Milliseconds that an order waits: the platform cancels it after AcceptWithin (interface 3.2, rule 1). In its last
// minute devices ring and are notified again.
const (
	AcceptWithin = 5 * 60_000
	LastMinute   = 60_000
)

// Open reports whether somebody still has work with the order.
func (c Column) Open() bool { return c != ColumnDone && c != ColumnCancelled }

// Money is an amount in the currency's minor unit. Text is the platform's own
// words for it, "HKD 62.00", and may be missing.
type Money struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
	Text     string `json:"text,omitempty"`
}

// MoneyOf is an amount of the platform's. One that can't be read has no currency, and its Text is what came.
func MoneyOf(f platform.Fee) *Money {
	if f.Known() {
		return &Money{Amount: f.Amount, Currency: f.Currency, Text: f.Text}
	}
	words := cmp.Or(f.Text, f.Extra.Raw("amount"))
	f.Extra.Each(func(name, _ string) {
		if raw, err := platform.Write(f); words == "" && name != "" && err == nil {
			words = string(raw)
		}
	})
	return &Money{Text: words}
}

// Order is an order as the board shows it. Times are milliseconds of Unix time
// by the server's clock, 0 when not known.
type Order struct {
	OrderID int64  `json:"orderId,string"`
	ShopID  int64  `json:"shopId,string"`
	Version int64  `json:"version"` // ours; grows with each change: an older one is never shown over a newer
	Number  string `json:"number"`  // the short one people call out, "4817"
	Status  int    `json:"status"`  // the platform's, also if unknown
	Column  Column `json:"column"`

	StatusRaw string `json:"statusRaw,omitempty"` // the platform's status as it came, where it is no number

	PlacedAt    int64 `json:"placedAt"`
	AcceptBy    int64 `json:"acceptBy,omitempty"`   // the platform cancels it then (3.2, rule 1); while in ColumnNew
	PromisedAt  int64 `json:"promisedAt,omitempty"` // when the customer expects it
	AcceptedAt  int64 `json:"acceptedAt,omitempty"`
	ReadyAt     int64 `json:"readyAt,omitempty"`
	DoneAt      int64 `json:"doneAt,omitempty"`
	CancelledAt int64 `json:"cancelledAt,omitempty"`
	LateAt      int64 `json:"lateAt,omitempty"` // an open order is late from then on
	ChangedAt   int64 `json:"changedAt"`        // of this version

	AcceptedVia Via          `json:"acceptedVia,omitempty"`
	AcceptedBy  string       `json:"acceptedBy,omitempty"` // with ViaPerson
	Items       []OrderItem  `json:"items,omitempty"`      // empty while Partial
	ItemCount   int          `json:"itemCount,omitempty"`  // sum of their counts
	Total       *Money       `json:"total,omitempty"`      // what the customer pays
	Note        string       `json:"note,omitempty"`       // the customer's
	Pickup      bool         `json:"pickup,omitempty"`     // the customer collects it
	Rider       bool         `json:"rider,omitempty"`      // a rider does, as the platform says
	Way         string       `json:"way,omitempty"`        // the platform's delivery type as it came, "" for none or 0
	Cancel      *OrderEnd    `json:"cancel,omitempty"`     // once cancelled
	Refund      *OrderRefund `json:"refund,omitempty"`     // the last one
	Delivery    *OrderRider  `json:"delivery,omitempty"`   // the last one
	Doing       *OrderDoing  `json:"doing,omitempty"`      // an act that is under way
	Partial     bool         `json:"partial,omitempty"`    // only the event is known; the platform is being asked
	// the platform doesn't tell us the order; the server goes on trying
	Trouble bool `json:"trouble,omitempty"`
	// deleted at the customer's request but for its number, column and PlacedAt; never read from the platform again
	Erased bool `json:"erased,omitempty"`
}

// Lapsed reports that nobody accepted the order in time, and the platform cancelled it.
func (o *Order) Lapsed() bool {
	return o.Cancel != nil && o.Cancel.Via == ViaPlatform && o.Cancel.OpType == 0 && o.AcceptedAt == 0 &&
		o.AcceptedVia == ""
}

// Via tells who or what did something.
type Via string

// The ways.
const (
	ViaPerson    Via = "person"    // somebody here, by name
	ViaRule      Via = "rule"      // our automatic acceptance
	ViaServer    Via = "server"    // this server by itself
	ViaPlatform  Via = "platform"  // the platform itself, or somebody there
	ViaElsewhere Via = "elsewhere" // a POS terminal or another console of the merchant
	ViaCustomer  Via = "customer"
	ViaSupport   Via = "support" // the platform's customer service
)

// OrderItem is a line of the order in brief.
type OrderItem struct {
	Count   int      `json:"count"`
	Name    string   `json:"name"`
	Spec    string   `json:"spec,omitempty"`
	Options []string `json:"options,omitempty"` // "less ice", "2× egg"
}

// OrderEnd is how an order was cancelled.
type OrderEnd struct {
	Via    Via    `json:"via,omitempty"`
	OpType int    `json:"opType,omitempty"` // the platform's number for who
	OpRaw  string `json:"opRaw,omitempty"`  // what came in its place
	By     string `json:"by,omitempty"`     // with ViaPerson
	Reason string `json:"reason,omitempty"` // as the platform gives it
}

// RefundStanding is how far a refund is.
type RefundStanding string

// The standings.
const (
	RefundAsked    RefundStanding = "asked"    // a customer waits for an answer
	RefundAgreed   RefundStanding = "agreed"   // approved
	RefundRejected RefundStanding = "rejected" // refused
	RefundDecided  RefundStanding = "decided"  // elsewhere, and how isn't known
	RefundApplied  RefundStanding = "applied"  // a partial refund that we started
)

// OrderRefund is a refund of an order.
type OrderRefund struct {
	ID       int64          `json:"id,string,omitempty"` // the platform's after-sale number
	Standing RefundStanding `json:"standing"`
	Partial  bool           `json:"partial,omitempty"`
	Reason   string         `json:"reason,omitempty"` // the customer's
	Money    *Money         `json:"money,omitempty"`
	Items    []OrderItem    `json:"items,omitempty"`
	At       int64          `json:"at"`            // of the standing
	Via      Via            `json:"via,omitempty"` // who decided
	By       string         `json:"by,omitempty"`
	Status   int            `json:"status,omitempty"` // the platform's number, if it gives one

	StatusRaw string `json:"statusRaw,omitempty"` // what came in its place
}

// OrderRider is the delivery. Status is the platform's number: no value is
// documented. The courier's phone is in the detail alone.
type OrderRider struct {
	Status int    `json:"status"`
	Name   string `json:"name,omitempty"`
	At     int64  `json:"at,omitempty"`

	StatusRaw string `json:"statusRaw,omitempty"` // what came in place of the number, "0" for 0; "" with 0: it isn't known
}

// OrderDoing is an act on its way to the platform: whoever looks at the order
// meanwhile sees by whom.
type OrderDoing struct {
	Act   Act    `json:"act"`
	Via   Via    `json:"via"`
	By    string `json:"by,omitempty"`
	Since int64  `json:"since"`
}

// Orders answers [PathOrders]: all open orders, those with a refund that waits
// for an answer, and what was done or cancelled within the last [BoardHours], by
// PlacedAt. A stream that begins after Seq misses nothing that isn't in here.
type Orders struct {
	Orders []Order  `json:"orders"`
	Seq    int64    `json:"seq,string"`
	Now    int64    `json:"now"`            // the server's clock
	More   bool     `json:"more,omitempty"` // ended ones were left out: see the history
	Hooks  *Hearing `json:"hooks,omitempty"`
}

// Hearing tells whether the platform's messages still come through. HeardAt is when a heartbeat or a message came last,
// and while messages are refused or missed, when one was accepted last; 0: never.
type Hearing struct {
	HeardAt int64  `json:"heardAt,omitempty"`
	Silent  bool   `json:"silent,omitempty"` // orders may be missing
	Why     GapWhy `json:"why,omitempty"`    // with Silent
}

// Bounds of the lists.
const (
	BoardHours   = 12
	BoardEnded   = 200 // ended orders on the board
	HistoryPage  = 50
	HistoryPages = 200 // the largest limit that can be asked for
	MaxFind      = 200 // characters of a text that is looked for
)

// OrderDetail answers [PathOrder] (query: shop, order) and [PathOrderRefresh].
type OrderDetail struct {
	Order     Order           `json:"order"`
	Lines     []OrderLine     `json:"lines,omitempty"`
	Fees      []OrderFee      `json:"fees,omitempty"` // as they are reckoned; the unknown ones last
	Recipient *Recipient      `json:"recipient,omitempty"`
	Forgotten bool            `json:"forgotten,omitempty"` // recipient and note were deleted: they were old enough
	Riders    []Rider         `json:"riders,omitempty"`
	Refunds   []OrderRefund   `json:"refunds,omitempty"`
	Raw       json.RawMessage `json:"raw,omitempty"` // the platform's record as it came, null while Partial
	ReadAt    int64           `json:"readAt,omitempty"`
	Timeline  []TimelineEntry `json:"timeline"` // oldest first
	// how the order reached devices, oldest first: What is a Reach, Text names operator and device
	Reached []TimelineEntry `json:"reached,omitempty"`
	Now     int64           `json:"now"`
}

// OrderLine is a product of the order. Price is currency-formatted by the
// platform.
type OrderLine struct {
	ID     int64            `json:"id,string"` // orderProductId of refunds
	Name   string           `json:"name"`
	Spec   string           `json:"spec,omitempty"`
	Count  int              `json:"count"`
	Price  string           `json:"price,omitempty"`
	Groups []OrderLineGroup `json:"groups,omitempty"`
}

// OrderLineGroup is a choice group with what was chosen.
type OrderLineGroup struct {
	Name    string            `json:"name"`
	Options []OrderLineOption `json:"options,omitempty"`
}

// OrderLineOption is a chosen option.
type OrderLineOption struct {
	Name  string `json:"name"`
	Count int    `json:"count,omitempty"`
	Price string `json:"price,omitempty"`
}

// OrderFee is a named amount of the order's fees. Names are the platform's.
type OrderFee struct {
	Name  string `json:"name"`
	Money Money  `json:"money"`
}

// Recipient is who receives the order.
type Recipient struct {
	Name    string `json:"name,omitempty"`
	Phone   string `json:"phone,omitempty"`
	Address string `json:"address,omitempty"`
}

// Rider is a delivery in full.
type Rider struct {
	Status int    `json:"status"`
	Name   string `json:"name,omitempty"`
	Phone  string `json:"phone,omitempty"`

	StatusRaw string `json:"statusRaw,omitempty"` // as of an [OrderRider]
}

// TimelineEntry is something that happened to an order. The words for it are
// the browser's.
type TimelineEntry struct {
	At     int64        `json:"at"`
	What   TimelineKind `json:"what"`
	Via    Via          `json:"via,omitempty"`
	By     string       `json:"by,omitempty"`     // a person's name
	Act    Act          `json:"act,omitempty"`    // with What == TimelineAct
	State  ActState     `json:"state,omitempty"`  // of the act
	Event  int          `json:"event,omitempty"`  // interface 6.3, with TimelineEvent; also unknown ones
	Status int          `json:"status,omitempty"` // the platform's
	// reason code of an act, opType of a cancellation, logisticsStatus of a delivery
	Code  int    `json:"code,omitempty"`
	Raw   string `json:"raw,omitempty"`  // what came in place of the code
	Text  string `json:"text,omitempty"` // a reason, or the platform's words
	Money *Money `json:"money,omitempty"`
	Came  int64  `json:"came,omitempty"`  // when the event's message came
	Heard int64  `json:"heard,omitempty"` // when we acted on that message
}

// TimelineKind tells what a [TimelineEntry] is.
type TimelineKind string

// The kinds.
const (
	TimelineEvent TimelineKind = "event" // the platform told us
	TimelineAct   TimelineKind = "act"   // somebody, or a rule, asked the platform for something
	TimelineRead  TimelineKind = "read"  // asked again, we found another status than we knew
)
