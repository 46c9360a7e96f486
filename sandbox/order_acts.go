package sandbox

import (
	"net/http"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/platform"
)

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// getOrder answers the order's record (interface 4.2).
func (s *Sandbox) getOrder(req *request) reply {
	sold, f := s.sold(req)
	if f != nil {
		return refuse(f)
	}
	return succeed(sold.record())
}

// confirmOrder accepts a new order (interface 3.2, rules 1 and 2).
func (s *Sandbox) confirmOrder(req *request) reply {
	return s.change(req, func(sold *sale, now int64) ([]news, error) {
		if sold.POS {
			return nil, fail(http.StatusOK, CodeOrderState, "The order was already accepted on a point-of-sale terminal.")
		}
		if sold.Status != platform.OrderPlaced {
			return nil, fail(http.StatusOK, CodeOrderState, "The order status has moved beyond its initial state.")
		}
		return sold.accept(now), nil
	})
}

var cancelCodes = []int64{
	platform.CancelOther, platform.CancelNoIngredients, platform.CancelShopClosing, platform.CancelShortOfStaff,
}

var cancelWords = map[int64]string{
	platform.CancelNoIngredients: "Out of ingredients", platform.CancelShopClosing: "The shop is closing for a while",
	platform.CancelShortOfStaff: "Short of staff",
}

// cancelOrder cancels for the merchant (interface 3.2, rule 3): until the food
// has left the shop.
func (s *Sandbox) cancelOrder(req *request) reply {
	code, reason, f := readReason(req.object, "cancelCode", "cancelReason", cancelCodes)
	if f != nil {
		return refuse(f)
	}
	return s.change(req, func(sold *sale, now int64) ([]news, error) {
		if f := sold.cancellable(); f != nil {
			return nil, f
		}
		told := sold.cancel(platform.OpMerchant, either(reason, cancelWords[code]), now)
		sold.Cancelled.CancelCode = int(code)
		return told, nil
	})
}

// cancellable refuses an order whose state doesn't allow cancellation.
func (s *sale) cancellable() *failure {
	switch {
	case s.Status == platform.OrderCancelled:
		return fail(http.StatusOK, CodeOrderState, "The order is already cancelled.")
	case s.Status == platform.OrderCompleted:
		return fail(http.StatusOK, CodeOrderState, "The order is completed. It does not allow cancellation.")
	case s.rider() == platform.RiderPickedUp:
		return fail(http.StatusOK, CodeOrderState, "The rider has picked the order up. It does not allow cancellation.")
	}
	return nil
}

// eventReady is an event that the extract of events doesn't have (interface 6.3).
const eventReady platform.Event = 1008

// prepareOrder marks an order ready (interface 3.2, rule 4). The extract of
// events has none for it.
func (s *Sandbox) prepareOrder(req *request) reply {
	return s.change(req, func(sold *sale, now int64) ([]news, error) {
		switch sold.Status {
		case platform.OrderAccepted:
			return s.ready(sold, now), nil
		case platform.OrderPlaced:
			return nil, fail(http.StatusOK, CodeOrderState, "The order is not confirmed yet.")
		case platform.OrderPrepared, platform.OrderCompleted, platform.OrderCancelled:
		}
		return nil, fail(http.StatusOK, CodeOrderState, "The order is not in preparation any more.")
	})
}

// ready marks an order ready. Nothing is told of that, but with [UnknownCodes].
func (s *Sandbox) ready(sold *sale, now int64) []news {
	sold.move(platform.OrderPrepared, now)
	if s.Does(UnknownCodes) {
		return sold.tell(eventReady, nil)
	}
	return nil
}

// collectOrder completes a self-pickup order (interface 3.2, rule 5).
func (s *Sandbox) collectOrder(req *request) reply {
	return s.change(req, func(sold *sale, now int64) ([]news, error) { return sold.collect(now) })
}

func (s *sale) collect(now int64) ([]news, error) {
	if s.Delivery != platform.ByPickup {
		return nil, fail(http.StatusOK, CodeOrderState, "The order is not for self-pickup: a rider collects it.")
	}
	if s.Status != platform.OrderAccepted && s.Status != platform.OrderPrepared {
		return nil, fail(http.StatusOK, CodeOrderState, "The order is not waiting to be collected.")
	}
	return s.complete(now), nil
}

// agreeRefund approves the customer's refund request (interface 3.2, rule 6).
func (s *Sandbox) agreeRefund(req *request) reply {
	return s.change(req, func(sold *sale, now int64) ([]news, error) { return sold.agree(platform.OpMerchant, now) })
}

var rejectCodes = []int64{platform.RejectOther, platform.RejectPrepared, platform.RejectUnderDelivery}

// rejectRefund rejects the customer's refund request (interface 3.2, rule 6).
func (s *Sandbox) rejectRefund(req *request) reply {
	code, reason, f := readReason(req.object, "rejectCode", "rejectReason", rejectCodes)
	if f != nil {
		return refuse(f)
	}
	return s.change(req, func(sold *sale, now int64) ([]news, error) {
		return nil, sold.reject(platform.OpMerchant, int(code), reason, now)
	})
}

// decide is a copy of the request that waits, to be decided.
func (s *sale) decide() (*refund, error) {
	at := s.pending()
	if at < 0 {
		asked := slices.ContainsFunc(s.Refunds, func(r refund) bool { return r.Applicant == platform.OpCustomer })
		if !asked {
			return nil, fail(http.StatusOK, CodeNoRefund, "The order has no refund request.")
		}
		for _, r := range slices.Backward(s.Refunds) {
			if r.Applicant == platform.OpCustomer && r.Status == platform.RefundRejected {
				return nil, fail(http.StatusOK, CodeRefundDecided, "The refund request was already rejected.")
			}
			if r.Applicant == platform.OpCustomer {
				break
			}
		}
		return nil, fail(http.StatusOK, CodeRefundDecided, "The refund request was already approved.")
	}
	s.Refunds = slices.Clone(s.Refunds)
	return &s.Refunds[at], nil
}

// agree approves the request. A whole refund cancels the order.
func (s *sale) agree(who platform.OpType, now int64) ([]news, error) {
	r, err := s.decide()
	if err != nil {
		return nil, err
	}
	r.Status, r.Decider, r.OpTime = platform.RefundAgreed, who, now
	if len(r.Lines) > 0 {
		s.give(r.Lines)
		return nil, nil
	}
	if s.Status == platform.OrderCancelled {
		return nil, nil
	}
	return s.cancel(platform.OpCustomer, either(r.ApplyReason, "Refund"), now), nil
}

func (s *sale) reject(who platform.OpType, code int, reason string, now int64) error {
	r, err := s.decide()
	if err != nil {
		return err
	}
	r.Status, r.Decider, r.OpTime, r.RejectCode, r.RejectReason = platform.RefundRejected, who, now, code, reason
	return nil
}
