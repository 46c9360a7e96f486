package sandbox

import (
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// moveOn takes the planned orders on whose time has come. The caller holds the
// lock.
func (s *Sandbox) moveOn(now time.Time) (changed bool) {
	var due []*sale
	for _, sold := range s.book.sales {
		if sold.Planned && milli(now) >= sold.At {
			due = append(due, sold)
		}
	}
	for _, sold := range oldestFirst(due) {
		err := s.lockedSale(sold.ID, func(next *sale, now int64) ([]news, error) {
			told, wait, err := s.nextStep(next, now)
			next.At = now + wait.Milliseconds()
			next.Planned = wait > 0
			return told, err
		})
		changed = changed || err == nil
	}
	return changed
}

// nextStep is what happens next to a planned order, and how long after that
// the one behind it; 0 for no more.
func (s *Sandbox) nextStep(sold *sale, now int64) ([]news, time.Duration, error) {
	idle := time.Duration(now-sold.Changed) * time.Millisecond
	some := func(from, to int) time.Duration { return time.Duration(from+s.below(to-from+1)) * time.Second }
	switch sold.Status {
	case platform.OrderPlaced:
		switch draw := s.chance(); {
		case draw < 0.12:
			sold.POS = true
			return sold.accept(now), some(20, 60), nil
		case draw < 0.20:
			return sold.cancel(platform.OpCustomer, "Changed my mind", now), 0, nil
		}
		return nil, confirmWithin, nil // a person's turn; accepting sets the time anew
	case platform.OrderAccepted:
		if idle > 15*time.Minute { // nobody at the board: the terminal
			sold.move(platform.OrderPrepared, now)
			return nil, some(20, 60), nil
		}
		if sold.Delivery == platform.ByPickup || sold.rider() == platform.RiderAtShop {
			return nil, time.Minute, nil
		}
	case platform.OrderPrepared:
		if sold.Delivery == platform.ByPickup {
			return sold.complete(now), some(90, 400), nil
		}
	case platform.OrderCompleted:
		return s.afterwards(sold, now)
	case platform.OrderCancelled:
		return nil, 0, nil
	}
	return s.rideOn(sold, now, some)
}

// rideOn takes the delivery one step on.
func (s *Sandbox) rideOn(sold *sale, now int64, some func(from, to int) time.Duration) ([]news, time.Duration, error) {
	to, name := platform.RiderAssigned, ""
	switch sold.rider() {
	case platform.RiderAssigned:
		if to = platform.RiderAtShop; s.chance() < 0.05 {
			to = platform.RiderCancelled
		}
	case platform.RiderAtShop:
		to = platform.RiderPickedUp
	case platform.RiderPickedUp:
		to = platform.RiderDelivered
	case platform.RiderSought, platform.RiderDelivered, platform.RiderCancelled:
	}
	if to == platform.RiderAssigned {
		name = s.riderName(sold)
	}
	told, err := sold.ride(to, name, "", now)
	return told, some(60, 180), err
}

// afterwards is what becomes of a completed order: now and then a refund
// request. One that nobody answers is decided on the terminal in the end.
func (s *Sandbox) afterwards(sold *sale, now int64) ([]news, time.Duration, error) {
	if sold.pending() >= 0 {
		told, err := sold.agree(platform.OpMerchant, now)
		return told, 0, err
	}
	if len(sold.Refunds) > 0 || s.chance() >= 0.15 {
		return nil, 0, nil
	}
	var lines []platform.RefundLine
	if s.chance() < 0.7 {
		lines = []platform.RefundLine{{OrderProductID: sold.Lines[s.below(len(sold.Lines))].ID, RefundCount: 1}}
	}
	told, err := sold.ask(lines, s.refundReason(sold), now)
	return told, 30 * time.Minute, err
}

func (s *Sandbox) riderName(sold *sale) string { return riders[s.below(len(riders))][sold.tongue()] }

func (s *Sandbox) refundReason(sold *sale) string {
	return refundReasons[s.below(len(refundReasons))][sold.tongue()]
}

// tongue is the language of the order, by its first product.
func (s *sale) tongue() tongue {
	for _, d := range menu {
		if at := slices.Index(d.name[:], s.Lines[0].Name); at >= 0 {
			return tongue(at)
		}
	}
	return english
}

// openAt reports whether the shop's hours say that it is open (interface 2.3
// to 2.5, 3.3). A special date replaces its calendar day.
func (s *Sandbox) openAt(sh *shop, now time.Time) bool {
	zone := location(sh.Zone)
	local := now.In(zone)
	second := local.Hour()*3600 + local.Minute()*60 + local.Second()
	today, special := s.periodsOn(sh, local)
	for _, p := range today {
		if span := lasting(p); second >= span.from && second < span.to {
			return true
		}
	}
	before, _ := s.periodsOn(sh, local.AddDate(0, 0, -1))
	for _, p := range before {
		if !special && lasting(p).to-platform.DaySeconds > second {
			return true
		}
	}
	return false
}

func (s *Sandbox) periodsOn(sh *shop, day time.Time) (periods []platform.Period, special bool) {
	date := day.Format(time.DateOnly)
	anchor := s.anchor(location(sh.Zone))
	for _, d := range sh.Special {
		first, last := time.UnixMilli(d.StartDate).In(anchor), time.UnixMilli(d.EndDate).In(anchor)
		if first.Format(time.DateOnly) <= date && date <= last.Format(time.DateOnly) {
			return d.BusinessHour, true
		}
	}
	return sh.Week.Day(platform.Days()[(int(day.Weekday())+6)%7]), false
}
