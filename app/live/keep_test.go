package live

import (
	"maps"
	"math/bits"
	"testing"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// beside is another window of w's device, or a later visit, with the board of a shop.
func beside(w *Watch, shop int64) *Watch {
	return &Watch{Backend: w.Backend, State: w.State, Book: book.New(), line: Line{on: true, shop: shop}}
}

// The lines that a kitchen has done stay done after a reload, until the order is ready. They were forgotten, and cooked
// once more.
func TestDoneLinesAreKept(t *testing.T) {
	t.Parallel()
	w := watching(t)
	order := func(id int64, column api.Column) api.Order {
		return api.Order{OrderID: id, ShopID: 1, Column: column, Version: 1}
	}
	w.Book.Load(api.Orders{Orders: []api.Order{order(8, api.ColumnPreparing), order(9, api.ColumnPreparing)}})
	for _, line := range []int{0, 2, 5, 5} {
		w.Book.Tick(8, line)
	}
	w.Book.Tick(9, 1)
	w.keep()

	next := beside(w, 1)
	next.remember()
	next.Book.Load(api.Orders{Orders: []api.Order{order(8, api.ColumnPreparing), order(9, api.ColumnPreparing)}})
	if got, want := next.Book.Cooked, (map[int64]uint64{8: 0b101, 9: 0b10}); !maps.Equal(got, want) {
		t.Errorf("done is %v, not %v", got, want)
	}
	next.Book.Put(api.Order{OrderID: 9, ShopID: 1, Column: api.ColumnReady, Version: 2})
	next.keep()
	if got, want := w.State.KeptWork().Cooked, (map[int64]uint64{8: 0b101}); !maps.Equal(got, want) {
		t.Errorf("kept is %v, not %v", got, want)
	}
}

// A board in another window of the device keeps the lines that a kitchen has ticked. It kept those that it had begun
// with, and a kitchen view that was opened anew had none of them done.
func TestAnotherWindowKeepsDoneLines(t *testing.T) {
	t.Parallel()
	kitchen := watching(t)
	board := beside(kitchen, 1)
	for _, w := range []*Watch{kitchen, board} {
		w.remember()
		w.Book.Load(api.Orders{Orders: []api.Order{{OrderID: 8, ShopID: 1, Column: api.ColumnPreparing, Version: 1}}})
	}
	for _, want := range []uint64{0b10, 0b11, 0b10} {
		kitchen.Book.Tick(8, bits.Len64(kitchen.Book.Cooked[8]^want)-1)
		kitchen.keep()
		board.keep()
		if got := kitchen.State.KeptWork().Cooked[8]; got != want {
			t.Errorf("kept is %b, not %b", got, want)
		}
	}
}

// Two windows of a device tick lines of one order. Each kept its own set, and the other's lines were to be cooked once
// more.
func TestTwoWindowsTickLinesOfOneOrder(t *testing.T) {
	t.Parallel()
	grill := watching(t)
	fryer := beside(grill, 1)
	for _, w := range []*Watch{grill, fryer} {
		w.remember()
		w.Book.Load(api.Orders{Orders: []api.Order{{OrderID: 8, ShopID: 1, Column: api.ColumnPreparing, Version: 1}}})
	}
	for _, tick := range []struct {
		w    *Watch
		line int
		want uint64
	}{{grill, 0, 0b1}, {fryer, 1, 0b11}, {grill, 2, 0b111}, {grill, 0, 0b110}, {fryer, 3, 0b1110}} {
		tick.w.Book.Tick(8, tick.line)
		tick.w.keep()
		if got := grill.State.KeptWork().Cooked[8]; got != tick.want || tick.w.Book.Cooked[8] != got {
			t.Errorf("kept is %b, not %b", got, tick.want)
		}
	}
	fryer.State.ForgetKept() // the session has ended, and the same person signs in
	if fryer.remember(); fryer.Book.Cooked[8] != 0b1110 {
		t.Errorf("%b is done after the next sign-in", fryer.Book.Cooked[8])
	}
}

// Two windows of a device have boards of different shops. Each kept the other's orders as they were when it was opened:
// after a reload nobody heard that one accepted since was cancelled, and its done lines were to be cooked once more.
func TestTwoWindowsKeepTheirShopsOrders(t *testing.T) {
	t.Parallel()
	first := watching(t)
	other := beside(first, 3)
	other.Book.Follow(3)
	first.Book.Follow(1)
	for _, w := range []*Watch{first, other} {
		w.remember()
		w.Book.Load(api.Orders{})
	}
	first.Book.Put(api.Order{OrderID: 8, ShopID: 1, Column: api.ColumnPreparing, Version: 1})
	first.Book.Tick(8, 0)
	first.keep()
	other.Book.Put(api.Order{OrderID: 9, ShopID: 3, Column: api.ColumnPreparing, Version: 1})
	other.keep()
	first.keep()
	kept := first.State.KeptWork()
	if want := (map[int64]int64{8: 1, 9: 3}); !maps.Equal(kept.Working, want) || kept.Cooked[8] != 1 {
		t.Errorf("kept is %v, not %v, and %v is done", kept.Working, want, kept.Cooked)
	}
}

// What was on the board when the server was heard last is there after a reload
// without a network, with when that was.
func TestBoardIsKeptAndRecalled(t *testing.T) {
	t.Parallel()
	w := watching(t)
	w.Book.Load(api.Orders{Orders: []api.Order{{OrderID: 9, ShopID: 1, Column: api.ColumnNew, Version: 1}}})
	w.line.link.Loaded(1000, 5)
	w.keep()
	if at := w.State.KeptWork().At; at != 1000 {
		t.Errorf("what was worked on is kept as of %d", at)
	}

	next := beside(w, 1)
	next.line.link.Begin(2000)
	next.keep() // before anything is known
	next.recall()
	if _, ok := next.Book.Order(9); !ok || !next.Book.Kept || next.Book.Reachable() || next.Book.HeardAt != 1000 {
		t.Errorf("order %v, kept %v, reachable %v, heard %d", ok, next.Book.Kept, next.Book.Reachable(), next.Book.HeardAt)
	}
	next.line.link.Heard = 3000
	next.keep()
	if k, _ := w.State.KeptBoard(1); k.At != 1000 {
		t.Errorf("an old board has become one of %d", k.At)
	}

	w.Book.Load(api.Orders{Orders: []api.Order{{OrderID: 9, ShopID: 1, Column: api.ColumnReady, Version: 2}}})
	w.keep()
	late := &Watch{Backend: w.Backend, State: w.State, Book: book.New()}
	late.remember()
	late.Book.Load(api.Orders{Orders: []api.Order{{OrderID: 9, ShopID: 1, Column: api.ColumnCancelled, Version: 3}}})
	if len(late.Book.Stopped) != 1 {
		t.Error("what was cancelled while the page was away isn't told")
	}

	other := beside(w, 3)
	other.recall()
	if other.Book.Loaded {
		t.Error("another shop's board is shown")
	}
	w.State.SetShops([]api.Shop{{ShopID: 3, Permissions: []string{string(platform.PermissionOrderView)}}})
	gone := beside(w, 1)
	gone.recall()
	if _, ok := gone.Book.Order(9); ok {
		t.Error("the orders of a shop that one doesn't have any more are shown")
	}
}
