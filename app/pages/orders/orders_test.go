package orders

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

const big = 9007199254740993 // beyond what a float holds

var everything = []string{string(platform.PermissionOrderView), string(platform.PermissionOrderWork),
	string(platform.PermissionOrderAbort), string(platform.PermissionRefund), string(platform.PermissionShopPause)}

// boardOf is a board with these orders for somebody with these permissions.
func boardOf(t testing.TB, permissions []string, orders ...api.Order) *Board {
	t.Helper()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Orders, ShopID: 1}, api.RoleManager)
	deps.State.SetShops([]api.Shop{{ShopID: 1, Name: "Noodle", Zone: "Asia/Hong_Kong", Permissions: permissions}})
	for i := range orders {
		orders[i].ShopID = 1
		if orders[i].OrderID == 0 {
			orders[i].OrderID = big
		}
	}
	deps.Book.Load(api.Orders{Orders: orders})
	p := &Board{Deps: deps}
	p.OnInit()
	return p
}

func placed(column api.Column) api.Order {
	now := pagetest.Now.UnixMilli()
	return api.Order{
		Number: "4817", Column: column, PlacedAt: now, AcceptBy: now + 216_000, AcceptedAt: now, ReadyAt: now, Version: 1,
		Items: []api.OrderItem{{Count: 2, Name: "Noodles", Spec: "Large", Options: []string{"less ice"}}},
		Total: &api.Money{Amount: 21400, Currency: "HKD"},
	}
}

