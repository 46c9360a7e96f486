package store

import "context"

// Order is our reading of one of the platform's orders.
type Order struct {
	ShopID    int64
	OrderID   int64
	Version   int64  // 0 before the first save
	Stage     string // an api.Column
	PlacedAt  int64
	ChangedAt int64
	Search    string // lower case
	Data      []byte
	Record    string // the platform's, sealed; "" when never read, or deleted
	ReadAt    int64
	DueAt     int64 // when to ask the platform again, 0 for never; while it is asked, when that is given up

	// What Data says, for [OrderFigures].
	AcceptedAt int64 // 0: it wasn't, or nobody knows when
	LateAt     int64 // an open order is late from then on; 0: none
	Refunds    int64 // how many it has
	AskedAt    int64 // since when a customer waits for an answer to one; 0: nobody does
}

// DueOrder is an order to ask the platform for.
type DueOrder struct{ ShopID, OrderID, DueAt int64 }

// OrderChange is an order to be saved with what is to be told of it.
type OrderChange struct {
	Order    Order
	Timeline []OrderMoment
	Events   []Event
	Act      *OrderAct // saved as well
}

// OrderMoment is an entry of an order's timeline.
type OrderMoment struct {
	At   int64
	Data []byte
}

// OrderAct is something that was asked of an order.
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

// OrderQuery is what the history is asked for. Newest first.
type OrderQuery struct {
	Shops  []int64 // required
	From   int64   // PlacedAt, 0 for no bound
	To     int64   // before it
	Stages []string
	Words  []string // all must be in Search
	Limit  int
	// The page after an order; 0, 0 for the first one.
	AfterPlaced, AfterOrder int64
}

// Orders keeps the read model.
type Orders interface {
	// SaveOrders saves each order whose stored version is still Order.Version
	// (0: there is none yet) as Order.Version+1, with its timeline, its act and
	// its events, in one transaction. It says of each whether it was saved;
	// nothing of one that wasn't is kept.
	SaveOrders(ctx context.Context, changes []OrderChange) ([]bool, error)
	// Order finds one.
	Order(ctx context.Context, shopID, orderID int64) (Order, error)
	// Board lists the orders of the shops that are open or have AskedAt, and those
	// that ended since a moment, at most limit of these, the newest of them.
	Board(ctx context.Context, shops []int64, since int64, limit int) ([]Order, error)
	// History lists by PlacedAt and OrderID, descending.
	History(ctx context.Context, q OrderQuery) ([]Order, error)
	// Timeline lists an order's moments, oldest first.
	Timeline(ctx context.Context, shopID, orderID int64) ([]OrderMoment, error)
	// DueOrders lists orders whose DueAt has come, at most each of a shop's: the
	// longest overdue of each shop, then the second of each, and so on.
	DueOrders(ctx context.Context, now int64, each, limit int) ([]DueOrder, error)
	// ClaimOrders makes orders due at another moment that are still due as given,
	// and says of each whether it was: of several who claim one, one does.
	// Versions stay.
	ClaimOrders(ctx context.Context, due []DueOrder, at int64) ([]bool, error)
	// AskAgain makes due at a moment, unless they are sooner, all orders that are
	// open, or have AskedAt and still a Record.
	AskAgain(ctx context.Context, at int64) error
	// CountStage counts a shop's orders of a stage.
	CountStage(ctx context.Context, shopID int64, stage string) (int, error)
	// Act finds what was asked with that key.
	Act(ctx context.Context, shopID, orderID int64, key string) (OrderAct, error)
	// OldRecords lists ended orders placed before a moment that still have a
	// record of the platform's.
	OldRecords(ctx context.Context, before int64, limit int) ([]Order, error)

	// OrderSettings finds a shop's settings.
	OrderSettings(ctx context.Context, shopID int64) (OrderSettings, error)
	// SaveOrderSettings replaces them by compare-and-swap, as in SaveOrders, with
	// an event.
	SaveOrderSettings(ctx context.Context, s OrderSettings, e Event) error
}
