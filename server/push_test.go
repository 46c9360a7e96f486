package server_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/internal/pushtest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
)

// background is a kitchen with devices on which the console isn't in view.
type background struct {
	*kitchen
	service *pushtest.Service
	options server.Options
	ahead   atomic.Int64 // offset to the machine's clock
}

func newBackground(t *testing.T, change func(*server.Options)) *background {
	t.Helper()
	b := &background{service: pushtest.New(t)}
	b.kitchen = newKitchen(t, func(o *server.Options) {
		o.Now = aheadBy(&b.ahead)
		if change != nil {
			change(o)
		}
		b.options = *o
	})
	return b
}

func (b *background) pass(d time.Duration) { b.ahead.Add(int64(d)) }

// subscribe switches on notifications of a device, for the given shops or for all.
func (b *background) subscribe(c *http.Client, shops ...int64) *pushtest.Device {
	b.t.Helper()
	d := b.service.Device()
	if status, body := b.post(c, api.PathPush, on(d, shops...)); status != http.StatusOK ||
		!strings.Contains(body, `"on":true`) {
		b.t.Fatalf("subscribe: %d %s", status, body)
	}
	return d
}

func on(d *pushtest.Device, shops ...int64) api.PushOn {
	in := api.PushOn{Endpoint: d.Endpoint, P256dh: d.P256dh, Auth: d.Auth, Language: "en"}
	for _, shop := range shops {
		in.Shops = append(in.Shops, api.PushShop{ShopID: shop})
	}
	return in
}

// order places an order and waits until the board has the complete order.
func (b *background) order(id int64) {
	b.t.Helper()
	owner := b.as(api.RoleOwner)
	now := b.options.Now()
	b.far.Put(orderstest.NewOrder(shopID, id, now))
	b.push(platform.EventOrderPlaced, orderstest.Event(shopID, id, platform.OrderPlaced, now))
	b.waitFor(owner, id, func(o api.Order) bool { return !o.Partial })
}

func (b *background) waitFor(c *http.Client, id int64, fits func(o api.Order) bool) {
	b.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		for _, o := range read[api.Orders](b.bench, c, api.PathOrders).Orders {
			if o.OrderID == id && fits(o) {
				return
			}
		}
	}
	b.t.Fatalf("order %d never got there", id)
}

// finish closes the console, and with it everything that is being sent.
func (b *background) finish() {
	b.t.Helper()
	if err := b.console.Close(); err != nil {
		b.t.Fatal(err)
	}
}

// notified ends the console and checks the titles of all notifications.
func (b *background) notified(want ...string) {
	b.t.Helper()
	b.finish()
	var titles []string
	for _, one := range b.service.Wait(b.service.Requests()) {
		titles = append(titles, fmt.Sprint(one.Read(b.t)["title"]))
	}
	if !slices.Equal(titles, want) {
		b.t.Errorf("%q", titles)
	}
}

// A device gets notifications of an order that isn't accepted, without private details.
func TestWaitingOrderIsNotifiedWithoutDetails(t *testing.T) {
	t.Parallel()
	b := newBackground(t, nil)
	owner := b.as(api.RoleOwner)
	d := b.subscribe(owner, shopID)
	b.order(orderID)
	b.pass(16 * time.Second)
	first := b.service.Wait(1)[0]
	b.pass(4 * time.Minute)
	last := b.service.Wait(2)[1]
	b.pass(4 * time.Minute) // the platform has cancelled the order
	b.order(orderID + 1)
	b.pass(16 * time.Second)
	next := b.service.Wait(3)[2]
	b.finish()

	for i, want := range []map[string]any{
		{
			"title": "New order 993", "body": "Harbour Noodle Central. Nobody has accepted it yet.", "lang": "en",
			"dir": "ltr", "stay": true,
			"tag": "order/100001/orders/9007199254740993", "path": "shops/100001/orders/9007199254740993", "shop": "100001",
		},
		{"title": "Order 993: less than a minute left",
			"body": "Harbour Noodle Central. The platform cancels it if nobody accepts it."},
		{"title": "New order 994"},
	} {
		got := []pushtest.Delivery{first, last, next}[i]
		said := got.Read(t)
		for name, value := range want {
			if said[name] != value {
				t.Errorf("%d: %s is %v, want %v", i, name, said[name], value)
			}
		}
		for _, private := range []string{"Chan", "Wonton", "coriander", "9600", "96.00", "Flat"} {
			if strings.Contains(string(got.Text), private) {
				t.Errorf("%d: it tells %q: %s", i, private, got.Text)
			}
		}
		if got.Device != d || got.Urgency != "high" || got.Size != 2048 ||
			got.Key != read[api.Push](b.bench, owner, api.PathPush).Key {
			t.Errorf("%d: %+v", i, got)
		}
	}
	if first.Topic == "" || first.Topic != last.Topic || first.Topic == next.Topic {
		t.Errorf("topics %q, %q and %q", first.Topic, last.Topic, next.Topic)
	}
	if first.TTL < 200 || first.TTL > 285 || last.TTL < 1 || last.TTL > 60 {
		t.Errorf("kept for %d and %d seconds", first.TTL, last.TTL)
	}
	if n := b.service.Requests(); n != 3 {
		t.Errorf("%d messages", n)
	}
}

