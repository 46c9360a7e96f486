package store

import "context"

// OrderFigure holds the times of an order that statistics use.
type OrderFigure struct {
	PlacedAt   int64
	AcceptedAt int64 // 0 if the order wasn't accepted or the time is unknown
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
