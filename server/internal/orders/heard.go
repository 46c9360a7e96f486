package orders

import (
	"cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// PushedEvent is an order event that the platform pushed (interface 6).
type PushedEvent struct {
	Event     platform.Event
	ShopID    int64
	OrderID   int64
	MessageID string
	CameAt    int64 // when the message arrived, in milliseconds
	Said      platform.OrderEvent
}

// At is when the event happened: opTime, or CameAt if opTime is missing.
func (h *PushedEvent) At() int64 {
	if h.Said.OpTime > 0 {
		return h.Said.OpTime
	}
	return h.CameAt
}

// hear moves the order forward by the event, and reports whether the event is new.
func (k *orderState) hear(h PushedEvent) (entry api.TimelineEntry, news bool) {
	if k.seen(h.MessageID) {
		return entry, false
	}
	if k.Version == 0 && k.PlacedAt == 0 {
		k.Partial = true
	}
	if k.PlacedAt == 0 || h.Event == platform.EventOrderPlaced && k.Partial {
		k.PlacedAt = h.At()
	}
	entry = api.TimelineEntry{At: h.At(), What: api.TimelineEvent, Via: api.ViaPlatform, Event: int(h.Event),
		Status: int(h.Said.Status), Came: h.CameAt}
	switch h.Event { //nolint:exhaustive // events of orders alone
	case platform.EventOrderPlaced:
		k.advance(api.ColumnNew, h.At())
		entry.Via = api.ViaCustomer
	case platform.EventOrderAccepted:
		k.advance(api.ColumnPreparing, h.At())
	case platform.EventOrderCompleted:
		k.advance(api.ColumnDone, h.At())
	case platform.EventOrderCancelled:
		k.advance(api.ColumnCancelled, h.At())
		entry.Via, entry.Text = "", h.Said.CancelReason // by a party that isn't told
		entry.Raw = h.raw("opType", h.Said.OpType != nil)
		k.ended(h.Said.OpType, entry.Raw, entry.Text)
		if by := h.Said.OpType; by != nil {
			entry.Via, entry.Code = opVia(*by), int(*by)
		}
	case platform.EventRefund, platform.EventPartialRefund:
		refund := h.refund()
		entry.Via, entry.Text, entry.Money = "", refund.Reason, refund.Money
		if !k.echoes(&refund) {
			k.refunds(refund)
			entry.Via = api.ViaCustomer
		}
	case platform.EventDelivery:
		status := h.Said.LogisticsStatus
		ride := api.OrderRider{StatusRaw: h.raw("logisticsStatus", status != nil), Name: h.Said.CourierName, At: h.At()}
		switch {
		case status != nil:
			if ride.Status, entry.Code, entry.Text = int(*status), int(*status), ride.Name; *status == 0 {
				ride.StatusRaw = "0"
			}
			k.rides(ride)
		case ride.StatusRaw != "":
			entry.Raw, entry.Text = ride.StatusRaw, ride.Name
			k.rides(ride)
		}
	}
	if h.Event.OfOrder() || h.Said.Status == platform.OrderPlaced { // another event's status may be of something else
		k.hasStatus(h.Said.Status, rawCode(int(h.Said.Status), "status", h.Said.Extra), h.At())
	}
	if k.byWhom(); h.Event == platform.EventOrderAccepted && k.AcceptedVia != "" {
		entry.Via, entry.By = k.AcceptedVia, k.AcceptedBy
	}
	if k.Column == "" {
		k.Column = api.ColumnOther
	}
	k.settle()
	return entry, true
}

// raw returns a code of the message that was read as no number.
func (h *PushedEvent) raw(member string, read bool) string {
	if read {
		return ""
	}
	return rawCode(0, member, h.Said.Extra)
}

// ended records how the order was cancelled: by a party, or what came in place of the party's number. A cancellation by
// our own operator keeps its Via.
func (k *orderState) ended(by *platform.OpType, raw, reason string) {
	end := api.OrderEnd{}
	if k.Cancel != nil {
		end = *k.Cancel
	}
	if end.OpRaw = cmp.Or(raw, end.OpRaw); raw != "" {
		by = nil
	}
	if by != nil {
		end.OpType, end.OpRaw = int(*by), ""
		if end.Via != api.ViaPerson {
			end.Via = opVia(*by)
		}
	}
	if t := k.ours(api.ActCancel); t != nil && (end.Via == "" || end.Via == api.ViaElsewhere) {
		end.Via, end.By = t.Via, t.By
	}
	if reason != "" {
		end.Reason = reason
	}
	k.Cancel = &end
}

// rides records the delivery's status, unless a later status is known. Without a status, the one of the same courier
// stays.
func (k *orderState) rides(rider api.OrderRider) {
	if d := k.Delivery; d != nil {
		if rider.Status == 0 && rider.StatusRaw == "" && cmp.Or(rider.Name, d.Name) == cmp.Or(d.Name, rider.Name) {
			rider.Status, rider.StatusRaw = d.Status, d.StatusRaw
		}
		older := rider.At < d.At || rider.At == d.At && rider.Status < d.Status // at equal times the higher status wins
		if older || d.Status == rider.Status && d.StatusRaw == rider.StatusRaw && d.Name == rider.Name {
			return
		}
	}
	k.Delivery = &rider
}

// opVia translates the platform's opType [K].
func opVia(by platform.OpType) api.Via {
	switch by {
	case platform.OpCustomer:
		return api.ViaCustomer
	case platform.OpMerchant:
		return api.ViaElsewhere
	case platform.OpSupport:
		return api.ViaSupport
	case platform.OpSystem:
	}
	return api.ViaPlatform
}

func (h *PushedEvent) refund() api.OrderRefund {
	return api.OrderRefund{
		ID: h.Said.AfterSaleOrderID, Standing: api.RefundAsked, Partial: h.Event == platform.EventPartialRefund,
		Reason: h.Said.ApplyReason, Money: minor(h.Said.Money, h.Said.Currency),
		Items: refunded(h.Said.RefundProducts), At: h.At(),
	}
}

func refunded(products []platform.RefundedProduct) (items []api.OrderItem) {
	for _, p := range products {
		items = append(items, api.OrderItem{Count: p.RefundCount, Name: p.Name})
	}
	return items
}

// minor returns an amount in minor units, or nil for none and for one that couldn't be read.
func minor(amount int64, currency string) *api.Money {
	if amount == 0 {
		return nil
	}
	return &api.Money{Amount: amount, Currency: currency, Text: platform.FormatAmount(amount, currency)}
}
