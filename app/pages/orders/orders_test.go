package orders

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/desk"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/platform"
)

const big = 9007199254740993 // beyond what a float holds

var everything = []string{string(platform.PermissionOrderView), string(platform.PermissionOrderWork), string(platform.PermissionOrderAbort), string(platform.PermissionRefund), string(platform.PermissionShopPause)}

// boardOf is a board with these orders for somebody with these permissions.
func boardOf(t *testing.T, permissions []string, orders ...api.Order) *Board {
	t.Helper()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Orders, ShopID: 1}, api.RoleManager)
	deps.State.SetShops([]api.Shop{{ShopID: 1, Name: "Noodle", Zone: "Asia/Hong_Kong", Permissions: permissions}})
	for i := range orders {
		orders[i].ShopID = 1
		if orders[i].OrderID == 0 {
			orders[i].OrderID = big
		}
	}
	deps.Desk.Load(api.Orders{Orders: orders})
	return &Board{Deps: deps}
}

func placed(column api.Column) api.Order {
	now := pagetest.Now.UnixMilli()
	return api.Order{
		Number: "4817", Column: column, PlacedAt: now, AcceptBy: now + 216_000, AcceptedAt: now, ReadyAt: now, Version: 1,
		Items: []api.OrderItem{{Count: 2, Name: "Noodles", Spec: "Large", Options: []string{"less ice"}}}, Total: &api.Money{Amount: 21400, Currency: "HKD"},
	}
}

func TestCard(t *testing.T) {
	t.Parallel()
	withRefund := placed(api.ColumnDone)
	withRefund.Refund = &api.OrderRefund{Standing: api.RefundAsked, Reason: "soup spilled", Money: &api.Money{Amount: 6200, Currency: "HKD"}}
	noted := placed(api.ColumnNew)
	noted.Note, noted.Partial = "No nuts!", true
	pickup := placed(api.ColumnReady)
	pickup.Pickup = true
	elsewhere := placed(api.ColumnPreparing)
	elsewhere.AcceptedVia = api.ViaElsewhere
	unknown := placed(api.ColumnOther)
	unknown.Delivery = &api.OrderRider{Status: 77, Name: "Ann"}
	cancelled := placed(api.ColumnCancelled)
	cancelled.Cancel = &api.OrderEnd{OpType: 99}
	for _, tt := range []struct {
		name      string
		order     api.Order
		may       []string
		want, not []string
	}{
		{"new", placed(api.ColumnNew), everything, []string{"#4817", "2×", "Noodles", "less ice", "HKD 214.00", "Accept", "Can’t do it…", `role="timer"`, "9007199254740993"}, []string{"Refund asked", "Ready for pickup"}},
		{"new, who only looks", placed(api.ColumnNew), everything[:1], []string{"#4817"}, []string{">Accept<", "Can’t do it"}},
		{"new, who may not cancel", placed(api.ColumnNew), everything[:2], []string{">Accept<"}, []string{"Can’t do it"}},
		{"partial, with a wish", noted, everything, []string{"No nuts!", "Reading the order from the platform", ">Accept<"}, []string{"items"}},
		{"preparing", elsewhere, everything, []string{"on a POS terminal", "Ready for pickup"}, []string{">Accept<"}},
		{"ready for a rider", placed(api.ColumnReady), everything, []string{"Rider pickup"}, []string{"Handed to customer"}},
		{"ready for the customer", pickup, everything, []string{"Customer collects", "Handed to customer"}, nil},
		{"refund", withRefund, everything, []string{"Refund asked:", "HKD 62.00", "soup spilled", "Reject…", "Approve…"}, []string{">Accept<"}},
		{"refund, who may not decide", withRefund, everything[:2], []string{"Refund asked:"}, []string{"Reject…", "Approve…"}},
		{"unknown codes", unknown, everything, []string{"Unknown status", "Status 77", "Ann"}, []string{">Accept<"}},
		{"cancelled by an unknown", cancelled, everything, []string{"Status 99"}, []string{">Accept<"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			html := pagetest.Markup(boardOf(t, tt.may, tt.order))
			for _, part := range tt.want {
				if !strings.Contains(html, part) && !strings.Contains(strings.Join(strings.Fields(html), ""), strings.Join(strings.Fields(part), "")) {
					t.Errorf("no %q", part)
				}
			}
			flat := strings.ReplaceAll(strings.Join(strings.Fields(html), ""), "</", "<")
			for _, part := range tt.not {
				if strings.Contains(flat, strings.Join(strings.Fields(part), "")) {
					t.Errorf("%q in it", part)
				}
			}
		})
	}
}

