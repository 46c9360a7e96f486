package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// The limit of the automatic acceptance has a currency. The bug: 500 meant for HKD also applied to JPY 50000.
func TestLimitOfAutoAcceptHasACurrency(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	manager := k.as(api.RoleManager)
	screen := k.screen(manager, "")
	settings := func() api.OrderSettings {
		return read[api.OrderSettingsList](k.bench, manager,
			fmt.Sprintf("%s?shop=%d", api.PathOrderSettings, shopID)).Settings[0]
	}
	if s := settings(); s.Currency != "" {
		t.Errorf("a currency without an order: %+v", s)
	}
	for _, currency := range []string{"", "HK", "hkd", "HKDX"} {
		status, body := k.post(manager, api.PathOrderSettings,
			api.OrderSettings{ShopID: shopID, AutoAccept: true, MaxAmount: 50000, Currency: currency})
		if status != http.StatusUnprocessableEntity || code(t, body) != api.CodeInvalid {
			t.Errorf("%q: %d %s", currency, status, body)
		}
	}
	k.place(1001)
	screen.order(column(api.ColumnNew))
	if s := settings(); s.Currency != "HKD" {
		t.Errorf("the shop's orders are in HKD: %+v", s)
	}

	if status, body := k.post(manager, api.PathOrderRefresh,
		api.OrderRef{ShopID: shopID, OrderID: 1001}); status != http.StatusOK {
		t.Fatal(body)
	} // so that the rule, which is set now, finds the order read

	// An old limit without a currency is in the currency of the shop's orders.
	old, err := json.Marshal(api.OrderSettings{AutoAccept: true, MaxAmount: 50000})
	if err != nil {
		t.Fatal(err)
	}
	if err := k.store.SaveOrderSettings(t.Context(), store.OrderSettings{ShopID: shopID, Data: old},
		store.Event{ShopID: shopID, Kind: string(api.LiveSettings), Data: old}); err != nil {
		t.Fatal(err)
	}
	k.place(1002)
	screen.order(func(o api.Order) bool { return o.OrderID == 1002 && column(api.ColumnPreparing)(o) })

	s := settings()
	s.Currency = "HKD"
	if status, body := k.post(manager, api.PathOrderSettings, s); status != http.StatusOK {
		t.Fatal(body)
	}
	yen := orderstest.NewOrder(shopID, 1003, time.Now())
	yen.Fees[platform.FeePaid] = platform.NewFee(4000, "JPY")
	k.far.Put(yen)
	k.push(platform.EventOrderPlaced, orderstest.Event(shopID, 1003, platform.OrderPlaced, time.Now()))
	screen.order(func(o api.Order) bool { return o.OrderID == 1003 && column(api.ColumnNew)(o) })
	if status, body := k.post(manager, api.PathOrderRefresh,
		api.OrderRef{ShopID: shopID, OrderID: 1003}); status != http.StatusOK {
		t.Fatal(body)
	} // a refresh checks the limit before it answers
	if n := k.far.Calls(platform.PathOrderConfirm); n != 1 {
		t.Errorf("%d orders were accepted", n)
	}
	if s := settings(); s.Currency != "HKD" {
		t.Errorf("the limit's currency has become that of the last order: %+v", s)
	}
}

// An order that the rule couldn't accept is tried again within seconds: the platform cancels it after five minutes, and
// nobody else may look. The bug: after the answer that there are too many calls, it waited for the next usual read.
func TestAutoAcceptIsTriedAgainSoon(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]func(http.ResponseWriter, func()) bool{
		"not reached": orderstest.Unheard,
		"too many calls": func(w http.ResponseWriter, _ func()) bool {
			w.WriteHeader(http.StatusTooManyRequests)
			return true
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKitchen(t, nil)
			if status, body := k.post(k.as(api.RoleManager), api.PathOrderSettings,
				api.OrderSettings{ShopID: shopID, AutoAccept: true}); status != http.StatusOK {
				t.Fatal(body)
			}
			k.far.Fault(platform.PathOrderConfirm, fault)
			k.place(orderID)
			k.eventually("tried again soon", func() bool {
				row, err := k.store.Order(t.Context(), shopID, orderID)
				again := time.Duration(row.DueAt-row.ReadAt) * time.Millisecond
				return err == nil && k.far.Calls(platform.PathOrderConfirm) > 0 && row.ReadAt != 0 && again < 30*time.Second
			})
			k.far.Fault(platform.PathOrderConfirm, nil)
		})
	}
}

