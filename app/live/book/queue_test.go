package book

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// accept is the request to accept an order.
func accept(id int64) api.ActOrder { return api.ActOrder{OrderID: id, ShopID: 1, Act: api.ActAccept} }

// Of many acts a few are on their way at once, each with its own key. One that is refused says so on its card, and the
// others go on; one whose order has gone is left out.
func TestQueueLosesNone(t *testing.T) {
	t.Parallel()
	var list []api.Order
	var requests []api.ActOrder
	for id := int64(1); id <= 7; id++ {
		list = append(list, order(id, 1, api.ColumnNew))
		requests = append(requests, accept(id))
	}
	d := with(list...)
	d.Queue(append(requests, accept(1)))
	keys := map[string]bool{}
	var sent []api.ActOrder
	take := func() {
		for request, ok := d.Next(); ok; request, ok = d.Next() {
			keys[request.Key] = true
			sent = append(sent, request)
		}
	}
	take()
	if len(sent) != together || d.Waiting() != 3 {
		t.Fatalf("%d sent and %d waiting", len(sent), d.Waiting())
	}
	if _, ok := d.Begin(accept(7)); ok {
		t.Error("an act that waits was begun twice")
	}
	if act, _, ok := d.Doing(7); !ok || act != api.ActAccept {
		t.Error("the card of an order whose act waits isn't busy")
	}
	d.Put(order(6, 2, api.ColumnPreparing)) // somebody else was faster
	for i := 0; i < len(sent); i++ {
		id := sent[i].OrderID
		if id == 2 {
			d.End(sent[i], api.Acted{}, &api.Error{Code: api.CodeRefused})
		} else {
			d.End(sent[i], api.Acted{State: api.ActDone, Order: order(id, 3, api.ColumnPreparing)}, nil)
		}
		take()
	}
	var left []int64
	for _, s := range d.Spots(LaneNew) {
		if s.Order != nil && s.Gone == nil {
			left = append(left, s.Order.OrderID)
		}
	}
	if diff := cmp.Diff([]int64{2}, left); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
	if len(keys) != 6 || d.Told(2) == nil || d.Told(2).Err == nil {
		t.Errorf("%d keys; of the refused one is told %+v", len(keys), d.Told(2))
	}
}

// What waits isn't kept for later when the connection goes. It was dropped without a word: the orders' cards offered
// their acts again, and people took the orders for accepted. An order that was accepted meanwhile needs no word.
func TestQueueEndsWithTheConnection(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnNew), order(2, 1, api.ColumnNew))
	d.Queue([]api.ActOrder{accept(1), accept(2), accept(3)})
	d.Put(order(2, 2, api.ColumnPreparing))
	var dropped []int64
	for _, told := range append(d.SetReachable(false), d.SetReachable(true)...) {
		dropped = append(dropped, told.Request.OrderID)
	}
	if diff := cmp.Diff([]int64{1, 3}, dropped); diff != "" {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
	if _, ok := d.Next(); ok {
		t.Error("an act was kept for later")
	}
	if _, _, busy := d.Doing(1); busy {
		t.Error("the card is still busy")
	}
	if told := d.Told(1); told == nil || told.Unknown || !errors.Is(told.Err, platform.ErrUnreachable) {
		t.Errorf("the card says %+v", told)
	}
	if d.Told(2) != nil {
		t.Errorf("the card of an accepted order says %+v", d.Told(2))
	}
}

// An order whose status we don't know may be new: an act that waits for it is sent.
func TestQueueTakesAnUnknownStatus(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnOther))
	d.Queue([]api.ActOrder{accept(1)})
	if request, ok := d.Next(); !ok || request.OrderID != 1 {
		t.Errorf("%+v %v", request, ok)
	}
}

// A new order of which the platform told late stands before those that have more time left; one that came in between
// by a few seconds moves no card. A place that is held stays with its order.
func TestMostUrgentFirst(t *testing.T) {
	t.Parallel()
	at := func(id, left int64) api.Order {
		o := order(id, 1, api.ColumnNew)
		o.PlacedAt, o.AcceptBy = left, left
		return o
	}
	d := with(at(1, 100_000), at(2, 200_000), at(3, 300_000))
	later(d, Rest)
	d.Put(at(4, 290_000))
	if diff := cmp.Diff([]int64{1, 2, 3, 4}, shown(d, LaneNew)); diff != "" {
		t.Errorf("nearly as urgent (-want +got):\n%s", diff)
	}
	d.Put(order(3, 2, api.ColumnPreparing))
	d.Put(at(5, 150_000))
	if diff := cmp.Diff([]int64{1, 50, 20, -3, 40}, shown(d, LaneNew)); diff != "" {
		t.Errorf("more urgent (-want +got):\n%s", diff)
	}
}

// The board of another shop was opened while orders were accepted together: those that waited for their turn were never
// sent, and an act under way could be asked for again. Another person's session still drops them.
func TestAnotherBoardGoesOnWithTheQueue(t *testing.T) {
	t.Parallel()
	var list []api.Order
	var requests []api.ActOrder
	for id := int64(1); id <= 6; id++ {
		list = append(list, order(id, id, api.ColumnNew))
		requests = append(requests, api.ActOrder{OrderID: id, ShopID: 1, Act: api.ActAccept, Version: id})
	}
	d := with(list...)
	d.Queue(requests)
	under, _ := d.Next()
	d.Follow(3)
	d.Load(api.Orders{})
	if _, ok := d.Begin(under); ok {
		t.Error("an act under way was begun twice")
	}
	told := d.End(under, api.Acted{}, &api.Error{Code: api.CodeRefused})
	if told.Order == nil || told.Order.OrderID != under.OrderID {
		t.Errorf("the answer is told of %+v", told.Order)
	}
	var sent []int64
	for request, ok := d.Next(); ok; request, ok = d.Next() {
		if request.Version != request.OrderID {
			t.Errorf("order %d is accepted in version %d", request.OrderID, request.Version)
		}
		sent = append(sent, request.OrderID)
	}
	if diff := cmp.Diff([]int64{2, 3, 4, 5}, sent); diff != "" || d.Waiting() != 1 {
		t.Errorf("%d wait; sent (-want +got):\n%s", d.Waiting(), diff)
	}
	d.Forget()
	if _, ok := d.Next(); ok || d.Ours(2) != "" {
		t.Error("the next person goes on with it")
	}
}

// The list of another board was slow, and what an earlier visit left of it was shown: what waited was dropped when the
// list came.
func TestSlowListKeepsTheQueue(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnNew))
	d.Queue([]api.ActOrder{accept(1)})
	d.Follow(3)
	d.Recall(nil, 0)
	d.SetReachable(true)
	d.Load(api.Orders{})
	if _, ok := d.Next(); !ok {
		t.Error("nothing waits any more")
	}
}