// Without a connection nothing is offered, and the reason stands beside it.
func TestNothingIsOfferedOffline(t *testing.T) {
	t.Parallel()
	p := boardOf(t, everything, placed(api.ColumnNew))
	p.Deps.Desk.SetReachable(false)
	html := pagetest.Markup(p)
	if !strings.Contains(html, "isn't kept for later") && !strings.Contains(html, "isn&#39;t kept for later") {
		t.Error("no reason")
	}
	if !strings.Contains(html, `aria-describedby="why-9007199254740993"`) {
		t.Error("the button doesn't say why")
	}
}

// What an act came to: news are calm, a refusal says why.
func TestToldOnTheCard(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		acted api.Acted
		err   error
		want  []string
		not   string
	}{
		{"news", api.Acted{State: api.ActNews, News: api.NewsAccepted, Via: api.ViaElsewhere}, nil, []string{"accepted already", "on a POS terminal", `data-tone="info"`}, `data-tone="bad"`},
		{"refused", api.Acted{}, &api.Error{Code: api.CodeRefused, Message: "Too late."}, []string{"Not done: Accept", "Too late.", `data-tone="bad"`}, `data-tone="info"`},
		{"unknown", api.Acted{}, &api.Error{Code: api.CodePlatformDown, Unknown: true}, []string{"Not sure: Accept", `data-tone="warn"`}, `data-tone="bad"`},
	} {
		p := boardOf(t, everything, placed(api.ColumnNew))
		request, _ := p.Deps.Desk.Begin(api.ActOrder{ShopID: 1, OrderID: big, Act: api.ActAccept})
		if html := pagetest.Markup(p); !strings.Contains(html, "aria-busy") {
			t.Errorf("%s: the button doesn't answer at once", tt.name)
		}
		p.Deps.Desk.End(request, tt.acted, tt.err)
		html := pagetest.Markup(p)
		for _, part := range tt.want {
			if !strings.Contains(html, part) {
				t.Errorf("%s: no %q", tt.name, part)
			}
		}
		if strings.Contains(html, tt.not) {
			t.Errorf("%s: %s", tt.name, tt.not)
		}
	}
}

func TestKitchenOrders(t *testing.T) {
	t.Parallel()
	d := desk.New()
	var list []api.Order
	for i := range int64(9) {
		list = append(list, api.Order{OrderID: i + 1, Column: api.ColumnPreparing, AcceptedAt: i + 1, Version: 1})
	}
	for i := range int64(4) {
		list = append(list, api.Order{OrderID: 100 + i, Column: api.ColumnNew, PlacedAt: i + 1, Version: 1})
	}
	d.Load(api.Orders{Orders: list})
	orders, more := kitchenOrders(d, desk.Filter{})
	var ids []int64
	for _, o := range orders {
		ids = append(ids, o.OrderID)
	}
	if diff := cmp.Diff([]int64{100, 101, 102, 103, 1, 2, 3, 4, 5, 6}, ids); diff != "" || more != 3 {
		t.Errorf("%d more (-want +got):\n%s", more, diff)
	}
}

func TestReason(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		act   api.Act
		code  string
		words string
		want  int
		ok    bool
	}{
		{api.ActCancel, "", "", 0, false},
		{api.ActCancel, "500001", "", 500001, true},
		{api.ActCancel, "500000", "", 500000, false},
		{api.ActCancel, "500000", "Flooded", 500000, true},
		{api.ActRefundReject, "100000", "", 100000, false},
		{api.ActRefundApply, "200004", strings.Repeat("字", api.MaxActReason), 200004, true},
		{api.ActRefundApply, "200004", strings.Repeat("字", api.MaxActReason+1), 200004, false},
	} {
		r := reason{code: tt.code, words: tt.words}
		code, ok := r.check(tt.act)
		if code != tt.want || ok != tt.ok || r.codeErr+r.wordErr != "" {
			t.Errorf("%+v: %d %v, says %q before the first try", tt, code, ok, r.codeErr+r.wordErr)
		}
		r.tried = true
		if r.check(tt.act); (r.codeErr+r.wordErr == "") != tt.ok {
			t.Errorf("%+v: says %q", tt, r.codeErr+r.wordErr)
		}
	}
}