// So is an order whose limits couldn't be checked, because the shop's hours weren't read. Bug: it waited for the next
// usual read, 45 seconds each time.
func TestLimitsOfAutoAcceptAreCheckedAgainSoon(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	if status, body := k.post(k.as(api.RoleManager), api.PathOrderSettings,
		api.OrderSettings{ShopID: shopID, AutoAccept: true, OnlyHours: true}); status != http.StatusOK {
		t.Fatal(body)
	}
	if err := k.box.SetLimit(0.001); err != nil {
		t.Fatal(err)
	}
	k.place(orderID)
	k.eventually("checked again soon", func() bool {
		row, err := k.store.Order(t.Context(), shopID, orderID)
		again := time.Duration(row.DueAt-row.ReadAt) * time.Millisecond
		return err == nil && row.ReadAt != 0 && again < 30*time.Second
	})
}

// A refusal that passes, such as that of a busy platform, doesn't end the rule for an order that still waits. The bug:
// the first refusal was taken for the answer to each later try, no call was made, and the order lapsed.
func TestAutoAcceptIsTriedAgainAfterARefusal(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	manager := k.as(api.RoleManager)
	if status, body := k.post(manager, api.PathOrderSettings,
		api.OrderSettings{ShopID: shopID, AutoAccept: true}); status != http.StatusOK {
		t.Fatal(body)
	}
	k.far.Fault(platform.PathOrderConfirm, func(w http.ResponseWriter, _ func()) bool {
		_, err := io.WriteString(w, `{"code":500,"message":"system busy"}`)
		return err == nil
	})
	screen := k.screen(manager, "")
	k.place(orderID)
	screen.order(func(o api.Order) bool { return o.Doing != nil })
	screen.order(func(o api.Order) bool { return o.Doing == nil })
	k.far.Fault(platform.PathOrderConfirm, nil)
	k.eventually("another read to accept the order", func() bool {
		return k.refreshed(manager).AcceptedVia == api.ViaRule
	})
}

// A person's cancellation whose answer was lost keeps the rule from the order. The bug: as soon as another order was
// ready, the rule accepted the order that the kitchen couldn't make.
func TestRuleLeavesAnOrderThatAPersonCancels(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	manager := k.as(api.RoleManager)
	screen := k.screen(manager, "")
	if status, body := k.post(manager, api.PathOrderSettings,
		api.OrderSettings{ShopID: shopID, AutoAccept: true, MaxOpen: 1}); status != http.StatusOK {
		t.Fatal(body)
	}
	k.place(1001)
	screen.order(column(api.ColumnPreparing))
	k.place(orderID)
	screen.order(column(api.ColumnNew))
	k.far.Fault(platform.PathOrderCancel, orderstest.Unheard)
	if acted, failure := k.act(manager, api.ActOrder{Act: api.ActCancel, Code: platform.CancelNoIngredients,
		Key: "press"}); failure != nil || acted.State != api.ActUnknown {
		t.Fatalf("%+v %v", acted, failure)
	}
	if acted, failure := k.act(manager, api.ActOrder{OrderID: 1001, Act: api.ActReady, Key: "ready"}); failure != nil ||
		acted.State != api.ActDone {
		t.Fatalf("%+v %v", acted, failure)
	}
	if o := k.refreshed(manager); o.Column != api.ColumnNew {
		t.Errorf("accepted by %q: %+v", o.AcceptedVia, o)
	}
}

// interrupted is a store in which something happens while a rule counts open orders.
type interrupted struct {
	store.Store

	by atomic.Pointer[func()]
}

func (s *interrupted) CountStage(ctx context.Context, shopID int64, stage string) (int, error) {
	if do := s.by.Swap(nil); do != nil {
		(*do)()
	}
	return s.Store.CountStage(ctx, shopID, stage)
}

// A person rejects an order while the rule checks its limits, and the answer is lost. The bug: the rule accepted the
// order.
func TestRuleLeavesAnOrderThatAPersonCancelsMeanwhile(t *testing.T) {
	t.Parallel()
	db := &interrupted{}
	k := newKitchen(t, func(o *server.Options) { db.Store = o.Store; o.Store = db })
	manager := k.as(api.RoleManager)
	if status, body := k.post(manager, api.PathOrderSettings,
		api.OrderSettings{ShopID: shopID, AutoAccept: true, MaxOpen: 9}); status != http.StatusOK {
		t.Fatal(body)
	}
	k.far.Fault(platform.PathOrderCancel, orderstest.Unheard)
	rejected := make(chan struct{})
	reject := func() {
		defer close(rejected)
		if acted, failure := k.act(manager, api.ActOrder{Act: api.ActCancel, Code: platform.CancelNoIngredients,
			Key: "press"}); failure != nil || acted.State != api.ActUnknown {
			t.Errorf("%+v %v", acted, failure)
		}
	}
	db.by.Store(&reject)
	k.place(orderID)
	<-rejected
	if err := k.console.Close(); err != nil { // waits for the rule
		t.Fatal(err)
	}
	if n := k.far.Calls(platform.PathOrderConfirm); n != 0 {
		t.Errorf("accepted %d times", n)
	}
}

