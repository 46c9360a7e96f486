package book_test

import (
	"slices"
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

// What was cancelled while a page was away is told by its first list, and what nobody had read stays after a reload.
// Both were lost, and a kitchen went on with orders that nobody would fetch.
func TestStoppedOutlivesTheVisit(t *testing.T) {
	t.Parallel()
	in := func(id int64, column api.Column, via api.Via) api.Order {
		return api.Order{OrderID: id, Column: column, Version: 1, Cancel: &api.OrderEnd{Via: via}}
	}
	d := book.New()
	d.Load(api.Orders{Orders: []api.Order{
		in(1, api.ColumnPreparing, ""), in(2, api.ColumnPreparing, ""), in(3, api.ColumnReady, ""), in(4, api.ColumnNew, ""),
		in(5, api.ColumnReady, ""), in(6, api.ColumnCancelled, ""), in(7, api.ColumnNew, ""),
	}})
	stopped := in(1, api.ColumnCancelled, api.ViaCustomer)
	stopped.Version = 2
	d.Put(stopped)

	again := book.New()
	again.WorkBefore(d.Work())
	list := api.Orders{Orders: []api.Order{
		in(1, api.ColumnCancelled, api.ViaCustomer), in(2, api.ColumnPreparing, ""),
		in(3, api.ColumnCancelled, api.ViaCustomer), in(4, api.ColumnCancelled, api.ViaPlatform),
		in(5, api.ColumnCancelled, api.ViaPerson), in(6, api.ColumnCancelled, ""),
		in(7, api.ColumnCancelled, api.ViaCustomer),
	}}
	again.Load(list)
	ids := func(orders []*api.Order) (list []int64) {
		for _, o := range orders {
			list = append(list, o.OrderID)
		}
		return list
	}
	if got := ids(again.Stopped); !slices.Equal(got, []int64{1, 3, 4}) {
		t.Errorf("above the board stand %v", got)
	}
	if got := ids(again.Notices()); !slices.Equal(got, []int64{3, 4}) {
		t.Errorf("told of %v", got)
	}
	again.HeedStopped()
	again.Follow(0)
	again.WorkBefore(again.Work())
	if again.Load(list); len(again.Stopped) != 0 {
		t.Errorf("what was read stands there again: %v", ids(again.Stopped))
	}
}

// What people work on at one shop is told of after the board of another one, also after a reload there. Bug: that board
// kept its own orders alone, and what was cancelled at the first shop meanwhile was told to nobody.
func TestWorkOutlivesTheBoardOfAnotherShop(t *testing.T) {
	t.Parallel()
	in := func(shop, id int64, column api.Column, version int64) api.Orders {
		return api.Orders{Orders: []api.Order{{OrderID: id, ShopID: shop, Column: column, Version: version,
			Cancel: &api.OrderEnd{Via: api.ViaCustomer}}}}
	}
	next := func(from, to *book.Book, shop int64, list api.Orders) {
		work := from.Work()
		to.Follow(shop)
		to.WorkBefore(work)
		to.Load(list)
	}
	d := book.New()
	d.Follow(1)
	d.Load(in(1, 7, api.ColumnPreparing, 1))
	d.Tick(7, 2)
	next(d, d, 2, in(2, 8, api.ColumnPreparing, 1))
	if cooked := d.Work().Cooked; cooked[7] != 1<<2 {
		t.Errorf("the kitchen has done %v", cooked)
	}
	next(d, d, 1, in(1, 7, api.ColumnCancelled, 2))
	if len(d.Stopped) != 1 || d.Stopped[0].OrderID != 7 {
		t.Fatalf("stopped meanwhile: %v", d.Stopped)
	}
	again := book.New()
	next(d, again, 2, in(2, 8, api.ColumnReady, 2))
	next(again, again, 1, in(1, 7, api.ColumnCancelled, 2))
	if len(again.Stopped) != 1 {
		t.Error("what nobody has read is gone after a reload at another shop")
	}
	next(again, again, 2, in(2, 8, api.ColumnReady, 2))
	again.HeedStopped()
	next(again, again, 1, in(1, 7, api.ColumnCancelled, 2))
	if len(again.Stopped) != 0 {
		t.Error("what was read stands there again")
	}
	next(again, again, 0, in(2, 8, api.ColumnDone, 3))
	if work := again.Work(); len(work.Waiting)+len(work.Working)+len(work.Stopped) != 0 {
		t.Errorf("all is over, but %v is kept", work)
	}
}

// Orders that come while the page is loaded anew arrive with its first list. Bug: the board took them for old ones, and
// a device that prints by itself never printed them.
func TestArrivedDuringAReload(t *testing.T) {
	t.Parallel()
	const at = 1_700_000_000_000
	in := func(id, shop int64, column api.Column) api.Order {
		return api.Order{OrderID: id, ShopID: shop, Column: column, Version: 1}
	}
	was := []api.Order{in(1, 7, api.ColumnNew), in(2, 7, api.ColumnPreparing), in(3, 7, api.ColumnReady)}
	now := append(slices.Clone(was), in(4, 7, api.ColumnNew), in(5, 7, api.ColumnPreparing), in(6, 7, api.ColumnDone),
		in(8, 9, api.ColumnNew))
	for _, c := range []struct {
		name      string
		from, to  int64 // boards of which shop
		heard, on int64
		want      []int64
	}{
		{"of all shops", 0, 0, at, at + 5000, []int64{4, 5, 8}},
		{"from one shop's to those of all", 7, 0, at, at + 5000, []int64{4, 5}},
		{"from another shop's", 8, 7, at, at + 5000, nil},
		{"after a night", 0, 0, at, at + 8*3_600_000, nil},
		{"without an earlier visit", 0, 0, 0, at, nil},
	} {
		d, again := book.New(), book.New()
		d.Follow(c.from)
		d.Load(api.Orders{Orders: slices.Clone(was), Now: at})
		work := d.Work()
		work.At = c.heard
		again.Follow(c.to)
		again.WorkBefore(work)
		var got []int64
		for _, o := range again.Load(api.Orders{Orders: slices.Clone(now), Now: c.on}) {
			got = append(got, o.OrderID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v arrived, want %v", c.name, got, c.want)
		}
		if more := again.Load(api.Orders{Orders: slices.Clone(now), Now: c.on + 1000}); len(more) != 0 {
			t.Errorf("%s: they arrive again", c.name)
		}
	}
}
