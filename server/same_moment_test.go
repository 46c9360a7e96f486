package server_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// Different messages about one order at one moment are each heard, and a repeated message is heard once, with the
// same messageId or another. The bug: of two delivery states, or two refunds, at the same moment the second was
// answered 0 and dropped.
func TestMessagesOfOneMomentAreAllHeard(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, change func(*server.Options)) {
		k := newKitchen(t, change)
		owner := k.as(api.RoleOwner)
		k.screenWithOrder(owner)
		now := time.Now()
		var messages []platform.OrderEvent
		var events []platform.Event
		say := func(event platform.Event, add func(e *platform.OrderEvent)) {
			e := orderstest.Event(shopID, orderID, platform.OrderAccepted, now)
			add(&e)
			messages, events = append(messages, e), append(events, event)
		}
		for _, status := range []platform.LogisticsStatus{platform.RiderPickedUp, platform.RiderAssigned} {
			say(platform.EventDelivery, func(e *platform.OrderEvent) { e.LogisticsStatus = &status })
		}
		for i := range int64(2) {
			say(platform.EventPartialRefund, func(e *platform.OrderEvent) { e.Money, e.Currency = 100+i, "HKD" })
			say(platform.EventRefund, func(e *platform.OrderEvent) {
				e.ApplyReason, e.Money, e.Currency = fmt.Sprint("soup ", i), 900, "HKD"
			})
		}
		for _, name := range []string{"a", "a", "b"} { // sent, sent again, and sent again under other names
			for i, e := range messages {
				body := orderstest.Message(k.console.HookURL(), sandbox.DemoClientSecret, fmt.Sprint(name, i),
					events[i], shopID, e, now)
				if status, text := k.deliver(body); status != http.StatusOK || !bytes.Equal([]byte(text), []byte(`{"code":0}`)) {
					t.Fatalf("%d %s", status, text)
				}
			}
		}
		facts, err := k.store.InboxFacts(t.Context())
		if err != nil || facts.Counts[int64(platform.EventDelivery)] != 2 ||
			facts.Counts[int64(platform.EventPartialRefund)] != 2 || facts.Counts[int64(platform.EventRefund)] != 2 {
			t.Errorf("%+v %v", facts.Counts, err)
		}
		var detail api.OrderDetail
		k.eventually("every message to be heard", func() bool {
			detail = read[api.OrderDetail](k.bench, owner, fmt.Sprintf("%s?shop=%d&order=%d", api.PathOrder, shopID,
				int64(orderID)))
			told := slices.DeleteFunc(slices.Clone(detail.Timeline), func(e api.TimelineEntry) bool {
				return e.What != api.TimelineEvent
			})
			return len(told) == 1+len(messages)
		})
		if d := detail.Order.Delivery; d == nil || d.Status != int(platform.RiderPickedUp) {
			t.Errorf("the delivery: %+v", d)
		}
		if len(detail.Refunds) != 4 {
			t.Errorf("%d refunds: %+v", len(detail.Refunds), detail.Refunds)
		}
	})
}
