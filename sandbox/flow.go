package sandbox

import (
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// Flow is a demonstration's gentle stream of orders: a few in different states
// at first, then one from time to time at a shop that is open. Riders, customers
// and terminals move them on; accepting and preparing is left to whoever looks
// at the board.
type Flow struct {
	// Every is the time between two orders, about. Default: 40 seconds.
	Every time.Duration
	// Shops bounds it to the first so many shops. Default: all.
	Shops int
}

// flowState is where the flow is. The sandbox's lock guards it.
type flowState struct {
	begun bool
	next  time.Time
}

// flowOn does what the flow has in store by now. The caller holds the lock.
func (s *Sandbox) flowOn(now time.Time) (changed bool) {
	if s.Flow == nil {
		return s.moveOn(now)
	}
	every := either(s.Flow.Every, 40*time.Second)
	if !s.flow.begun {
		s.flow = flowState{begun: true, next: now.Add(every)}
		if !s.lively(now) {
			s.beginFlow(now)
			return true
		}
	}
	changed = s.moveOn(now)
	if now.Before(s.flow.next) {
		return changed
	}
	s.flow.next = now.Add(every/2 + time.Duration(s.chance()*float64(every)))
	if sh := s.anyOpen(now); sh != nil {
		s.placed(sh, Placement{ShopID: sh.Record.ShopID, Planned: true}, now)
		changed = true
	}
	return changed
}

// lively reports whether there are orders that somebody is working on.
func (s *Sandbox) lively(now time.Time) bool {
	open := 0
	for _, sold := range s.book.sales {
		if sold.open() && milli(now)-sold.Placed < (2*time.Hour).Milliseconds() {
			open++
		}
	}
	return open >= 4
}

// anyOpen draws a shop: half of the orders go to a home shop, the others to one
// that is open now. When all are closed one that is operating will do.
func (s *Sandbox) anyOpen(now time.Time) *shop {
	if s.chance() < 0.5 {
		return s.home(s.below(2))
	}
	operating := s.operating()
	open := slices.DeleteFunc(slices.Clone(operating), func(sh *shop) bool { return !s.openAt(sh, now) })
	if len(open) == 0 {
		open = operating
	}
	if len(open) == 0 {
		return nil
	}
	return open[s.below(len(open))]
}

// home is one of the first two shops, which everybody in the demonstration
// has: open or not, so that nobody looks at an empty board at night.
func (s *Sandbox) home(i int) *shop {
	shops := s.operating()
	if len(shops) == 0 {
		return nil
	}
	return shops[i%min(2, len(shops))]
}

// operating are the flow's shops that could take orders at some hour.
func (s *Sandbox) operating() []*shop {
	shops := s.state.Shops
	if n := s.Flow.Shops; n > 0 {
		shops = shops[:min(n, len(shops))]
	}
	return slices.DeleteFunc(slices.Clone(shops), func(sh *shop) bool {
		return sh.Record.Status != platform.ShopOperating || !sh.Authorised
	})
}

// beginFlow places the orders that a demonstration begins with.
func (s *Sandbox) beginFlow(now time.Time) {
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	for i, first := range []struct {
		kind OrderKind
		age  time.Duration
		to   platform.OrderStatus
		also func(*sale, int64) []news
	}{
		{OrderDelivery, 95 * time.Minute, platform.OrderCompleted, nil},
		{OrderPickup, 80 * time.Minute, platform.OrderCompleted, nil},
		{OrderCut, 70 * time.Minute, platform.OrderCompleted, s.firstRefund},
		{OrderDelivery, 55 * time.Minute, platform.OrderCancelled, nil},
		{OrderDelivery, 26 * time.Minute, platform.OrderPrepared, s.firstRider},
		{OrderPickup, 22 * time.Minute, platform.OrderPrepared, nil},
		{OrderAllergy, 14 * time.Minute, platform.OrderAccepted, s.firstRider},
		{OrderBig, 9 * time.Minute, platform.OrderAccepted, nil},
		{OrderScheduled, 6 * time.Minute, platform.OrderAccepted, nil},
		{OrderAllergy, 2 * time.Minute, platform.OrderPlaced, nil},
		{OrderCut, 40 * time.Second, platform.OrderPlaced, nil},
	} {
		sh := s.anyOpen(now)
		if i%2 == 0 {
			sh = s.home(i/2 + 1)
		}
		if sh == nil {
			return
		}
		sold := s.placed(sh, Placement{ShopID: sh.Record.ShopID, Kind: first.kind, Planned: true}, ago(first.age))
		_ = s.lockedSale(sold.ID, func(next *sale, _ int64) (told []news, err error) {
			at := milli(ago(first.age)) + (40 * time.Second).Milliseconds()
			told = next.hurry(first.to, at)
			if first.also != nil {
				told = append(told, first.also(next, milli(now))...)
			}
			if next.Status != platform.OrderCompleted {
				next.At = milli(now) + int64(60+s.below(90))*1000
			}
			return told, nil
		})
	}
}

// hurry takes a new order to that state.
func (s *sale) hurry(to platform.OrderStatus, now int64) (told []news) {
	minute := time.Minute.Milliseconds()
	if to == platform.OrderCancelled {
		return s.cancel(platform.OpCustomer, "Changed my mind", now)
	}
	if to >= platform.OrderAccepted {
		told = append(told, s.accept(now)...)
	}
	if to >= platform.OrderPrepared {
		s.move(platform.OrderPrepared, now+12*minute)
	}
	if to >= platform.OrderCompleted {
		told = append(told, s.complete(now+30*minute)...)
		s.Planned = false
	}
	return told
}

func (s *Sandbox) firstRider(sold *sale, now int64) []news {
	told, _ := sold.ride(platform.RiderAssigned, s.riderName(sold), "", now)
	return told
}

func (s *Sandbox) firstRefund(sold *sale, now int64) []news {
	lines := []platform.RefundLine{{OrderProductID: sold.Lines[0].ID, RefundCount: 1}}
	told, _ := sold.ask(lines, s.refundReason(sold), now)
	return told
}
