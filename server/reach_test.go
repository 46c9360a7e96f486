package server_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
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
			return slices.ContainsFunc(detail.Reached, func(r api.TimelineEntry) bool { return r.What == api.TimelineKind(how) })
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
	k.screenWithOrder(staff)
	for _, how := range []api.Reach{api.ReachBrowser, api.ReachRang, api.ReachRang, api.ReachSeen} {
		if status, body := k.post(staff, reached(how, orderID), struct{}{}); status != http.StatusOK {
			t.Fatalf("%s: %d %s", how, status, body)
		}
	}
	detail := k.reached(staff, orderID, api.ReachBrowser, api.ReachRang, api.ReachSeen, api.ReachOpened)
	rang := 0
	for _, r := range detail.Reached {
		if r.What == api.TimelineKind(api.ReachRang) {
			rang++
		}
		if r.At == 0 || r.Text == "" {
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

// reached is the path of a call that tells of an order.
func reached(how api.Reach, id int64) string {
	return fmt.Sprintf("%s?told=%s.%d.%d", api.PathOrdersReached, how, shopID, id)
}

// A screen can't tell of orders that its operator may not see, in ways that only the server knows, or in endless lists.
func TestReachIsTakenOfVisibleOrdersOnly(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff := k.as(api.RoleStaff)
	for name, tt := range map[string]struct {
		told string
		want int
	}{
		"another shop's":    {"rang.100001.1,rang.7.1", http.StatusNotFound},
		"the server's way":  {"sent.100001.1", http.StatusBadRequest},
		"an unknown way":    {"smoke.100001.1", http.StatusBadRequest},
		"no order":          {"rang.100001.", http.StatusBadRequest},
		"no shop":           {"rang..1", http.StatusBadRequest},
		"nothing":           {"", http.StatusBadRequest},
		"an endless list":   {strings.Repeat("rang.100001.1,", api.MaxReached) + "rang.100001.1", http.StatusBadRequest},
		"as much as it may": {strings.Repeat("rang.100001.1,", api.MaxReached-1) + "rang.100001.1", http.StatusOK},
	} {
		if status, body := k.post(staff, api.PathOrdersReached+"?told="+tt.told, struct{}{}); status != tt.want {
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
	if status, body := b.post(owner, reached(api.ReachNotified, orderID), struct{}{}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	b.reached(owner, orderID, api.ReachSent, api.ReachNotified)
}