// Of several shops only saved settings are listed. Bug: a board of 1,000 shops was sent 95 KB of defaults.
func TestSettingsThatWereNeverSavedAreNotListed(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	owner := k.as(api.RoleOwner)
	if _, body := k.do(owner, http.MethodGet, api.PathOrderSettings, nil, nil); body != `{"settings":[]}` {
		t.Error(body)
	}
	one := fmt.Sprintf("%s?shop=%d", api.PathOrderSettings, shopID)
	if all := read[api.OrderSettingsList](k.bench, owner, one).Settings; len(all) != 1 || all[0].ShopID != shopID {
		t.Errorf("the settings of one shop: %+v", all)
	}
	if status, body := k.post(owner, api.PathOrderSettings,
		api.OrderSettings{ShopID: shopID, MaxOpen: 2}); status != http.StatusOK {
		t.Fatal(body)
	}
	all := read[api.OrderSettingsList](k.bench, owner, api.PathOrderSettings).Settings
	if len(all) != 1 || all[0].ShopID != shopID || all[0].MaxOpen != 2 {
		t.Errorf("after one was saved: %+v", all)
	}
}

// A rule for a rush accepts what came since it was made, also after a save of other settings. Bug: any save was taken
// for the making of the rule, so that an order whose acceptance was to be tried again was left to lapse.
func TestRuleForARushOutlivesASaveOfOtherSettings(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	manager := k.as(api.RoleManager)
	screen := k.screen(manager, "")
	k.opensForEver(manager)
	k.far.Fault(platform.PathOrderConfirm, func(w http.ResponseWriter, _ func()) bool {
		w.WriteHeader(http.StatusTooManyRequests)
		return true
	})
	settings := api.OrderSettings{ShopID: shopID, RushUntil: time.Now().Add(time.Hour).UnixMilli()}
	save := func() {
		t.Helper()
		status, body := k.post(manager, api.PathOrderSettings, settings)
		if err := json.Unmarshal([]byte(body), &settings); err != nil || status != http.StatusOK {
			t.Fatal(body, err)
		}
	}
	save()
	placed := orderstest.NewOrder(shopID, orderID, time.Now())
	placed.Base.Remark = ""
	k.far.Put(placed)
	k.push(platform.EventOrderPlaced, orderstest.Event(shopID, orderID, platform.OrderPlaced, time.Now()))
	screen.order(func(o api.Order) bool { return o.Doing != nil })
	screen.order(func(o api.Order) bool { return o.Doing == nil })
	settings.CookWarm = 7
	save()
	k.far.Fault(platform.PathOrderConfirm, nil)
	k.eventually("the rule to accept it", func() bool { // a read under way may have begun before
		return k.refreshed(manager).AcceptedVia == api.ViaRule
	})
}

// Damaged settings of one shop switch nothing on. Bug: they took the settings of all shops from everybody, and could
// never be saved again.
func TestDamagedSettingsAreSavedAnew(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	owner := k.as(api.RoleOwner)
	for shop, data := range map[int64]string{shopID: `{"autoAccept":true,"maxOpen":"`, shopID + 1: `{"autoAccept":true}`} {
		if err := k.store.SaveOrderSettings(t.Context(), store.OrderSettings{ShopID: shop, Data: []byte(data)},
			store.Event{ShopID: shop, Kind: string(api.LiveSettings), Data: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
	}
	all := read[api.OrderSettingsList](k.bench, owner, api.PathOrderSettings).Settings
	if len(all) != 2 {
		t.Fatalf("%+v", all)
	}
	for _, one := range all {
		if one.AutoAccept != (one.ShopID != shopID) {
			t.Errorf("%+v", one)
		}
	}
	status, body := k.post(owner, api.PathOrderSettings, api.OrderSettings{ShopID: shopID, Version: 1, AutoAccept: true})
	if status != http.StatusOK {
		t.Errorf("%d %s", status, body)
	}
}
