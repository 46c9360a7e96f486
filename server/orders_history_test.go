package server_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// keepPast puts ended orders of Hong Kong into the store, as they are kept there.
func (k *kitchen) keepPast() {
	k.t.Helper()
	hkd := func(amount int64) *api.Money { return &api.Money{Amount: amount, Currency: "HKD"} }
	for _, o := range []struct {
		api.Order

		Refunds []api.OrderRefund `json:"refunds,omitempty"`
	}{
		{Order: api.Order{OrderID: 1, Column: api.ColumnDone, Total: hkd(6200), PlacedAt: at("2026-11-20T23:59:59+08:00")}},
		{Order: api.Order{OrderID: 2, Column: api.ColumnDone, Total: hkd(3000), PlacedAt: at("2026-11-21T00:00:00+08:00")},
			Refunds: []api.OrderRefund{
				{Standing: api.RefundApplied, Partial: true, Money: hkd(500)}, {Standing: api.RefundRejected, Money: hkd(3000)},
			}},
		{Order: api.Order{OrderID: 3, Column: api.ColumnCancelled, Total: hkd(9900),
			PlacedAt: at("2026-11-21T12:00:00+08:00")},
			Refunds: []api.OrderRefund{{Standing: api.RefundAgreed}}},
		{Order: api.Order{OrderID: 4, Column: api.ColumnDone, Total: &api.Money{Amount: 480, Currency: "JPY"},
			PlacedAt: at("2026-11-21T13:00:00+08:00")}, Refunds: []api.OrderRefund{{Standing: api.RefundAgreed}}},
		{Order: api.Order{OrderID: 5, Column: api.ColumnNew, Total: hkd(100), PlacedAt: at("2026-11-22T13:00:00+08:00")}},
	} {
		o.ShopID = shopID
		data, err := json.Marshal(o)
		if err != nil {
			k.t.Fatal(err)
		}
		if _, err := k.store.SaveOrders(k.t.Context(), []store.OrderChange{{Order: store.Order{
			ShopID: shopID, OrderID: o.OrderID, Stage: string(o.Column), PlacedAt: o.PlacedAt, Data: data, Search: "noodles 12",
			Refunds: int64(len(o.Refunds)),
		}}}); err != nil {
			k.t.Fatal(err)
		}
	}
}

func at(text string) int64 {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t.UnixMilli()
}

// The totals are of what the history lists: by the shop's calendar, without what was never paid, and less only the
// refunds that were given.
func TestHistoryIsAddedUp(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff := k.as(api.RoleStaff)
	k.keepPast()
	first := api.DayTotals{Day: "2026-11-20", Orders: 1, Paid: []api.Money{{Amount: 6200, Currency: "HKD"}}}
	second := api.DayTotals{Day: "2026-11-21", Orders: 3, Cancelled: 1,
		Paid:     []api.Money{{Amount: 480, Currency: "JPY"}, {Amount: 3000, Currency: "HKD"}},
		Refunded: []api.Money{{Amount: 480, Currency: "JPY"}, {Amount: 500, Currency: "HKD"}}}
	for query, want := range map[string][]api.DayTotals{
		"state=done,cancelled":                                  {second, first},
		"state=done,cancelled&to=2026-11-20":                    {first},
		"state=done,cancelled&from=2026-11-21":                  {second},
		"state=done,cancelled&from=2026-11-20&to=2026-11-21":    {second, first},
		"state=done&from=2026-11-20&to=2026-11-20&q=noodles+١٢": {first},
		"from=2026-11-22":                                       {{Day: "2026-11-22", Orders: 1}},
		"q=soup":                                                {},
	} {
		got := read[api.HistoryTotals](k.bench, staff, api.PathHistoryTotals+"?shop=100001&"+query)
		if diff := cmp.Diff(want, got.Days); diff != "" || got.More {
			t.Errorf("%s: %s", query, diff)
		}
		listed := read[api.History](k.bench, staff, api.PathHistory+"?shop=100001&"+query)
		n := 0
		for _, day := range want {
			n += day.Orders
		}
		if len(listed.Orders) != n {
			t.Errorf("%s: %d listed, %d counted", query, len(listed.Orders), n)
		}
	}
	all := read[api.History](k.bench, staff, api.PathHistory+"?state=done")
	if len(all.Refunds) != 2 || len(all.Refunds[2]) != 2 {
		t.Errorf("refunds %+v", all.Refunds)
	}
	for _, path := range []string{api.PathHistory, api.PathHistoryTotals} {
		status, body := k.do(staff, http.MethodGet, path+"?from=yesterday", nil, nil)
		if status != http.StatusUnprocessableEntity || !strings.Contains(body, `"from"`) {
			t.Errorf("%s from yesterday: %d %s", path, status, body)
		}
	}
}
