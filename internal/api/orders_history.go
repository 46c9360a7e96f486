package api

// History answers [PathHistory]. Query: shop (or none for all), from and to ("2026-11-21", both
// included, in each shop's own zone; either or none), state (a [Column], several joined by
// commas), q (a number, or words of items and note, all of which must be found; of
// many the longest; at most [MaxFind] characters), hour (of the shop's clock, 0 to 23, with from and to at most
// [HistoryHourDays] days apart), only (a [Behind]), with BehindCancelled and BehindRefunded also why (the exact
// reason) beside via and op ([EndFigure]), or ours ([RefundFigure]), limit, cursor (History.Next of
// the page before). Newest first.
type History struct {
	Orders  []Order                 `json:"orders"`
	Refunds map[int64][]OrderRefund `json:"refunds,omitempty"` // of those that have some, by OrderID
	Next    string                  `json:"next,omitempty"`    // "" on the last page
	Now     int64                   `json:"now"`
}

// Behind names a figure of the overview by the orders that it counts.
type Behind string

// The figures.
const (
	BehindLost      Behind = "lost"      // [Score.Lost]
	BehindRefunded  Behind = "refunded"  // [Score.Refunded], [RefundFigure]
	BehindCancelled Behind = "cancelled" // [EndFigure]
	BehindAccepted  Behind = "accepted"  // [Score.Accepted]
	BehindReady     Behind = "ready"     // [Score.Ready]
)

// Behinds lists the figures, in the order in which they can be chosen.
func Behinds() []Behind {
	return []Behind{BehindLost, BehindRefunded, BehindAccepted, BehindReady, BehindCancelled}
}

// HistoryHourDays bounds the days of which one hour can be asked for.
const HistoryHourDays = 31

// HistoryTotals answers [PathHistoryTotals], whose query is that of [History] without limit and cursor.
type HistoryTotals struct {
	Days []DayTotals `json:"days"`           // those with orders, the newest first
	More bool        `json:"more,omitempty"` // only the newest [HistoryCounted] orders are in it
}

// HistoryCounted bounds how many orders totals are of.
const HistoryCounted = 20_000

// DayTotals are the totals of the orders placed on a day of each shop's own calendar. Amounts of several
// currencies are never added.
type DayTotals struct {
	Day       string  `json:"day"` // "2006-01-02"
	Orders    int     `json:"orders"`
	Cancelled int     `json:"cancelled,omitempty"` // of Orders
	Paid      []Money `json:"paid,omitempty"`      // sums of [Order.Paid], by currency
	Refunded  []Money `json:"refunded,omitempty"`  // sums of [Order.Refunded], by currency
}

// Paid is what the customer paid for an order that is done; nil for others, and where it isn't known.
func (o *Order) Paid() *Money {
	if o.Column != ColumnDone {
		return nil
	}
	return o.Total
}

// Refunded is what the customer got back of what was paid; nil for a refund that isn't approved, and where it isn't
// known. A whole refund without an amount is of all that was paid.
func (o *Order) Refunded(r *OrderRefund) *Money {
	if o.Column != ColumnDone || r.Standing != RefundAgreed && r.Standing != RefundApplied {
		return nil
	}
	if r.Money == nil && !r.Partial {
		return o.Total
	}
	return r.Money
}

// AddMoney adds an amount to the sum of its currency. Sums have no Text.
func AddMoney(sums []Money, m *Money) []Money {
	if m == nil {
		return sums
	}
	for i := range sums {
		if sums[i].Currency == m.Currency {
			sums[i].Amount += m.Amount
			return sums
		}
	}
	return append(sums, Money{Amount: m.Amount, Currency: m.Currency})
}