// waitsLong has an order wait for two minutes before it is notified: on a slow machine an operator acts in time, and
// the order is read before, which tells its number.
func waitsLong(o *server.Options) { o.Push.Delay = 2 * time.Minute }

// Acts of our own operators, finished or under way, cause no notification.
func TestOnlyEventsFromElsewhereAreNotified(t *testing.T) {
	t.Parallel()
	b := newBackground(t, waitsLong)
	owner := b.as(api.RoleOwner)
	b.subscribe(owner)
	ids := []int64{orderID, orderID + 1, orderID + 2, orderID + 3}
	for _, id := range ids {
		b.order(id)
	}
	if acted, failure := b.act(owner, api.ActOrder{OrderID: ids[0], Act: api.ActAccept,
		Key: "accept-one"}); failure != nil || acted.State != api.ActDone {
		t.Fatalf("%+v %v", acted, failure)
	}
	if acted, failure := b.act(owner, api.ActOrder{OrderID: ids[1], Act: api.ActCancel, Key: "cancel-one",
		Code: 500001}); failure != nil || acted.State != api.ActDone {
		t.Fatalf("%+v %v", acted, failure)
	}
	b.waitFor(owner, ids[1], func(o api.Order) bool { return o.Column == api.ColumnCancelled })
	b.far.Change(ids[2], func(o *platform.Order) { o.Base.Status = platform.OrderCancelled })
	by := platform.OpCustomer
	gone := orderstest.Event(shopID, ids[2], platform.OrderCancelled, time.Now())
	gone.OpType = &by
	b.push(platform.EventOrderCancelled, gone)
	b.service.Wait(1)
	if acted, failure := b.act(owner, api.ActOrder{OrderID: ids[3], Act: api.ActAccept,
		Key: "accept-two"}); failure != nil || acted.State != api.ActDone {
		t.Fatalf("%+v %v", acted, failure)
	}
	refund := orderstest.Event(shopID, ids[3], platform.OrderAccepted, time.Now())
	refund.AfterSaleOrderID, refund.ApplyReason = 77, "cold soup"
	b.push(platform.EventRefund, refund)
	b.service.Wait(2)
	b.pass(121 * time.Second)
	b.order(orderID + 4)
	b.pass(121 * time.Second)
	got := b.service.Wait(3)
	for _, one := range got {
		if strings.Contains(string(one.Text), "cold soup") {
			t.Errorf("a customer's words: %s", one.Text)
		}
	}
	b.notified("Order 995 is cancelled", "Refund requested for order 996", "New order 997")
}

// An operator approves the refund of a whole order, and the platform cancels the order for the customer. No device is
// notified, whether the platform's message comes before the answer to the call or after it: all were told that the
// order is cancelled, as if somebody elsewhere had cancelled it.
func TestOwnRefundOfAnOrderIsNotNotified(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"message", "answer"} {
		t.Run(first+" first", func(t *testing.T) {
			t.Parallel()
			b := newBackground(t, waitsLong)
			owner := b.as(api.RoleOwner)
			b.subscribe(owner)
			b.order(orderID)
			if _, failure := b.act(owner, api.ActOrder{Act: api.ActAccept, Key: "accept"}); failure != nil {
				t.Fatal(failure)
			}
			asked := orderstest.Event(shopID, orderID, platform.OrderAccepted, time.Now())
			asked.AfterSaleOrderID = 77
			b.push(platform.EventRefund, asked)
			b.service.Wait(1)
			cancelled := func() {
				by := platform.OpCustomer
				gone := orderstest.Event(shopID, orderID, platform.OrderCancelled, time.Now())
				gone.OpType = &by
				b.push(platform.EventOrderCancelled, gone)
				b.waitFor(owner, orderID, func(o api.Order) bool { return o.Column == api.ColumnCancelled })
			}
			b.far.Fault(platform.PathOrderAgree, func(w http.ResponseWriter, act func()) bool {
				act()
				if first == "message" {
					cancelled()
				}
				_, _ = io.WriteString(w, `{"code":0,"message":"success"}`)
				return true
			})
			if acted, failure := b.act(owner, api.ActOrder{Act: api.ActRefundAgree, Key: "press"}); failure != nil ||
				acted.State != api.ActDone {
				t.Fatalf("%+v %v", acted, failure)
			}
			if first == "answer" {
				cancelled()
			}
			b.order(orderID + 1)
			b.pass(121 * time.Second)
			b.service.Wait(2)
			b.notified("Refund requested for order 993", "New order 994")
		})
	}
}

