package orders

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// takeRecord applies the platform's record. The record's status only moves the order forward,
// because an event may be newer than the read.
func (k *orderState) takeRecord(r *record) {
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
	k.setWay(r)
	if base.Number > 0 {
		k.Number = strconv.Itoa(base.Number)
	}
	if n := len(r.Deliveries); n > 0 {
		last := r.Deliveries[n-1]
		at := last.OpTime
		if at == 0 {
			at = r.at
		}
		k.rides(api.OrderRider{Status: int(last.LogisticsStatus), StatusRaw: rideOf(last), Name: last.CourierName, At: at})
	}
	told := make([]api.OrderRefund, len(r.Refunds))
	for i := range told {
		told[i] = shownRefund(r.Refunds[i], r.at)
	}
	for i, at := range k.refunds(told...) {
		// A refund that a refusal's wording alone called decided waits for an answer, as the record says.
		if known := &k.Refunds[at]; known.Standing == api.RefundDecided && waits(r.Refunds[i]) && r.at >= known.At {
			known.Standing, known.Via, known.At = told[i].Standing, told[i].Via, told[i].At
		}
	}
	k.Applied = applied(r)
	at := r.at
	if base.ChangedAt > 0 {
		at = base.ChangedAt
	}
	k.hasStatus(base.Status, rawCode(int(base.Status), "status", base.Extra, r.Extra), at)
	if k.Column == "" {
		k.Column = api.ColumnOther
	}
	if end := r.Cancelled; end != nil && k.Column == api.ColumnCancelled {
		k.ended(party(end), rawCode(int(end.OpType), "opType", end.Extra), end.CancelReason)
	}
	k.byWhom()
}

// party returns who cancelled, nil where the record doesn't tell: 0 is the platform itself.
func party(end *platform.Cancellation) *platform.OpType {
	if end == nil || end.OpType == 0 && untold("opType", end.Extra) {
		return nil
	}
	return &end.OpType
}

// untold reports whether a code that was read as 0 isn't in the record, or is there as something else than a number.
func untold(member string, kept platform.Extra) bool {
	untold := kept.Lacks(member)
	kept.Each(func(name, value string) { untold = untold || name == "" || name == member && value != `"0"` })
	return untold
}

// maxRaw bounds a code that is kept as it came, in bytes.
const maxRaw = 40

// rawCode returns a code's member as it came where the code is no number: "" for a number, for none and for what is too
// long to be shown. records are what was kept of the records that may have the member.
func rawCode(code int, member string, records ...platform.Extra) (raw string) {
	for _, kept := range records {
		raw = cmp.Or(raw, kept.Raw(member))
	}
	if code != 0 || raw == "0" || raw == "null" || len(raw) > maxRaw {
		return ""
	}
	return raw
}

// rideOf returns a delivery's status as it came where that is no number, "0" for 0 and "" where the record tells none.
func rideOf(d platform.DeliveryState) string {
	if d.LogisticsStatus == 0 && !untold("logisticsStatus", d.Extra) {
		return "0"
	}
	return rawCode(int(d.LogisticsStatus), "logisticsStatus", d.Extra)
}

// setWay takes the record's delivery type, which may be no number, or missing.
func (k *orderState) setWay(r *record) {
	k.Pickup, k.Rider, k.Way = false, false, rawCode(0, "deliveryType", r.Base.Extra, r.Extra)
	switch way := r.Base.DeliveryType; {
	case way == nil:
	case *way == platform.ByRider:
		k.Rider = true
	default:
		k.Pickup, k.Way = *way == platform.ByPickup, strconv.Itoa(int(*way))
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

// totalOf returns the amount that the customer pays, nil if it can't be read.
func totalOf(fees map[string]platform.Fee) *api.Money {
	if fee, ok := fees[platform.FeePaid]; ok && fee.Known() {
		return api.MoneyOf(fee)
	}
	return nil
}

// shownRefund converts a refund of the record.
func shownRefund(r platform.RefundState, now int64) api.OrderRefund {
	refund := api.OrderRefund{
		ID: r.AfterSaleOrderID, Standing: api.RefundAsked, Partial: len(r.Products) > 0, Reason: r.ApplyReason,
		Money: minor(r.Money, r.Currency), Items: refunded(r.Products), At: r.ApplyTime, Status: int(r.Status),
		StatusRaw: rawCode(int(r.Status), "status", r.Extra),
	}
	by := opVia(r.Decider)
	if by == api.ViaPlatform && r.Extra.Raw("opType") != "0" { // nobody is named, or a party that isn't documented
		by = ""
	}
	switch {
	case r.Applicant == platform.OpMerchant:
		refund.Standing, refund.Via = api.RefundApplied, api.ViaElsewhere
	case r.Status == platform.RefundAgreed:
		refund.Standing, refund.Via = api.RefundAgreed, by
	case r.Status == platform.RefundRejected:
		refund.Standing, refund.Via = api.RefundRejected, by
	}
	if r.OpTime > 0 && refund.Standing != api.RefundAsked {
		refund.At = r.OpTime
	}
	if refund.At == 0 {
		refund.At = now
	}
	return refund
}

// forget deletes the customer's details.
func (k *orderState) forget() {
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
