package book

import "github.com/shopdesk/shopdesk/internal/api"

// Reached lists new orders of which the server isn't told yet how they reached this device, and how: all one way, so
// that a rush is a call or two. ring is how those reach it that nobody here has seen, where may is true. The list
// counts as told.
func (d *Book) Reached(ring api.Reach, may func(shopID int64) bool) (told api.OrdersReached) {
	now := map[int64]api.Reach{}
	for _, id := range d.lanes[LaneNew] {
		o := d.orders[id]
		if o == nil {
			continue
		}
		how := ring
		switch {
		case d.seen[id]:
			how = api.ReachSeen
		case !may(o.ShopID):
			how = api.ReachNobody
		}
		now[id] = d.reached[id]
		if how != now[id] && (told.How == "" || told.How == how) && len(told.Orders) < api.MaxReached {
			now[id], told.How = how, how
			told.Orders = append(told.Orders, api.OrderRef{ShopID: o.ShopID, OrderID: id})
		}
	}
	d.reached = now
	return told
}
