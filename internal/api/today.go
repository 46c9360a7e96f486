package api

// Today answers [PathToday]: what needs somebody in the operator's shops, and
// how the orders went. Query: shop (or none for all), period (a [Period], or
// none for no figures). All is from our own records.
type Today struct {
	Needs   []Need           `json:"needs"`          // the most urgent first
	More    map[NeedKind]int `json:"more,omitempty"` // how many of a kind there are beyond those listed
	Figures *Figures         `json:"figures,omitempty"`
	Seq     int64            `json:"seq,string"`     // the last event that is in it: the live line goes on from there
	Now     int64            `json:"now"`            // milliseconds of Unix time, as are all times
	Next    int64            `json:"next,omitempty"` // when time alone changes the needs next; 0: it doesn't
}

// NeedKind is why a shop needs somebody.
type NeedKind string

// The kinds, the most urgent first.
const (
	NeedOrder     NeedKind = "order"     // a new order waits: as many as the board and the frame count
	NeedAccess    NeedKind = "access"    // its access ends, or has ended
	NeedSilent    NeedKind = "silent"    // a device that rang for the shop can't, for [RingSilent] of its hours
	NeedClosed    NeedKind = "closed"    // closed within its hours, and not by one of us
	NeedRefund    NeedKind = "refund"    // a customer waits for an answer
	NeedLate      NeedKind = "late"      // the customer expected the order by now
	NeedForgotten NeedKind = "forgotten" // paused by us without an end, for longer than [NeedPauseAfter]
	NeedPhoto     NeedKind = "photo"     // its picture was rejected
	NeedPause     NeedKind = "pause"     // paused by us, as somebody wanted it
	NeedReview    NeedKind = "review"    // the platform reviews its picture
)

// NeedKinds lists the kinds, the most urgent first.
func NeedKinds() []NeedKind {
	return []NeedKind{NeedOrder, NeedAccess, NeedSilent, NeedClosed, NeedRefund, NeedLate, NeedForgotten,
		NeedPhoto, NeedPause, NeedReview}
}

// Info reports whether a kind is information: nobody is waited for.
func (k NeedKind) Info() bool { return k == NeedPause || k == NeedReview }

// Bounds of the needs.
const (
	NeedPauseAfter = 2 * 3600 * 1000 // the same after which its shop's own page asks
	NeedsOfKind    = 50              // listed of each kind
)

// Need is one thing that needs somebody.
type Need struct {
	Kind   NeedKind        `json:"kind"`
	ShopID int64           `json:"shopId,string"`
	Others []string        `json:"others,omitempty"` // numbers of more shops that it concerns, with NeedAccess, NeedSilent
	Since  int64           `json:"since,omitempty"`  // 0: not known
	Until  int64           `json:"until,omitempty"`  // when it is too late, or ends by itself
	Access ConnectionState `json:"access,omitempty"` // with NeedAccess; "": the platform doesn't let us look
	Photo  PhotoState      `json:"photo,omitempty"`  // with NeedPhoto, NeedReview
	Pause  *Pause          `json:"pause,omitempty"`  // of the shop, if it has one
	// with NeedOrder, NeedLate, NeedRefund: without items, note and courier
	Order  *Order       `json:"order,omitempty"`
	Refund *OrderRefund `json:"refund,omitempty"` // with NeedRefund
	Device *Device      `json:"device,omitempty"` // with NeedSilent
}

// Period is a time that figures are of, in days of each shop's own calendar.
type Period string

// The periods. All end now.
const (
	PeriodToday Period = "today"
	PeriodWeek  Period = "week"  // today and the six days before
	PeriodMonth Period = "month" // today and the 27 days before
)

// Days is how many days the period has, 0 for an unknown one.
func (p Period) Days() int {
	switch p {
	case PeriodToday:
		return 1
	case PeriodWeek:
		return 7
	case PeriodMonth:
		return 28
	}
	return 0
}

// Earlier is how many days before the period the one lies that it is compared with: as many whole weeks as the period
// has, and one for a day.
func (p Period) Earlier() int { return max(7, p.Days()) }

