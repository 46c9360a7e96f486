package routes

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		mount string
		path  string
		want  Route
	}{
		{"root", "", "/", Route{Page: Overview}},
		{"prefix alone", "/admin/console", "/admin/console", Route{Page: Overview}},
		{"prefix with slash", "/admin/console/", "/admin/console/", Route{Page: Overview}},
		{"sign in", "/c", "/c/signin", Route{Page: SignIn}},
		{"set up", "/c", "/c/setup", Route{Page: Setup}},
		{"list", "", "/shops", Route{Page: Shops}},
		{"list with slash", "", "/shops/", Route{Page: Shops}},
		{"shop", "/c", "/c/shops/100001", Route{Page: Shop, ShopID: 100001}},
		{"large id", "", "/shops/9007199254740993", Route{Page: Shop, ShopID: 9007199254740993}},
		{"phones", "/c", "/c/shops/100001/phones", Route{Page: Phones, ShopID: 100001}},
		{"hours", "/c", "/c/shops/100001/hours", Route{Page: Hours, ShopID: 100001}},
		{"dates", "/c", "/c/shops/100001/dates", Route{Page: Dates, ShopID: 100001}},
		{"gallery", "", "/gallery", Route{Page: Gallery}},
		{"gallery story", "", "/gallery/field/error", Route{Page: Gallery, Rest: "field/error"}},
		{"settings", "/c", "/c/settings/people", Route{Page: "settings/people"}},
		{"activity", "", "/activity/", Route{Page: "activity"}},
		{"a shop's activity", "/c", "/c/shops/1/activity", Route{Page: Activity, ShopID: 1}},
		{"today", "/c", "/c/today", Route{Page: Today}},
		{"a shop's today", "", "/shops/1/today", Route{Page: Today, ShopID: 1}},
		{"a shop's day before", "", "/shops/1/today/yesterday", Route{Page: NotFound}},
		{"outside the mount", "/c", "/shops", Route{Page: NotFound}},
		{"mount as a mere beginning", "/c", "/cat/shops", Route{Page: NotFound}},
		{"unknown", "", "/nowhere", Route{Page: NotFound}},
		{"all orders", "", "/orders", Route{Page: Orders}},
		{"past orders", "/c", "/c/orders/history", Route{Page: Past}},
		{"a shop's orders", "", "/shops/1/orders", Route{Page: Orders, ShopID: 1}},
		{"a shop's past orders", "", "/shops/1/orders/history", Route{Page: Past, ShopID: 1}},
		{"order", "", "/shops/1/orders/9007199254740993", Route{Page: Order, ShopID: 1, OrderID: 9007199254740993}},
		{"refund", "", "/shops/1/orders/7/refund", Route{Page: Refund, ShopID: 1, OrderID: 7}},
		{"order among all shops", "/c", "/c/orders/1/7", Route{Page: Order, ShopID: 1, OrderID: 7, Among: true}},
		{"refund among all shops", "", "/orders/1/7/refund", Route{Page: Refund, ShopID: 1, OrderID: 7, Among: true}},
		{"shop without an order", "", "/orders/1", Route{Page: NotFound}},
		{"a shop's history among all shops", "", "/orders/1/history", Route{Page: NotFound}},
		{"order of no shop", "", "/orders/0/7", Route{Page: NotFound}},
		{"order without a number", "", "/shops/1/orders/x", Route{Page: NotFound}},
		{"order zero", "", "/shops/1/orders/0", Route{Page: NotFound}},
		{"below a refund", "", "/shops/1/orders/7/refund/8", Route{Page: NotFound}},
		{"nearly orders", "", "/shops/1/orders7", Route{Page: NotFound}},
		{"below a page", "", "/signin/x", Route{Page: NotFound}},
		{"unknown in a shop", "", "/shops/1/menu", Route{Page: NotFound}},
		{"zero", "", "/shops/0", Route{Page: NotFound}},
		{"negative", "", "/shops/-4", Route{Page: NotFound}},
		{"plus sign", "", "/shops/+4", Route{Page: NotFound}},
		{"leading zero", "", "/shops/007", Route{Page: NotFound}},
		{"too large", "", "/shops/99999999999999999999", Route{Page: NotFound}},
		{"markup", "", "/shops/<script>", Route{Page: NotFound}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, At(tt.mount).Parse(tt.path)); diff != "" {
				t.Errorf("Parse(%q) (-want +got):\n%s", tt.path, diff)
			}
		})
	}
}

func TestHrefComesBack(t *testing.T) {
	t.Parallel()
	for _, mount := range []string{"", "/console", "a/b/"} {
		m := At(mount)
		for _, r := range []Route{
			{Page: Overview}, {Page: SignIn}, {Page: Setup}, {Page: Shops},
			{Page: Shop, ShopID: 7}, {Page: Hours, ShopID: 9007199254740993},
			{Page: Gallery}, {Page: Gallery, Rest: "button"}, {Page: "settings/people"}, {Page: "activity"},
			{Page: Gallery}, {Page: Gallery, Rest: "button"},
			{Page: Orders}, {Page: Past}, {Page: Orders, ShopID: 7}, {Page: Past, ShopID: 7},
			(Route{ShopID: 7}).Order(7, 9007199254740993), {Page: Refund, ShopID: 7, OrderID: 8},
			(Route{Page: Today}).Order(7, 8), (Route{Page: Past}).Order(7, 8).Refund(),
		} {
			if got := m.Parse(m.Href(r)); got != r {
				t.Errorf("mount %q: %s came back as %+v, want %+v", mount, m.Href(r), got, r)
			}
		}
	}
	if got, want := At("console/").Href(Route{Page: Hours, ShopID: 3}), "/console/shops/3/hours"; got != want {
		t.Errorf("Href = %q, want %q", got, want)
	}
}

func TestWithShop(t *testing.T) {
	t.Parallel()
	if got, want := (Route{Page: Hours, ShopID: 1}).WithShop(2), (Route{Page: Hours, ShopID: 2}); got != want {
		t.Errorf("from the hours: %+v, want %+v", got, want)
	}
	if got, want := (Route{Page: Shops}).WithShop(2), (Route{Page: Shop, ShopID: 2}); got != want {
		t.Errorf("from the list: %+v, want %+v", got, want)
	}
}

// An order of the board of all shops took the console into the order's shop, and
// its way back led to that shop's board.
func TestOrderKeepsTheConsoleWhereItIs(t *testing.T) {
	t.Parallel()
	for _, from := range []Route{{Page: Orders}, {Page: Past}, {Page: Today}, {Page: Orders, ShopID: 3},
		{Page: Past, ShopID: 3}} {
		order := from.Order(3, 9)
		for _, r := range []Route{order, order.Refund(), order.Refund().Order(3, 9)} {
			if r.ShopID != 3 || r.OrderID != 9 || r.InShop() != from.InShop() {
				t.Errorf("from %+v: %+v", from, r)
			}
			if board, past := r.Board(), r.Past(); board.ShopID != from.ShopID || past.ShopID != from.ShopID ||
				board.Page != Orders || past.Page != Past {
				t.Errorf("back from %+v: %+v, %+v", r, board, past)
			}
			if got, want := r.WithShop(5), (Route{Page: Orders, ShopID: 5}); got != want {
				t.Errorf("another shop: %+v", got)
			}
		}
	}
}
