package sandbox

import (
	"fmt"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// OrderKind is what an order that is placed is like.
type OrderKind string

// The kinds of orders.
const (
	OrderAny       OrderKind = ""          // whatever comes
	OrderDelivery  OrderKind = "delivery"  // a rider brings it
	OrderPickup    OrderKind = "pickup"    // the customer collects it
	OrderScheduled OrderKind = "scheduled" // for later
	OrderBig       OrderKind = "big"       // fourteen lines
	OrderAllergy   OrderKind = "allergy"   // with a note that matters
	OrderCut       OrderKind = "discount"  // with two promotions
)

// OrderKinds lists the kinds of orders.
func OrderKinds() []OrderKind {
	return []OrderKind{OrderAny, OrderDelivery, OrderPickup, OrderScheduled, OrderBig, OrderAllergy, OrderCut}
}

// Placement is an order to be placed.
type Placement struct {
	ShopID   int64
	Kind     OrderKind
	Currency string // default: the shop's country's
	Planned  bool   // it moves on by itself, as in a demonstration
}

// Place has a customer place an order and returns its id. A suspended shop
// takes none.
func (s *Sandbox) Place(p Placement) (int64, error) {
	ids, err := s.place(p, 1)
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}

// maxRush bounds a rush.
const maxRush = 500

// Rush places count orders at once.
func (s *Sandbox) Rush(p Placement, count int) ([]int64, error) {
	if count < 1 || count > maxRush {
		return nil, fmt.Errorf("%w: a rush has 1 to %d orders", ErrInvalid, maxRush)
	}
	return s.place(p, count)
}

func (s *Sandbox) place(p Placement, count int) (ids []int64, err error) {
	if err := s.Load(); err != nil {
		return nil, err
	}
	if !slices.Contains(OrderKinds(), p.Kind) {
		return nil, fmt.Errorf("%w: unknown kind of order %q", ErrInvalid, p.Kind)
	}
	s.mu.Lock()
	at, ok := s.index[p.ShopID]
	switch {
	case !ok:
		err = fmt.Errorf("%w: %d", ErrUnknownShop, p.ShopID)
	case s.state.Shops[at].Record.Status != platform.ShopOperating:
		err = fmt.Errorf("%w: the shop is suspended, customers don't see it", ErrInvalid)
	}
	for range count {
		if err == nil {
			ids = append(ids, s.placed(s.state.Shops[at], p, s.now()).ID)
		}
	}
	s.book.forget()
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	defer s.wake()
	return ids, s.commit()
}

// placed puts a new order in the book and announces it. The caller holds the
// lock.
func (s *Sandbox) placed(sh *shop, p Placement, now time.Time) *sale {
	m := marketOf(sh.Zone)
	if p.Currency != "" {
		m = m.in(p.Currency)
	}
	if s.chance() < 0.15 {
		m.tongue = english
	}
	kind := p.Kind
	if kind == OrderAny {
		kind = s.anyKind()
	}
	zone := location(sh.Zone)
	sold := &sale{
		ID: s.book.nextID(now), ShopID: sh.Record.ShopID, Status: platform.OrderPlaced,
		Placed: milli(now), Changed: milli(now), Promised: milli(now.Add(time.Duration(30+s.below(20)) * time.Minute)),
		Currency: m.currency, Package: m.convert(300), Transport: m.convert(1200), Planned: p.Planned,
		Number: s.book.nextNumber(sh.Record.ShopID, now.In(zone)),
	}
	sold.Recipient = platform.Recipient{
		Name: customers[s.below(len(customers))][m.tongue], Phone: fmt.Sprintf("%s-555%05d", m.code, s.below(100000)),
		Address: sh.Record.Address,
	}
	s.fill(sold, kind, m)
	if sold.Planned {
		sold.At = milli(now) + int64(45+s.below(90))*1000
	}
	s.book.put(sold)
	for _, n := range sold.placed() {
		s.announce(sold.ShopID, sold.ID, n)
	}
	return sold
}

// fill puts products, note, promotions and the way of delivery into the order.
func (s *Sandbox) fill(sold *sale, kind OrderKind, m market) {
	lines := 1 + s.below(4)
	switch kind {
	case OrderPickup:
		sold.Delivery, sold.Transport, sold.Recipient.Address = platform.ByPickup, 0, ""
	case OrderScheduled:
		sold.Scheduled = true
		sold.Promised += (2 * time.Hour).Milliseconds()
	case OrderBig:
		lines = 14
	case OrderAllergy:
		sold.Remark = notes[s.below(2)][m.tongue]
	case OrderCut, OrderDelivery, OrderAny:
	}
	if sold.Remark == "" && s.chance() < 0.35 {
		sold.Remark = notes[s.below(len(notes))][m.tongue]
	}
	first := s.below(len(menu))
	for i := range lines {
		sold.Lines = append(sold.Lines, s.item(sold, menu[(first+i*5)%len(menu)], m))
	}
	products, _, _, _ := sold.fees()
	if kind == OrderCut || s.chance() < 0.25 {
		sold.Cuts = append(sold.Cuts, cut{discounts[0].kind, discounts[0].title[m.tongue], products / 10})
	}
	if kind == OrderCut || s.chance() < 0.15 {
		sold.Cuts = append(sold.Cuts, cut{discounts[1].kind, discounts[1].title[m.tongue], min(m.convert(1500), products/3)})
	}
}

func (s *Sandbox) item(sold *sale, d dish, m market) item {
	at := int64(len(sold.Lines))
	l := item{
		ID: sold.ID + 100 + at, SpuID: d.spu, SkuID: d.spu*10 + 1, Name: d.name[m.tongue], Spec: d.spec[m.tongue],
		Price: m.convert(d.price), Count: 1 + s.below(3),
	}
	for i, g := range d.groups {
		o := g.options[s.below(len(g.options))]
		id := d.spu*100 + int64(i)
		l.Groups = append(l.Groups, group{ID: id, Name: g.name[m.tongue], Options: []option{
			{ID: id*10 + 1, SpuID: d.spu, Name: o.name[m.tongue], Price: m.convert(o.price),
				Count: 1 + s.below(2)*min(1, int(o.price))},
		}})
	}
	return l
}

func (s *Sandbox) anyKind() OrderKind {
	switch n := s.below(20); {
	case n < 4:
		return OrderPickup
	case n < 5:
		return OrderScheduled
	case n < 6:
		return OrderBig
	case n < 8:
		return OrderAllergy
	case n < 11:
		return OrderCut
	}
	return OrderDelivery
}

// below draws a number from 0 to n-1.
func (s *Sandbox) below(n int) int { return min(int(s.chance()*float64(n)), n-1) }

// zoneOf is the shop's zone. The caller holds the lock.
func (s *Sandbox) zoneOf(id int64) *time.Location {
	if at, ok := s.index[id]; ok {
		return location(s.state.Shops[at].Zone)
	}
	return time.UTC
}
