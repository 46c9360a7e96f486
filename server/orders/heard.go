package orders

import (
	"encoding/json"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Heard is what the platform pushed about an order (interface 6).
type Heard struct {
	Event     platform.Event
	ShopID    int64
	OrderID   int64
	MessageID string
	At        int64 // opTime; when it came, if that is missing

	said said
}

// said is the message's own text: interface 6.1's four members, and those that
// some events add [K].
type said struct {
	OpTime          int64                `json:"opTime"`
	Status          platform.OrderStatus `json:"status"`
	OpType          int                  `json:"opType"`
	CancelReason    string               `json:"cancelReason"`
	AfterSale       int64                `json:"afterSaleOrderId"`
	ApplyReason     string               `json:"applyReason"`
	Money           json.RawMessage      `json:"money"`
	Currency        string               `json:"currency"`
	LogisticsStatus int                  `json:"logisticsStatus"`
	CourierName     string               `json:"courierName"`
	RefundProducts  []struct {
		Name        string `json:"name"`
		Spec        string `json:"spec"`
		RefundCount int    `json:"refundCount"`
		Count       int    `json:"count"`
	} `json:"refundProducts"`
}

// Read takes what the message says. Members of another type than ours are left
// out: the four of interface 6.1 are enough to act on.
func (h *Heard) Read(message []byte) error {
	var base platform.OrderEvent
	if err := json.Unmarshal(message, &base); err != nil {
		return err
	}
	if err := json.Unmarshal(message, &h.said); err != nil {
		h.said = said{}
	}
	h.said.OpTime, h.said.Status = base.OpTime, base.Status
	if base.OpTime > 0 {
		h.At = base.OpTime
	}
	return nil
}

// hear moves the order forward by what was heard, and reports whether anything
// is to be told of it.
func (k *kept) hear(h Heard) (entry api.TimelineEntry, news bool) {
	if k.seen(h.MessageID) {
		return entry, false
	}
	if k.Version == 0 && k.PlacedAt == 0 {
		k.Partial = true
	}
	if k.PlacedAt == 0 || h.Event == platform.EventOrderPlaced && k.Partial {
		k.PlacedAt = h.At
	}
	entry = api.TimelineEntry{At: h.At, What: api.TimelineEvent, Via: api.ViaPlatform, Event: int(h.Event), Status: int(h.said.Status)}
	switch h.Event {
	case platform.EventOrderPlaced:
		k.advance(api.ColumnNew, h.At)
		entry.Via = api.ViaCustomer
	case platform.EventOrderAccepted:
		if k.advance(api.ColumnPreparing, h.At) && k.AcceptedVia == "" && k.Doing == nil {
			k.AcceptedVia = api.ViaElsewhere
		}
	case platform.EventOrderCompleted:
		k.advance(api.ColumnDone, h.At)
	case platform.EventOrderCancelled:
		k.cancelled(h)
		entry.Via, entry.Code, entry.Text = opVia(h.said.OpType), h.said.OpType, h.said.CancelReason
	case platform.EventRefund, platform.EventPartialRefund:
		refund := h.refund()
		k.asked(refund)
		entry.Via, entry.Text, entry.Money = api.ViaCustomer, refund.Reason, refund.Money
	case platform.EventDelivery:
		if k.Delivery == nil || k.Delivery.At <= h.At {
			k.Delivery = &api.OrderRider{Status: h.said.LogisticsStatus, Name: h.said.CourierName, At: h.At}
		}
		entry.Code, entry.Text = h.said.LogisticsStatus, h.said.CourierName
	}
	before := k.Column
	k.hasStatus(h.said.Status, h.At)
	if k.Column == api.ColumnPreparing && before != api.ColumnPreparing && k.AcceptedVia == "" && k.Doing == nil {
		k.AcceptedVia = api.ViaElsewhere
	}
	if k.Column == "" {
		k.Column = api.ColumnOther
	}
	k.settle()
	return entry, true
}

// cancelled notes a cancellation, and who did it if that isn't known yet.
func (k *kept) cancelled(h Heard) {
	k.advance(api.ColumnCancelled, h.At)
	if k.Cancel == nil {
		k.Cancel = &api.OrderEnd{}
	}
	end := *k.Cancel
	if end.Via != api.ViaPerson {
		end.Via = opVia(h.said.OpType)
	}
	if h.said.OpType != 0 {
		end.OpType = h.said.OpType
	}
	if h.said.CancelReason != "" {
		end.Reason = h.said.CancelReason
	}
	k.Cancel = &end
}

// opVia is who the platform's opType means [K].
func opVia(opType int) api.Via {
	switch opType {
	case 10:
		return api.ViaCustomer
	case 20:
		return api.ViaElsewhere
	case 30:
		return api.ViaSupport
	}
	return api.ViaPlatform
}

func (h *Heard) refund() api.OrderRefund {
	r := api.OrderRefund{
		ID: h.said.AfterSale, Standing: api.RefundAsked, Partial: h.Event == platform.EventPartialRefund,
		Reason: h.said.ApplyReason, Money: money(h.said.Money, h.said.Currency), At: h.At,
	}
	for _, p := range h.said.RefundProducts {
		r.Items = append(r.Items, api.OrderItem{Count: max(p.RefundCount, p.Count), Name: p.Name, Spec: p.Spec})
	}
	return r
}

// money reads an amount: minor units, or an amount object.
func money(raw json.RawMessage, currency string) *api.Money {
	var amount int64
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	if json.Unmarshal(raw, &amount) == nil {
		return &api.Money{Amount: amount, Currency: currency}
	}
	var fee platform.Fee
	if json.Unmarshal(raw, &fee) == nil {
		return &api.Money{Amount: fee.Amount, Currency: fee.Currency, Text: fee.Text}
	}
	return nil
}

// asked notes a customer's refund request. One that was decided stays so.
func (k *kept) asked(r api.OrderRefund) {
	for i := range k.Refunds {
		known := &k.Refunds[i]
		if known.ID != r.ID || (r.ID == 0 && known.At != r.At) {
			continue
		}
		if known.Money == nil {
			known.Money = r.Money
		}
		if known.Reason == "" {
			known.Reason = r.Reason
		}
		if len(known.Items) == 0 {
			known.Items = r.Items
		}
		known.Partial = known.Partial || r.Partial
		return
	}
	k.Refunds = append(k.Refunds, r)
}
