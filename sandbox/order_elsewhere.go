package sandbox

import (
	"fmt"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// AcceptOnPOS accepts an order on a point-of-sale terminal: confirming it is
// then refused (interface 3.2, rule 2).
func (s *Sandbox) AcceptOnPOS(id int64) error {
	return s.updateSale(id, func(sold *sale, now int64) ([]news, error) {
		if sold.Status != platform.OrderPlaced {
			return nil, fmt.Errorf("%w: the order isn't new any more", ErrInvalid)
		}
		sold.POS = true
		return sold.accept(now), nil
	})
}

// CancelOrder cancels an order for the customer, the platform or its customer
// service. Customer service can cancel a completed one too.
func (s *Sandbox) CancelOrder(id int64, who platform.OpType, reason string) error {
	return s.updateSale(id, func(sold *sale, now int64) ([]news, error) {
		late := who == platform.OpSupport && sold.Status == platform.OrderCompleted
		if f := sold.cancellable(); f != nil && !late {
			return nil, fmt.Errorf("%w: %s", ErrInvalid, f.message)
		}
		return sold.cancel(who, reason, now), nil
	})
}

// MoveRider takes the delivery to that step; name and phone stay as they were
// when empty. Being delivered completes the order.
func (s *Sandbox) MoveRider(id int64, to platform.LogisticsStatus, name, phone string) error {
	return s.updateSale(id, func(sold *sale, now int64) ([]news, error) { return sold.ride(to, name, phone, now) })
}

// RequestRefund is the customer's refund request: for these products, or for
// the whole order with none.
func (s *Sandbox) RequestRefund(id int64, lines []platform.RefundLine, reason string) error {
	return s.updateSale(id, func(sold *sale, now int64) ([]news, error) { return sold.ask(lines, reason, now) })
}

// DecideRefund answers the refund request on a point-of-sale terminal: our own
// answer is then refused (interface 3.2, rule 6).
func (s *Sandbox) DecideRefund(id int64, agree bool) error {
	return s.updateSale(id, func(sold *sale, now int64) ([]news, error) {
		if agree {
			return sold.agree(platform.OpMerchant, now)
		}
		return nil, sold.reject(platform.OpMerchant, platform.RejectOther, "Decided on the terminal", now)
	})
}

// PrepareOnPOS marks an order ready on a terminal, and CollectOnPOS hands a
// self-pickup order out.
func (s *Sandbox) PrepareOnPOS(id int64) error {
	return s.updateSale(id, func(sold *sale, now int64) ([]news, error) {
		if sold.Status != platform.OrderAccepted {
			return nil, fmt.Errorf("%w: the order isn't in preparation", ErrInvalid)
		}
		return s.ready(sold, now), nil
	})
}

// CollectOnPOS completes a self-pickup order.
func (s *Sandbox) CollectOnPOS(id int64) error {
	return s.updateSale(id, func(sold *sale, now int64) ([]news, error) { return sold.collect(now) })
}

// confirmWithin is how long a new order waits (interface 3.2, rule 1).
const confirmWithin = 5 * time.Minute

// expireOrders cancels the orders that nobody confirmed in time. The caller
// holds the lock.
func (s *Sandbox) expireOrders(now time.Time) (changed bool) {
	var missed []*sale
	for _, sold := range s.book.sales {
		if sold.Status == platform.OrderPlaced && milli(now) >= sold.Placed+confirmWithin.Milliseconds() {
			missed = append(missed, sold)
		}
	}
	for _, sold := range oldestFirst(missed) {
		_ = s.lockedSale(sold.ID, func(next *sale, now int64) ([]news, error) {
			return next.cancel(platform.OpSystem, "The order was not confirmed within 5 minutes.", now), nil
		})
		s.closeMissed(sold.ShopID, now)
	}
	return len(missed) > 0
}

// closeMissed closes the shop for a while. The caller holds the lock.
func (s *Sandbox) closeMissed(id int64, now time.Time) {
	at, ok := s.index[id]
	if !ok || s.CloseMissed <= 0 || s.state.Shops[at].Record.Status != platform.ShopOperating {
		return
	}
	next := *s.state.Shops[at]
	next.setStatus(platform.ShopSuspended, withheld)
	next.Reopens = milli(now.Add(s.CloseMissed))
	s.replaceShop(at, &next)
	s.announce(id, 0, next.statusNews(platform.ShopOperating, milli(now)))
}

// reopenShops ends what closeMissed began. The caller holds the lock.
func (s *Sandbox) reopenShops(now time.Time) (changed bool) {
	for at, sh := range s.state.Shops {
		if sh.Reopens == 0 || milli(now) < sh.Reopens {
			continue
		}
		next, was := *sh, sh.Record.Status
		next.Reopens = 0
		next.setStatus(platform.ShopOperating, serving)
		s.replaceShop(at, &next)
		if was != platform.ShopOperating {
			s.announce(next.Record.ShopID, 0, next.statusNews(was, milli(now)))
		}
		changed = true
	}
	return changed
}

func (s *Sandbox) replaceShop(at int, next *shop) {
	s.state.Shops[at] = next
	s.changes++
}

func (sh *shop) statusNews(from platform.ShopStatus, now int64) news {
	return news{platform.EventStatusChanged, platform.StatusEvent{
		OpTime: now, ShopID: sh.Record.ShopID, FromStatus: from, ToStatus: sh.Record.Status,
	}}
}
