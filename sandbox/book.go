package sandbox

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// ordersKept bounds the orders that are remembered; the oldest finished ones
// are forgotten first.
const ordersKept = 2000

// idStep is the least distance between the ids of two orders; the ids of an
// order's parts lie in between.
const idStep = 1000

// book holds the orders. The sandbox's lock guards it.
type book struct {
	sales   map[int64]*sale
	last    int64 // the highest id ever
	numbers map[int64]dayCount
	pending []entry // not in the journal yet
	lines   int     // in the journal
}

// dayCount is the number of the last order of a shop's day.
type dayCount struct {
	day    string
	number int
}

func (b *book) clear() {
	for id := range b.sales {
		b.pending = append(b.pending, entry{Forget: id})
	}
	b.sales, b.numbers = map[int64]*sale{}, map[int64]dayCount{}
}

// put takes a new order, or the changed copy of one.
func (b *book) put(next *sale) {
	b.sales[next.ID] = next
	b.last = max(b.last, next.ID)
	b.pending = append(b.pending, entry{Sale: next})
}

// forget drops the oldest finished orders above the bound.
func (b *book) forget() {
	if len(b.sales) <= ordersKept {
		return
	}
	for _, old := range b.sorted() {
		if len(b.sales) <= ordersKept*9/10 {
			return
		}
		if !old.open() {
			delete(b.sales, old.ID)
			b.pending = append(b.pending, entry{Forget: old.ID})
		}
	}
}

// sorted lists the orders, the oldest first.
func (b *book) sorted() []*sale {
	all := make([]*sale, 0, len(b.sales))
	for _, sold := range b.sales {
		all = append(all, sold)
	}
	return oldestFirst(all)
}

// oldestFirst sorts orders by their ids.
func oldestFirst(list []*sale) []*sale {
	slices.SortFunc(list, func(a, b *sale) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// nextID makes an order's id: growing, beyond 2^53, and odd, so that one that
// went through a float never comes back the same.
func (b *book) nextID(now time.Time) int64 {
	const beyond = 1_000_000_000_000_000_001
	return max(b.last+idStep, beyond+now.UnixMilli()*idStep)
}

// nextNumber counts the orders of a shop's day.
func (b *book) nextNumber(shop int64, local time.Time) int {
	day := local.Format(time.DateOnly)
	count := b.numbers[shop]
	if count.day != day {
		count = dayCount{day: day}
	}
	count.number++
	b.numbers[shop] = count
	return count.number
}

// sold finds the order that a call is about.
func (s *Sandbox) sold(req *request) (*sale, *failure) {
	id, f := req.integer("orderViewId", "orderViewId")
	if f != nil {
		return nil, f
	}
	if err := s.settle(); err != nil {
		return nil, asFailure(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sold, ok := s.book.sales[id]
	if !ok || sold.ShopID != req.shop.Record.ShopID {
		return nil, asFailure(ErrUnknownOrder)
	}
	return sold, nil
}

// change changes the order that a call is about.
func (s *Sandbox) change(req *request, change func(*sale, int64) ([]news, error)) reply {
	sold, f := s.sold(req)
	if f != nil {
		return refuse(f)
	}
	return s.done(s.updateSale(sold.ID, change))
}

// updateSale changes a copy of the order, puts it in its place, has it on disk
// and what it brings on its way to the webhooks. When change returns an error
// nothing is changed.
func (s *Sandbox) updateSale(id int64, change func(sold *sale, now int64) ([]news, error)) error {
	if err := s.Load(); err != nil {
		return err
	}
	s.mu.Lock()
	err := s.lockedSale(id, change)
	s.mu.Unlock()
	if err != nil {
		return err
	}
	defer s.wake()
	return s.commit()
}

// lockedSale is updateSale for callers that hold the lock and commit after it.
func (s *Sandbox) lockedSale(id int64, change func(*sale, int64) ([]news, error)) error {
	sold, ok := s.book.sales[id]
	if !ok {
		return fmt.Errorf("%w: %d", ErrUnknownOrder, id)
	}
	next, now := *sold, milli(s.now())
	told, err := change(&next, now)
	if err != nil {
		return err
	}
	s.book.put(&next)
	for _, n := range told {
		s.announce(next.ShopID, next.ID, n)
	}
	return nil
}

// Order is an order's record as the platform answers it; false for an unknown
// id.
func (s *Sandbox) Order(id int64) (platform.Order, bool) {
	if s.Load() != nil {
		return platform.Order{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sold, ok := s.book.sales[id]
	if !ok {
		return platform.Order{}, false
	}
	return sold.record(), true
}

// Orders lists the records of the orders that are remembered, the newest
// first; of one shop, or of all with 0.
func (s *Sandbox) Orders(shopID int64) []platform.Order {
	list := []platform.Order{}
	for _, sold := range s.sales() {
		if shopID == 0 || sold.ShopID == shopID {
			list = append(list, sold.record())
		}
	}
	slices.Reverse(list)
	return list
}

// sales lists the orders, the oldest first; they must not be changed.
func (s *Sandbox) sales() []*sale {
	if s.Load() != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.book.sorted()
}
