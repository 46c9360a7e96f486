package orders

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
)

// takeRecord takes what the platform's record says. Its status moves the order
// forward only: a read may have been overtaken by an event.
func (k *kept) takeRecord(r *record) {
	base := r.Base
	if base.CreatedAt > 0 {
		k.PlacedAt = base.CreatedAt
	}
	if k.PlacedAt == 0 {
		k.PlacedAt = r.at
	}
	if base.DeliveryTime > 0 {
		k.PromisedAt = base.DeliveryTime
	}
	k.Note = base.Remark
	k.Partial = false
	k.Items, k.ItemCount = nil, 0
	for _, p := range r.Products {
		k.Items = append(k.Items, item(p))
		k.ItemCount += p.Count
	}
	if total := totalOf(r.Fees); total != nil {
		k.Total = total
	}
	k.Pickup = pickup(r)
	if n := len(r.Deliveries); n > 0 {
		last := r.Deliveries[n-1]
		if k.Delivery == nil || k.Delivery.At <= r.at {
			at := r.at
			if k.Delivery != nil && k.Delivery.Status == last.LogisticsStatus {
				at = k.Delivery.At
			}
			k.Delivery = &api.OrderRider{Status: last.LogisticsStatus, Name: last.CourierName, At: at}
		}
	}
	for _, refund := range r.Refunds {
		k.takeRefund(refund, r.at)
	}
	before := k.Column
	k.hasStatus(base.Status, r.at)
	if k.Column == "" {
		k.Column = api.ColumnOther
	}
	if rank(before) < rank(api.ColumnPreparing) && rank(k.Column) >= rank(api.ColumnPreparing) && k.Column != api.ColumnCancelled &&
		k.AcceptedVia == "" && k.Doing == nil {
		k.AcceptedVia = api.ViaElsewhere
	}
	if k.Column == api.ColumnCancelled && k.Cancel == nil {
		k.Cancel = &api.OrderEnd{}
	}
}

func item(p platform.OrderProduct) api.OrderItem {
	line := api.OrderItem{Count: p.Count, Name: p.Name, Spec: p.Spec}
	for _, g := range p.ChoiceGroups {
		for _, o := range g.Options {
			text := o.Name
			if o.GroupSkuCount > 1 {
				text = strconv.Itoa(o.GroupSkuCount) + "× " + text
			}
			line.Options = append(line.Options, text)
		}
	}
	return line
}

// totals are the names a platform may give to what the customer pays, the
// likeliest first: the record's fees aren't shown by the interface.
var totals = []string{"payTotal", "customerPayTotal", "actualPay", "realPay", "total", "totalFee", "orderTotal", "totalPrice", "amount"}

func totalOf(fees map[string]platform.Fee) *api.Money {
	for _, name := range totals {
		for key, fee := range fees {
			if strings.EqualFold(key, name) {
				return shownFee(fee)
			}
		}
	}
	if len(fees) == 1 {
		for _, fee := range fees {
			return shownFee(fee)
		}
	}
	return nil
}

func shownFee(f platform.Fee) *api.Money {
	return &api.Money{Amount: f.Amount, Currency: f.Currency, Text: f.Text}
}

// pickup reports whether the customer collects the order: by the member that
// says so, if there is one.
func pickup(r *record) bool {
	var members struct {
		Base struct {
			Pickup   *bool `json:"selfPickup"`
			IsPickup *int  `json:"isSelfPickup"`
		} `json:"baseOrder"`
	}
	_ = json.Unmarshal(r.raw, &members) // of another type: not said
	switch {
	case members.Base.Pickup != nil:
		return *members.Base.Pickup
	case members.Base.IsPickup != nil:
		return *members.Base.IsPickup == 1
	}
	return false
}

// takeRefund takes one refund of the record. What it says of a decision isn't
// shown by the interface; one that we made ourselves is better known.
func (k *kept) takeRefund(r platform.RefundState, at int64) {
	refund := api.OrderRefund{ID: r.AfterSaleOrderID, Standing: api.RefundAsked, Reason: r.ApplyReason, At: at}
	if r.Money != 0 || r.Currency != "" {
		refund.Money = &api.Money{Amount: r.Money, Currency: r.Currency}
	}
	i := slices.IndexFunc(k.Refunds, func(known api.OrderRefund) bool { return known.ID == refund.ID })
	if i < 0 {
		k.Refunds = append(k.Refunds, refund)
		return
	}
	k.asked(refund)
}

// forget deletes what is the customer's.
func (k *kept) forget() {
	k.Note, k.Forgotten = "", true
	k.Refunds = slices.Clone(k.Refunds)
	for i := range k.Refunds {
		k.Refunds[i].Reason = ""
	}
	if k.Delivery != nil {
		rider := *k.Delivery
		rider.Name = ""
		k.Delivery = &rider
	}
}
