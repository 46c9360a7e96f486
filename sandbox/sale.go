package sandbox

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// sale is an order as the platform knows it. One in the book is never written
// to: a change puts a copy in its place, and slices are replaced whole. Money is
// in the currency's minor unit, times are milliseconds of Unix time.
type sale struct {
	ID        int64                    `json:"id"`
	ShopID    int64                    `json:"shopId"`
	Number    int                      `json:"number"` // the shop's count of its day
	Status    platform.OrderStatus     `json:"status"`
	Placed    int64                    `json:"placed"`
	Changed   int64                    `json:"changed"` // of Status
	Promised  int64                    `json:"promised"`
	Scheduled bool                     `json:"scheduled,omitempty"`
	Delivery  platform.DeliveryType    `json:"deliveryType,omitempty"`
	Remark    string                   `json:"remark,omitempty"`
	Currency  string                   `json:"currency"`
	Lines     []item                   `json:"lines"`
	Package   int64                    `json:"package,omitempty"`   // fee
	Transport int64                    `json:"transport,omitempty"` // fee
	Cuts      []cut                    `json:"cuts,omitempty"`      // promotions
	Recipient platform.Recipient       `json:"recipient"`           // made up
	POS       bool                     `json:"pos,omitempty"`       // accepted on a point-of-sale terminal
	Riders    []platform.DeliveryState `json:"riders,omitempty"`    // the last one is how it stands
	Refunds   []refund                 `json:"refunds,omitempty"`   // oldest first
	Cancelled *platform.Cancellation   `json:"cancelled,omitempty"` // once cancelled
	Planned   bool                     `json:"planned,omitempty"`   // moves on by itself: a demonstration's
	At        int64                    `json:"at,omitempty"`        // of the plan's next step
}

// item is a product of an order. ID is what a refund calls orderProductId.
type item struct {
	ID       int64   `json:"id"`
	SpuID    int64   `json:"spuId"`
	SkuID    int64   `json:"skuId"`
	Name     string  `json:"name"`
	Spec     string  `json:"spec,omitempty"`
	Price    int64   `json:"price"` // of one, without its options
	Count    int     `json:"count"`
	Refunded int     `json:"refunded,omitempty"` // of Count
	Groups   []group `json:"groups,omitempty"`
}

// group is a choice group with what was chosen.
type group struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name"`
	Options []option `json:"options"`
}

type option struct {
	ID    int64  `json:"id"`
	SpuID int64  `json:"spuId"`
	Name  string `json:"name"`
	Price int64  `json:"price"` // of one
	Count int    `json:"count"` // for one product
}

// cut is a promotion: so much off the products.
type cut struct {
	Type   int    `json:"type"`
	Title  string `json:"title"`
	Amount int64  `json:"amount"`
}

// refund is a refund of an order; without Lines it is of everything that is
// left.
type refund struct {
	platform.RefundState
	Lines []platform.RefundLine
}

// refundWire keeps the embedded record's own encoding out of the way.
type refundWire struct {
	State platform.RefundState  `json:"state"`
	Lines []platform.RefundLine `json:"lines,omitempty"`
}

func (r refund) MarshalJSON() ([]byte, error) {
	return json.Marshal(refundWire{r.RefundState, r.Lines})
}

func (r *refund) UnmarshalJSON(data []byte) error {
	var wire refundWire
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	r.RefundState, r.Lines = wire.State, wire.Lines
	return nil
}

// unit is the price of one with its options.
func (l *item) unit() int64 {
	price := l.Price
	for _, g := range l.Groups {
		for _, o := range g.Options {
			price += o.Price * int64(o.Count)
		}
	}
	return price
}

func (l *item) gross() int64 { return l.unit() * int64(l.Count) }

// fees are the order's sums.
func (s *sale) fees() (products, reduced, paid, refunded int64) {
	for i := range s.Lines {
		products += s.Lines[i].gross()
	}
	for _, c := range s.Cuts {
		reduced += c.Amount
	}
	for _, r := range s.Refunds {
		if r.Status == platform.RefundAgreed {
			refunded += r.Money
		}
	}
	return products, reduced, products + s.Package + s.Transport - reduced, refunded
}

// record is the order as /order/get answers it (interface 4.2).
func (s *sale) record() platform.Order {
	products, reduced, paid, refunded := s.fees()
	money := func(amount int64) platform.Fee { return platform.NewFee(amount, s.Currency) }
	recipient := s.Recipient
	o := platform.Order{
		Base: platform.OrderBase{
			OrderViewID: s.ID, ShopID: s.ShopID, Status: s.Status, CreatedAt: s.Placed, ChangedAt: s.Changed,
			DeliveryTime: s.Promised, Remark: s.Remark, Number: s.Number, DeliveryType: &s.Delivery, Scheduled: s.Scheduled,
		},
		Fees: map[string]platform.Fee{
			platform.FeeProducts: money(products), platform.FeePackage: money(s.Package),
			platform.FeeDelivery: money(s.Transport),
			platform.FeeOrigin:   money(products + s.Package + s.Transport), platform.FeeReduced: money(reduced),
			platform.FeePaid: money(paid), platform.FeeRefunded: money(refunded),
		},
		Recipient:  &recipient,
		Deliveries: s.Riders,
		Cancelled:  s.Cancelled,
	}
	for i := range s.Lines {
		l := &s.Lines[i]
		p := platform.OrderProduct{
			ID: l.ID, SpuID: l.SpuID, SkuID: l.SkuID, Name: l.Name, Spec: l.Spec, Count: l.Count,
			Price: platform.FormatAmount(l.Price, s.Currency),
		}
		for _, g := range l.Groups {
			p.ChoiceGroups = append(p.ChoiceGroups, g.record(s.Currency, nil))
		}
		o.Products = append(o.Products, p)
	}
	for _, r := range s.Refunds {
		o.Refunds = append(o.Refunds, r.RefundState)
	}
	return o
}

// record is the group as the interface shows it (2.6); price tells what of a
// refund falls to an option, and for how many products.
func (g *group) record(currency string, price func(option) (amount int64, products int)) platform.ChoiceGroup {
	shown := platform.ChoiceGroup{ID: g.ID, Name: g.Name}
	for _, o := range g.Options {
		sku := platform.ChoiceSku{
			ID: o.ID, SpuID: o.SpuID, Name: o.Name, Price: platform.FormatAmount(o.Price, currency), GroupSkuCount: o.Count,
		}
		if price != nil {
			amount, products := price(o)
			sku.RefundPrice, sku.RefundCount = amount, products*o.Count
		}
		shown.Options = append(shown.Options, sku)
	}
	return shown
}

// pending is the position of the refund request that waits for an answer, -1
// without one.
func (s *sale) pending() int {
	return slices.IndexFunc(s.Refunds, func(r refund) bool { return r.Status == platform.RefundAsked })
}

// open reports whether somebody still has work with the order.
func (s *sale) open() bool {
	return s.Status != platform.OrderCompleted && s.Status != platform.OrderCancelled || s.pending() >= 0
}

// rider is how the delivery stands, 0 before any.
func (s *sale) rider() platform.LogisticsStatus {
	if len(s.Riders) == 0 {
		return 0
	}
	return s.Riders[len(s.Riders)-1].LogisticsStatus
}

// summary is the order in a few words, for the control page.
func (s *sale) summary() string {
	var parts []string
	for i := range s.Lines {
		parts = append(parts, s.Lines[i].Name)
	}
	return strings.Join(parts, ", ")
}

func milli(t time.Time) int64 { return t.UnixMilli() }
