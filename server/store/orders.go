package store

import (
	"context"
	"time"
)

// Order is our copy of an order of the platform.
type Order struct {
	ShopID    int64
	OrderID   int64
	Version   int64  // 0 before the first save
	Stage     string // an api.Column
	PlacedAt  int64
	ChangedAt int64
	Search    string // lower case; a line each for the day's number, the platform's number, and then other words
	Data      []byte
	Record    string // the platform's record, sealed: null if never read; "" if deleted
	ReadAt    int64
	DueAt     int64 // next read from the platform, 0 for never; during a read, the end of the claim

	// Facts of Data, repeated for [OrderFigures].
	AcceptedAt int64  // 0 if the order wasn't accepted or the time is unknown
	LateAt     int64  // an open order is late from this moment on; 0 for none
	Refunds    int64  // number of refunds
	AskedAt    int64  // start of the customer's wait for an answer to a refund request; 0 if none waits
	ReadyAt    int64  // 0 if the order wasn't ready or the time is unknown
	Sales      int64  // what the customer pays, in minor units; 0 if cancelled or unknown
	Currency   string // of Sales, "" for none
}

// DueOrder is an order that is due to be read from the platform.
type DueOrder struct{ ShopID, OrderID, DueAt int64 }

// OrderChange is an order to be saved, with the entries and events of the change.
type OrderChange struct {
	Order    Order
	Timeline []OrderMoment
	Retold   bool // Timeline replaces the order's entries; otherwise it is added to them
	Events   []Event
	Act      *OrderAct // saved with the order
}

// SealedRecord is the platform's sealed record of an order.
type SealedRecord struct {
	ShopID  int64
	OrderID int64
	Record  string
}

// OrderMoment is an entry of an order's timeline.
type OrderMoment struct {
	At   int64
	Data []byte
}

// OrderReach is how an order reached a device.
type OrderReach struct {
	ShopID   int64
	OrderID  int64
	Device   string // a name of the session on the device
	How      string // an api.Reach
	At       int64
	Operator string
	Agent    string // browser and system, "" if unknown
}

// OrderAct is an act on an order.
type OrderAct struct {
	ShopID     int64
	OrderID    int64
	Key        string
	Act        string
	OperatorID int64
	State      string // an api.ActState
	Answer     []byte
	At         int64
}

// OrderSettings are a shop's settings about orders.
type OrderSettings struct {
	ShopID  int64
	Version int64 // 0 before the first save
	Data    []byte
}

// OrderQuery selects orders of the history. The newest come first.
type OrderQuery struct {
	Shops  []int64 // required
	From   int64   // lower bound of PlacedAt, 0 for none
	To     int64   // upper bound of PlacedAt, excluded
	Stages []string
	Words  []string // Search must contain all of them, numbers below 1000 as the day's number or in other words
	Odd    bool     // only cancelled and refunded orders
	Hours  []Span   // PlacedAt must be in one of them; none for any time
	Limit  int
	// The page begins after this order; 0, 0 for the first page.
	AfterPlaced, AfterOrder int64
}

// Span is a time from From to To, which is excluded.
type Span struct{ From, To int64 }

// How long the next read of an order is put off at most: of an open order, and of one that has ended.
const (
	PutOffOpen  = 10 * time.Minute
	PutOffEnded = time.Hour
)

