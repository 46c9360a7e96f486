package server_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// reached waits until the order's page shows that the order reached devices in all these ways.
func (k *kitchen) reached(c *http.Client, id int64, ways ...api.Reach) (detail api.OrderDetail) {
	k.t.Helper()
	path := fmt.Sprintf("%s?shop=%d&order=%d", api.PathOrder, shopID, id)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		detail = read[api.OrderDetail](k.bench, c, path)
		missing := slices.DeleteFunc(slices.Clone(ways), func(how api.Reach) bool {
			return slices.ContainsFunc(detail.Reached, func(r api.OrderReached) bool { return r.How == how })
		})
		if len(missing) == 0 {
			return detail
		}
	}
	k.t.Fatalf("reached %+v, want %v", detail.Reached, ways)
	return detail
}

// What a screen tells of an order stays with the order: by whom, on which device, and the first time only.
func TestOrderKeepsHowItReachedScreens(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff := k.as(api.RoleStaff)
	screen := k.screen(staff, "")
	k.place(orderID)
	screen.order(column(api.ColumnNew))
	order := []api.OrderRef{{ShopID: shopID, OrderID: orderID}}
	for _, how := range []api.Reach{api.ReachBrowser, api.ReachRang, api.ReachRang, api.ReachSeen} {
		if status, body := k.post(staff, api.PathOrdersReached, api.OrdersReached{How: how, Orders: order}); status !=
			http.StatusOK {
			t.Fatalf("%s: %d %s", how, status, body)
		}
	}
	detail := k.reached(staff, orderID, api.ReachBrowser, api.ReachRang, api.ReachSeen, api.ReachOpened)
	rang := 0
	for _, r := range detail.Reached {
		if r.How == api.ReachRang {
			rang++
		}
		if r.At == 0 || r.By == "" {
			t.Errorf("reached %+v", r)
		}
	}
	if rang != 1 {
		t.Errorf("rang %d times, want 1: %+v", rang, detail.Reached)
	}
	event := slices.IndexFunc(detail.Timeline, func(e api.TimelineEntry) bool {
		return e.Event == int(platform.EventOrderPlaced)
	})
	if event < 0 || detail.Timeline[event].Came == 0 || detail.Timeline[event].Heard < detail.Timeline[event].Came {
		t.Errorf("timeline %+v", detail.Timeline)
	}
}

// A screen can't tell of orders that its operator may not see, in ways that only the server knows, or in endless lists.
func TestReachIsTakenOfVisibleOrdersOnly(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff := k.as(api.RoleStaff)
	one := api.OrderRef{ShopID: shopID, OrderID: orderID}
	for name, tt := range map[string]struct {
		request api.OrdersReached
		want    int
	}{
		"another shop's": {api.OrdersReached{How: api.ReachRang,
			Orders: []api.OrderRef{one, {ShopID: 7, OrderID: 1}}}, 404},
		"the server's way": {api.OrdersReached{How: api.ReachSent, Orders: []api.OrderRef{one}}, 400},
		"an unknown way":   {api.OrdersReached{How: "smoke", Orders: []api.OrderRef{one}}, 400},
		"an endless list":  {api.OrdersReached{How: api.ReachRang, Orders: slices.Repeat([]api.OrderRef{one}, 201)}, 400},
	} {
		if status, body := k.post(staff, api.PathOrdersReached, tt.request); status != tt.want {
			t.Errorf("%s: %d %s, want %d", name, status, body, tt.want)
		}
	}
}

// A notification's way to a device is kept with the order: that its push service has taken it, and that the device
// has shown it.
func TestOrderKeepsItsNotifications(t *testing.T) {
	t.Parallel()
	b := newBackground(t, nil)
	owner := b.as(api.RoleOwner)
	b.subscribe(owner, shopID)
	b.order(orderID)
	b.pass(16 * time.Second)
	b.service.Wait(1)
	if status, body := b.post(owner, api.PathOrdersReached, api.OrdersReached{How: api.ReachNotified,
		Orders: []api.OrderRef{{ShopID: shopID, OrderID: orderID}}}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	b.reached(owner, orderID, api.ReachSent, api.ReachNotified)
}
