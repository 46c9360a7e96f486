package book_test

import (
	"testing"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/internal/api"
)

// A board that an earlier visit left is shown, but nothing can be asked for; the
// list that is read then brings no order that has just come, and no cancellation
// that hasn't been heard of.
func TestRecall(t *testing.T) {
	t.Parallel()
	d := book.New()
	d.Load(api.Orders{Orders: []api.Order{
		{OrderID: 1, Column: api.ColumnPreparing, Version: 1}, {OrderID: 2, Column: api.ColumnNew, Version: 1},
		{OrderID: 3, Column: api.ColumnDone, DoneAt: 5, Version: 1},
		{OrderID: 4, Column: api.ColumnDone, DoneAt: 9, Version: 1},
	}})
	d.See(2)
	orders, seen := d.Keep(), d.SeenOrders()
	for i, want := range []int64{2, 1, 4, 3} {
		if orders[i].OrderID != want {
			t.Errorf("kept %d at %d, want %d", orders[i].OrderID, i, want)
		}
	}

	again := book.New()
	again.SeenBefore(seen)
	again.Recall(orders, 1000)
	if again.Count(book.LaneNew, book.Filter{}) != 1 || again.Count(book.LanePreparing, book.Filter{}) != 1 ||
		!again.Loaded || !again.Kept {
		t.Error("the board isn't shown")
	}
	if again.Clock.Now(1) != 1001 {
		t.Error("the countdown goes by the device's clock")
	}
	if again.SetReachable(true); again.Reachable() {
		t.Error("acts are offered for orders of which nothing is known since")
	}
	if again.Alarm(0, func(int64) bool { return true }) != book.Quiet {
		t.Error("rings for an order that was seen")
	}
	arrived := again.Load(api.Orders{Orders: []api.Order{{OrderID: 1, Column: api.ColumnCancelled, Version: 2},
		{OrderID: 5, Column: api.ColumnNew, Version: 1}}})
	if len(arrived) != 0 || len(again.Notices()) != 0 || len(again.Stopped) != 0 {
		t.Error("the first list of a visit brings news")
	}
	if again.SetReachable(true); again.Kept || !again.Reachable() {
		t.Error("a list that was read is taken for an old one")
	}
	again.Recall(orders, 0)
	if again.Kept {
		t.Error("what is known gave way to what was")
	}
}
