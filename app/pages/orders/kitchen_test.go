package orders

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// cooking is a board whose kitchen view shows orders of these items that are being prepared, the first with number 1.
func cooking(t *testing.T, orders ...[]api.OrderItem) *Board {
	t.Helper()
	var list []api.Order
	for i, items := range orders {
		o := placed(api.ColumnPreparing)
		o.OrderID, o.Items, o.AcceptedAt = int64(i+1), items, int64(i+1)
		list = append(list, o)
	}
	p := boardOf(t, everything, list...)
	p.turn(true)
	return p
}

func portion(count int, name string) api.OrderItem { return api.OrderItem{Count: count, Name: name} }

// The kitchen sees what is being prepared, and new orders where nothing is.
func TestPreparingComesFirst(t *testing.T) {
	t.Parallel()
	for want, columns := range map[book.Lane][]api.Column{
		book.LanePreparing: {api.ColumnNew, api.ColumnPreparing}, book.LaneNew: {api.ColumnNew},
	} {
		var list []api.Order
		for i, column := range columns {
			o := placed(column)
			o.OrderID = int64(i + 1)
			list = append(list, o)
		}
		p := boardOf(t, everything, list...)
		if p.turn(true); p.kitchen.lane != want {
			t.Errorf("%v opens lane %d", columns, p.kitchen.lane)
		}
	}
}

// The button of new orders warns while some wait, and counts down for the one that lapses first. In a kitchen that
// looks at what is being prepared, an order with 20 seconds left was a number on a plain button.
func TestKitchenWarnsOfNewOrders(t *testing.T) {
	t.Parallel()
	cooked, first, later := placed(api.ColumnPreparing), placed(api.ColumnNew), placed(api.ColumnNew)
	first.OrderID, later.OrderID = 7, 8
	for _, tt := range []struct {
		orders []api.Order
		lane   book.Lane
		warns  bool
		counts bool
	}{
		{[]api.Order{cooked}, book.LanePreparing, false, false},
		{[]api.Order{cooked, later, first}, book.LanePreparing, true, true},
		{[]api.Order{cooked, later, first}, book.LaneNew, false, true}, // the tickets are in sight
	} {
		p := boardOf(t, everything)
		soon := p.Book.Now() + 20_000
		for i := range tt.orders {
			tt.orders[i].ShopID, tt.orders[i].AcceptBy = 1, soon+196_000
			if tt.orders[i].OrderID == first.OrderID {
				tt.orders[i].AcceptBy = soon
			}
		}
		p.Book.Load(api.Orders{Orders: tt.orders})
		p.turn(true)
		p.kitchen.lane = tt.lane
		html := pagetest.Markup(p)
		if got := strings.Contains(html, `class="rush-warn"`); got != tt.warns {
			t.Errorf("%d orders, lane %d: the button warns: %v", len(tt.orders), tt.lane, got)
		}
		before, after, counts := strings.Cut(html, `id="kitchen-left"`)
		tag := before[strings.LastIndex(before, "<"):] + after[:strings.Index(after+">", ">")]
		until := `data-until="` + strconv.FormatInt(soon, 10) + `"`
		if counts != tt.counts || counts && !strings.Contains(tag, until) {
			t.Errorf("%d orders, lane %d: counts down: %v, want %s", len(tt.orders), tt.lane, counts, until)
		}
	}
}

// The kitchen view covers the messages of the board, and says itself that the device is mute and the platform silent.
func TestKitchenSaysWhyItMayMissOrders(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		hush   api.Hush
		silent bool
		want   string
	}{
		{api.HushNone, false, ""}, {api.HushBrowser, false, "kitchen-mute"}, {api.HushOff, false, ""},
		{api.HushNone, true, "kitchen-silent"},
	} {
		p := cooking(t, []api.OrderItem{portion(1, "Rice")})
		p.Book.SetHush(tt.hush)
		p.Book.Hear(&api.Hearing{Silent: tt.silent, HeardAt: 1})
		html := pagetest.Markup(p)
		for _, id := range []string{"kitchen-mute", "kitchen-silent"} {
			if strings.Contains(html, `id="`+id+`"`) != (id == tt.want) {
				t.Errorf("%q, silent %v: %s", tt.hush, tt.silent, id)
			}
		}
	}
}