func TestCard(t *testing.T) {
	t.Parallel()
	withRefund := placed(api.ColumnDone)
	withRefund.Refund = &api.OrderRefund{Standing: api.RefundAsked, Reason: "soup spilled",
		Money: &api.Money{Amount: 6200, Currency: "HKD"}}
	noted := placed(api.ColumnNew)
	noted.Note, noted.Partial = "No nuts!", true
	ridden := placed(api.ColumnReady)
	ridden.Delivery = &api.OrderRider{Status: 20}
	awaited := placed(api.ColumnReady)
	awaited.Rider = true
	bare := api.Order{Column: api.ColumnReady, Partial: true, Version: 1}
	pickup := placed(api.ColumnReady)
	pickup.Pickup = true
	otherWay := placed(api.ColumnReady)
	otherWay.Way, otherWay.Delivery = "2", &api.OrderRider{Status: 40}
	wayInWords := placed(api.ColumnNew)
	wayInWords.Way = "DINE_IN"
	otherRefund := placed(api.ColumnDone)
	otherRefund.Refund = &api.OrderRefund{Standing: api.RefundAsked, Status: 720}
	elsewhere := placed(api.ColumnPreparing)
	elsewhere.AcceptedVia = api.ViaElsewhere
	unknown := placed(api.ColumnOther)
	unknown.Status = 20
	unknown.Delivery = &api.OrderRider{Status: 77, Name: "Ann"}
	worded := placed(api.ColumnOther)
	worded.StatusRaw, worded.Delivery = "COOKING", &api.OrderRider{StatusRaw: "AT_SHOP"}
	byWord := placed(api.ColumnCancelled)
	byWord.Cancel = &api.OrderEnd{OpRaw: "FRANCHISE"}
	untold := placed(api.ColumnReady)
	untold.Delivery = &api.OrderRider{Name: "Ann"}
	cancelled := placed(api.ColumnCancelled)
	cancelled.Cancel = &api.OrderEnd{OpType: 99}
	for _, tt := range []struct {
		name      string
		order     api.Order
		may       []string
		want, not []string
	}{
		{"new", placed(api.ColumnNew), everything, []string{"#4817", "2×", "Noodles", "less ice", "HKD 214.00", "Accept",
			"Reject…", `role="timer"`, "9007199254740993"}, []string{"Refund requested", "Ready for pickup"}},
		{"new, who only looks", placed(api.ColumnNew), everything[:1], []string{"#4817"},
			[]string{">Accept<", "Reject…"}},
		{"new, who may not cancel", placed(api.ColumnNew), everything[:2], []string{">Accept<"}, []string{"Reject…"}},
		{"partial, with a wish", noted, everything, []string{"No nuts!", "Reading the order from the platform", ">Accept<"},
			[]string{"items"}},
		{"preparing", elsewhere, everything, []string{"on a POS terminal", "Ready for pickup"}, []string{">Accept<"}},
		{"ready for a rider", ridden, everything, []string{"Rider assigned"}, []string{"Handed to customer"}},
		{"ready for a rider who isn't known yet", awaited, everything, []string{"Rider pickup"},
			[]string{"Handed to customer"}},
		{"ready, of which the platform doesn't tell who comes", placed(api.ColumnReady), everything,
			[]string{"Handed to customer"}, nil},
		{"ready, of which only the number is known", bare, everything, []string{"Handed to customer"}, nil},
		{"ready for the customer", pickup, everything, []string{"Customer collects", "Handed to customer"}, nil},
		{"refund", withRefund, everything, []string{"Refund requested:", "HKD 62.00", "soup spilled", "Reject…", "Approve…"},
			[]string{">Accept<"}},
		{"a delivery of no known status", untold, everything, []string{"Ann"}, []string{"elivery status"}},
		{"a delivery type that we don't know", otherWay, everything,
			[]string{"Delivery type \u20662\u2069 (not documented) · Picked up", "Handed to customer"},
			[]string{"Rider pickup"}},
		{"a delivery type in words", wayInWords, everything, []string{"Delivery type \u2066DINE_IN\u2069 (not documented)"},
			nil},
		{"a refund's status that we don't know", otherRefund, everything,
			[]string{"A refund · refund status \u2066720\u2069 (not documented)"}, nil},
		{"refund, who may not decide", withRefund, everything[:2], []string{"Refund requested:"},
			[]string{"Reject…", "Approve…"}},
		{"unknown codes", unknown, everything, []string{"Order status \u206620\u2069 (not documented) · placed",
			"delivery status \u206677", "Ann", ">Accept<", "Cancel order…"}, nil},
		{"unknown codes, who only looks", unknown, everything[:1], nil, []string{">Accept<", "Cancel order…"}},
		{"codes in words", worded, everything, []string{"Order status \u2066COOKING\u2069 (not documented) · placed",
			"delivery status \u2066AT_SHOP\u2069 (not documented)"}, nil},
		{"cancelled by a party in words", byWord, everything, []string{"by party \u2066FRANCHISE\u2069 (not documented)"},
			nil},
		{"cancelled by an unknown", cancelled, everything, []string{"by party \u206699\u2069 (not documented)"},
			[]string{">Accept<"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			html := pagetest.Markup(boardOf(t, tt.may, tt.order))
			for _, part := range tt.want {
				if !strings.Contains(html, part) && !strings.Contains(strings.Join(strings.Fields(html), ""),
					strings.Join(strings.Fields(part), "")) {
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
	p.Book.SetReachable(false)
	html := pagetest.Markup(p)
	if !strings.Contains(html, "isn't kept for later") && !strings.Contains(html, "isn&#39;t kept for later") {
		t.Error("no reason")
	}
	if !strings.Contains(html, `aria-describedby="no-9007199254740993 why-9007199254740993"`) {
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
		{"news", api.Acted{State: api.ActNews, News: api.NewsAccepted, Via: api.ViaElsewhere}, nil,
			[]string{"accepted already", "on a POS terminal", `data-tone="info"`}, `data-tone="bad"`},
		{"refused", api.Acted{}, &api.Error{Code: api.CodeRefused, Message: "Too late."},
			[]string{"Not done: Accept", "Too late.", `data-tone="bad"`}, `data-tone="info"`},
		{"unknown", api.Acted{}, &api.Error{Code: api.CodePlatformDown, Unknown: true},
			[]string{"Not sure whether this was done: Accept", `data-tone="warn"`}, `data-tone="bad"`},
	} {
		p := boardOf(t, everything, placed(api.ColumnNew))
		request, _ := p.Book.Begin(api.ActOrder{ShopID: 1, OrderID: big, Act: api.ActAccept})
		if html := pagetest.Markup(p); !strings.Contains(html, "aria-busy") {
			t.Errorf("%s: the button doesn't answer at once", tt.name)
		}
		p.Book.End(request, tt.acted, tt.err)
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

// The live line may tell of an act before its answer comes: until then the next
// press wouldn't be taken, and the button shows it.
func TestBusyUntilAnswered(t *testing.T) {
	t.Parallel()
	p := boardOf(t, everything, placed(api.ColumnNew))
	request, _ := p.Book.Begin(api.ActOrder{ShopID: 1, OrderID: big, Act: api.ActAccept})
	told := placed(api.ColumnPreparing)
	told.ShopID, told.OrderID, told.Version = 1, big, 2
	p.Book.Put(told)
	if html := pagetest.Markup(p); !strings.Contains(html, "Ready for pickup") || !strings.Contains(html, "aria-busy") {
		t.Error("the next press is offered while it wouldn't be taken")
	}
	p.Book.End(request, api.Acted{State: api.ActDone, Order: told}, nil)
	if html := pagetest.Markup(p); strings.Contains(html, "aria-busy") {
		t.Error("the button is at work after the answer")
	}
}

// The sheet of one shop's board says to people of several shops that the device rings for this one alone.
func TestSheetSaysForWhichShopItRings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		shops int
		board int64
		want  bool
	}{{"one of two", 2, 1, true}, {"the only one", 1, 1, false}, {"all", 2, 0, false}} {
		p := boardOf(t, everything)
		shops, _ := p.State.Shops()
		if tt.shops > 1 {
			p.State.SetShops(append(slices.Clone(shops), api.Shop{ShopID: 2, EnName: "Congee", Permissions: everything}))
		}
		p.Route.ShopID, p.sheet = tt.board, true
		if said := strings.Contains(pagetest.Markup(p), "rings for"); said != tt.want {
			t.Errorf("%s: said: %t", tt.name, said)
		}
	}
}

// A sheet that is opened before the shop's settings are read shows them when they
// arrive, and keeps the operator's changes of the meantime.
func TestSettingsThatComeLater(t *testing.T) {
	t.Parallel()
	p := boardOf(t, everything)
	saved := api.OrderSettings{ShopID: 1, Version: 3, AutoAccept: true, MaxOpen: 7}
	p.sheet = true
	p.Book.SetSettings(saved)
	p.followRule()
	if r := p.rule.Now; !r.On || r.Most != "7" || *p.rule.Base() != saved {
		t.Errorf("the sheet has %+v", r)
	}
	p.rule.Now.Most = "8"
	p.ruled(fieldMost)(app.Context{})
	saved.Version, saved.MaxOpen = 4, 9
	p.Book.SetSettings(saved)
	p.followRule()
	if p.rule.Now.Most != "8" || p.rule.Base().Version != 3 {
		t.Errorf("what was typed has become %+v", p.rule.Now)
	}
}

// A number that is still being looked for on the board hid the orders of the
// kitchen, and kept new ones from being printed.
func TestKitchenAndPrinterHaveAllOrders(t *testing.T) {
	t.Parallel()
	p := boardOf(t, everything, placed(api.ColumnNew))
	p.find = "no such number"
	p.turn(true)
	html := pagetest.Markup(p)
	if !strings.Contains(html, `id="korder-9007199254740993"`) {
		t.Error("the kitchen doesn't see the new order")
	}
	if strings.Contains(html, `id="order-9007199254740993"`) {
		t.Error("the board shows what isn't looked for")
	}
	p.Book.HeardAt = 1
	p.Book.SetReachable(false)
	if html := pagetest.Markup(p); !strings.Contains(html, `id="kitchen-lost-age"`) {
		t.Error("the kitchen isn't told how old its orders are")
	}
	p.State.SetAutoPrint(true)
	if !p.printsItself(int64(big)) {
		t.Error("the new order isn't printed")
	}
}

// The board of all shops went on to show the orders of one that the person had chosen and doesn't have any more: none,
// below a choice that said nothing, while others rang.
func TestBoardShowsAllOnceTheChosenShopIsGone(t *testing.T) {
	t.Parallel()
	p := boardOf(t, everything, placed(api.ColumnNew))
	p.Route.ShopID = 0
	p.scene = &scene{deps: p.Deps}
	p.shop = 2
	if html := pagetest.Markup(p); !strings.Contains(html, `id="order-9007199254740993"`) {
		t.Error(html)
	}
}

// A ticket is printed when its contents are known, once without them if the
// platform doesn't tell, and not for what is over.
func TestQueue(t *testing.T) {
	t.Parallel()
	d := book.New()
	put := func(id, version int64, column api.Column, partial, trouble bool) {
		d.Put(api.Order{OrderID: id, Version: version, Column: column, Partial: partial, Trouble: trouble})
	}
	over := 0
	q := queue{{id: 1}, {id: 2}, {id: 3}, {id: 77}}
	for i := range q {
		q[i].over = func() { over++ }
	}
	next := func(want int64) {
		t.Helper()
		got := int64(0)
		if o, printed := q.next(d); o != nil {
			got = o.OrderID
			printed()
		}
		if got != want {
			t.Errorf("the next ticket is of %d, want %d", got, want)
		}
	}
	put(1, 1, api.ColumnNew, true, false)
	put(2, 1, api.ColumnNew, false, false)
	put(3, 1, api.ColumnNew, true, false)
	next(2)
	next(0)
	put(1, 2, api.ColumnNew, true, true)
	next(1)
	next(0)
	put(1, 3, api.ColumnPreparing, false, false)
	put(3, 2, api.ColumnCancelled, true, true)
	next(1)
	next(0)
	if len(q) != 0 || over != 4 {
		t.Errorf("%d left, %d turns over", len(q), over)
	}
}

// Codes that have words are said in words, all others by their kind and number:
// known ones stood in the story as "Status 10".
func TestHappened(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		event, code int
		via         api.Via
		want        string
	}{
		{1004, 10, api.ViaCustomer, "Order cancelled · by the customer"},
		{1004, 20, api.ViaElsewhere, "Order cancelled · on a POS terminal or another console"},
		{1004, 0, api.ViaPlatform, "Order cancelled · by the platform"},
		{1004, 99, api.ViaPlatform, "Order cancelled · by party 99 (not documented)"},
		{1004, 0, "", "Order cancelled"},
		{1006, 20, "", "Delivery · Rider assigned"},
		{1006, 77, "", "Delivery · delivery status 77 (not documented)"},
		{1006, 0, "", "Delivery"},
		{4242, 5, "", "Message 4242 (not documented) · by party 5 (not documented)"},
	} {
		entry := api.TimelineEntry{What: api.TimelineEvent, Event: tt.event, Code: tt.code, Via: tt.via}
		if got := text.Plain(happened(entry)); got != tt.want {
			t.Errorf("%d with %d: %q, want %q", tt.event, tt.code, got, tt.want)
		}
	}
	for event, want := range map[int]string{
		1004: "Order cancelled · by party WORD (not documented)", 1006: "Delivery · delivery status WORD (not documented)",
	} {
		if got := text.Plain(happened(api.TimelineEntry{What: api.TimelineEvent, Event: event, Raw: "WORD"})); got != want {
			t.Errorf("%d: %q, want %q", event, got, want)
		}
	}
}

func TestChoice(t *testing.T) {
	t.Parallel()
	one := 1
	c := choice{counts: map[int64]int{}}
	c.clip([]platform.RefundProduct{{ID: big, Count: 3, Left: &one}, {ID: 2, Count: 2}, {ID: 3, Count: 1}})
	if c.clip(c.products) {
		t.Error("less is left of nothing")
	}
	c.set(big, 9)
	c.set(2, 2)
	c.set(77, 5)
	want := []api.RefundOne{{OrderProductID: big, RefundCount: 1}, {OrderProductID: 2, RefundCount: 2}}
	if diff := cmp.Diff(want, c.ones()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c.clip(c.products) {
		t.Error("less is left in the same list")
	}
	if !c.clip([]platform.RefundProduct{{ID: 2, Count: 2, Left: &one}}) { // somebody refunded meanwhile
		t.Error("less is left, and nobody is told")
	}
	if diff := cmp.Diff([]platform.RefundLine{{OrderProductID: 2, RefundCount: 1}}, c.lines()); diff != "" {
		t.Errorf("after a newer list (-want +got):\n%s", diff)
	}
	c.set(2, -4)
	if !c.empty() {
		t.Error("less than nothing")
	}
}

// A platform that takes orderProductId for the spuId gets spuIds, each once.
func TestChoiceNamesProductsAsThePlatformDoes(t *testing.T) {
	t.Parallel()
	c := choice{bySpu: true, counts: map[int64]int{}}
	c.clip([]platform.RefundProduct{{ID: 1, SpuID: big, Count: 3}, {ID: 2, SpuID: 7, Count: 2},
		{ID: 3, SpuID: big, Count: 1}})
	c.set(1, 2)
	c.set(2, 1)
	c.set(3, 1)
	want := []api.RefundOne{{OrderProductID: big, RefundCount: 3}, {OrderProductID: 7, RefundCount: 1}}
	if diff := cmp.Diff(want, c.ones()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAddsUp(t *testing.T) {
	t.Parallel()
	fee := func(n int64) platform.Fee { return platform.Fee{Amount: n} }
	if !addsUp(&platform.Promotion{OriginFee: fee(100), RealPayFee: fee(70), ReduceFee: fee(30)}) ||
		addsUp(&platform.Promotion{OriginFee: fee(100), RealPayFee: fee(70), ReduceFee: fee(31)}) {
		t.Error("wrong sum")
	}
}

func TestRule(t *testing.T) {
	t.Parallel()
	m := ruleFields(func() string { return "HKD" })
	from := api.OrderSettings{ShopID: 1, Version: 4, AutoAccept: true, MaxOpen: 12, MaxAmount: 50050, Currency: "KWD"}
	m.Load(&from)
	if got := m.Payload(); !m.Try() || *got != from || m.Now.Amount != "50.050" {
		t.Errorf("didn't come back: %+v", got)
	}
	m.Now = rule{On: true, Most: "\u0661\u0662 ", Amount: " \u0665\u0660\u066b\u0660\u0665\u0660", Coin: "KWD",
		Warm: "\u0666 ", Hot: " 10"} // as Arabic keyboards write
	want := from
	want.CookWarm, want.CookHot = 6, 10
	if got := m.Payload(); !m.Try() || *got != want {
		t.Errorf("typed in Arabic: %+v", got)
	}
	for _, bad := range []rule{
		{Most: "0"}, {Most: "x"}, {Most: "501"}, {Amount: "-1", Coin: "HKD"}, {Amount: "1.005", Coin: "HKD"},
		{Amount: "0", Coin: "HKD"},
		{Amount: "500"}, {Amount: "500", Coin: "HK"}, {Amount: "500.5", Coin: "JPY"},
	} {
		m.Now = bad
		m.Now.On = true
		if m.Try() {
			t.Errorf("%+v was taken", bad)
		}
	}
	for path, field := range map[string]string{"maxOpen": fieldMost, "maxAmount": fieldAmount, "currency": fieldCoin} {
		if !m.Refused([]rules.Problem{{Path: path, Code: "range"}}) || m.At(field) == "" {
			t.Errorf("%s isn't at its field", path)
		}
	}
}

// Limits that can't be used kept automatic acceptance from being switched off: they were checked while their fields
// weren't shown, and the summary led to nothing.
func TestSwitchedOffWithoutItsLimits(t *testing.T) {
	t.Parallel()
	for _, typed := range []rule{{Most: "x"}, {Amount: "1.005", Coin: "HKD"}, {Amount: "5"}} {
		m := ruleFields(func() string { return "" })
		from := api.OrderSettings{ShopID: 1, Version: 4, AutoAccept: true, MaxOpen: 12, MaxAmount: 500, Currency: "HKD"}
		m.Load(&from)
		m.Now = typed
		if m.Now.On = true; m.Try() {
			t.Errorf("%+v was taken", typed)
		}
		want := from
		want.AutoAccept = false
		if m.Now.On = false; !m.Try() || *m.Payload() != want {
			t.Errorf("with %+v switched off: %+v", typed, m.Payload())
		}
	}
}

// With no order on the board, 500 was taken for JPY 50000; and an order that
// came while the sheet was open gave what was typed another meaning.
func TestLimitHasItsCurrency(t *testing.T) {
	t.Parallel()
	coin := ""
	m := ruleFields(func() string { return coin })
	m.Load(&api.OrderSettings{ShopID: 1, AutoAccept: true})
	m.Now.Amount = "500"
	if m.Note(fieldAmount); m.Try() {
		t.Errorf("without a currency: %+v", m.Payload())
	}
	m.Now.Coin = "jpy "
	m.Note(fieldCoin)
	coin = "HKD" // of an order that has arrived
	if s := m.Payload(); !m.Try() || s.MaxAmount != 500 || s.Currency != "JPY" {
		t.Errorf("%+v", s)
	}
	m.Load(&api.OrderSettings{ShopID: 1})
	if m.Now.Coin != "HKD" {
		t.Errorf("the shop's orders are in HKD, not %q", m.Now.Coin)
	}
	m.Load(&api.OrderSettings{ShopID: 1, Version: 1, MaxAmount: 500, Currency: "JPY"})
	if m.Now.Coin != "JPY" || m.Now.Amount != "500" {
		t.Errorf("the limit as stored: %+v", m.Now)
	}
}

// A colleague saved other settings while limits were half typed: "Look" emptied their fields, also in the steps of
// undo, since they mean no more than before.
func TestHalfTypedLimitsSurviveAMerge(t *testing.T) {
	t.Parallel()
	m := ruleFields(func() string { return "" })
	m.Load(&api.OrderSettings{ShopID: 1, Version: 1})
	m.Now.On = true
	m.Note("")
	m.Now.Amount = "150"
	m.Note(fieldAmount)
	m.Now.Most = "1O"
	m.Note(fieldMost)
	theirs := &api.OrderSettings{ShopID: 1, Version: 2, RushUntil: 99, CookWarm: 8, Currency: "HKD"}
	m.Rebase(theirs, m.Merge(theirs))
	want := rule{On: true, Amount: "150", Most: "1O", Warm: "8"}
	if diff := cmp.Diff(want, m.Now); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	m.Undo()
	if want.Most = ""; m.Now != want {
		t.Errorf("undone: %+v", m.Now)
	}
	m.Undo()
	if m.Undo(); m.Dirty() {
		t.Errorf("all undone: %+v", m.Now)
	}
}

// Every page has its heading and its states.
func TestMarkup(t *testing.T) {
	t.Parallel()
	route := routes.Route{Page: routes.Order, ShopID: 1, OrderID: big}
	deps := func() pages.Deps { return pagetest.Deps(t, route, api.RoleManager) }
	detail := &api.OrderDetail{
		Order: placed(api.ColumnDone), Lines: []api.OrderLine{{ID: 1, Name: "Noodles", Count: 2,
			Groups: []api.OrderLineGroup{{Name: "Ice", Options: []api.OrderLineOption{{Name: "less"}}}}}},
		Raw:       []byte(`{"baseOrder":{"surprise":9007199254740993}}`),
		Recipient: &api.Recipient{Name: "Mr Wong", Phone: "852-1"},
		Riders:    []api.Rider{{Status: 20, Name: "Ann"}, {Name: "Bo"}},
		Timeline: []api.TimelineEntry{
			{What: api.TimelineEvent, Event: 1001}, {What: api.TimelineEvent, Event: 4242},
			{What: api.TimelineAct, Act: api.ActAccept, Via: api.ViaRule},
			{What: api.TimelineAct, Act: api.ActCancel, Via: api.ViaPerson, By: "Mei", Code: 500003, State: api.ActRefused,
				Text: "Too late"}, {What: api.TimelineRead, Status: 40},
		},
	}
	one := &One{Deps: deps(), detail: detail}
	html := pagetest.Markup(one)
	for _, part := range []string{"Less", "surprise", "9007199254740993", "Mr Wong", "Rider assigned", "Order placed",
		"Message \u20664242\u2069 (not documented)", "automatically", "by \u2068Mei", "Short-staffed",
		"refused by the platform",
		"Too late", "Found on the platform: Done", "HKD 214.00", `class="ticket"`} {
		if !strings.Contains(strings.ToLower(html), strings.ToLower(part)) {
			t.Errorf("no %q on the order's page", part)
		}
	}
	if strings.Contains(html, "elivery status") {
		t.Error("a rider has a status that the platform didn't tell")
	}
	erased := &One{Deps: deps(), detail: &api.OrderDetail{Forgotten: true,
		Order: api.Order{OrderID: big, ShopID: 1, Version: 1 << 30, Column: api.ColumnDone, Erased: true}}}
	html = pagetest.Markup(erased)
	if !strings.Contains(html, "deleted for good at the customer") || strings.Contains(html, "the order is old") ||
		strings.Contains(html, "refund-open") {
		t.Error("the page of an erased order")
	}
	refund := &Refund{Deps: deps(), loaded: true, was: &api.Money{Amount: 6200, Currency: "HKD"},
		preview: &platform.RefundPreview{RefundPrice: platform.NewFee(5800, "HKD")}}
	for _, part := range []string{"The amount has changed.", "HKD 62.00", "HKD 58.00", "Nothing is left to refund"} {
		if !strings.Contains(pagetest.Markup(refund), part) {
			t.Errorf("no %q on the refund's page", part)
		}
	}
	past := &Past{Deps: deps(), loaded: true}
	past.wanted = past.all()
	if html := pagetest.Markup(past); !strings.Contains(html, "No past orders yet") || strings.Count(html, "<h1") != 1 {
		t.Error("the empty history")
	}
	past.wanted.Text = "noodles"
	if !strings.Contains(pagetest.Markup(past), "No order fits") {
		t.Error("a history in which nothing fits")
	}
}

// A board of another shop doesn't ring for this shop's order. In a second tab the order's page wasn't read again: it
// went by the board that the first tab had opened.
func TestOrderOfAnotherShopIsReadAgain(t *testing.T) {
	t.Parallel()
	p := &One{Deps: pagetest.Deps(t, routes.Route{Page: routes.Order, ShopID: 3, OrderID: 9}, api.RoleStaff)}
	p.Minute = 1
	p.State.SetWatched(3)
	for _, tt := range []struct {
		followed, read int64
		want           bool
	}{{3, 0, false}, {0, 0, false}, {1, 0, true}, {1, 1, false}} {
		p.Book.Follow(tt.followed)
		p.minute = tt.read
		if got := p.stale(); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}

func TestIndentedIsTheSameJSON(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"a":[1, {}],"b\"":{"c":"<{"},"d":[]}`: "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\\\"\": {\n    \"c\": " +
			"\"<{\"\n  },\n  \"d\": []\n}",
		`"x"`: `"x"`,
		`{`:   `{`,
	} {
		if got := string(indented(nil, []byte(in), "\n")); got != want {
			t.Errorf("%s:\n%s", in, got)
		}
	}
}

// An order for later says for when on every card and on its ticket, in bold. The board, the kitchen and a rush showed
// such an order like one to be cooked at once.
func TestOrderForLaterSaysForWhen(t *testing.T) {
	t.Parallel()
	const minute = 60_000
	now, soon, later := placed(api.ColumnNew), placed(api.ColumnNew), placed(api.ColumnNew)
	soon.PromisedAt, later.PromisedAt = soon.PlacedAt+40*minute, later.PlacedAt+164*minute
	tomorrow := later
	tomorrow.PromisedAt += 24 * 60 * minute
	p := boardOf(t, everything)
	zone, _ := p.State.Zone(1)
	for _, tt := range []struct {
		name  string
		order api.Order
		later bool
	}{{"now", now, false}, {"soon", soon, false}, {"later", later, true}, {"tomorrow", tomorrow, true}} {
		words := text.T("orders.promised", clock(tt.order.PromisedAt, p.Book.Now(), zone))
		for name, look := range map[string]Look{"full": {}, "compact": {Shape: shapeCompact}, "slim": {Shape: shapeSlim},
			"kitchen": {Big: true}} {
			look.Book, look.Deps, look.Zone = p.Book, &scene{deps: p.Deps}, zone
			html := pagetest.Markup(&card{Place: &Place{Order: &tt.order, Lane: book.LaneNew}, Look: &look})
			if got := strings.Contains(html, words); got != tt.later {
				t.Errorf("%s, %s: says for when: %v", tt.name, name, got)
			}
		}
		detail := &api.OrderDetail{Order: tt.order, Now: tt.order.PlacedAt}
		html := pagetest.Markup(ticketOf(detail, "Noodle", zone, false))
		if got := strings.Contains(html, "ticket-note"); got != tt.later {
			t.Errorf("%s: the ticket says so in bold: %v", tt.name, got)
		}
	}
}

// A card says that its order is late as soon as that is so. The regression: it said so once something else of the order
// had changed.
func TestCardTurnsLateByItself(t *testing.T) {
	t.Parallel()
	o := placed(api.ColumnPreparing)
	o.LateAt = o.PlacedAt + 40*60_000
	p := boardOf(t, everything, o)
	at := func(now int64) *bunch {
		device := time.Now().UnixMilli()
		p.Book.Clock.Sample(device, device, now)
		return p.cards(book.LanePreparing, 0, p.Book.Spots(book.LanePreparing))
	}
	before := at(o.LateAt - 60_000)
	if again := at(o.LateAt - 50_000); again != before {
		t.Error("the card is drawn anew while nothing has changed")
	}
	after := at(o.LateAt + 10_000)
	if after == before {
		t.Fatal("the card isn't drawn anew once its order is late")
	}
	for late, cards := range map[bool]*bunch{false: before, true: after} {
		html := pagetest.Markup(&card{Place: cards.places[0], Look: &Look{Book: p.Book, Deps: &scene{deps: p.Deps}}})
		if got := strings.Contains(html, text.T("orders.late")); got != late {
			t.Errorf("late %v: says so: %v", late, got)
		}
	}
}
