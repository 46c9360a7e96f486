package orders

import (
	"context"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// mayRefund reads the order and asks for the preview, both of which come before every partial
// refund. When done is true or err isn't nil, the caller sends nothing.
//
// Of all acts only a partial refund can take effect twice by mistake: the platform accepts a second
// one. So after a lost answer the record is checked: one more refund by the merchant than before
// means that the refund was made. As many as before, and at least one, mean that it wasn't, but only
// a minute later: a slow platform may make it after we gave the call up. A record without one may be
// of a platform that never lists them: a person looks at what is left, and decides. So does a person
// who asked while another refund was being made.
func (s *Service) mayRefund(ctx context.Context, a action, d *orderUpdate, earlier api.ActState,
	another bool) (acted api.Acted, done bool, err error) {
	r, err := s.read(ctx, a.ShopID, a.OrderID)
	if err != nil {
		return acted, false, upstream.Failure(err, false)
	}
	lost, own := d.Unknown == api.ActRefundApply, applied(r)
	made, unmade := lost && own > d.Before, lost && own == d.Before && own > 0 && d.Tried != nil &&
		s.Millis()-d.Tried.Since >= actGone.Milliseconds()
	if made && earlier == api.ActUnknown && d.UnknownKey == a.key {
		acted, err := s.settled(ctx, a, api.ActDone, nil)
		return acted, true, err
	}
	if _, err := s.take(ctx, a.ShopID, a.OrderID, r); err != nil {
		return acted, false, httpio.Unavailable(err)
	}
	preview, err := s.preview(ctx, a)
	switch {
	case err != nil:
		return acted, false, err
	case !unmade && (lost || earlier == api.ActUnknown):
		// The person asked for this refund without knowing the outcome of the earlier one.
		if _, err := s.change(ctx, a.ShopID, a.OrderID, func(d *orderUpdate) (bool, error) {
			d.over(a.Act)
			return true, nil
		}); err != nil {
			return acted, false, httpio.Unavailable(err)
		}
		message := "An earlier refund of this order, whose answer was lost, was made. Look at what is left; nothing more " +
			"was refunded."
		if !made {
			message = "It isn't known whether a refund of this order, whose answer was lost, was made. Look at what is left; " +
				"nothing more was refunded."
		}
		return acted, false, httpio.Changed(message, preview)
	case another:
		return acted, false, httpio.Changed("Another refund of this order was made meanwhile. Look at what is left; nothing "+
			"more was refunded.", preview)
	case !preview.RefundPrice.Known():
		return acted, false, errNoAmount
	case preview.RefundPrice.Amount != a.Expect.Amount || preview.RefundPrice.Currency != a.Expect.Currency:
		// The amount that the person confirmed must be the amount that the platform refunds.
		return acted, false, httpio.Changed("The platform would refund another amount now. Nothing was refunded.", preview)
	}
	return acted, false, nil
}

var errNoAmount = httpio.Refusal(api.CodeRefused,
	"The platform's preview has no refundPrice.amount that can be read. Nothing was refunded.")

func (s *Service) preview(ctx context.Context, a action) (*platform.RefundPreview, error) {
	client := platform.Client{Transport: s.Platform}
	preview, err := client.PreviewRefund(ctx, platform.RefundPreviewRequest{OrderRef: a.ref(), Products: a.lines()})
	if err != nil {
		return nil, upstream.Failure(err, false)
	}
	return preview, nil
}

// clockSkew is the tolerance for the platform's clock, in milliseconds.
const clockSkew = 60_000

// refunded records our partial refund, which the record may already show.
func (k *orderState) refunded(a action, now int64) {
	refund := api.OrderRefund{
		Standing: api.RefundApplied, Partial: true, Reason: strings.TrimSpace(a.Reason), Money: a.Expect, At: now,
		Via: a.via, By: a.by(),
	}
	for i := range k.Refunds {
		r := &k.Refunds[i]
		if k.Applied > k.Before && r.Standing == api.RefundApplied && same(r.Money, a.Expect) && k.Tried != nil &&
			r.At > k.Tried.Since-clockSkew {
			r.Via, r.By, r.Partial = refund.Via, refund.By, true
			if r.Reason == "" {
				r.Reason = refund.Reason
			}
			return
		}
	}
	k.Refunds = append(k.Refunds, refund)
}

// applied counts the merchant's own refunds.
func applied(r *record) (n int) {
	for _, refund := range r.Refunds {
		if refund.Applicant == platform.OpMerchant {
			n++
		}
	}
	return n
}

func (a *action) lines() (lines []platform.RefundLine) {
	for _, p := range a.Products {
		lines = append(lines, platform.RefundLine{OrderProductID: p.OrderProductID, RefundCount: p.RefundCount})
	}
	return lines
}