// Orders keeps our copy of the orders.
type Orders interface {
	// SaveOrders saves each order whose stored version is still Order.Version (0: new), with the
	// version Order.Version+1, its timeline, its act and its events, all in one transaction. It
	// reports which orders were saved; of a stale order nothing is saved.
	SaveOrders(ctx context.Context, changes []OrderChange) ([]bool, error)
	// Order returns an order.
	Order(ctx context.Context, shopID, orderID int64) (Order, error)
	// Board lists the shops' orders that are open or have AskedAt, and the newest limit orders that
	// ended since a moment.
	Board(ctx context.Context, shops []int64, since int64, limit int) ([]Order, error)
	// History lists orders by PlacedAt and OrderID, descending. They lack what those of [OrderFigures] lack.
	History(ctx context.Context, q OrderQuery) ([]Order, error)
	// Timeline lists an order's entries, oldest first.
	Timeline(ctx context.Context, shopID, orderID int64) ([]OrderMoment, error)
	// DueOrders lists the due orders, at most each of a shop: the longest overdue order of each shop,
	// then the second of each shop, and so on. Where more than limit are due, new orders come first. An order that is
	// put off longer than [PutOffOpen] or [PutOffEnded] by more than [MostAhead] is of a clock that was wrong: it is due.
	DueOrders(ctx context.Context, now int64, each, limit int) ([]DueOrder, error)
	// ClaimOrders changes the DueAt of orders whose DueAt is still as given, and reports which were
	// changed: of several claimants of an order, one succeeds. Versions stay.
	ClaimOrders(ctx context.Context, due []DueOrder, at int64) ([]bool, error)
	// AskAgain makes due at a moment, unless due sooner, all orders that are open or have AskedAt, and in the
	// [PutOffEnded] after it the others that were placed since another moment. Orders whose Record was deleted are left
	// out.
	AskAgain(ctx context.Context, at, placedSince int64) error
	// CountStage counts a shop's orders in a stage.
	CountStage(ctx context.Context, shopID int64, stage string) (int, error)
	// Act returns the act with a key.
	Act(ctx context.Context, shopID, orderID int64, key string) (OrderAct, error)
	// OldRecords lists orders placed before a moment that still have a Record, the oldest first.
	OldRecords(ctx context.Context, before int64, limit int) ([]Order, error)
	// Records lists the sealed records of the orders after an order, by shop and order.
	Records(ctx context.Context, after SealedRecord, limit int) ([]SealedRecord, error)
	// ReplaceRecord replaces an order's record if the stored one is still r.Record; otherwise
	// ErrConflict. The order's version stays.
	ReplaceRecord(ctx context.Context, r SealedRecord, record string) error

	// AddReach adds how orders reached devices. The first row for an order, Device and How stays; rows of unknown
	// orders are left out.
	AddReach(ctx context.Context, reach []OrderReach) error
	// Reach lists how an order reached devices, oldest first.
	Reach(ctx context.Context, shopID, orderID int64) ([]OrderReach, error)

	// PruneOrders deletes up to limit orders that haven't changed since a moment, with their timelines, acts and reach,
	// and returns their number.
	PruneOrders(ctx context.Context, before int64, limit int) (int, error)
	// EraseOrder replaces an order, by compare-and-swap as in SaveOrders, by what is left of it, and deletes its timeline,
	// its acts, its reach, and the messages and refusals about it. If the order has changed or is unknown, the error is
	// ErrConflict.
	EraseOrder(ctx context.Context, left OrderChange) error

	// OrderSettings lists the saved settings of these shops, by shop.
	OrderSettings(ctx context.Context, shops []int64) ([]OrderSettings, error)
	// SaveOrderSettings replaces a shop's settings by compare-and-swap, as in SaveOrders, and adds an
	// event.
	SaveOrderSettings(ctx context.Context, s OrderSettings, e Event) error
}

// OrderFigure holds the facts of an order that statistics use, as in [Order].
type OrderFigure struct {
	ShopID     int64
	PlacedAt   int64
	AcceptedAt int64
	ReadyAt    int64
	Sales      int64
	Currency   string
}

// Waiting is a reason for which orders wait.
type Waiting string

// The reasons, and the field with the start of the wait.
const (
	WaitingNew   Waiting = "new"   // to be accepted, since PlacedAt
	WaitingLate  Waiting = "late"  // to be finished, since LateAt
	WaitingAsked Waiting = "asked" // for an answer to a refund request, since AskedAt
)

// OrdersWaiting lists the orders that have waited since before a moment.
type OrdersWaiting struct {
	Orders []Order // longest waiting first
	All    int     // number of such orders, listed or not
	Next   int64   // start of the next order's wait, at that moment or later; 0 if no order follows
}

// OrderFigures searches many orders of many shops and reads as few rows as possible. The listed
// orders lack Search, Record, ReadAt, DueAt and the columns that repeat Data.
type OrderFigures interface {
	// FiguresOf lists all orders of the shops that were placed in [from, to), in no order.
	FiguresOf(ctx context.Context, shops []int64, from, to int64) ([]OrderFigure, error)
	// OddOrders lists the cancelled and refunded orders placed in [from, to), in no order.
	OddOrders(ctx context.Context, shops []int64, from, to int64) ([]Order, error)
	// WaitingOrders lists up to limit orders of the shops that wait since before a moment.
	WaitingOrders(ctx context.Context, shops []int64, what Waiting, before int64, limit int) (OrdersWaiting, error)
}
