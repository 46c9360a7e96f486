package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/platform"
)

// news is something the platform tells by webhook: an event and its message.
type news struct {
	event   platform.Event
	message any
}

// move puts the order into a state. The event's time is never that of the
// event before: receivers tell repeats by it.
func (s *sale) move(to platform.OrderStatus, now int64) {
	s.Status, s.Changed = to, max(now, s.Changed+1)
	s.At = now + planPause // of a planned order: whoever moved it, it goes on from here
}

// planPause is between a step of a planned order and the next, in
// milliseconds, where nothing else is said.
const planPause = 30_000

// tell is an event of the order.
func (s *sale) tell(event platform.Event, fill func(*platform.OrderEvent)) []news {
	e := platform.OrderEvent{OpTime: s.Changed, OrderViewID: s.ID, ShopID: s.ShopID, Status: s.Status}
	if fill != nil {
		fill(&e)
	}
	return []news{{event, e}}
}

// placed is the event of a new order, which carries its record.
func (s *sale) placed() []news {
	text, _ := json.Marshal(s.record()) // numbers and strings
	members := strings.TrimSuffix(strings.TrimPrefix(string(text), "{"), "}")
	return s.tell(platform.EventOrderPlaced, func(e *platform.OrderEvent) { e.Extra = platform.Extra(members) })
}

func (s *sale) accept(now int64) []news {
	s.move(platform.OrderAccepted, now)
	return s.tell(platform.EventOrderAccepted, nil)
}

func (s *sale) complete(now int64) []news {
	s.move(platform.OrderCompleted, now)
	return s.tell(platform.EventOrderCompleted, nil)
}

// cancel ends the order; a refund request that waits has got what it asked.
func (s *sale) cancel(who platform.OpType, reason string, now int64) []news {
	s.move(platform.OrderCancelled, now)
	s.Cancelled = &platform.Cancellation{OpType: who, CancelReason: reason, OpTime: s.Changed}
	if at := s.pending(); at >= 0 {
		s.Refunds = slices.Clone(s.Refunds)
		r := &s.Refunds[at]
		r.Status, r.Decider, r.OpTime = platform.RefundAgreed, who, now
	}
	return s.tell(platform.EventOrderCancelled, func(e *platform.OrderEvent) {
		e.OpType, e.CancelReason = &who, reason
	})
}

// ride takes the delivery one step on. Being delivered completes the order.
func (s *sale) ride(to platform.LogisticsStatus, name, phone string, now int64) ([]news, error) {
	if s.Delivery == platform.ByPickup {
		return nil, fmt.Errorf("%w: the customer collects the order, no rider does", ErrInvalid)
	}
	if s.Status != platform.OrderAccepted && s.Status != platform.OrderPrepared {
		return nil, fmt.Errorf("%w: a rider is under way between acceptance and completion only", ErrInvalid)
	}
	if !slices.Contains(rides[s.rider()], to) {
		return nil, fmt.Errorf("%w: after %q a delivery can't be %q", ErrInvalid, s.rider(), to)
	}
	if to == platform.RiderPickedUp && s.Status != platform.OrderPrepared {
		return nil, fmt.Errorf("%w: the order isn't prepared yet", ErrInvalid)
	}
	last := platform.DeliveryState{OpTime: now - 1}
	if n := len(s.Riders); n > 0 {
		last = s.Riders[n-1]
	}
	next := platform.DeliveryState{
		LogisticsStatus: to, CourierName: either(name, last.CourierName), CourierPhone: either(phone, last.CourierPhone),
		OpTime: max(now, last.OpTime+1),
	}
	s.Riders = append(slices.Clone(s.Riders), next)
	told := s.tell(platform.EventDelivery, func(e *platform.OrderEvent) {
		e.OpTime, e.LogisticsStatus, e.CourierName, e.CourierPhone = next.OpTime, &to, next.CourierName, next.CourierPhone
	})
	if to == platform.RiderDelivered {
		told = append(told, s.complete(max(now, next.OpTime))...)
	}
	return told, nil
}

// rides are the steps that a delivery can take from each.
var rides = map[platform.LogisticsStatus][]platform.LogisticsStatus{
	0:                       {platform.RiderSought, platform.RiderAssigned},
	platform.RiderSought:    {platform.RiderAssigned},
	platform.RiderAssigned:  {platform.RiderAtShop, platform.RiderCancelled},
	platform.RiderAtShop:    {platform.RiderPickedUp, platform.RiderCancelled},
	platform.RiderCancelled: {platform.RiderAssigned},
	platform.RiderPickedUp:  {platform.RiderDelivered},
}

// ask is the customer's refund request: of these lines, or of everything.
func (s *sale) ask(lines []platform.RefundLine, reason string, now int64) ([]news, error) {
	switch {
	case s.Status == platform.OrderPlaced:
		return nil, fmt.Errorf("%w: an order that isn't accepted is cancelled, not refunded", ErrInvalid)
	case s.Status == platform.OrderCancelled:
		return nil, fmt.Errorf("%w: the order is cancelled", ErrInvalid)
	case s.pending() >= 0:
		return nil, fmt.Errorf("%w: a refund request waits already", ErrInvalid)
	}
	r, f := s.askRefund(lines, reason, platform.OpCustomer, now)
	if f != nil {
		return nil, fmt.Errorf("%w: %s", ErrInvalid, f.message)
	}
	s.Refunds = append(slices.Clone(s.Refunds), r)
	event := platform.EventRefund
	if len(lines) > 0 {
		event = platform.EventPartialRefund
	}
	return s.tell(event, func(e *platform.OrderEvent) {
		e.OpTime = now
		e.AfterSaleOrderID, e.ApplyReason, e.Money, e.Currency = r.AfterSaleOrderID, r.ApplyReason, r.Money, r.Currency
		e.RefundProducts = r.Products
	}), nil
}