// A request for a refund is notified however late it is learned. The bug: one whose message was lost, which the record
// showed hours later, was told to no device.
func TestRefundRequestLearnedLateIsNotified(t *testing.T) {
	t.Parallel()
	b := newBackground(t, waitsLong)
	owner := b.as(api.RoleOwner)
	b.subscribe(owner)
	b.order(orderID)
	b.far.Change(orderID, func(o *platform.Order) {
		o.Refunds = []platform.RefundState{{AfterSaleOrderID: 7, Applicant: platform.OpCustomer, Status: platform.RefundAsked,
			ApplyTime: time.Now().Add(-2 * time.Hour).UnixMilli()}}
		o.Base.Status = platform.OrderCompleted
	})
	b.push(platform.EventOrderCompleted, orderstest.Event(shopID, orderID, platform.OrderCompleted, time.Now()))
	b.waitFor(owner, orderID, func(o api.Order) bool { return o.Refund != nil })
	b.order(orderID + 1)
	b.pass(121 * time.Second)
	b.service.Wait(2)
	b.notified("Refund requested for order 993", "New order 994")
}

// A message of a refund has the four members of interface 6.1 alone; the record has its number, if it has one, and
// another time. The bug: each device was told of the request twice, before the order was read and after.
func TestRefundIsNotifiedOnceWithoutItsNumber(t *testing.T) {
	t.Parallel()
	for _, number := range []int64{7, 0} {
		t.Run(fmt.Sprint(number), func(t *testing.T) {
			t.Parallel()
			b := newBackground(t, waitsLong)
			owner := b.as(api.RoleOwner)
			b.subscribe(owner)
			b.order(orderID)
			now := time.Now()
			b.far.Change(orderID, func(o *platform.Order) {
				o.Refunds = []platform.RefundState{{AfterSaleOrderID: number, ApplyReason: "cold", Applicant: platform.OpCustomer,
					Status: platform.RefundAsked, ApplyTime: now.UnixMilli() - 200}}
				o.Base.Status = platform.OrderCompleted
			})
			b.push(platform.EventRefund, orderstest.Event(shopID, orderID, platform.OrderCompleted, now))
			b.waitFor(owner, orderID, func(o api.Order) bool { return o.Refund != nil && o.Refund.Reason != "" })
			b.order(orderID + 1)
			b.pass(121 * time.Second)
			b.service.Wait(2)
			b.notified("Refund requested for order 993", "New order 994")
		})
	}
}

// An order that is being accepted at that moment causes no notification.
func TestOrderBeingAcceptedIsNotNotified(t *testing.T) {
	t.Parallel()
	b := newBackground(t, waitsLong)
	owner := b.as(api.RoleOwner)
	b.subscribe(owner)
	b.order(orderID)
	b.order(orderID + 1)
	begun, answer := make(chan struct{}), make(chan struct{})
	b.far.Fault(platform.PathOrderConfirm, func(http.ResponseWriter, func()) bool {
		close(begun)
		<-answer
		return false
	})
	accepted := make(chan struct{})
	go func() {
		defer close(accepted)
		if acted, failure := b.act(owner, api.ActOrder{OrderID: orderID, Act: api.ActAccept,
			Key: "accept-slow"}); failure != nil {
			t.Errorf("%+v %v", acted, failure)
		}
	}()
	<-begun
	b.waitFor(owner, orderID, func(o api.Order) bool { return o.Doing != nil })
	b.pass(121 * time.Second)
	first := b.service.Wait(1)[0]
	close(answer)
	<-accepted
	b.pass(130 * time.Second) // into the order's last minute
	b.service.Wait(2)
	b.finish()
	if title := first.Read(t)["title"]; title != "New order 994" || b.service.Requests() != 2 {
		t.Errorf("%v of %d", title, b.service.Requests())
	}
}

// Old events cause no notification after a start, not even for a device that subscribed since.
func TestOldEventsAreNotNotifiedAfterAStart(t *testing.T) {
	t.Parallel()
	b := newBackground(t, waitsLong)
	b.order(orderID)
	b.far.Change(orderID, func(o *platform.Order) { o.Base.Status = platform.OrderCancelled })
	b.push(platform.EventOrderCancelled, orderstest.Event(shopID, orderID, platform.OrderCancelled, time.Now()))
	owner := b.as(api.RoleOwner)
	b.waitFor(owner, orderID, func(o api.Order) bool { return o.Column == api.ColumnCancelled })
	b.pass(11 * time.Minute)
	b.subscribe(owner)
	b.finish()
	again, err := server.New(context.WithoutCancel(t.Context()), b.options)
	if err != nil {
		t.Fatal(err)
	}
	b.console = again
	b.order(orderID + 1)
	b.pass(121 * time.Second)
	first := b.service.Wait(1)[0]
	b.finish()
	if title := first.Read(t)["title"]; title != "New order 994" || b.service.Requests() != 1 {
		t.Errorf("%v of %d", title, b.service.Requests())
	}
}
