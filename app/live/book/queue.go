package book

import (
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// together is how many acts of a queue are on their way at once.
const together = 4

// Queue has acts wait for their turn. Each has its own answer: one that is refused holds up none of the others. An
// order for which an act is on its way or waits is left out.
func (d *Book) Queue(requests []api.ActOrder) {
	for _, request := range requests {
		if _, _, busy := d.Doing(request.OrderID); !busy {
			d.waiting = append(d.waiting, request)
			d.began[request.OrderID] = d.orders[request.OrderID]
			d.See(request.OrderID)
			d.revision++
		}
	}
}

// Next begins the act whose turn it is, like [Book.Begin]; ok is false when none waits, or enough are on their way. An
// order that was accepted since it was queued needs no act any more; one of another board is still sent.
func (d *Book) Next() (request api.ActOrder, ok bool) {
	for len(d.waiting) > 0 && len(d.doing) < together {
		request, d.waiting = d.waiting[0], d.waiting[1:]
		d.revision++
		if d.accepted(request) {
			continue
		}
		if request, ok = d.Begin(request); ok {
			return request, true
		}
	}
	return api.ActOrder{}, false
}

// accepted reports whether an act would accept an order that doesn't wait for that any more.
func (d *Book) accepted(request api.ActOrder) bool {
	o := d.orders[request.OrderID]
	return o != nil && request.Act == api.ActAccept && LaneOf(o) != LaneNew && LaneOf(o) != LaneOther
}

// unqueue drops the acts that wait. The orders' cards say so, and offer the acts again once there is a connection.
func (d *Book) unqueue() (dropped []Told) {
	waiting := d.waiting
	d.waiting = nil
	for _, request := range waiting {
		if d.accepted(request) {
			delete(d.began, request.OrderID)
			continue
		}
		dropped = append(dropped, d.End(request, api.Acted{}, &platform.UnreachableError{}))
	}
	return dropped
}

// Waiting counts the acts that wait for their turn.
func (d *Book) Waiting() int { return len(d.waiting) }
