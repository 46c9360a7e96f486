package book

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Look is how a board was looked at when it was left.
type Look struct {
	ShopID int64 // the board's, 0 for that of all shops
	Number string
	Of     int64 // the shop that was chosen of all
	Lane   Lane
}

// Book is what is known of orders. Make it with [New].
type Book struct {
	Cooked  map[int64]uint64 // the lines of each order that the kitchen has done, a bit for each
	Scope   int64            // the shop whose orders these are, 0 for all
	Look    Look             // for whoever comes back to the board from one of its orders
	Clock   Clock
	Hearing api.Hearing  // whether the platform reaches the server
	Loaded  bool         // the list was read in this visit, or Kept
	Kept    bool         // an earlier visit left what is known: see [Book.Recall]
	HeardAt int64        // when the server was heard last, by its own clock
	Err     error        // why it couldn't be read last
	Stopped []*api.Order // those that somebody else cancelled while people here worked on them, until that was read
	Hush    api.Hush     // why this device wouldn't ring for an order now

	now         func() int64 // the device's clock
	unreachable bool
	revision    int
	orders      map[int64]*api.Order
	lanes       [Lanes]slots
	held        []held          // places whose order has left its lane
	moved       [Lanes]move     // what has just moved in each lane
	touched     int64           // when a finger last came down on a card, by the device's clock
	handed      moment          // the card that the keyboard was put on
	turned      map[int64]int64 // when orders came into another lane, by the device's clock
	seen        map[int64]bool
	reached     map[int64]string // in which ways new orders have reached the device, as the server was told
	untold      map[int64]int64  // when a new order came that wasn't told of, by the device's clock
	shouted     map[int64]int64  // the last threshold told, by order
	doing       map[int64]api.ActOrder
	began       map[int64]*api.Order // as those orders stood when they were asked for, and those that wait
	told        map[int64]*Told
	ticked      map[int64]uint64 // of Cooked, those that were ticked in this window, or weren't done after all
	waiting     []api.ActOrder   // acts that wait for their turn
	notices     []*api.Order     // of which nobody has heard
	settings    map[int64]api.OrderSettings
	came        map[int64]bool // orders that came since the list was asked for
	read        map[int64]bool // shops whose settings came since then
	before      state.KeptWork // what an earlier visit left, until their shop's first list: see [Book.WorkBefore]
}

// New makes an empty book.
func New() *Book {
	d := &Book{now: func() int64 { return time.Now().UnixMilli() }}
	d.Forget()
	return d
}

// Follow begins with the orders of another shop, or with 0 all of them. The notes of cancelled orders stay until
// somebody has read them, what the kitchen has done of each order stays done, and acts that wait still get their turn.
func (d *Book) Follow(scope int64) {
	before := *d
	d.Forget()
	d.Scope, d.Stopped, d.Cooked, d.ticked = scope, before.Stopped, before.Cooked, before.ticked
	d.waiting, d.doing, d.began = before.waiting, before.doing, before.began
}

// Forget drops everything: the person has signed out, or another one has signed in.
func (d *Book) Forget() {
	*d = Book{
		Clock: d.Clock, Hush: d.Hush, revision: d.revision + 1, unreachable: d.unreachable, now: d.now,
		orders: map[int64]*api.Order{}, seen: map[int64]bool{}, untold: map[int64]int64{}, shouted: map[int64]int64{},
		doing: map[int64]api.ActOrder{}, began: map[int64]*api.Order{}, told: map[int64]*Told{},
		settings: map[int64]api.OrderSettings{}, reached: map[int64]string{}, turned: map[int64]int64{},
		ticked: map[int64]uint64{},
		came:   map[int64]bool{}, read: map[int64]bool{},
	}
}

// Now is the server's time.
func (d *Book) Now() int64 { return d.Clock.Now(d.now()) }

// Revision grows with every change that shows.
func (d *Book) Revision() int { return d.revision }

// Asking notes that the list is asked for. What it says counts, also if that is
// older than what is known: the server may have been restored from a backup.
func (d *Book) Asking() {
	clear(d.came)
	clear(d.read)
}

// Load takes the server's list. An order that has come in a newer version since the
// list was asked for keeps it; one that isn't in the list any more is dropped. Orders
// that came since an earlier list have arrived: new ones, and those that were accepted meanwhile. So have those that
// came while the page was loaded anew.
func (d *Book) Load(list api.Orders) (arrived []*api.Order) {
	before, known := d.orders, d.Loaded && !d.Kept
	d.orders = make(map[int64]*api.Order, len(list.Orders))
	for i := range list.Orders {
		o := &list.Orders[i]
		if was := before[o.OrderID]; was != nil && (d.came[o.OrderID] && was.Version > o.Version ||
			was.Version == o.Version && was.ChangedAt == o.ChangedAt) {
			o = was // also so that its card is left alone
		}
		d.orders[o.OrderID] = o
		d.forget(before[o.OrderID], o)
		if known {
			d.notice(before[o.OrderID], o)
		} else {
			d.missed(o)
		}
		if before[o.OrderID] == nil && LaneOf(o) <= LanePreparing && (known || d.between(o, list.Now)) {
			d.untold[o.OrderID] = d.now() // the new ones are told of
			arrived = append(arrived, o)
		}
	}
	d.Loaded, d.Kept, d.Err = true, false, nil
	d.Hear(list.Hooks)
	d.relay(before)
	d.revision++
	return arrived
}

