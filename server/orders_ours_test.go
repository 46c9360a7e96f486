package server_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// refreshed reads the order from the platform.
func (k *kitchen) refreshed(c *http.Client) api.Order {
	k.t.Helper()
	if status, body := k.post(c, api.PathOrderRefresh, api.OrderRef{ShopID: shopID,
		OrderID: orderID}); status != http.StatusOK {
		k.t.Fatalf("refresh: %d %s", status, body)
	}
	return read[api.OrderDetail](k.bench, c, fmt.Sprintf("%s?shop=%d&order=%d", api.PathOrder, shopID,
		int64(orderID))).Order
}

// The platform does what a person asks for, and its answer is lost. A later read attributes the outcome to the person:
// cancellations and refunds were called those of somebody elsewhere.
func TestActWhoseAnswerIsLostStaysThePersons(t *testing.T) {
	t.Parallel()
	for act, at := range map[api.Act]string{
		api.ActCancel: platform.PathOrderCancel, api.ActRefundAgree: platform.PathOrderAgree,
		api.ActRefundReject: platform.PathOrderReject,
	} {
		t.Run(string(act), func(t *testing.T) {
			t.Parallel()
			k := newKitchen(t, nil)
			manager := k.as(api.RoleManager)
			screen := k.screenWithOrder(manager)
			if act != api.ActCancel {
				k.far.Change(orderID, func(o *platform.Order) {
					o.Refunds = []platform.RefundState{{AfterSaleOrderID: 7, Applicant: platform.OpCustomer,
						Status: platform.RefundAsked, ApplyTime: 1}}
				})
				event := orderstest.Event(shopID, orderID, platform.OrderPlaced, time.Now())
				event.AfterSaleOrderID = 7
				k.push(platform.EventRefund, event)
				screen.order(func(o api.Order) bool { return o.Refund != nil })
			}
			k.far.Fault(at, orderstest.Lost)
			k.far.Fault(platform.PathOrderGet, orderstest.Unheard)
			code := map[api.Act]int{
				api.ActCancel: platform.CancelNoIngredients, api.ActRefundReject: platform.RejectPrepared,
			}[act]
			acted, failure := k.act(manager, api.ActOrder{Act: act, Key: "press", Code: code})
			if failure != nil || acted.State != api.ActUnknown {
				t.Fatalf("%+v %v", acted, failure)
			}
			k.far.Fault(platform.PathOrderGet, nil)
			o := k.refreshed(manager)
			via, by := api.Via(""), ""
			if o.Cancel != nil {
				via, by = o.Cancel.Via, o.Cancel.By
			}
			if act != api.ActCancel && o.Refund != nil && o.Refund.Standing != api.RefundAsked {
				via, by = o.Refund.Via, o.Refund.By
			}
			if via != api.ViaPerson || by == "" {
				t.Errorf("by %q %q: %+v", via, by, o)
			}
		})
	}
}

// The platform's message of a person's cancellation comes before the answer to the call. No device is notified: all
// were told that the order is cancelled, as if somebody elsewhere had cancelled it.
func TestOwnCancellationIsNotNotifiedBeforeItsAnswer(t *testing.T) {
	t.Parallel()
	b := newBackground(t, nil)
	owner := b.as(api.RoleOwner)
	b.subscribe(owner)
	b.order(orderID)
	b.far.Fault(platform.PathOrderCancel, func(w http.ResponseWriter, act func()) bool {
		act()
		by := platform.OpMerchant
		gone := orderstest.Event(shopID, orderID, platform.OrderCancelled, time.Now())
		gone.OpType = &by
		b.push(platform.EventOrderCancelled, gone)
		b.waitFor(owner, orderID, func(o api.Order) bool { return o.Column == api.ColumnCancelled })
		_, _ = io.WriteString(w, `{"code":0,"message":"success"}`)
		return true
	})
	if acted, failure := b.act(owner, api.ActOrder{Act: api.ActCancel, Key: "press", Code: 500001}); failure != nil ||
		acted.State != api.ActDone || acted.Order.Cancel.Via != api.ViaPerson {
		t.Fatalf("%+v %v", acted, failure)
	}
	b.order(orderID + 1)
	b.pass(16 * time.Second)
	b.service.Wait(1)
	b.notified("New order 994")
}

// The platform refuses an act because somebody elsewhere was faster, and its message of that comes before the refusal.
// The bug: the message was taken for one of the person's own act, so the order was accepted, or cancelled for the
// customer, by a person who was refused.
func TestRefusedActIsNotThePersons(t *testing.T) {
	t.Parallel()
	for act, tt := range map[api.Act]struct {
		path   string
		event  platform.Event
		status platform.OrderStatus
		column api.Column
		via    api.Via
	}{
		api.ActAccept: {platform.PathOrderConfirm, platform.EventOrderAccepted, platform.OrderAccepted, api.ColumnPreparing,
			api.ViaElsewhere},
		api.ActCancel: {platform.PathOrderCancel, platform.EventOrderCancelled, platform.OrderCancelled,
			api.ColumnCancelled, api.ViaCustomer},
	} {
		t.Run(string(act), func(t *testing.T) {
			t.Parallel()
			k := newKitchen(t, nil)
			manager := k.as(api.RoleManager)
			k.screenWithOrder(manager)
			k.far.Fault(tt.path, func(w http.ResponseWriter, _ func()) bool {
				k.far.Change(orderID, func(o *platform.Order) {
					o.Base.Status = tt.status
					if act == api.ActCancel {
						o.Cancelled = &platform.Cancellation{OpType: platform.OpCustomer}
					}
				})
				k.push(tt.event, orderstest.Event(shopID, orderID, tt.status, time.Now()))
				k.eventually("the message to be heard", func() bool {
					row, err := k.store.Order(t.Context(), shopID, orderID)
					return err == nil && row.Stage == string(tt.column)
				})
				_, _ = io.WriteString(w, `{"code":31001,"message":"past that state"}`)
				return true
			})
			acted, failure := k.act(manager, api.ActOrder{Act: act, Key: "press", Code: platform.CancelShopClosing})
			if failure != nil || acted.State != api.ActNews || acted.Via != tt.via || acted.By != "" {
				t.Errorf("%+v %v", acted, failure)
			}
		})
	}
}