// The kitchen view closes where nobody may see the orders any more, and is there again with them. Bug: the kitchen's
// screen said that no order waits.
func TestKitchenEndsWithTheBoard(t *testing.T) {
	t.Parallel()
	p := cooking(t, []api.OrderItem{portion(1, "Rice")})
	orders := p.Book.Keep()
	p.Book.Follow(0)
	if html := pagetest.Markup(p); p.kitchen.open || strings.Contains(html, text.T("orders.kitchen.none")) {
		t.Error("the kitchen view says that no order waits")
	}
	p.Book.Load(api.Orders{Orders: orders})
	if html := pagetest.Markup(p); !strings.Contains(html, "Rice") || !p.kitchen.open {
		t.Error("the kitchen view stays closed")
	}
	p.kitchen.asked = false
	if pagetest.Markup(p); p.kitchen.open {
		t.Error("the kitchen view stays open")
	}
}

// A ticket is whole however long it is, and orders beyond those that are shown are counted.
func TestTicketsAreWhole(t *testing.T) {
	t.Parallel()
	var long []api.OrderItem
	for range 70 {
		long = append(long, portion(1, "Har gow"))
	}
	orders := make([][]api.OrderItem, tickets+3)
	orders[0] = long
	p := cooking(t, orders...)
	_, n, more := p.kitchenTickets(0)
	if n != tickets || more != 3 {
		t.Errorf("%d tickets and %d more", n, more)
	}
	if lines := strings.Count(pagetest.Markup(p), "kitchen-line"); lines != 70 {
		t.Errorf("%d lines", lines)
	}
}

// The totals are of all orders, without what is done and what isn't the station's; the most comes first.
func TestBatches(t *testing.T) {
	t.Parallel()
	p := cooking(t, []api.OrderItem{portion(2, "Wonton noodles"), portion(1, "Rice")},
		[]api.OrderItem{portion(3, "Wonton noodles"), portion(4, "Rice"), portion(1, "Tea")},
		[]api.OrderItem{portion(9, "Tea")})
	said := func() (list []string) {
		for _, b := range p.batches() {
			list = append(list, times(b.count)+" "+b.name)
		}
		return list
	}
	if diff := cmp.Diff([]string{"10× Tea", "5× Rice", "5× Wonton noodles"}, said()); diff != "" {
		t.Error(diff)
	}
	p.tickLine(app.Context{}, app.Action{Value: lineOf{2, 1}})
	if diff := cmp.Diff([]string{"10× Tea", "5× Wonton noodles", "1× Rice"}, said()); diff != "" {
		t.Error(diff)
	}
	p.tickLine(app.Context{}, app.Action{Value: lineOf{2, 1}}) // not after all
	for _, words := range []string{"RICE wonton", "wonton, rice", "rice，wonton", "wonton،rice"} {
		p.State.SetStation(words)
		if diff := cmp.Diff([]string{"5× Rice", "5× Wonton noodles"}, said()); diff != "" {
			t.Errorf("%s: %s", words, diff)
		}
	}
	if _, n, _ := p.kitchenTickets(0); n != 2 {
		t.Errorf("the station has %d tickets", n)
	}
}

// The totals are of all orders, also of those that have no ticket: a rush had more dishes to cook than they said.
func TestBatchesCountOrdersWithoutATicket(t *testing.T) {
	t.Parallel()
	orders := make([][]api.OrderItem, tickets+3)
	for i := range orders {
		orders[i] = []api.OrderItem{portion(2, "Rice")}
	}
	p := cooking(t, orders...)
	if diff := cmp.Diff([]batch{{"Rice", 2 * len(orders)}}, p.batches(), cmp.AllowUnexported(batch{})); diff != "" {
		t.Error(diff)
	}
}

