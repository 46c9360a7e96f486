package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
)

// measured gathers all metrics: values, and of histograms the number of observations, by "name label=value …".
func measured(t *testing.T, registry *prometheus.Registry) map[string]float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]float64{}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			name := family.GetName()
			for _, l := range m.GetLabel() {
				name += " " + l.GetName() + "=" + l.GetValue()
			}
			all[name] = m.GetGauge().GetValue() + m.GetCounter().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
	}
	return all
}

// An order's way is measured from the platform's delivery to the screens, and so are refusals, calls of the platform,
// sign-ins and the store.
func TestTheWayOfAnOrderIsMeasured(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewPedanticRegistry()
	k := newKitchen(t, func(o *server.Options) { o.Metrics = registry })
	staff := k.as(api.RoleStaff)
	screen := k.screenWithOrder(staff)
	if status, _ := k.deliver([]byte(`{"eventId":1001}`)); status == http.StatusOK {
		t.Fatal("an unsigned delivery was accepted")
	}
	if status, _ := k.deliver(nil); status != http.StatusOK {
		t.Fatalf("a heartbeat: %d", status)
	}
	if status, _ := k.post(k.browser(), api.PathSignIn, api.SignIn{Login: "nobody", Password: "wrong"}); status < 400 {
		t.Fatalf("a wrong password: %d", status)
	}
	want := []string{
		"shopdesk_webhook_deliveries_total result=accepted", "shopdesk_webhook_deliveries_total result=heartbeat",
		"shopdesk_webhook_heard_seconds", "shopdesk_event_shown_seconds", "shopdesk_streams",
		"shopdesk_platform_call_seconds endpoint=" + platform.PathOrderGet + " outcome=done",
		"shopdesk_auth_events_total event=authn_login_fail", "shopdesk_store_transaction_seconds",
	}
	refused := func(all map[string]float64) (n float64) {
		for _, why := range []api.HookWhy{api.HookBadSignature, api.HookMalformed} {
			n += all["shopdesk_webhook_deliveries_total result="+string(why)]
		}
		return n
	}
	var all map[string]float64
	missing := func() (names []string) {
		all = measured(t, registry)
		for _, name := range want {
			if all[name] == 0 {
				names = append(names, name)
			}
		}
		return names
	}
	// The read of the order may be under way. An order that came before the screen's stream was among those that are
	// written to at once isn't measured; the next is.
	deadline := time.Now().Add(patience)
	for next := int64(orderID + 1); len(missing()) > 0 && time.Now().Before(deadline); next++ {
		k.place(next)
		screen.order(column(api.ColumnNew))
	}
	if names := missing(); len(names) > 0 || refused(all) != 1 {
		t.Errorf("not measured: %q, %v refused", names, refused(all))
	}
	for _, name := range []string{"shopdesk_inbox_messages state=waiting", "shopdesk_inbox_messages state=dead",
		"shopdesk_inbox_messages state=foreign",
		"shopdesk_inbox_oldest_seconds", "shopdesk_pauses_late", "shopdesk_runs state=running", "shopdesk_runs_late",
		"shopdesk_push_devices", "shopdesk_store_connections pool=write use=busy", "shopdesk_store_wal_bytes",
		"shopdesk_webhook_deliveries_total result=signature"} {
		if _, ok := all[name]; !ok {
			t.Errorf("no metric %s", name)
		}
	}
	for name := range all {
		if strings.Contains(name, "100001") {
			t.Errorf("%s names a shop", name)
		}
	}
}

// What becomes of notifications is counted.
func TestNotificationsAreMeasured(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewPedanticRegistry()
	b := newBackground(t, func(o *server.Options) { o.Metrics = registry })
	b.subscribe(b.as(api.RoleOwner), shopID)
	b.order(orderID)
	b.pass(16 * time.Second)
	b.service.Wait(1)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if all := measured(t, registry); all["shopdesk_push_results_total outcome=sent"] == 1 &&
			all["shopdesk_push_devices"] == 1 {
			return
		}
	}
	t.Errorf("measured %v", measured(t, registry))
}

// Devices are counted that would ring for an order, and those that are missed, as Today has them. A device of which
// nothing was heard for less than five minutes is neither, and so is one that a person switched off.
func TestDevicesThatCouldRingAreMeasured(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewPedanticRegistry()
	b := newRinging(t, func(o *server.Options) { o.Metrics = registry })
	first, second := b.as(api.RoleStaff), b.as(api.RoleStaff)
	want := func(when string, rings, silent float64) {
		t.Helper()
		all := measured(t, registry)
		for state, want := range map[string]float64{"rings": rings, "silent": silent} {
			if got, ok := all["shopdesk_ring_devices state="+state]; !ok || got != want {
				t.Errorf("%s: %v devices in the state %s (%t), want %v", when, got, state, ok, want)
			}
		}
	}
	want("before a device said anything", 0, 0)
	b.rings(first, board)
	b.rings(second, board)
	want("while both would ring", 2, 0)
	waits, off := board, board
	waits.Hush, off.Hush = api.HushBrowser, api.HushOff
	b.rings(second, waits)
	want("while one waits for a tap", 1, 0)
	b.pass(6 * time.Minute)
	b.rings(first, board)
	want("once one waits for six minutes", 1, 1)
	b.rings(first, off)
	want("once the other is switched off", 0, 1)
	b.pass(6 * time.Minute)
	b.rings(second, board)
	want("when it rings again", 1, 0)
	b.pass(6 * time.Minute)
	want("when nothing is heard any more", 0, 1)
}
