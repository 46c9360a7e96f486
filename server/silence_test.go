package server_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// heard is how the page of the webhooks judges whether messages come through.
func (k *kitchen) heard(owner *http.Client) api.Hearing {
	k.t.Helper()
	return read[api.Hooks](k.bench, owner, api.PathHooks).Hearing
}

// Bug: with a wrong secret each order's message was refused, and no screen said that orders are missing: the platform's
// heartbeats, which are empty, came in.
func TestRefusedMessagesAreASilence(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	k := newKitchen(t, func(o *server.Options) { o.Now = aheadBy(&ahead) })
	owner := k.as(api.RoleOwner)
	n := 0
	deliver := func(secret string, want int) {
		t.Helper()
		n++
		now := time.Now().Add(time.Duration(ahead.Load()))
		status, text := k.deliver(orderstest.Message(k.console.HookURL(), secret, fmt.Sprint(n), platform.EventOrderPlaced,
			shopID, orderstest.Event(shopID, orderID+int64(n), platform.OrderPlaced, now), now))
		if status != want {
			t.Fatal(status, text)
		}
	}
	refused := func(want bool) {
		t.Helper()
		if status, text := k.deliver(nil); status != http.StatusOK {
			t.Fatal(status, text)
		}
		h := k.heard(owner)
		board := read[api.Orders](k.bench, owner, api.PathOrders).Hooks
		if h.Silent != want || want != (h.Why == api.GapRefused) || *board != h {
			t.Errorf("want %v: %+v, the board %+v", want, h, board)
		}
	}
	refused(false)
	if status, text := k.deliver([]byte(`{"ping":true}`)); status != http.StatusBadRequest {
		t.Fatal(status, text)
	}
	refused(false) // a heartbeat that the settings don't name
	deliver("another one", http.StatusUnauthorized)
	refused(true) // from the first message on
	deliver(sandbox.DemoClientSecret, http.StatusOK)
	refused(false)
	deliver("another one", http.StatusUnauthorized)
	refused(false) // one among others, which another replica may have accepted
	ahead.Add(int64(2 * time.Minute))
	deliver("another one", http.StatusUnauthorized)
	refused(true)
	register := api.RegisterHooks{Events: []int{1001}}
	if status, body := k.post(owner, api.PathHooksRegister, register); status != http.StatusOK {
		t.Fatal(body)
	}
	refused(false) // an owner has seen to it
}

// Bug: where a platform sends no heartbeats, a way to us that broke looked like a quiet day. A change of an order that
// a read shows and no message tells is a sign, where the platform has told such changes before and no program of the
// merchant's can have made it: it may share our application, and needn't be told.
func TestChangeThatNoMessageToldIsASilence(t *testing.T) {
	t.Parallel()
	customer, rider := platform.OpCustomer, platform.ByRider
	type change struct {
		event  platform.Event
		column api.Column
		do     func(o *platform.Order)
	}
	cancelled := change{platform.EventOrderCancelled, api.ColumnCancelled, func(o *platform.Order) {
		o.Base.Status, o.Cancelled = platform.OrderCancelled, &platform.Cancellation{OpType: customer}
	}}
	delivered := change{platform.EventOrderCompleted, api.ColumnDone, func(o *platform.Order) {
		o.Base.Status = platform.OrderCompleted
	}}
	accepted := change{platform.EventOrderAccepted, api.ColumnPreparing, func(o *platform.Order) {
		o.Base.Status = platform.OrderAccepted
	}}
	for _, tt := range []struct {
		name string
		change
		tells, ours bool
		message     time.Duration // after the change was seen; 0: none comes
		silent      bool
	}{
		{name: "told before", change: cancelled, tells: true, silent: true},
		{name: "delivered", change: delivered, tells: true, silent: true},
		{name: "never told", change: cancelled},
		{name: "perhaps by another program", change: accepted, tells: true},
		{name: "by a person here", change: cancelled, tells: true, ours: true},
		{name: "another message came", change: cancelled, tells: true, message: time.Minute},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var ahead atomic.Int64
			k := newKitchen(t, func(o *server.Options) { o.Now = aheadBy(&ahead) })
			owner := k.as(api.RoleOwner)
			column := func(id int64, want api.Column) {
				t.Helper()
				k.eventually("the order "+string(want), func() bool {
					return slices.ContainsFunc(read[api.Orders](k.bench, owner, api.PathOrders).Orders, func(o api.Order) bool {
						return o.OrderID == id && o.Column == want && !o.Partial && o.Doing == nil
					})
				})
			}
			place := func(id int64) {
				t.Helper()
				order := orderstest.NewOrder(shopID, id, time.Now())
				order.Base.DeliveryType = &rider
				k.far.Put(order)
				k.push(platform.EventOrderPlaced, orderstest.Event(shopID, id, platform.OrderPlaced, time.Now()))
				column(id, api.ColumnNew)
			}
			place(orderID)
			if k.far.Change(orderID, tt.do); tt.tells {
				event := orderstest.Event(shopID, orderID, 0, time.Now())
				event.OpType = &customer
				k.push(tt.event, event)
				column(orderID, tt.column)
			}
			place(orderID + 1)
			if tt.ours {
				if _, failure := k.act(owner, api.ActOrder{ShopID: shopID, OrderID: orderID + 1, Act: api.ActCancel,
					Code: platform.CancelShortOfStaff, Key: "a-key-of-a-press"}); failure != nil {
					t.Fatal(failure)
				}
			} else {
				k.far.Change(orderID+1, tt.do)
			}
			last := read[api.Hooks](k.bench, owner, api.PathHooks).Message
			ahead.Add(int64(2 * time.Minute))
			column(orderID+1, tt.column)
			if h := k.heard(owner); h.Silent {
				t.Errorf("at once: %+v", h)
			}
			if tt.message != 0 {
				ahead.Add(int64(tt.message))
				k.push(4711, map[string]any{"shopId": shopID})
			}
			ahead.Add(int64(6 * time.Minute))
			h := k.heard(owner)
			if h.Silent != tt.silent || tt.silent && (h.Why != api.GapUntold || h.HeardAt != last) {
				t.Errorf("%+v, the last message came at %d", h, last)
			}
			k.push(4712, map[string]any{"shopId": shopID})
			if h := k.heard(owner); h.Silent {
				t.Errorf("after a message: %+v", h)
			}
		})
	}
}

// Bug: that messages had failed to reach the console for a while was in its log alone.
func TestTimeWithoutMessagesIsListed(t *testing.T) {
	t.Parallel()
	var options server.Options
	away := time.Now().Add(-time.Hour).UnixMilli()
	k := newKitchen(t, func(o *server.Options) {
		if err := o.Store.Mark(t.Context(), "orders.heard", away); err != nil {
			t.Fatal(err)
		}
		options = *o
	})
	k.looked("orders.missed")
	other := k.replica(options)
	other.looked("orders.missed")
	owner := k.as(api.RoleOwner)
	for _, b := range []*bench{k.bench, other} {
		gaps := read[api.Hooks](b, owner, api.PathHooks).Gaps
		if len(gaps) != 1 || gaps[0].Since != away || gaps[0].Until-away < time.Hour.Milliseconds() ||
			gaps[0].Why != api.GapStopped {
			t.Errorf("%+v", gaps)
		}
	}
	entries, err := k.store.Entries(t.Context(), store.EntryQuery{Kinds: []string{"hook"}, Limit: 9})
	if err != nil || len(entries) != 1 || entries[0].Outcome != store.OutcomeDone {
		t.Errorf("%+v, %v", entries, err)
	}
}
