package orders

import (
	"cmp"
	"slices"

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

// settledness ranks a refund's standings. Like an order, a refund never goes back, but for one that was only marked
// decided: see takeRecord.
func settledness(standing api.RefundStanding) int {
	switch standing {
	case api.RefundAsked:
		return 1
	case api.RefundDecided:
		return 2
	case api.RefundAgreed, api.RefundRejected:
		return 3
	case api.RefundApplied:
		return 4 // says more than agreed: by whom
	}
	return 0
}

// decisions are the acts that answer a customer's refund request.
var decisions = map[api.RefundStanding]api.Act{
	api.RefundAgreed: api.ActRefundAgree, api.RefundRejected: api.ActRefundReject,
}

// refunds adds refunds that were told together, or completes known ones, each of them once: that of the number or time,
// else one that stands alike, else another that it may be. It returns their places in k.Refunds.
func (k *orderState) refunds(told ...api.OrderRefund) []int {
	places := slices.Repeat([]int{-1}, len(told))
	for _, is := range [...]func(known, r *api.OrderRefund) bool{
		func(known, r *api.OrderRefund) bool {
			return known.ID == r.ID && (r.ID != 0 || known.At == r.At && !contradicts(known, r))
		},
		func(known, r *api.OrderRefund) bool { return known.Standing == r.Standing && mayBe(known, r) },
		mayBe,
	} {
		for i, r := range told {
			for at := range k.Refunds {
				if places[i] < 0 && !slices.Contains(places, at) && is(&k.Refunds[at], &r) {
					places[i] = at
				}
			}
		}
	}
	for i, r := range told {
		if places[i] < 0 && r.ID != 0 { // a number that is told twice
			places[i] = slices.IndexFunc(k.Refunds, func(known api.OrderRefund) bool { return known.ID == r.ID })
		}
		if places[i] < 0 {
			if t := k.ours(api.ActRefundApply); t != nil && r.Standing == api.RefundApplied &&
				near(&r, &api.OrderRefund{At: t.Since}) {
				r.Via, r.By = t.Via, t.By
			}
			places[i], k.Refunds = len(k.Refunds), append(k.Refunds, r)
			continue
		}
		k.completes(&k.Refunds[places[i]], r)
	}
	return places
}

// completes adds to a known refund what is told of it.
func (k *orderState) completes(known *api.OrderRefund, r api.OrderRefund) {
	known.ID, known.Partial, known.Status = cmp.Or(r.ID, known.ID), known.Partial || r.Partial, max(known.Status, r.Status)
	if known.StatusRaw = cmp.Or(r.StatusRaw, known.StatusRaw); r.Status != 0 {
		known.StatusRaw = ""
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
	if r.Standing != known.Standing && settledness(r.Standing) >= settledness(known.Standing) {
		if t := k.ours(decisions[r.Standing]); t != nil && r.Via == api.ViaElsewhere {
			r.Via, r.By = t.Via, t.By
		}
		known.Standing, known.Via, known.By, known.At = r.Standing, r.Via, r.By, r.At
	}
	if known.ID == 0 && known.Standing == r.Standing && r.Standing != api.RefundAsked {
		known.At = r.At // the platform's time is what it is known by
	}
}

// mayBe reports whether r is a known refund though one of them has no number, or both have none and other times. A
// message of a refund may say no more than when it was asked for (interface 6.1), and some platforms don't number
// refunds.
func mayBe(known, r *api.OrderRefund) bool {
	switch {
	case known.ID != 0 && r.ID != 0:
		return false
	case known.Standing == api.RefundApplied || r.Standing == api.RefundApplied:
		// The shop's own: a message may tell it like a request, and a record without applicants like one that was agreed to.
		other := known.Standing == api.RefundAsked && known.Partial || r.Standing == api.RefundAgreed
		return known.ID == 0 && (known.Standing == r.Standing && same(known.Money, r.Money) ||
			other && near(known, r) && !contradicts(known, r))
	case contradicts(known, r):
		return false
	case known.Standing == api.RefundAsked:
		return true
	case r.Standing == api.RefundAsked: // told late
		return r.At <= known.At
	}
	return known.ID == 0 && (known.Standing == r.Standing || known.Standing == api.RefundDecided)
}

// echoes reports whether a message tells of a partial refund of the shop's, which is made or was made just now.
func (k *orderState) echoes(r *api.OrderRefund) bool {
	return r.Partial && (k.ours(api.ActRefundApply) != nil ||
		slices.ContainsFunc(k.Refunds, func(known api.OrderRefund) bool {
			return known.Standing == api.RefundApplied && !contradicts(&known, r) && near(&known, r)
		}))
}

// near reports whether two refunds were told for nearly the same moment.
func near(a, b *api.OrderRefund) bool { return max(a.At-b.At, b.At-a.At) < clockSkew }

// contradicts reports whether two refunds differ in a field that both have.
func contradicts(a, b *api.OrderRefund) bool {
	return a.Money != nil && b.Money != nil && !same(a.Money, b.Money) || a.Reason != "" && b.Reason != "" &&
		a.Reason != b.Reason ||
		len(a.Items) > 0 && len(b.Items) > 0 && !slices.EqualFunc(a.Items, b.Items, func(x, y api.OrderItem) bool {
			return x.Name == y.Name && x.Count == y.Count
		})
}

func same(a, b *api.Money) bool {
	return a != nil && b != nil && a.Amount == b.Amount && a.Currency == b.Currency
}
