package book

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
)

// told are the notices that nobody has heard: an order's number, negative for a
// refund.
func told(d *Book) (list []int64) {
	for _, n := range d.Notices() {
		if n.Column == api.ColumnCancelled {
			list = append(list, n.OrderID)
		} else {
			list = append(list, -n.OrderID)
		}
	}
	return list
}

// A customer cancelled an order in preparation, and its card went without a word.
func TestStopped(t *testing.T) {
	t.Parallel()
	cancelled := func(id int64, via api.Via) api.Order {
		o := order(id, 9, api.ColumnCancelled)
		o.Cancel, o.Number = &api.OrderEnd{Via: via}, strconv.FormatInt(id, 10)
		return o
	}
	doing := order(4, 1, api.ColumnPreparing)
	doing.Doing = &api.OrderDoing{Act: api.ActCancel, Via: api.ViaPerson}
	d := with(order(1, 1, api.ColumnPreparing), order(2, 1, api.ColumnReady), order(3, 1, api.ColumnPreparing), doing,
		order(5, 1, api.ColumnPreparing), order(6, 1, api.ColumnNew), order(7, 1, api.ColumnDone),
		order(8, 1, api.ColumnPreparing))
	d.Begin(api.ActOrder{OrderID: 5, Act: api.ActCancel})
	d.Put(cancelled(1, api.ViaCustomer))
	d.Put(cancelled(2, api.ViaElsewhere))
	d.Put(cancelled(3, api.ViaPerson))
	d.Put(cancelled(4, api.ViaElsewhere)) // so the platform says of our own, before we know
	d.Put(cancelled(5, api.ViaElsewhere))
	d.Put(cancelled(6, api.ViaPlatform))
	d.Put(cancelled(7, api.ViaSupport))
	if diff := cmp.Diff([]int64{1, 2, 6}, told(d)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := told(d); got != nil {
		t.Errorf("heard twice: %v", got)
	}
	d.Load(api.Orders{Orders: []api.Order{cancelled(1, api.ViaCustomer), cancelled(8, api.ViaCustomer)}})
	if diff := cmp.Diff([]int64{8}, told(d)); diff != "" {
		t.Errorf("missed while the line was broken (-want +got):\n%s", diff)
	}
	var kept []int64
	for _, o := range d.Stopped {
		kept = append(kept, o.OrderID)
	}
	if diff := cmp.Diff([]int64{1, 2, 6, 8}, kept); diff != "" {
		t.Errorf("kept until they are read of (-want +got):\n%s", diff)
	}
	if d.HeedStopped(); len(d.Stopped) != 0 {
		t.Error("they stay")
	}
}

func TestRefundsAreHeard(t *testing.T) {
	t.Parallel()
	asks := func(id, version int64, column api.Column) api.Order {
		o := order(id, version, column)
		o.Refund = &api.OrderRefund{Standing: api.RefundAsked}
		return o
	}
	d := with(asks(1, 1, api.ColumnDone), order(2, 1, api.ColumnReady))
	if got := told(d); got != nil {
		t.Errorf("what stood in the first list is news: %v", got)
	}
	d.Put(asks(1, 2, api.ColumnDone))
	d.Put(asks(2, 2, api.ColumnReady))
	d.Put(asks(2, 3, api.ColumnDone))
	eventAlone := asks(3, 1, api.ColumnOther)
	eventAlone.Partial = true
	d.Put(eventAlone)
	if diff := cmp.Diff([]int64{-2}, told(d)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	d.Put(asks(3, 2, api.ColumnDone))
	if diff := cmp.Diff([]int64{-3}, told(d)); diff != "" {
		t.Errorf("once it is read (-want +got):\n%s", diff)
	}
	another := asks(3, 3, api.ColumnDone) // no message tells of an answer to the first one that was given elsewhere
	another.Refund.At = 1
	d.Put(another)
	if diff := cmp.Diff([]int64{-3}, told(d)); diff != "" {
		t.Errorf("another refund of the order (-want +got):\n%s", diff)
	}
}

// Another board was opened: which orders were cancelled while people worked on them, and what the kitchen had done, was
// forgotten.
func TestAnotherBoardKeepsWhatWasCancelledAndCooked(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnPreparing), order(2, 1, api.ColumnPreparing))
	d.Put(order(1, 2, api.ColumnCancelled))
	d.Cooked = map[int64]uint64{2: 5}
	d.Follow(3)
	d.Load(api.Orders{Orders: []api.Order{order(7, 1, api.ColumnNew)}})
	d.Follow(1)
	if _, known := d.Order(7); known || d.Loaded || d.Scope != 1 {
		t.Errorf("the other board's order is known: %v, of shop %d", known, d.Scope)
	}
	d.Load(api.Orders{Orders: []api.Order{order(2, 1, api.ColumnPreparing)}})
	if len(d.Stopped) != 1 || d.Cooked[2] != 5 {
		t.Errorf("cancelled %v, cooked %v", d.Stopped, d.Cooked)
	}
	if d.Forget(); d.Stopped != nil || d.Cooked != nil || d.Scope != 0 {
		t.Error("the next person sees it")
	}
}
