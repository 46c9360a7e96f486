package server_test

import (
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// A server read an order while its clock was ahead. Reads of servers whose clock is right count: all were dropped as
// older, for as many hours or seconds.
func TestReadOfAClockThatWasAheadIsReplaced(t *testing.T) {
	t.Parallel()
	for _, ahead := range []time.Duration{8 * time.Hour, 30 * time.Second} {
		k := newKitchen(t, nil)
		staff := k.as(api.RoleStaff)
		k.screenWithOrder(staff)
		k.eventually("the order to be as that server left it", func() bool {
			left, err := k.store.Order(t.Context(), shopID, orderID)
			left.ReadAt = time.Now().Add(ahead).UnixMilli()
			saved, failed := k.store.SaveOrders(t.Context(), []store.OrderChange{{Order: left}})
			return err == nil && failed == nil && saved[0]
		})
		k.far.Change(orderID, func(o *platform.Order) { o.Base.Status = platform.OrderCancelled })
		if o := k.refreshed(staff); o.Column != api.ColumnCancelled {
			t.Errorf("%s ahead: still %q", ahead, o.Column)
		}
	}
}
