package orders

import (
	"cmp"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

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
		// The shop's own: a message may tell it like a request, a record without applicants like one that was agreed to, and
		// a record with other codes like neither.
		other := known.Standing == api.RefundAsked && known.Partial || r.Standing == api.RefundAgreed ||
			r.Standing == api.RefundAsked && (r.StatusRaw != "" || r.Status != 0 && r.Status != int(platform.RefundAsked))
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
	t := k.ours(api.ActRefundApply)
	return r.Partial && (t != nil && near(r, &api.OrderRefund{At: t.Since}) ||
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
