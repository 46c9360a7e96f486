package book

import (
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Alarm is what should be heard.
type Alarm int

// The alarms, the most pressing last.
const (
	Quiet   Alarm = iota
	Stopped       // an order was cancelled while people worked on it, and nobody here has read that
	Ring          // an order waits that nobody here has seen
	Urgent        // an order is cancelled within the last minute, seen or not
)

// Alarm is what should be heard at now, for the shops where may is true.
func (d *Book) Alarm(now int64, may func(shopID int64) bool) Alarm {
	alarm := Quiet
	if slices.ContainsFunc(d.Stopped, func(o *api.Order) bool { return !o.Lapsed() && may(o.ShopID) }) {
		alarm = Stopped
	}
	for o := range d.In(LaneNew) {
		if _, _, busy := d.Doing(o.OrderID); busy || !may(o.ShopID) {
			continue
		}
		switch left := Left(o, now); {
		case left == 0 && o.AcceptBy != 0: // too late for anybody
		case o.AcceptBy != 0 && left <= api.LastMinute:
			return Urgent
		case !d.seen[o.OrderID]:
			alarm = Ring
		}
	}
	return alarm
}

// Left is how many milliseconds are left to accept an order; not below 0.
func Left(o *api.Order, now int64) int64 { return max(o.AcceptBy-now, 0) }

// Unseen counts the new orders that nobody here has seen, where may is true.
func (d *Book) Unseen(may func(shopID int64) bool) int {
	n := 0
	for o := range d.In(LaneNew) {
		if !d.seen[o.OrderID] && may(o.ShopID) {
			n++
		}
	}
	return n
}

// See notes that somebody here has seen an order: it is silent until its last
// minute.
func (d *Book) See(id int64) {
	if o := d.orders[id]; o != nil && LaneOf(o) == LaneNew && !d.seen[id] {
		d.seen[id] = true
		d.revision++
	}
}

// Seen reports whether somebody here has seen a new order.
func (d *Book) Seen(id int64) bool { return d.seen[id] }

// SeeAll notes that all new orders have been seen.
func (d *Book) SeeAll() {
	for o := range d.In(LaneNew) {
		d.See(o.OrderID)
	}
}

// tellWithin is how long the announcement of a new order waits for its number, in milliseconds.
const tellWithin = 3_000

// Tell returns the new orders that weren't announced yet, each once; now is the device's clock. An order of which only
// the event is known waits a moment for the number that people call out.
func (d *Book) Tell(now int64) (list []*api.Order) {
	for o := range d.In(LaneNew) {
		if came, untold := d.untold[o.OrderID]; untold && (!o.Partial || now-came >= tellWithin) {
			delete(d.untold, o.OrderID)
			list = append(list, o)
		}
	}
	return list
}

// thresholds are the times left at which an order is announced again, in milliseconds.
var thresholds = [...]int64{180_000, 60_000, 30_000}

// Due returns the new orders of which the time left must be announced now, and the threshold that all of them have
// passed. It returns each order once for a threshold; orders that have passed a longer one come with the next call.
func (d *Book) Due(now int64, may func(shopID int64) bool) (due []*api.Order, threshold int64) {
	for o := range d.In(LaneNew) {
		if o.AcceptBy == 0 || !may(o.ShopID) {
			continue
		}
		left := Left(o, now)
		passed := int64(0)
		for _, t := range thresholds {
			if left > 0 && left <= t {
				passed = t
			}
		}
		switch told := d.shouted[o.OrderID]; {
		case passed == 0 || told != 0 && told <= passed || due != nil && passed > threshold:
		case passed == threshold:
			due = append(due, o)
		default:
			due, threshold = []*api.Order{o}, passed
		}
	}
	for _, o := range due {
		d.shouted[o.OrderID] = threshold
		d.revision++ // the strip above a rush counts those of the last minute
	}
	return due, threshold
}

// SetHush notes why this device wouldn't ring.
func (d *Book) SetHush(h api.Hush) {
	if d.Hush != h {
		d.Hush = h
		d.revision++
	}
}
