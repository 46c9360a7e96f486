package directory_test

import (
	"context"
	"testing"

	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/shops/directory"
	"github.com/shopdesk/shopdesk/server/store"
)

// correcting is a store in which an owner corrects a shop's zone just before the sweep saves the shop.
type correcting struct{ directory.Store }

func (c correcting) PutShops(ctx context.Context, shops []store.Shop) error {
	corrected := shops[0]
	corrected.Zone = "Asia/Tokyo"
	if err := c.Store.PutShops(ctx, []store.Shop{corrected}); err != nil {
		return err
	}
	return c.Store.PutShops(ctx, shops)
}

// Bug: the sweep that gave a shop the platform's new name wrote the zone it had read before, and undid an owner's
// correction of that moment.
func TestNewNameLeavesACorrectedZone(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	old := store.Shop{ShopID: sandbox.FirstShopID, Name: "Old", Zone: "Asia/Hong_Kong"}
	if err := f.store.PutShops(t.Context(), []store.Shop{old}); err != nil {
		t.Fatal(err)
	}
	f.service.Store = correcting{f.store}
	f.work(0)
	shop := servertest.Must(f.store.Shop(t.Context(), sandbox.FirstShopID))(t)
	if shop.Zone != "Asia/Tokyo" || shop.Name == "Old" {
		t.Errorf("%+v", shop)
	}
}
