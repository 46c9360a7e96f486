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
		o.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
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
	ahead.Store(int64(13 * time.Hour))
	manager := k.as(api.RoleManager)
	if board := read[api.Orders](k.bench, manager, api.PathOrders); len(board.Orders) != 1 || board.More {
		t.Errorf("the board shows %+v", board)
	}
	screen = k.screen(manager, "")
	k.far.Change(orderID, func(o *platform.Order) {
		o.Refunds[0].Status, o.Refunds[0].Decider = platform.RefundRejected, platform.OpMerchant
	})
	ahead.Store(int64(15 * time.Hour))
	screen.order(func(o api.Order) bool { return o.Refund.Standing == api.RefundRejected })
	if board := read[api.Orders](k.bench, k.as(api.RoleManager), api.PathOrders); len(board.Orders) != 1 {
		t.Errorf("it ended just now: %+v", board)
	}
}
