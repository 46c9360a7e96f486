package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// keepPast puts ended orders of Hong Kong into the store, as they are kept there.
func (k *kitchen) keepPast() {
	k.t.Helper()
	now := time.Now().UnixMilli() // of the last change: two years after it, the server deletes an order
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
			ShopID: shopID, OrderID: o.OrderID, Stage: string(o.Column), PlacedAt: o.PlacedAt, ChangedAt: now,
			Data: data, Search: "1\n1\nnoodles 12", Refunds: int64(len(o.Refunds)),
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

// keepBehind puts orders of all outcomes into the store, one an hour from ten o'clock on.
func (k *kitchen) keepBehind() {
	k.t.Helper()
	now := time.Now().UnixMilli() // of the last change: two years after it, the server deletes an order
	hkd := &api.Money{Amount: 100, Currency: "HKD"}
	ended := func(via api.Via, reason string) *api.OrderEnd { return &api.OrderEnd{Via: via, Reason: reason} }
	for i, o := range []struct {
		api.Order

		Refunds []api.OrderRefund `json:"refunds,omitempty"`
	}{
		{Order: api.Order{Column: api.ColumnDone, AcceptedAt: 5, ReadyAt: 9}},
		{Order: api.Order{Column: api.ColumnPreparing, AcceptedAt: 5}},
		{Order: api.Order{Column: api.ColumnCancelled, Cancel: &api.OrderEnd{Via: api.ViaPlatform,
			OpType: int(platform.OpSystem)}}},
		{Order: api.Order{Column: api.ColumnCancelled, Cancel: ended(api.ViaPerson, " Too busy ")}},
		{Order: api.Order{Column: api.ColumnCancelled, Cancel: ended(api.ViaCustomer, "Too busy")}},
		{Order: api.Order{Column: api.ColumnCancelled, AcceptedAt: 5, Cancel: ended(api.ViaPerson, "No soup")}},
		{Order: api.Order{Column: api.ColumnDone, AcceptedAt: 5},
			Refunds: []api.OrderRefund{{Standing: api.RefundRejected, Reason: "cold"}}},
		{Order: api.Order{Column: api.ColumnDone, AcceptedAt: 5},
			Refunds: []api.OrderRefund{{Standing: api.RefundAgreed, Reason: "cold"}}},
		{Order: api.Order{Column: api.ColumnDone, AcceptedAt: 5},
			Refunds: []api.OrderRefund{{Standing: api.RefundApplied, Reason: "cold", Partial: true}}},
	} {
		o.ShopID, o.OrderID, o.Total = shopID, int64(i+1), hkd
		o.PlacedAt = at("2026-11-19T10:00:00+08:00") + int64(i)*time.Hour.Milliseconds()
		data, err := json.Marshal(o)
		if err != nil {
			k.t.Fatal(err)
		}
		if _, err := k.store.SaveOrders(k.t.Context(), []store.OrderChange{{Order: store.Order{
			ShopID: shopID, OrderID: o.OrderID, Stage: string(o.Column), PlacedAt: o.PlacedAt, ChangedAt: now,
			Data: data, AcceptedAt: o.AcceptedAt, ReadyAt: o.ReadyAt, Refunds: int64(len(o.Refunds)),
		}}}); err != nil {
			k.t.Fatal(err)
		}
	}
}

// The history lists and counts the orders behind each figure of the overview, page by page.
func TestOrdersBehindAFigure(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff := k.as(api.RoleStaff)
	k.keepBehind()
	for query, want := range map[string][]int64{
		"":                                       {9, 8, 7, 6, 5, 4, 3, 2, 1},
		"only=lost":                              {4, 3},
		"only=accepted":                          {9, 8, 7, 6, 2, 1},
		"only=ready":                             {1},
		"only=refunded":                          {9, 8},
		"only=refunded&why=cold":                 {8},
		"only=refunded&why=cold&ours=1":          {9},
		"only=refunded&why=":                     nil,
		"only=cancelled":                         {6, 5, 4, 3},
		"only=cancelled&why=Too+busy&via=person": {4},
		"only=cancelled&why=&via=platform":       {3},
		"only=cancelled&why=&via=platform&op=7":  nil,
		"only=cancelled&why=&via=platform&op=FRANCHISE":   nil,
		"only=accepted&state=done":                        {9, 8, 7, 1},
		"hour=11&from=2026-11-18&to=2026-11-20":           {2},
		"hour=12&from=2026-11-19&to=2026-11-19":           {3},
		"hour=12&from=2026-11-20&to=2026-11-20":           nil,
		"hour=13&from=2026-11-19&to=2026-11-19&only=lost": {4},
	} {
		var got []int64
		cursor := ""
		for {
			page := read[api.History](k.bench, staff, api.PathHistory+"?shop=100001&limit=2&cursor="+cursor+"&"+query)
			for _, o := range page.Orders {
				got = append(got, o.OrderID)
			}
			if cursor = page.Next; cursor == "" {
				break
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
		counted := 0
		for _, day := range read[api.HistoryTotals](k.bench, staff, api.PathHistoryTotals+"?shop=100001&"+query).Days {
			counted += day.Orders
		}
		if counted != len(want) {
			t.Errorf("%s: %d counted, want %d", query, counted, len(want))
		}
	}
	for query, field := range map[string]string{
		"only=late": "only", "hour=11": "hour", "hour=24&from=2026-11-19&to=2026-11-19": "hour",
		"hour=11&from=2026-11-01&to=2026-12-02": "hour", "hour=noon&from=2026-11-19&to=2026-11-19": "hour",
	} {
		status, body := k.do(staff, http.MethodGet, api.PathHistory+"?"+query, nil, nil)
		if status != http.StatusUnprocessableEntity || !strings.Contains(body, `"`+field+`"`) {
			t.Errorf("%s: %d %s", query, status, body)
		}
	}
}

// A day begins when its clock begins to show it. On the day whose midnight Santiago's clock skips, the history began an
// hour early, and the day before lost its last hour.
func TestHistoryOfADayWithoutMidnight(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, func(o *server.Options) {
		for i := range o.Shops {
			o.Shops[i].Zone = "America/Santiago"
		}
	})
	now := time.Now().UnixMilli() // of the last change: two years after it, the server deletes an order
	for id, placed := range map[int64]string{1: "2026-09-05T23:30:00-04:00", 2: "2026-09-06T01:30:00-03:00"} {
		o := api.Order{ShopID: shopID, OrderID: id, Column: api.ColumnDone, PlacedAt: at(placed)}
		data, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := k.store.SaveOrders(t.Context(), []store.OrderChange{{Order: store.Order{ShopID: shopID, OrderID: id,
			Stage: "done", PlacedAt: o.PlacedAt, ChangedAt: now, Data: data}}}); err != nil {
			t.Fatal(err)
		}
	}
	for query, want := range map[string]int64{
		"to=2026-09-05": 1, "from=2026-09-06": 2, "from=2026-09-05&to=2026-09-05&hour=23": 1,
		"from=2026-09-06&to=2026-09-06&hour=1": 2, "from=2026-09-06&to=2026-09-06&hour=0": 0,
	} {
		var got int64
		listed := read[api.History](k.bench, k.as(api.RoleStaff), api.PathHistory+"?"+query).Orders
		if len(listed) > 0 {
			got = listed[0].OrderID
		}
		if got != want || len(listed) > 1 {
			t.Errorf("%s: order %d of %d, want %d", query, got, len(listed), want)
		}
	}
}

// Bug: one order whose stored data can't be read took the board, the history and Today from everybody, and the order
// could never be read anew.
func TestDamagedOrderHidesNoOtherAndIsReadAnew(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff := k.as(api.RoleManager)
	now := time.Now()
	sound := fmt.Sprintf(`{"orderId":"%d","shopId":"%d","column":"new"}`, int64(orderID+1), shopID)
	for id, data := range map[int64]string{orderID: `{"version":`, orderID + 1: sound} {
		if _, err := k.store.SaveOrders(t.Context(), []store.OrderChange{{Order: store.Order{ShopID: shopID, OrderID: id,
			Stage: string(api.ColumnNew), PlacedAt: now.UnixMilli(), ChangedAt: now.UnixMilli(), Data: []byte(data),
			Record: "sealed"}}}); err != nil {
			t.Fatal(err)
		}
	}
	board := read[api.Orders](k.bench, staff, api.PathOrders).Orders
	if len(board) != 2 || board[0].OrderID != orderID || board[0].Column != api.ColumnNew || !board[0].Partial ||
		board[0].PlacedAt != now.UnixMilli() || board[0].Number == "" {
		t.Errorf("board: %+v", board)
	}
	if past := read[api.History](k.bench, staff, api.PathHistory).Orders; len(past) != 2 {
		t.Errorf("history: %+v", past)
	}
	read[api.Today](k.bench, staff, api.PathToday)
	k.far.Put(orderstest.NewOrder(shopID, orderID, now))
	status, body := k.post(staff, api.PathOrderRefresh, api.OrderRef{ShopID: shopID, OrderID: orderID})
	if status != http.StatusOK || strings.Contains(body, `"partial":true`) {
		t.Errorf("refresh: %d %s", status, body)
	}
}

// Bug: one entry of an order's story, or a record, that can't be read took the whole page of the order.
func TestDamagedPartOfAnOrderHidesNoOther(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff := k.as(api.RoleManager)
	now := time.Now().UnixMilli()
	for id, kept := range map[int64][2]string{1: {`{"number":"0001"}`, "damaged"}, 2: {`{"number":`, ""}} {
		if _, err := k.store.SaveOrders(t.Context(), []store.OrderChange{{Order: store.Order{ShopID: shopID, OrderID: id,
			Stage: string(api.ColumnDone), PlacedAt: now, ChangedAt: now, Data: []byte(kept[0]), Record: kept[1]},
			Timeline: []store.OrderMoment{{At: now, Data: []byte(`{"what":`)}, {At: now, Data: []byte(`{"what":"event"}`)}},
		}}); err != nil {
			t.Fatal(err)
		}
		d := read[api.OrderDetail](k.bench, staff, fmt.Sprintf("%s?shop=%d&order=%d", api.PathOrder, shopID, id))
		if d.Order.Number != fmt.Sprintf("%04d", id) || len(d.Timeline) != 1 || d.Timeline[0].What != api.TimelineEvent {
			t.Errorf("%+v", d)
		}
	}
	for _, words := range []string{"orders: damaged timeline", "orders: record not shown"} {
		if !strings.Contains(k.log.String(), words) {
			t.Errorf("%q isn't logged", words)
		}
	}
}
