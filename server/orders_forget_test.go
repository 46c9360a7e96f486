package server_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/orders"
)

// An order whose status isn't known keeps the customer's details no longer than others: it was read again every ten
// minutes, and at each start, and each read stored the details anew.
func TestDetailsOfAnOrderOfUnknownStatusStayDeleted(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	screen := k.screen(k.as(api.RoleStaff), "")
	strange := orderstest.NewOrder(shopID, orderID, time.Now())
	strange.Base.Status = 77
	k.far.Put(strange)
	k.push(platform.EventDelivery, orderstest.Event(shopID, orderID, 77, time.Now()))
	screen.order(column(api.ColumnOther))
	cleaner := k.cleaner()
	if err := errors.Join(cleaner.Clean(t.Context()), cleaner.AskAgain(t.Context())); err != nil {
		t.Fatal(err)
	}
	if row, err := k.store.Order(t.Context(), shopID, orderID); err != nil || row.Record != "" || row.DueAt != 0 {
		t.Errorf("read again at %d, %v", row.DueAt, err)
	}
}

// cleaner deletes the details of all orders that are over.
func (k *kitchen) cleaner() *orders.Service {
	k.t.Helper()
	cleaner, err := orders.New(orders.Options{
		Authoriser: nobody{}, Platform: nobody{}, Store: k.store, Audit: k.store, Sealer: nobody{}, KeepRecords: time.Hour,
		Now: func() time.Time { return time.Now().Add(2 * time.Hour) },
	})
	if err != nil {
		k.t.Fatal(err)
	}
	return cleaner
}

// The story of an order forgets with the order what the customer wrote about a refund, and who the courier was: both
// stayed in it for two years. It keeps what happened, and why the order was cancelled.
func TestStoryForgetsWordsAndNames(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff := k.as(api.RoleStaff)
	screen := k.screenWithOrder(staff)
	ride := orderstest.Event(shopID, orderID, platform.OrderAccepted, time.Now())
	ride.CourierName, ride.LogisticsStatus = "Ann Wong", new(platform.RiderAssigned)
	k.push(platform.EventDelivery, ride)
	asked := orderstest.Event(shopID, orderID, platform.OrderAccepted, time.Now())
	asked.AfterSaleOrderID, asked.ApplyReason = 7, "cold soup"
	k.push(platform.EventRefund, asked)
	k.far.Change(orderID, func(o *platform.Order) { o.Base.Status = platform.OrderCancelled })
	gone := orderstest.Event(shopID, orderID, platform.OrderCancelled, time.Now())
	gone.CancelReason = "shop closed"
	k.push(platform.EventOrderCancelled, gone)
	screen.order(func(o api.Order) bool { // a read may tell of the cancellation first, without its reason
		return o.Cancel != nil && o.Cancel.Reason != "" && o.Refund != nil && o.Delivery != nil
	})
	path := fmt.Sprintf("%s?shop=%d&order=%d", api.PathOrder, shopID, int64(orderID))
	cleaner := k.cleaner()
	before := read[api.OrderDetail](k.bench, staff, path)
	k.eventually("the details to be deleted", func() bool {
		if err := cleaner.Clean(t.Context()); err != nil {
			t.Fatal(err)
		}
		row, err := k.store.Order(t.Context(), shopID, orderID)
		return err == nil && row.Record == "" && row.DueAt == 0
	})
	after := read[api.OrderDetail](k.bench, staff, path)
	told := func(d api.OrderDetail) string { return fmt.Sprintf("%+v", d.Timeline) }
	for words, kept := range map[string]bool{"Ann Wong": false, "cold soup": false, "shop closed": true} {
		if !strings.Contains(told(before), words) || strings.Contains(told(after), words) != kept {
			t.Errorf("%s: %s", words, told(after))
		}
	}
	if len(after.Timeline) < len(before.Timeline) {
		t.Errorf("%d entries of %d are left", len(after.Timeline), len(before.Timeline))
	}
}