// The totals leave out orders for later until it is time to cook them: a cook put on this evening's rice at noon.
func TestBatchesLeaveOutOrdersForLater(t *testing.T) {
	t.Parallel()
	now := time.Now().UnixMilli()
	order := func(id, due int64) api.Order {
		o := placed(api.ColumnPreparing)
		o.OrderID, o.Items = id, []api.OrderItem{portion(int(id), "Rice")}
		o.PlacedAt, o.AcceptedAt, o.PromisedAt = now-3*time.Hour.Milliseconds(), now, due
		return o
	}
	p := boardOf(t, everything, order(1, now+cookAhead+60_000), order(2, now+cookAhead-60_000))
	p.turn(true)
	if diff := cmp.Diff([]batch{{"Rice", 2}}, p.batches(), cmp.AllowUnexported(batch{})); diff != "" {
		t.Error(diff)
	}
}

// The words of a station hide no new order, and the kitchen says how many orders they hide. It said that there was
// nothing to cook.
func TestStationSaysWhatItHides(t *testing.T) {
	t.Parallel()
	p := cooking(t, []api.OrderItem{portion(1, "Rice")}, []api.OrderItem{portion(1, "Rice")},
		[]api.OrderItem{portion(1, "Tea")})
	fresh := placed(api.ColumnNew)
	fresh.OrderID, fresh.ShopID = 9, 1
	p.Book.Put(fresh)
	says := func() (hidden string, none bool, n int) {
		html := pagetest.Markup(p)
		for _, words := range []string{text.N("orders.kitchen.hidden", 2), text.N("orders.kitchen.hidden", 3)} {
			if strings.Contains(html, words) {
				hidden = words
			}
		}
		_, n, _ = p.kitchenTickets(0)
		return hidden, strings.Contains(html, text.T("orders.kitchen.none")), n
	}
	for _, tt := range []struct {
		station string
		lane    book.Lane
		hidden  int // 0 for nothing that is said
		n       int
	}{
		{"", book.LanePreparing, 0, 3}, {"tea", book.LanePreparing, 2, 1}, {"soup", book.LanePreparing, 3, 0},
		{"soup", book.LaneNew, 0, 1},
	} {
		p.State.SetStation(tt.station)
		p.kitchen.lane = tt.lane
		want := ""
		if tt.hidden > 0 {
			want = text.N("orders.kitchen.hidden", tt.hidden)
		}
		if hidden, none, n := says(); hidden != want || none || n != tt.n {
			t.Errorf("%q in lane %d: says %q, that there is nothing: %v, and has %d tickets", tt.station, tt.lane, hidden,
				none, n)
		}
	}
}

// A place that is held tells where its order went, and not how urgent the order was: an order that was made ready late
// left a red frame with a green tick, and one that was cancelled left the tick as well.
func TestHeldPlaceHasNoUrgency(t *testing.T) {
	t.Parallel()
	for column, tick := range map[api.Column]bool{api.ColumnReady: true, api.ColumnCancelled: false} {
		p := cooking(t, []api.OrderItem{portion(1, "Rice")})
		gone := *p.Book.Spots(book.LanePreparing)[0].Order
		gone.Column, gone.Version = column, 2
		p.Book.Put(gone)
		places, _, _ := p.kitchenTickets(p.Book.Now())
		if places[0].Gone == nil || places[0].Age != "" {
			t.Errorf("%s: %+v", column, places[0])
		}
		held := pagetest.Markup(&card{Place: &places[0], Look: &Look{Book: p.Book, Deps: &scene{deps: p.Deps}}})
		if got := strings.Contains(held, `"M4 10.5l4 4 8-9"`); got != tick { // the path of its icon
			t.Errorf("%s: has a tick: %v", column, got)
		}
	}
}

// A ticket tells that all of its lines are done.
func TestCooked(t *testing.T) {
	t.Parallel()
	o := &api.Order{Items: []api.OrderItem{portion(1, "Rice"), portion(1, "Tea")}}
	for done, want := range map[uint64]bool{0: false, 1: false, 2: false, 3: true, 7: true} {
		if got := (&Place{Order: o, Done: done}).cooked(); got != want {
			t.Errorf("lines %b: %v", done, got)
		}
	}
	if (&Place{Order: &api.Order{}, Done: 1}).cooked() {
		t.Error("an order whose items aren't known is cooked")
	}
}

