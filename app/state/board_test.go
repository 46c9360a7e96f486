package state_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

// What is kept of orders is shown to whoever it was kept for, of the shops that
// they still have, and ends with the sign-out.
func TestKeptBoard(t *testing.T) {
	t.Parallel()
	storage := new(state.Memory)
	s := newState(t, storage, "/c")
	s.KeepBoard(state.KeptBoard{At: 1, Orders: []api.Order{{OrderID: 1, ShopID: 7}}})
	s.SetSession(signedIn(1))
	if _, ok := s.KeptBoard(0); ok {
		t.Error("a board was kept for nobody")
	}
	s.SetShops([]api.Shop{{ShopID: 7}, {ShopID: 8}})
	orders := []api.Order{{OrderID: 1, ShopID: 7}, {OrderID: 2, ShopID: 8}, {OrderID: 3, ShopID: 9}}
	s.KeepBoard(state.KeptBoard{At: 5, Ahead: 3, Orders: orders})
	s.KeepSeenOrders([]int64{2})
	work := state.KeptWork{Working: map[int64]int64{1: 8}, Stopped: map[int64]int64{2: 8}}
	s.KeepWork(work)

	reloaded := newState(t, storage, "/c")
	got, ok := reloaded.KeptBoard(0)
	if want := (state.KeptBoard{At: 5, Ahead: 3, Orders: orders[:2]}); !ok || !cmp.Equal(got, want) {
		t.Errorf("all shops: %v %s", ok, cmp.Diff(want, got))
	}
	if got, ok := reloaded.KeptBoard(8); !ok || got.ShopID != 8 || len(got.Orders) != 1 || got.Orders[0].OrderID != 2 {
		t.Errorf("one of them: %+v, %v", got, ok)
	}
	reloaded.KeepBoard(state.KeptBoard{ShopID: 8, At: 6, Orders: orders[1:2]})
	if _, ok := reloaded.KeptBoard(0); ok {
		t.Error("one shop's orders are taken for those of all")
	}
	if _, ok := reloaded.KeptBoard(7); ok {
		t.Error("one shop's orders are taken for another's")
	}
	if got := reloaded.SeenOrders(); !cmp.Equal(got, []int64{2}) {
		t.Errorf("seen %v", got)
	}

	if got := reloaded.KeptWork(); !cmp.Equal(got, work) {
		t.Errorf("worked on %v", got)
	}

	reloaded.SetSession(signedIn(2))
	if _, ok := reloaded.KeptBoard(8); ok || len(reloaded.SeenOrders()) > 0 || reloaded.KeptWork().Working != nil {
		t.Error("somebody else's orders are shown")
	}
	reloaded.SetSession(signedIn(1))
	reloaded.SetShops([]api.Shop{{ShopID: 8}})
	reloaded.SignOut()
	reloaded.SetSession(signedIn(1))
	reloaded.SetShops([]api.Shop{{ShopID: 8}})
	if _, ok := reloaded.KeptBoard(8); ok || len(reloaded.SeenOrders()) > 0 || reloaded.KeptWork().Working != nil {
		t.Error("the orders outlive the sign-out")
	}
}

// A board is kept up to a bound.
func TestKeptBoardIsBounded(t *testing.T) {
	t.Parallel()
	s := newState(t, new(state.Memory), "/c")
	s.SetSession(signedIn(1))
	s.SetShops([]api.Shop{{ShopID: 7}})
	orders := make([]api.Order, 1000)
	for i := range orders {
		orders[i] = api.Order{OrderID: int64(i + 1), ShopID: 7}
	}
	s.KeepBoard(state.KeptBoard{At: 1, Orders: orders})
	if got, _ := s.KeptBoard(7); len(got.Orders) != 300 || got.Orders[0].OrderID != 1 {
		t.Errorf("kept %d", len(got.Orders))
	}
}

// The latest 500 orders that were printed are known as printed.
func TestPrinted(t *testing.T) {
	t.Parallel()
	s := newState(t, new(state.Memory), "")
	for id := range int64(502) {
		s.KeepPrinted(id + 1)
	}
	s.KeepPrinted(502)
	for id, want := range map[int64]bool{1: false, 2: false, 3: true, 502: true, 503: false} {
		if got := s.Printed(id); got != want {
			t.Errorf("%d: %t", id, got)
		}
	}
}
