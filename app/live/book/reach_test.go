package book

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Each new order is told once, and again only when it reaches the device in another way.
func TestReachedTellsEachWayOnce(t *testing.T) {
	t.Parallel()
	all := func(int64) bool { return true }
	d := with(order(1, 1, api.ColumnNew), order(2, 1, api.ColumnNew), order(3, 1, api.ColumnPreparing))
	wants := func(told, want string) {
		t.Helper()
		if told != want {
			t.Errorf("%q, want %q", told, want)
		}
	}
	wants(d.Reached(api.ReachBrowser, all), "browser.1.1,browser.1.2")
	wants(d.Reached(api.ReachBrowser, all), "")
	d.See(2)
	d.Put(order(4, 1, api.ColumnNew))
	d.Put(order(40, 1, api.ColumnNew))
	wants(d.Reached(api.ReachRang, all), "rang.1.1,seen.1.2,rang.1.4,rang.1.40")
	wants(d.Reached(api.ReachRang, func(int64) bool { return false }), "nobody.1.1,nobody.1.4,nobody.1.40")
	d.Put(order(1, 2, api.ColumnPreparing))
	wants(d.Reached(api.ReachOff, all), "off.1.4,off.1.40")
}

// A rush is told in lists that the server takes. Of more than 500 orders that wait the server was told again and again,
// every second: what had been told was forgotten.
func TestReachedTellsOfARushInParts(t *testing.T) {
	t.Parallel()
	var list []api.Order
	for id := range int64(8*api.MaxReached + 1) {
		list = append(list, order(900_000_000_000_000_000+id, 1, api.ColumnNew))
	}
	d := with(list...)
	var got []int
	for range 12 {
		told := d.Reached(api.ReachRang, func(int64) bool { return true })
		got = append(got, strings.Count(told, "rang"))
	}
	const all = api.MaxReached
	if diff := cmp.Diff([]int{all, all, all, all, all, all, all, all, 1, 0, 0, 0}, got); diff != "" {
		t.Errorf("told each second (-want +got):\n%s", diff)
	}
	gone := list[0]
	gone.Version, gone.Column = 2, api.ColumnPreparing
	if d.Put(gone); len(d.reached) != len(list)-1 {
		t.Errorf("%d orders are remembered as told", len(d.reached))
	}
}
