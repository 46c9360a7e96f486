package desk

import (
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/api"
)

// Desk is what is known of orders. Make it with [New].
type Desk struct {
	Clock   Clock
	Hearing api.Hearing  // whether the platform reaches the server
	Loaded  bool         // the list was read in this visit
	Err     error        // why it couldn't be read last
	More    bool         // ended orders were left out of it
	Stopped []*api.Order // those that somebody else cancelled while people here worked on them, until that was read
	Said    string       // what was announced last, for those who don't see the board
	MovedAt int64        // when a card last left the lane of new orders, by the device's clock

	unreachable bool
	revision    int
	orders      map[int64]*api.Order
	lanes       [Lanes]slots
	seen        map[int64]bool
	untold      map[int64]int64 // when a new order came that wasn't told of, by the device's clock
	shouted     map[int64]int64 // the last threshold told, by order
	doing       map[int64]api.ActOrder
	began       map[int64]Lane // where the order stood then
	told        map[int64]*Told
	notices     []*api.Order // of which nobody has heard
	settings    map[int64]api.OrderSettings
}

// New makes an empty desk.
func New() *Desk {
	d := &Desk{}
	d.Forget()
	return d
}

// Forget drops everything: another person has signed in, or other shops are
// watched.
func (d *Desk) Forget() {
	clock, revision, unreachable := d.Clock, d.revision, d.unreachable
	*d = Desk{
		Clock: clock, revision: revision + 1, unreachable: unreachable,
		orders: map[int64]*api.Order{}, seen: map[int64]bool{}, untold: map[int64]int64{}, shouted: map[int64]int64{},
		doing: map[int64]api.ActOrder{}, began: map[int64]Lane{}, told: map[int64]*Told{}, settings: map[int64]api.OrderSettings{},
	}
}

// Revision grows with every change that shows.
func (d *Desk) Revision() int { return d.revision }

// Load takes the server's list. An order that is known in a newer version
// keeps it; one that isn't in the list any more is dropped. New orders that came
// since an earlier list have arrived.
func (d *Desk) Load(list api.Orders) (arrived []*api.Order) {
	before := d.orders
	d.orders = make(map[int64]*api.Order, len(list.Orders))
	for i := range list.Orders {
		o := &list.Orders[i]
		if known := before[o.OrderID]; known != nil && known.Version >= o.Version {
			o = known // also so that its card is left alone
		}
		d.orders[o.OrderID] = o
		if d.Loaded {
			d.notice(before[o.OrderID], o)
		}
		if d.Loaded && before[o.OrderID] == nil && LaneOf(o) == LaneNew {
			d.untold[o.OrderID] = time.Now().UnixMilli()
			arrived = append(arrived, o)
		}
	}
	d.Loaded, d.Err, d.More = true, nil, list.More
	d.Hear(list.Hooks)
	d.arrange()
	d.revision++
	return arrived
}

// Hear takes whether the platform reaches the server.
func (d *Desk) Hear(h *api.Hearing) {
	if h == nil {
		return
	}
	if d.Hearing.Silent != h.Silent {
		d.revision++
	}
	d.Hearing = *h
}

// Put takes an order. It reports whether the order was unknown and waits for
// somebody to accept it; an older version than the known one changes nothing.
func (d *Desk) Put(o api.Order) (arrived bool) {
	known := d.orders[o.OrderID]
	if known != nil && known.Version >= o.Version {
		return false
	}
	lane := LaneOf(&o)
	d.notice(known, &o)
	d.orders[o.OrderID] = &o
	d.revision++
	if known == nil || LaneOf(known) != lane {
		if known != nil {
			d.lanes[LaneOf(known)].remove(o.OrderID)
			if d.lanes[LaneOf(known)].wasteful() {
				defer d.arrange()
			}
			if LaneOf(known) == LaneNew {
				d.MovedAt = time.Now().UnixMilli()
			}
		}
		d.lanes[lane].add(o.OrderID)
	}
	if told := d.told[o.OrderID]; told != nil && known != nil && LaneOf(known) != lane {
		delete(d.told, o.OrderID) // it speaks of how the order was
	}
	if lane != LaneNew {
		delete(d.seen, o.OrderID)
		delete(d.untold, o.OrderID)
		delete(d.shouted, o.OrderID)
	}
	if arrived = lane == LaneNew && known == nil; arrived {
		d.untold[o.OrderID] = time.Now().UnixMilli()
	}
	return arrived
}

// arrange lays all lanes out without empty places, by [entered].
func (d *Desk) arrange() {
	var lanes [Lanes]slots
	for id, o := range d.orders {
		lanes[LaneOf(o)].add(id)
	}
	for lane := range lanes {
		slices.SortFunc(lanes[lane], func(a, b int64) int {
			x, y := entered(d.orders[a], Lane(lane)), entered(d.orders[b], Lane(lane))
			switch {
			case x < y, x == y && a < b:
				return -1
			case a == b:
				return 0
			}
			return 1
		})
	}
	d.lanes = lanes
}

// Order is an order that is known; treat it as read-only.
func (d *Desk) Order(id int64) (*api.Order, bool) {
	o, ok := d.orders[id]
	return o, ok
}

// Slots are a lane's places from top to bottom, 0 for an empty one. A lane that
// people look back into has its newest first and no empty places.
func (d *Desk) Slots(lane Lane) []int64 {
	if lane < LaneDone {
		return d.lanes[lane]
	}
	var list []int64
	for _, id := range slices.Backward(d.lanes[lane]) {
		if id != 0 {
			list = append(list, id)
		}
	}
	return list
}

// Count counts a lane's orders that fit.
func (d *Desk) Count(lane Lane, f Filter) int {
	n := 0
	for _, id := range d.lanes[lane] {
		if id != 0 && f.Fits(d.orders[id]) {
			n++
		}
	}
	return n
}

// SetSettings takes how a shop takes orders.
func (d *Desk) SetSettings(s api.OrderSettings) {
	if d.settings[s.ShopID].Version <= s.Version {
		d.settings[s.ShopID] = s
		d.revision++
	}
}

// Settings is how a shop takes orders; ok is false when it wasn't read.
func (d *Desk) Settings(shopID int64) (s api.OrderSettings, ok bool) {
	s, ok = d.settings[shopID]
	return s, ok
}
