package api

import "cmp"

// Act is something to do with an order.
type Act string

// The acts, and the platform's call behind each.
const (
	ActAccept       Act = "accept"        // /order/confirm
	ActCancel       Act = "cancel"        // /order/cancel; Code, Reason
	ActReady        Act = "ready"         // /order/prepare
	ActCollect      Act = "collect"       // /order/collect
	ActRefundAgree  Act = "refund_agree"  // /order/agree
	ActRefundReject Act = "refund_reject" // /order/reject; Code, Reason
	ActRefundApply  Act = "refund_apply"  // /order/refund/part/apply; Products, Code, Reason, Expect
)

// Decides reports whether the act answers a refund that a customer asked for.
func (a Act) Decides() bool { return a == ActRefundAgree || a == ActRefundReject }

// Bounds of an act.
const (
	MaxActReason = 200 // characters
	MaxActKey    = 64
)

// ActOrder asks for an act ([PathOrderAct] → Acted). The same Key for the same
// order and act is answered with what came of the first: pressing again, or
// sending again after a broken connection, does nothing twice.
//
// Version is that of the order it was decided upon. It tells a rejection of a
// new order from a cancellation, and whether the person knew of the order's last
// refund. Else it isn't compared: what counts is whether the act still fits the
// order, which the platform knows best. It tells in the audit what the person saw.
type ActOrder struct {
	ShopID   int64       `json:"shopId,string"`
	OrderID  int64       `json:"orderId,string"`
	Act      Act         `json:"act"`
	Version  int64       `json:"version"`
	Key      string      `json:"key"`              // made by the browser, once for each press
	Code     int         `json:"code,omitempty"`   // the platform's reason code
	Reason   string      `json:"reason,omitempty"` // required with the code for "other"
	Products []RefundOne `json:"products,omitempty"`

	// Expect is the total of the preview that the person confirmed, with
	// ActRefundApply. The server asks for the preview once more: another total
	// is answered with [CodeChanged] and the new preview, the platform's own
	// record, in Current. With ActRefundAgree and ActRefundReject it is the
	// refund that the person saw, if that has an amount: another one, and any that
	// came since Version, is answered with [CodeChanged] and the [OrderRefund] asked
	// for now.
	Expect *Money `json:"expect,omitempty"`
}

// RefundOne names a product and how many of it to refund (interface 4.3).
type RefundOne struct {
	OrderProductID int64 `json:"orderProductId,string"`
	RefundCount    int   `json:"refundCount"`
}

// ActState is what came of an act.
type ActState string

// The states.
const (
	ActDone    ActState = "done"    // the platform did it
	ActNews    ActState = "news"    // it wasn't needed any more: see Acted.News
	ActRefused ActState = "refused" // the platform said no; only in the timeline: as an answer it is CodeRefused
	ActUnknown ActState = "unknown" // the platform doesn't answer: it may have acted; the server goes on asking
	ActSent    ActState = "sent"    // on its way; in the timeline and for a repeat that comes meanwhile
)

// News is why an act wasn't needed: what was wanted, or something else, has
// happened already. It is told calmly, it is no error.
type News string

// The news.
const (
	NewsAccepted  News = "accepted"  // accepted already: on a POS terminal, by somebody here, or by our rule
	NewsAdvanced  News = "advanced"  // the order is further on than the act would take it
	NewsCancelled News = "cancelled" // cancelled meanwhile
	NewsDone      News = "done"      // completed meanwhile
	NewsDecided   News = "decided"   // the refund was decided already
)

// Acted answers [ActOrder] with the order as it is now.
type Acted struct {
	State ActState `json:"state"`
	News  News     `json:"news,omitempty"` // with ActNews
	Via   Via      `json:"via,omitempty"`  // who did it, with ActNews, if known
	By    string   `json:"by,omitempty"`   // with ViaPerson
	Order Order    `json:"order"`
}

// OrderRef names an order.
type OrderRef struct {
	ShopID  int64 `json:"shopId,string"`
	OrderID int64 `json:"orderId,string"`
}

// OrderSettings is how a shop takes orders. Version 0: never set.
type OrderSettings struct {
	ShopID  int64 `json:"shopId,string"`
	Version int64 `json:"version"`

	AutoAccept bool  `json:"autoAccept"` // accept new orders without being asked
	MaxOpen    int   `json:"maxOpen"`    // not when so many are in preparation already; 0: no limit
	OnlyHours  bool  `json:"onlyHours"`  // only within the opening hours
	MaxAmount  int64 `json:"maxAmount"`  // not above this total, in minor units of Currency; 0: no limit

	// Currency is required with MaxAmount: an order in another one isn't accepted.
	// Without, GET for one shop tells that of its last order, if there is one.
	Currency string `json:"currency,omitempty"`

	// RushUntil is when a rule for a rush ends by itself, in milliseconds of Unix time; 0: there is none. Until then
	// new orders are accepted as with AutoAccept, but only within the opening hours, without a note, and with no more
	// than RushItems pieces (0: no limit). MaxOpen and MaxAmount hold for it, too.
	RushUntil int64 `json:"rushUntil,omitempty"`
	RushItems int   `json:"rushItems,omitempty"`

	// CookWarm and CookHot are after how many minutes of being prepared a ticket of the kitchen view is warm and hot; 0:
	// DefaultCookWarm and DefaultCookHot. Hot comes after warm.
	CookWarm int `json:"cookWarm,omitempty"`
	CookHot  int `json:"cookHot,omitempty"`

	UpdatedAt int64  `json:"updatedAt,omitempty"`
	UpdatedBy string `json:"updatedBy,omitempty"`
}

// MaxOpen is the most that a rule's MaxOpen may be.
const MaxOpen = 500

// Minutes of a ticket in the kitchen view.
const (
	DefaultCookWarm = 6
	DefaultCookHot  = 10
	MaxCook         = 240
)

// Cook is after how many minutes a ticket is warm and hot.
func (s *OrderSettings) Cook() (warm, hot int) {
	return cmp.Or(s.CookWarm, DefaultCookWarm), cmp.Or(s.CookHot, DefaultCookHot)
}

// MaxRush is how long a rule for a rush may last, in milliseconds.
const MaxRush = 2 * 60 * 60_000

// OrderSettingsList answers GET [PathOrderSettings] (query: shop, or none for
// all). Of several shops, those whose settings were never saved are left out.
// POST takes one OrderSettings and answers it as saved; another Version than
// the stored one is [CodeChanged] with the present one.
type OrderSettingsList struct {
	Settings []OrderSettings `json:"settings"`
}