func TestChoice(t *testing.T) {
	t.Parallel()
	one := 1
	c := choice{counts: map[int64]int{}}
	c.clip([]platform.RefundProduct{{ID: big, Count: 3, Left: &one}, {ID: 2, Count: 2}, {ID: 3, Count: 1}})
	c.set(big, 9)
	c.set(2, 2)
	c.set(77, 5)
	want := []api.RefundOne{{OrderProductID: big, RefundCount: 1}, {OrderProductID: 2, RefundCount: 2}}
	if diff := cmp.Diff(want, c.ones()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	c.clip([]platform.RefundProduct{{ID: 2, Count: 2, Left: &one}}) // somebody refunded meanwhile
	if diff := cmp.Diff([]platform.RefundLine{{OrderProductID: 2, RefundCount: 1}}, c.lines()); diff != "" {
		t.Errorf("after a newer list (-want +got):\n%s", diff)
	}
	c.set(2, -4)
	if !c.empty() {
		t.Error("less than nothing")
	}
}

func TestAddsUp(t *testing.T) {
	t.Parallel()
	fee := func(n int64) platform.Fee { return platform.Fee{Amount: n} }
	if !addsUp(&platform.Promotion{OriginFee: fee(100), RealPayFee: fee(70), ReduceFee: fee(30)}) || addsUp(&platform.Promotion{OriginFee: fee(100), RealPayFee: fee(70), ReduceFee: fee(31)}) {
		t.Error("wrong sum")
	}
}

func TestRule(t *testing.T) {
	t.Parallel()
	from := api.OrderSettings{ShopID: 1, Version: 4, AutoAccept: true, MaxOpen: 12, MaxAmount: 50050}
	r := ruleOf(from, "HKD")
	if got, ok := r.settings("HKD"); !ok || got != from {
		t.Errorf("didn't come back: %+v", got)
	}
	for _, bad := range []rule{{most: "0"}, {most: "x"}, {most: "501"}, {amount: "-1"}, {amount: "1.005"}, {amount: "0"}} {
		if _, ok := bad.settings("HKD"); ok || bad.mostErr+bad.amountErr == "" {
			t.Errorf("%+v was taken", bad)
		}
	}
}

// Every page has its heading and its states.
func TestMarkup(t *testing.T) {
	t.Parallel()
	route := routes.Route{Page: routes.Order, ShopID: 1, OrderID: big}
	deps := func() pages.Deps { return pagetest.Deps(t, route, api.RoleManager) }
	detail := &api.OrderDetail{
		Order: placed(api.ColumnDone), Lines: []api.OrderLine{{ID: 1, Name: "Noodles", Count: 2, Groups: []api.OrderLineGroup{{Name: "Ice", Options: []api.OrderLineOption{{Name: "less"}}}}}},
		Raw: []byte(`{"baseOrder":{"surprise":9007199254740993}}`), Recipient: &api.Recipient{Name: "Mr Wong", Phone: "852-1"}, Riders: []api.Rider{{Status: 20, Name: "Ann"}},
		Timeline: []api.TimelineEntry{
			{What: api.TimelineEvent, Event: 1001}, {What: api.TimelineEvent, Event: 4242}, {What: api.TimelineAct, Act: api.ActAccept, Via: api.ViaRule},
			{What: api.TimelineAct, Act: api.ActCancel, Via: api.ViaPerson, By: "Mei", Code: 500003, State: api.ActRefused, Text: "Too late"}, {What: api.TimelineRead, Status: 40},
		},
	}
	one := &One{Deps: deps(), detail: detail}
	html := pagetest.Markup(one)
	for _, part := range []string{"Less", "surprise", "9007199254740993", "Mr Wong", "Rider assigned", "Placed", "Message 4242 of the platform", "by the automatic acceptance", "by Mei", "Too few people", "refused by the platform", "Too late", "status 40", "HKD 214.00", `class="ticket"`} {
		if !strings.Contains(strings.ToLower(html), strings.ToLower(part)) {
			t.Errorf("no %q on the order's page", part)
		}
	}
	refund := &Refund{Deps: deps(), loaded: true, was: &api.Money{Amount: 6200, Currency: "HKD"}, preview: &platform.RefundPreview{RefundPrice: platform.NewFee(5800, "HKD")}}
	for _, part := range []string{"The amount has changed.", "HKD 62.00", "HKD 58.00", "Nothing is left to refund"} {
		if !strings.Contains(pagetest.Markup(refund), part) {
			t.Errorf("no %q on the refund's page", part)
		}
	}
	past := &Past{Deps: deps(), loaded: true}
	if html := pagetest.Markup(past); !strings.Contains(html, "No order fits") || strings.Count(html, "<h1") != 1 {
		t.Error("the empty history")
	}
}