// A person's cancellation gets no answer, because the customer cancelled just before. The bug: the order was called
// cancelled by the person, and figures counted it so.
func TestCancellationWithoutAnswerIsTheCustomersWhereTheRecordSaysSo(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	manager := k.as(api.RoleManager)
	k.screenWithOrder(manager)
	k.far.Fault(platform.PathOrderCancel, func(http.ResponseWriter, func()) bool {
		k.far.Change(orderID, func(o *platform.Order) {
			o.Base.Status = platform.OrderCancelled
			o.Cancelled = &platform.Cancellation{OpType: platform.OpCustomer}
		})
		panic(http.ErrAbortHandler)
	})
	acted, failure := k.act(manager, api.ActOrder{Act: api.ActCancel, Key: "press", Code: platform.CancelNoIngredients})
	if failure != nil || acted.State == api.ActDone || acted.Order.Cancel == nil ||
		acted.Order.Cancel.Via != api.ViaCustomer || acted.Order.Cancel.By != "" {
		t.Errorf("%+v %+v %v", acted, acted.Order.Cancel, failure)
	}
}

// A decision about a refund gets no answer, and the platform's record lags: it lists only a refund that was agreed to
// earlier. The bug: the new one was said to be agreed to, so nobody answered the customer.
func TestRefundThatTheRecordLacksIsNotDecided(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	manager := k.as(api.RoleManager)
	screen := k.screenWithOrder(manager)
	k.far.Change(orderID, func(o *platform.Order) {
		o.Refunds = []platform.RefundState{{AfterSaleOrderID: 7, Applicant: platform.OpCustomer,
			Status: platform.RefundAgreed, ApplyTime: 1, OpTime: 2}}
	})
	asked := orderstest.Event(shopID, orderID, platform.OrderPlaced, time.Now())
	asked.AfterSaleOrderID = 8
	k.push(platform.EventRefund, asked)
	screen.order(func(o api.Order) bool { return o.Refund != nil && o.Refund.ID == 8 })
	k.far.Fault(platform.PathOrderAgree, orderstest.Unheard)
	acted, failure := k.act(manager, api.ActOrder{Act: api.ActRefundAgree, Key: "press"})
	if failure != nil || acted.State != api.ActUnknown || acted.Order.Refund.Standing != api.RefundAsked {
		t.Errorf("%+v %+v %v", acted, acted.Order.Refund, failure)
	}
}

// pressed is a store in which something happens when an act waits for its turn.
type pressed struct {
	store.Store

	then atomic.Pointer[func()]
}

func (s *pressed) Claim(ctx context.Context, name, holder string, now, until int64) error {
	if strings.HasPrefix(name, "order.act/") {
		if do := s.then.Swap(nil); do != nil {
			(*do)()
		}
	}
	return s.Store.Claim(ctx, name, holder, now, until)
}

// One person's acceptance gets no answer, and another person rejects the order, which both still see as new. The bug:
// the accepted order was cancelled.
func TestRejectionDoesNotCancelAnAcceptanceWithoutAnswer(t *testing.T) {
	t.Parallel()
	db := &pressed{}
	k := newKitchen(t, func(o *server.Options) { db.Store = o.Store; o.Store = db })
	staff, manager := k.as(api.RoleStaff), k.as(api.RoleManager)
	k.screenWithOrder(staff)
	k.far.Fault(platform.PathOrderConfirm, orderstest.Lost)
	k.far.Fault(platform.PathOrderGet, orderstest.Unheard)
	if acted, failure := k.act(staff, api.ActOrder{Act: api.ActAccept, Key: "accept"}); failure != nil ||
		acted.State != api.ActUnknown || acted.Order.Column != api.ColumnNew {
		t.Fatalf("%+v %v", acted, failure)
	}
	heal := func() { k.far.Fault(platform.PathOrderGet, nil) } // no read tells of the acceptance before the press
	db.then.Store(&heal)
	acted, failure := k.act(manager, api.ActOrder{Act: api.ActCancel, Key: "reject", Code: platform.CancelNoIngredients})
	if failure != nil || acted.News != api.NewsAccepted || acted.Via != api.ViaPerson ||
		k.far.Calls(platform.PathOrderCancel) != 0 {
		t.Errorf("%+v %v", acted, failure)
	}
}
