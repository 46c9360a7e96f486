package orders

import (
	"context"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// soon is the delay before an order with an unknown outcome is read again.
const soon = 5 * time.Second

// unknown reads the order to learn the outcome of an act that got no answer.
func (s *Service) unknown(ctx context.Context, a action) (api.Acted, error) {
	if r, err := s.read(ctx, a.ShopID, a.OrderID); err == nil {
		d, err := s.present(ctx, a.ShopID, a.OrderID)
		if err != nil {
			return api.Acted{}, unsaved(err)
		}
		if happened(a.Act, r, d.orderState) {
			return s.settled(ctx, a, api.ActDone, nil)
		}
		if _, err := s.take(ctx, a.ShopID, a.OrderID, r); err != nil {
			return api.Acted{}, unsaved(err)
		}
	}
	d, err := s.change(ctx, a.ShopID, a.OrderID, func(d *orderUpdate) (bool, error) {
		d.Doing = nil
		d.act = a.row(api.ActUnknown, nil, s.Millis())
		d.timeline = []api.TimelineEntry{a.entry(api.ActUnknown, s.Millis())}
		d.row.DueAt = s.Now().Add(soon).UnixMilli()
		return true, nil
	})
	if err != nil {
		return api.Acted{}, unsaved(err)
	}
	return api.Acted{State: api.ActUnknown, Order: d.Order}, nil
}

// happened reports whether the record shows that the act, which was sent for the order k, took effect.
func happened(act api.Act, r *record, k *orderState) bool {
	reached := rank(columnOf(r.Base.Status))
	switch act {
	case api.ActAccept:
		return reached >= rank(api.ColumnPreparing) && reached < rank(api.ColumnCancelled)
	case api.ActReady:
		return reached >= rank(api.ColumnReady) && reached < rank(api.ColumnCancelled)
	case api.ActCollect:
		return reached == rank(api.ColumnDone)
	case api.ActCancel:
		by := party(r.Cancelled)
		return reached == rank(api.ColumnCancelled) && (by == nil || opVia(*by) == api.ViaElsewhere)
	case api.ActRefundAgree:
		return lastRefund(r, k) == platform.RefundAgreed
	case api.ActRefundReject:
		return lastRefund(r, k) == platform.RefundRejected
	case api.ActRefundApply:
		return applied(r) > k.Before
	}
	return false
}

// lastRefund returns the status of the customer's last refund request, RefundAsked while any request waits, also one
// that the record doesn't list yet.
func lastRefund(r *record, k *orderState) (status platform.RefundStatus) {
	listed := map[int64]bool{0: true} // some platforms don't number refunds
	for _, refund := range r.Refunds {
		listed[refund.AfterSaleOrderID] = true
		if refund.Applicant != platform.OpMerchant && status != platform.RefundAsked {
			status = refund.Status
		}
	}
	if slices.ContainsFunc(k.Refunds, func(known api.OrderRefund) bool {
		return known.Standing == api.RefundAsked && !listed[known.ID]
	}) {
		return platform.RefundAsked
	}
	return status
}
