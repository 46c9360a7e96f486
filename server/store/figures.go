package store

import "context"

// OrderFigure is what is counted of an order.
type OrderFigure struct {
	PlacedAt   int64
	AcceptedAt int64 // 0: it wasn't, or nobody knows when
}

// Waiting names what orders wait for.
type Waiting string

// What they wait for, and since when.
const (
	WaitingNew   Waiting = "new"   // to be accepted, since PlacedAt
	WaitingLate  Waiting = "late"  // to be finished, since LateAt
	WaitingAsked Waiting = "asked" // for an answer about a refund, since AskedAt
)

// OrdersWaiting are the orders that have waited since before a moment.
type OrdersWaiting struct {
	Orders []Order // the longest waiting first
	All    int     // how many there are, listed or not
	Next   int64   // since when the next one waits, from that moment on; 0: there is none
}

// OrderFigures looks through many orders of many shops without opening more of
// them than it must. Of those it lists, Search, Record, ReadAt, DueAt and what
// Data says are left out.
type OrderFigures interface {
	// FiguresOf lists all orders of the shops that were placed from a moment on
	// and before another one, in no order.
	FiguresOf(ctx context.Context, shops []int64, from, to int64) ([]OrderFigure, error)
	// OddOrders lists those that were cancelled or have a refund, in no order.
	OddOrders(ctx context.Context, shops []int64, from, to int64) ([]Order, error)
	// WaitingOrders lists the shops' orders that wait since before a moment, at
	// most limit.
	WaitingOrders(ctx context.Context, shops []int64, what Waiting, before int64, limit int) (OrdersWaiting, error)
}
