package book

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Each new order is told once, and again only when it reaches the device in another way.
func TestReachedTellsEachWayOnce(t *testing.T) {
	t.Parallel()
	all := func(int64) bool { return true }
	d := with(order(1, 1, api.ColumnNew), order(2, 1, api.ColumnNew), order(3, 1, api.ColumnPreparing))
	wants := func(told api.OrdersReached, how api.Reach, ids ...int64) {
		t.Helper()
		want := api.OrdersReached{How: how}
		for _, id := range ids {
			want.Orders = append(want.Orders, api.OrderRef{ShopID: 1, OrderID: id})
		}
		if diff := cmp.Diff(want, told); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	wants(d.Reached(api.ReachBrowser, all), api.ReachBrowser, 1, 2)
	wants(d.Reached(api.ReachBrowser, all), "")
	d.See(2)
	d.Put(order(4, 1, api.ColumnNew))
	wants(d.Reached(api.ReachRang, all), api.ReachRang, 1, 4)
	wants(d.Reached(api.ReachRang, all), api.ReachSeen, 2)
	wants(d.Reached(api.ReachRang, func(int64) bool { return false }), api.ReachNobody, 1, 4)
	d.Put(order(1, 2, api.ColumnPreparing))
	wants(d.Reached(api.ReachOff, all), api.ReachOff, 4)
}

// A rush is told in lists that the server takes.
func TestReachedTellsOfARushInParts(t *testing.T) {
	t.Parallel()
	var list []api.Order
	for id := range int64(api.MaxReached + 1) {
		list = append(list, order(id+1, 1, api.ColumnNew))
	}
	d := with(list...)
	for _, want := range []int{api.MaxReached, 1, 0} {
		if got := len(d.Reached(api.ReachRang, func(int64) bool { return true }).Orders); got != want {
			t.Errorf("%d orders, want %d", got, want)
		}
	}
}
