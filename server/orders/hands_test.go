package orders

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

// One shop whose reads hang takes half of the hands, and the next ones half of what
// is left: there is a hand for six more. Once its reads end, it has its turn again.
func TestAHungShopLeavesHandsToOthers(t *testing.T) {
	t.Parallel()
	r := newReaders()
	due := func(shop int64) (list []store.DueOrder) {
		for i := range int64(2 * hands) {
			list = append(list, store.DueOrder{ShopID: shop, OrderID: i + 1})
		}
		return list
	}
	for shop := int64(1); shop <= 7; shop++ {
		if got, want := len(r.choose(due(shop))), hands>>shop; got != want {
			t.Errorf("shop %d has %d hands, want %d", shop, got, want)
		}
	}
	for range hands / 2 {
		r.free(1)
	}
	if got := len(r.choose(due(8))); got == 0 {
		t.Error("no hand is free after a shop's reads have ended")
	}
}