// Hear takes whether the platform reaches the server.
func (d *Book) Hear(h *api.Hearing) {
	if h == nil {
		return
	}
	if d.Hearing.Silent != h.Silent {
		d.revision++
	}
	d.Hearing = *h
}

// Put takes an order. It reports whether the order has arrived: a new one, or one that was accepted before anything was
// known of it. An older version than the known one changes nothing.
func (d *Book) Put(o api.Order) (arrived bool) {
	known := d.orders[o.OrderID]
	if known != nil && known.Version >= o.Version {
		return false
	}
	d.Settle()
	lane := LaneOf(&o)
	d.notice(known, &o)
	d.orders[o.OrderID], d.came[o.OrderID] = &o, true
	d.revision++
	switch {
	case known == nil || LaneOf(known) != lane:
		if known != nil {
			d.leave(known, &o)
		}
		d.enter(lane, o.OrderID)
	case d.taller(known, &o):
		d.grow(o.OrderID)
	}
	d.forget(known, &o)
	if known == nil && lane == LaneNew {
		d.untold[o.OrderID] = d.now()
	}
	return known == nil && lane <= LanePreparing
}

// forget drops what is of no use for an order in its lane any more; known is how the
// order was, nil for unknown.
func (d *Book) forget(known, o *api.Order) {
	lane := LaneOf(o)
	if told := d.told[o.OrderID]; told != nil && known != nil && told.over(known, o) {
		delete(d.told, o.OrderID) // it speaks of how the order was
	}
	if lane != LaneNew {
		delete(d.seen, o.OrderID)
		delete(d.untold, o.OrderID)
		delete(d.shouted, o.OrderID)
		delete(d.reached, o.OrderID)
	}
	if lane != LanePreparing {
		delete(d.Cooked, o.OrderID)
		delete(d.ticked, o.OrderID)
	}
}

// Expire drops ended orders that the server's list leaves out: those that haven't changed for [api.BoardHours], and of
// the others all but the last [api.BoardEnded]. It goes by what the server's time was when it told that last: while the
// server can't be reached the board stays as it was, whatever the device's clock does.
func (d *Book) Expire() {
	since := d.Clock.told - api.BoardHours*time.Hour.Milliseconds()
	ended := slices.AppendSeq(slices.Collect(d.In(LaneDone)), d.In(LaneCancelled))
	if len(ended) > api.BoardEnded {
		slices.SortFunc(ended, func(a, b *api.Order) int { return cmp.Compare(b.ChangedAt, a.ChangedAt) })
	}
	for i, o := range ended {
		if i >= api.BoardEnded || o.ChangedAt < since {
			d.drop(o)
		}
	}
}

// drop forgets an ended order.
func (d *Book) drop(o *api.Order) {
	lane := LaneOf(o)
	d.lanes[lane] = slices.DeleteFunc(d.lanes[lane], func(id int64) bool {
		return id == 0 || id == o.OrderID // nobody's finger is on it
	})
	delete(d.orders, o.OrderID)
	delete(d.told, o.OrderID)
	delete(d.came, o.OrderID)
	d.revision++
}

// arranged are all lanes without empty places, by [entered].
func (d *Book) arranged() (lanes [Lanes]slots) {
	for id, o := range d.orders {
		lane := LaneOf(o)
		lanes[lane] = append(lanes[lane], id)
	}
	for lane := range lanes {
		slices.SortFunc(lanes[lane], func(a, b int64) int {
			x, y := entered(d.orders[a], Lane(lane)), entered(d.orders[b], Lane(lane))
			return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
		})
	}
	return lanes
}

// Order is an order that is known; treat it as read-only.
func (d *Book) Order(id int64) (*api.Order, bool) {
	o, ok := d.orders[id]
	return o, ok
}

// In are the orders of a lane from top to bottom. A lane that people look back into has its newest first.
func (d *Book) In(lane Lane) iter.Seq[*api.Order] {
	return func(yield func(*api.Order) bool) {
		ids := d.lanes[lane]
		for i := range ids {
			if lane >= LaneDone {
				i = len(ids) - 1 - i
			}
			if o := d.orders[ids[i]]; o != nil && !yield(o) {
				return
			}
		}
	}
}

// Count counts a lane's orders that fit.
func (d *Book) Count(lane Lane, f Filter) int {
	n := 0
	for o := range d.In(lane) {
		if f.Fits(o) {
			n++
		}
	}
	return n
}

// LoadSettings takes the server's list. What was known of shops that it lacks counts no more.
func (d *Book) LoadSettings(list []api.OrderSettings) {
	maps.DeleteFunc(d.settings, func(id int64, _ api.OrderSettings) bool { return !d.read[id] })
	for _, s := range list {
		d.SetSettings(s)
	}
	d.revision++
}

// SetSettings takes how a shop takes orders.
func (d *Book) SetSettings(s api.OrderSettings) {
	if !d.read[s.ShopID] || d.settings[s.ShopID].Version <= s.Version {
		d.settings[s.ShopID], d.read[s.ShopID] = s, true
		d.revision++
	}
}

// Settings is how a shop takes orders; ok is false when it wasn't read.
func (d *Book) Settings(shopID int64) (s api.OrderSettings, ok bool) {
	s, ok = d.settings[shopID]
	return s, ok
}
