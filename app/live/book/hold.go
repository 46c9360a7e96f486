package book

import (
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Two durations keep a press from reaching another order than the one it was
// meant for, in milliseconds.
const (
	// Hold is how long the place of an order that has left its lane stays as it
	// was. A finger that comes down on a card meanwhile prolongs it.
	Hold = 1000
	// Rest is how long a card that has moved takes no finger's press.
	Rest = 600
)

// Spot is a place of a lane. Its zero value is an empty one.
type Spot struct {
	Order *api.Order
	Gone  *api.Order // what has become of Order, which has left the lane: the place is held
	Rests bool       // the card has just moved: a finger's press was meant for another one
	Given bool       // the card has just been given the keyboard: a key's press was meant for another one
}

// Turned reports whether an order has just come into another lane: on a page
// where its card stays, the press was meant for what was to do before.
func (d *Book) Turned(id int64) bool { return d.now()-d.turned[id] < Hold }

// Given reports whether the keyboard was just put on the card of an order.
func (d *Book) Given(id int64) bool { return d.handed.order == id && d.now()-d.handed.at < Hold }

// held is the place of an order that has left its lane.
type held struct {
	lane  Lane
	place int
	order *api.Order // as it was there
	since int64      // by the device's clock
}

// move tells from which place on a lane's cards have moved, and when.
type move struct {
	from int
	at   int64
}

// moment is when something happened to an order, by the device's clock.
type moment struct {
	order int64
	at    int64
}

// Spots are a lane's places from top to bottom, those that are held included.
func (d *Book) Spots(lane Lane) []Spot {
	now, moved := d.now(), d.moved[lane]
	spots := make([]Spot, len(d.lanes[lane]))
	for i, id := range d.lanes[lane] {
		if o := d.orders[id]; o != nil {
			spots[i] = Spot{Order: o, Rests: now-moved.at < Rest && i >= moved.from, Given: d.Given(id)}
		}
	}
	for _, h := range d.held {
		if h.lane == lane && d.orders[h.order.OrderID] != nil {
			spots[h.place] = Spot{Order: h.order, Gone: d.orders[h.order.OrderID]}
		}
	}
	return spots
}

// Shift notes that the cards of all lanes have moved: the page has laid them out anew.
func (d *Book) Shift() {
	for lane := range LaneDone {
		d.move(lane, 0)
	}
}

// Touch notes that a finger came down on a card.
func (d *Book) Touch() { d.touched = d.now() }

// Hand notes that the keyboard was put on the card of an order.
func (d *Book) Hand(id int64) {
	d.handed = moment{id, d.now()}
	d.revision++
}

// Settle lets go of the places that were held for long enough. It returns in how
// many milliseconds there is more to do or to draw, 0 for never.
func (d *Book) Settle() (again int64) {
	now := d.now()
	until := func(at int64) {
		if left := at - now; left > 0 && (again == 0 || left < again) {
			again = left
		}
	}
	for i := 0; i < len(d.held); {
		h := d.held[i]
		if end := max(h.since, d.touched) + Hold; end > now {
			until(end)
			i++
			continue
		}
		d.held = slices.Delete(d.held, i, i+1)
		d.move(h.lane, h.place)
		d.trim(h.lane)
	}
	for _, moved := range d.moved {
		until(moved.at + Rest)
	}
	until(d.handed.at + Hold)
	for id, at := range d.turned {
		if until(at + Hold); at+Hold <= now {
			delete(d.turned, id)
		}
	}
	return again
}

// SetBack forgets when orders came, moved and were touched: the device's clock was set back by so many milliseconds.
// The server's goes on as before. Places that are held are let go.
func (d *Book) SetBack(by int64) {
	d.Clock.offset += by
	d.moved, d.touched, d.handed = [Lanes]move{}, 0, moment{}
	clear(d.turned)
	for i := range d.held {
		d.held[i].since = 0
	}
	for id := range d.untold {
		d.untold[id] = 0
	}
	d.revision++
}

// sooner is by how much less time a new order must have left than one that stands before, in milliseconds, to be put
// there. Messages of orders placed together come in any order, and cards that people read don't move for that.
const sooner = 30_000

// enter puts an order at the end of a lane. A new order of which the platform told late goes before those that have
// more time left.
func (d *Book) enter(lane Lane, id int64) {
	at := len(d.lanes[lane])
	if lane == LaneNew {
		for i, other := range slices.Backward(d.lanes[lane]) {
			if other == 0 {
				continue
			}
			if d.orders[other].AcceptBy-sooner <= d.orders[id].AcceptBy {
				break
			}
			at = i
		}
	}
	if at < len(d.lanes[lane]) {
		for i := range d.held {
			if h := &d.held[i]; h.lane == lane && h.place >= at {
				h.place++
			}
		}
		d.move(lane, at)
	}
	d.lanes[lane] = slices.Insert(d.lanes[lane], at, id)
}

// leave empties the place of an order that has left its lane, and holds it where
// there are cards.
func (d *Book) leave(before, after *api.Order) {
	lane := LaneOf(before)
	d.turned[after.OrderID] = d.now()
	if at := slices.Index(d.lanes[lane], after.OrderID); at >= 0 {
		d.lanes[lane][at] = 0
		if lane < LaneDone {
			d.held = append(d.held, held{lane, at, before, d.now()})
			return
		}
	}
	d.trim(lane)
}

// trim drops a lane's empty places at its end, and lays it out anew when it has
// too many others.
func (d *Book) trim(lane Lane) {
	list, keep := d.lanes[lane], 0
	for _, h := range d.held {
		if h.lane == lane {
			keep = max(keep, h.place+1)
		}
	}
	for len(list) > keep && list[len(list)-1] == 0 {
		list = list[:len(list)-1]
	}
	d.lanes[lane] = list
	if keep == 0 && list.wasteful() {
		d.lanes[lane] = d.arranged()[lane]
		d.move(lane, 0)
	}
}

// grow notes that a card has become taller or lower: those below it have moved,
// and its own buttons.
func (d *Book) grow(id int64) {
	if o := d.orders[id]; o != nil {
		d.move(LaneOf(o), slices.Index(d.lanes[LaneOf(o)], id))
	}
}

// taller reports whether a card shows more or less of an order than before.
func (d *Book) taller(before, after *api.Order) bool {
	if before == after {
		return false
	}
	_, ours := d.doing[after.OrderID] // who else does something isn't said then
	return before.Partial != after.Partial || before.Trouble != after.Trouble || before.Note != after.Note ||
		len(before.Items) != len(after.Items) || (before.Refund == nil) != (after.Refund == nil) ||
		RefundAsked(before) != RefundAsked(after) ||
		!ours && (before.Doing == nil) != (after.Doing == nil)
}

// move notes that the cards of a lane have moved from a place on.
func (d *Book) move(lane Lane, from int) {
	now := d.now()
	if before := d.moved[lane]; now-before.at < Rest {
		from = min(from, before.from)
	}
	d.moved[lane] = move{from, now}
	d.revision++
}

// relay lays all lanes out anew after a list; before are the orders that were
// known. Where the same cards follow each other nothing has moved.
func (d *Book) relay(before map[int64]*api.Order) {
	lanes := d.arranged()
	for lane := range LaneDone {
		old, at := d.lanes[lane], 0
		held := slices.ContainsFunc(d.held, func(h held) bool { return h.lane == lane })
		stood := slices.DeleteFunc(slices.Clone(old), func(id int64) bool { return id == 0 })
		stays := func(id int64) bool { return lanes[lane][at] == id && !d.taller(before[id], d.orders[id]) }
		for at < len(stood) && at < len(lanes[lane]) && stays(stood[at]) {
			at++
		}
		switch {
		case held:
			d.move(lane, 0)
		case at < len(stood) && len(lanes[lane]) > 0:
			d.move(lane, at)
		}
	}
	d.lanes, d.held = lanes, nil
}
