package book

import (
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Keep lists what is known for a later [Book.Recall]: the orders that somebody
// still has work with first, those that ended last before the others.
func (d *Book) Keep() []api.Order {
	list := make([]api.Order, 0, len(d.orders))
	for lane := range Lanes {
		for _, id := range d.Slots(lane) {
			if o := d.orders[id]; o != nil {
				list = append(list, *o)
			}
		}
	}
	return list
}

// Recall shows what an earlier visit kept until the server's list is read; ahead
// is by how much the server's clock was ahead of the device's. Nothing can be
// asked for meanwhile: what has become of the orders since then isn't known.
func (d *Book) Recall(orders []api.Order, ahead int64) {
	if d.Loaded {
		return
	}
	for i := range orders {
		d.orders[orders[i].OrderID] = &orders[i]
	}
	d.Loaded, d.Kept, d.unreachable = true, true, true
	if !d.Clock.known {
		d.Clock.offset = ahead
	}
	d.lanes = d.arranged()
	d.revision++
}

// SeenOrders lists the new orders that somebody here has seen.
func (d *Book) SeenOrders() []int64 {
	var list []int64
	for _, id := range d.lanes[LaneNew] {
		if d.seen[id] {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	return list
}

// SeenBefore notes orders that were seen on this device before they are known.
func (d *Book) SeenBefore(ids []int64) {
	for _, id := range ids {
		d.seen[id] = true
	}
}
