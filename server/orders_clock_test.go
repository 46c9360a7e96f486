package server_test

import (
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// A server read an order while its clock was hours ahead. Once the clock is right, reads count again: all were dropped
// as older, for as many hours.
func TestReadOfAClockThatWasAheadIsReplaced(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff := k.as(api.RoleStaff)
	k.screenWithOrder(staff)
	k.eventually("the order to be as that server left it", func() bool {
		left, err := k.store.Order(t.Context(), shopID, orderID)
		left.ReadAt = time.Now().Add(8 * time.Hour).UnixMilli()
		saved, failed := k.store.SaveOrders(t.Context(), []store.OrderChange{{Order: left}})
		return err == nil && failed == nil && saved[0]
	})
	k.far.Change(orderID, func(o *platform.Order) { o.Base.Status = platform.OrderCancelled })
	if o := k.refreshed(staff); o.Column != api.ColumnCancelled {
		t.Errorf("still %q", o.Column)
	}
}