// A ticket changes its colour by the limits of its shop, or the usual ones.
func TestAge(t *testing.T) {
	t.Parallel()
	const accepted, minute = 1_000_000, 60_000
	o := &api.Order{PlacedAt: accepted, AcceptedAt: accepted, Column: api.ColumnPreparing}
	for _, tt := range []struct {
		set    api.OrderSettings
		waited int64
		want   string
	}{
		{api.OrderSettings{}, 0, ""}, {api.OrderSettings{}, 6*minute - 1, ""}, {api.OrderSettings{}, 6 * minute, "warm"},
		{api.OrderSettings{}, 10*minute - 1, "warm"}, {api.OrderSettings{}, 10 * minute, "hot"},
		{api.OrderSettings{CookWarm: 2, CookHot: 3}, 2 * minute, "warm"},
		{api.OrderSettings{CookWarm: 2, CookHot: 3}, 3 * minute, "hot"},
		{api.OrderSettings{CookHot: 60}, 30 * minute, "warm"},
	} {
		if got := age(o, &tt.set, accepted+tt.waited); got != tt.want {
			t.Errorf("%+v after %d ms: %q, want %q", tt.set, tt.waited, got, tt.want)
		}
	}
	later := *o
	later.PromisedAt = accepted + 120*minute
	for waited, want := range map[int64]string{60: "", 95: "", 96: "warm", 100: "hot"} {
		if got := age(&later, new(api.OrderSettings), accepted+waited*minute); got != want {
			t.Errorf("an order for two hours later is %q after %d minutes, want %q", got, waited, want)
		}
	}
	fresh := *o
	fresh.Column = api.ColumnNew
	if age(&fresh, new(api.OrderSettings), accepted+60*minute) != "" {
		t.Error("an order that wasn't accepted has an age")
	}
}

// Limits of a shop are minutes, and hot comes after warm, also where one of them is the usual.
func TestCookLimits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		warm, hot string
		wrong     []string
	}{
		{"", "", nil}, {"2", "3", nil}, {"", "7", nil}, {"9", "", nil},
		{"3", "3", []string{fieldHot}}, {"", "6", []string{fieldHot}}, {"10", "", []string{fieldHot}},
		{"0", "5", []string{fieldWarm}}, {"x", "", []string{fieldWarm}}, {"1", "241", []string{fieldHot}},
	} {
		r := rule{Warm: tt.warm, Hot: tt.hot}
		_, found := r.settings(api.OrderSettings{})
		var wrong []string
		for _, item := range found {
			wrong = append(wrong, item.Target)
		}
		if diff := cmp.Diff(tt.wrong, wrong); diff != "" {
			t.Errorf("%q, %q (-want +got):\n%s", tt.warm, tt.hot, diff)
		}
	}
}

// The order that was made ready last can be recalled and put away; a refused one can't.
func TestRecall(t *testing.T) {
	t.Parallel()
	p := cooking(t, []api.OrderItem{portion(1, "Rice")}, []api.OrderItem{portion(1, "Tea")})
	acted := func(id int64, act api.Act, err error) {
		p.bump(app.Context{}, app.Action{Value: state.Acted{Request: api.ActOrder{OrderID: id, Act: act}, Err: err}})
	}
	acted(1, api.ActReady, nil)
	acted(2, api.ActReady, &api.Error{Code: api.CodeRefused})
	acted(2, api.ActAccept, nil)
	p.recall(app.Context{})
	if html := pagetest.Markup(p); p.kitchen.recalled != 1 ||
		!strings.Contains(html, `id="kitchen-recalled"`) {
		t.Errorf("%d is recalled", p.kitchen.recalled)
	}
	if p.kitchenKey(app.Context{}, "0"); p.kitchen.recalled != 0 {
		t.Error("it isn't put away")
	}
}

// A bump bar's digits are digits in every script.
func TestNumberOf(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{"1": "1", "0": "0", "٣": "3", "a": "", "Enter": "", "": "", "12": ""} {
		if got := numberOf(key); got != want {
			t.Errorf("%q: %q, want %q", key, got, want)
		}
	}
}
