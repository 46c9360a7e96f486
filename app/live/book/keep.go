package book

import (
	"maps"
	"slices"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Keep lists what is known for a later [Book.Recall]: the orders that somebody
// still has work with first, those that ended last before the others.
func (d *Book) Keep() []api.Order {
	list := make([]api.Order, 0, len(d.orders))
	for lane := range Lanes {
		for o := range d.In(lane) {
			list = append(list, *o)
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
	for o := range d.In(LaneNew) {
		if d.seen[o.OrderID] {
			list = append(list, o.OrderID)
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

// Work lists the orders that wait, those that are prepared or wait to be handed over, those that were stopped and that
// nobody has read of, each with its shop, and what the kitchen has done of each order, for a later
// [Book.WorkBefore]. Of other shops it is what an earlier board left.
func (d *Book) Work() state.KeptWork {
	in := func(left map[int64]int64, lanes ...Lane) map[int64]int64 {
		shops := map[int64]int64{}
		maps.Copy(shops, left)
		maps.DeleteFunc(shops, func(_, shop int64) bool { return d.Scope == 0 || shop == d.Scope })
		for _, lane := range lanes {
			for o := range d.In(lane) {
				shops[o.OrderID] = o.ShopID
			}
		}
		return shops
	}
	work := state.KeptWork{Shop: d.Scope, Waiting: in(d.before.Waiting, LaneNew), Stopped: in(d.before.Stopped),
		Working: in(d.before.Working, LanePreparing, LaneReady), Cooked: map[int64]uint64{}}
	for _, o := range d.Stopped {
		work.Stopped[o.OrderID] = o.ShopID
	}
	for id := range work.Working {
		done, ticked := d.Cooked[id]
		if o := d.orders[id]; ticked && (o == nil || LaneOf(o) == LanePreparing) {
			work.Cooked[id] = done
		}
	}
	return work
}

// WorkBefore notes what an earlier visit, or another window of this device, saw waiting, worked on and was told of: the
// first list of their shop tells what was stopped since, and what of the rest nobody has read. The lines that are done
// count but for those that were ticked in this window.
func (d *Book) WorkBefore(work state.KeptWork) {
	d.before = work
	if work.Cooked == nil {
		return // nothing is kept
	}
	for id, lines := range d.ticked {
		work.Cooked[id] = work.Cooked[id]&^lines | d.Cooked[id]&lines
	}
	d.Cooked = work.Cooked
	d.revision++
}

// Tick notes that the kitchen has done a line of an order, or hasn't after all.
func (d *Book) Tick(id int64, line int) {
	if d.Cooked == nil {
		d.Cooked = map[int64]uint64{}
	}
	d.ticked[id] |= 1 << line
	d.Cooked[id] ^= 1 << line
	d.revision++
}

// missed notes an order of the first list that was stopped before it.
func (d *Book) missed(o *api.Order) {
	if o.Column != api.ColumnCancelled || slices.ContainsFunc(d.Stopped, func(known *api.Order) bool {
		return known.OrderID == o.OrderID
	}) {
		return
	}
	switch {
	case among(d.before.Stopped, o):
		d.Stopped = append(d.Stopped, o)
	case among(d.before.Working, o):
		d.notice(&api.Order{Column: api.ColumnPreparing}, o)
	case among(d.before.Waiting, o):
		d.notice(&api.Order{Column: api.ColumnNew}, o)
	}
}

func among(shops map[int64]int64, o *api.Order) bool {
	_, ok := shops[o.OrderID]
	return ok
}

// between reports whether an order of the first list came since an earlier visit to its shop's board that ended just
// now: the page was loaded anew. After a longer while orders of the board are no news.
func (d *Book) between(o *api.Order, now int64) bool {
	was := d.before
	return was.At != 0 && now-was.At < api.AcceptWithin && (was.Shop == 0 || was.Shop == o.ShopID) &&
		!among(was.Waiting, o) && !among(was.Working, o)
}