// Figures tell how the orders went that were placed within a period. Amounts
// of several currencies are never added.
type Figures struct {
	Period Period   `json:"period"`
	Days   []string `json:"days"`   // "2006-01-02", oldest first; one more when the shops' todays differ
	Orders int      `json:"orders"` // placed
	Hours  [24]int  `json:"hours"`  // placed, by the hour of the shop's clock, over all days
	Before [24]int  `json:"before"` // the same of [Period.Earlier], until the same time of the day
	Closed [24]bool `json:"closed"` // no shop is open in that hour, on any of the days
	// ClosedDays tells for each of Days whether it is known that no shop is open on it; empty with PeriodToday.
	ClosedDays []bool      `json:"closedDays,omitempty"`
	Sales      []HourSales `json:"sales"`     // one for each currency, the one of most orders first
	Waits      []Wait      `json:"waits"`     // for each hour of the day with PeriodToday, else for each of Days
	Wait       Wait        `json:"wait"`      // over all
	Preps      []Wait      `json:"preps"`     // as Waits, from accepted until ready
	Prep       Wait        `json:"prep"`      // over all
	Cancelled  int         `json:"cancelled"` // of Orders
	// CancelledBefore is Cancelled of [Period.Earlier], until the same time of the day.
	CancelledBefore int            `json:"cancelledBefore,omitempty"`
	Ends            []EndFigure    `json:"ends"`    // of Cancelled and CancelledBefore, the most frequent now first
	Refunds         []RefundFigure `json:"refunds"` // asked for or made, and not rejected; ordered as Ends
	All             ShopScore      `json:"all"`
	Shops           []ShopScore    `json:"shops"` // with orders or stops, the worst first
	MoreShops       int            `json:"moreShops,omitempty"`
	// StopsSince is since when Score.Stopped is known, if that is later than the begin of what is compared; else 0.
	StopsSince int64 `json:"stopsSince,omitempty"` // milliseconds of Unix time
}

// HourSales sums what customers pay in one currency, by the hour in which orders were placed.
type HourSales struct {
	Currency string    `json:"currency"`
	Hours    [24]int64 `json:"hours"`  // in the minor unit
	Before   [24]int64 `json:"before"` // as Figures.Before
}

// Score tells how a shop did with the orders that were placed in a period.
type Score struct {
	Orders   int     `json:"orders"`
	Sales    []Money `json:"sales,omitempty"` // what customers pay for those not cancelled, one for each currency
	Accepted int     `json:"accepted,omitempty"`
	Lost     int     `json:"lost,omitempty"`     // cancelled without being accepted, and not by the customer or for them
	Cost     []Money `json:"cost,omitempty"`     // of the lost orders, one for each currency
	Refunded int     `json:"refunded,omitempty"` // with a refund that was asked for or made, and not rejected
	Wait     int64   `json:"wait,omitempty"`     // the [Wait.Median] until orders were accepted
	Ready    int     `json:"ready,omitempty"`    // accepted orders that were ready
	Prep     int64   `json:"prep,omitempty"`     // the [Wait.Median] of those from accepted until ready
	Stopped  int64   `json:"stopped,omitempty"`  // milliseconds of its hours in which the shop took no orders
	Paused   int64   `json:"paused,omitempty"`   // of Stopped, by pauses of ours
	Planned  int64   `json:"planned,omitempty"`  // milliseconds of its hours, as they are known now; 0 if unknown
	Unseen   bool    `json:"unseen,omitempty"`   // Stopped isn't known: see Figures.StopsSince
}

// ShopScore is a shop's score beside the one of [Period.Earlier], until the same time of the day. ShopID is 0 for all
// shops.
type ShopScore struct {
	ShopID int64 `json:"shopId,string"`
	Now    Score `json:"now"`
	Before Score `json:"before"`
}

// Wait is how long orders waited, in milliseconds, by nearest rank. Count is how many orders that is of, 0 for none.
type Wait struct {
	Count  int   `json:"count"`
	Median int64 `json:"median"`
	Most   int64 `json:"most"`             // nine of ten waited no longer
	Before int64 `json:"before,omitempty"` // Median of [Period.Earlier], 0 for none
}

// EndFigure counts orders that were cancelled in the same way.
type EndFigure struct {
	Via    Via    `json:"via,omitempty"`    // "": not known
	OpType int    `json:"opType,omitempty"` // the platform's number for who, if it says nothing to us
	OpRaw  string `json:"opRaw,omitempty"`  // what came in its place
	Reason string `json:"reason,omitempty"` // as the platform or the person gave it
	Other  bool   `json:"other,omitempty"`  // all others
	Count  int    `json:"count"`
	Before int    `json:"before,omitempty"` // Count of [Period.Earlier]
}

// RefundFigure sums refunds for the same reason.
type RefundFigure struct {
	Reason string  `json:"reason,omitempty"`
	Ours   bool    `json:"ours,omitempty"`  // started by us, not asked for by a customer
	Other  bool    `json:"other,omitempty"` // all other reasons
	Count  int     `json:"count"`
	Money  []Money `json:"money"` // one for each currency
	// Before and MoneyBefore are Count and Money of [Period.Earlier].
	Before      int     `json:"before,omitempty"`
	MoneyBefore []Money `json:"moneyBefore,omitempty"`
}

// FigureGroups bounds Figures.Ends and Figures.Refunds.
const FigureGroups = 8

// FigureShops bounds Figures.Shops.
const FigureShops = 20
