package live

import (
	"encoding/json"
	"net/http"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Three orders came together, and only the last one was read out: each announcement took the place of the one before.
// Of two shops' orders with one number nothing told which was which.
func TestNewsIsSaidTogether(t *testing.T) {
	t.Parallel()
	const minute = 60_000
	w := watching(t)
	may := []string{string(platform.PermissionOrderWork)}
	w.State.SetShops([]api.Shop{
		{ShopID: 1, Name: "Noodle", Permissions: may}, {ShopID: 3, Name: "Tea", Permissions: may},
	})
	w.line.shop = 0
	w.Book.Load(api.Orders{})
	version := int64(0)
	start := deviceNow()
	now := start
	put := func(column api.Column, left int64, numbers ...int) {
		for _, n := range numbers {
			version++
			w.Book.Put(api.Order{OrderID: int64(n), ShopID: int64(1 + n%2*2), Number: strconv.Itoa(n / 2), Column: column,
				AcceptBy: start + left, Version: version})
		}
		w.notice()
	}
	for _, tt := range []struct {
		name    string
		after   int64 // in milliseconds
		happens func()
		want    string
	}{
		{"nothing", 0, func() {}, ""},
		{"an order", 0, func() { put(api.ColumnNew, 5*minute, 14) }, "New order 7 (Noodle)"},
		{"orders right after it", 1000, func() { put(api.ColumnNew, 5*minute, 15, 16) }, ""},
		{"another one, when the first was heard", sayEvery, func() { put(api.ColumnNew, 5*minute, 18) },
			"3 new orders: 7 (Tea), 8 (Noodle), 9 (Noodle)"},
		{"many", sayEvery, func() { put(api.ColumnNew, 5*minute, 20, 22, 24, 26, 28, 30, 32) },
			"7 new orders: 10 (Noodle), 11 (Noodle), 12 (Noodle), 13 (Noodle), 14 (Noodle) and 2 more"},
		{"their last minute, and a cancellation", sayEvery, func() {
			put(api.ColumnPreparing, 0, 18, 20, 22, 24, 26, 28, 30, 32)
			put(api.ColumnNew, minute, 14, 15)
			put(api.ColumnNew, 3*minute, 16)
			put(api.ColumnCancelled, 0, 18)
		}, "Order cancelled: 9 (Noodle) · 1 minute left to accept 2 orders: 7 (Noodle), 7 (Tea) · " +
			"Order 8 (Noodle): 3 minutes left to accept"},
		{"all is said", sayEvery, func() {}, ""},
	} {
		tt.happens()
		now += tt.after
		if diff := cmp.Diff(tt.want, text.Plain(w.news(now))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// On the board of one shop its name isn't said.
func TestNewsOfOneShop(t *testing.T) {
	t.Parallel()
	w := watching(t)
	w.Book.Load(api.Orders{})
	w.Book.Put(api.Order{OrderID: 7, ShopID: 1, Number: "48", Column: api.ColumnNew, Version: 1})
	if got := text.Plain(w.news(deviceNow())); got != "New order 48" {
		t.Errorf("said %q", got)
	}
}

// An order was accepted from here, and nothing was read out: the keyboard went on to the next order's button, which has
// the name of the one that was pressed.
func TestActsFromHereAreSaid(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		act  api.Act
		want string
	}{
		{api.ActAccept, "Order 48 accepted"}, {api.ActReady, "Order 48 is ready for pickup"},
		{api.ActCollect, "Order 48 handed to the customer"}, {api.ActCancel, ""}, // a message shows it
	} {
		mux := http.NewServeMux()
		mux.HandleFunc(api.PathOrderAct, func(w http.ResponseWriter, r *http.Request) {
			var asked api.ActOrder
			_ = json.NewDecoder(r.Body).Decode(&asked)
			_ = json.NewEncoder(w).Encode(api.Acted{State: api.ActDone, Order: api.Order{
				OrderID: asked.OrderID, ShopID: 1, Number: strconv.FormatInt(asked.OrderID, 10), Version: 2,
			}})
		})
		w := asking(t, mux)
		w.line.shop = 1
		pagetest.Run(t, func(ctx app.Context) {
			w.ctx = ctx
			w.send(api.ActOrder{ShopID: 1, OrderID: 48, Act: tt.act})
		})
		if diff := cmp.Diff(tt.want, text.Plain(w.done())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.act, diff)
		}
		if again := w.done(); again != "" {
			t.Errorf("said twice: %q", again)
		}
	}
}
