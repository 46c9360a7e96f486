package server_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
)

// The bug: an unanswered refund left the board with its order, after twelve hours. No message tells of an answer
// given elsewhere, so the platform is asked.
func TestAskedRefundStaysOnTheBoard(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	k := newKitchen(t, func(o *server.Options) {
		o.Now = aheadBy(&ahead)
	})
	screen := k.screen(k.as(api.RoleManager), "")
	asked := orderstest.NewOrder(shopID, orderID, time.Now())
	asked.Base.Status = platform.OrderCompleted
	asked.Refunds = []platform.RefundState{{AfterSaleOrderID: 7, Applicant: platform.OpCustomer,
		Status: platform.RefundAsked, ApplyTime: time.Now().UnixMilli()}}
	k.far.Put(asked)
	event := orderstest.Event(shopID, orderID, platform.OrderCompleted, time.Now())
	event.AfterSaleOrderID = 7
	k.push(platform.EventRefund, event)
	screen.order(func(o api.Order) bool { return column(api.ColumnDone)(o) && o.Refund != nil })
	stepped := time.Now().Add(13 * time.Hour)
	ahead.Store(int64(13 * time.Hour))
	manager := k.as(api.RoleManager)
	if board := read[api.Orders](k.bench, manager, api.PathOrders); len(board.Orders) != 1 || board.More {
		t.Errorf("the board shows %+v", board)
	}
	screen = k.screen(manager, "")
	// The clock's step has it read. A read that the next step overtook would find the old state at the new time.
	k.eventually("the order to be read before the change", func() bool {
		row, err := k.store.Order(t.Context(), shopID, orderID)
		return err == nil && row.DueAt >= stepped.Add(time.Hour).UnixMilli()
	})
	k.far.Change(orderID, func(o *platform.Order) {
		o.Refunds[0].Status, o.Refunds[0].Decider = platform.RefundRejected, platform.OpMerchant
	})
	ahead.Store(int64(15 * time.Hour))
	screen.order(func(o api.Order) bool { return o.Refund.Standing == api.RefundRejected })
	if board := read[api.Orders](k.bench, k.as(api.RoleManager), api.PathOrders); len(board.Orders) != 1 {
		t.Errorf("it ended just now: %+v", board)
	}
}
