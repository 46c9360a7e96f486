package server_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// An act whose process died ends after a minute. An order in preparation said for ten minutes that somebody was at it,
// because it was read no sooner.
func TestActOfADeadProcessEndsAfterAMinute(t *testing.T) {
	t.Parallel()
	for name, unread := range map[string]bool{"the order is read": false, "the order can't be read": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var ahead atomic.Int64
			k := newKitchen(t, func(o *server.Options) {
				o.Now = aheadBy(&ahead)
			})
			staff := k.as(api.RoleStaff)
			screen := k.screenWithOrder(staff)
			if acted, failure := k.act(staff, api.ActOrder{Act: api.ActAccept, Key: "accept"}); failure != nil ||
				acted.State != api.ActDone {
				t.Fatalf("%+v %v", acted, failure)
			}
			screen.order(column(api.ColumnPreparing))
			hung := newGate(t, 0)
			k.far.Before(platform.PathOrderPrepare, hung.wait)
			var acting sync.WaitGroup
			acting.Go(func() { _, _ = k.act(staff, api.ActOrder{Act: api.ActReady, Key: "ready"}) })
			screen.order(func(o api.Order) bool { return o.Doing != nil })
			left, err := k.store.Order(t.Context(), shopID, orderID)
			if err != nil {
				t.Fatal(err)
			}
			hung.open()
			acting.Wait()
			screen.order(column(api.ColumnReady))
			// As a process leaves the order that dies before the platform has answered.
			k.far.Change(orderID, func(o *platform.Order) { o.Base.Status = platform.OrderAccepted })
			if unread {
				k.far.Fault(platform.PathOrderGet, orderstest.Unheard)
			}
			k.eventually("the order to be as the dead process left it", func() bool {
				present, err := k.store.Order(t.Context(), shopID, orderID)
				left.Version = present.Version
				saved, failed := k.store.SaveOrders(t.Context(), []store.OrderChange{{Order: left}})
				return err == nil && failed == nil && saved[0]
			})
			ahead.Store(int64(61 * time.Second))
			screen.order(func(o api.Order) bool { return o.Column == api.ColumnPreparing && o.Doing == nil })
		})
	}
}
