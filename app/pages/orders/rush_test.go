package orders

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/internal/api"
)

func TestColumnsIn(t *testing.T) {
	t.Parallel()
	for width, want := range map[int]int{320: 1, 390: 1, 704: 1, 768: 3, 820: 3, 1024: 3, 1280: 4, 1920: 6, 3840: 6} {
		if got := columnsIn(width); got != want {
			t.Errorf("%d columns in %d pixels, want %d", got, width, want)
		}
	}
}

// Lanes take the columns that their orders need, an empty lane none beside a full one. A rush begins with six orders
// and lasts until none waits.
func TestPlan(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		before plan
		cols   int
		n      [worked]int
		held   bool
		want   plan
	}{
		{"calm", plan{}, 4, [worked]int{5, 5, 5}, false, plan{cols: 4}},
		{"six wait", plan{}, 4, [worked]int{6, 0, 0}, false, plan{cols: 4, rush: true, fresh: 3}},
		{"fifty wait", plan{}, 6, [worked]int{50, 9, 0}, false, plan{cols: 6, rush: true, fresh: 5}},
		{"half are left", plan{rush: true, fresh: 5}, 6, [worked]int{9, 30, 0}, false,
			plan{cols: 6, rush: true, fresh: 5}},
		{"few are left", plan{rush: true, fresh: 5}, 6, [worked]int{6, 30, 0}, false,
			plan{cols: 6, rush: true, fresh: 2}},
		{"more come", plan{rush: true, fresh: 2}, 6, [worked]int{7, 30, 0}, false,
			plan{cols: 6, rush: true, fresh: 3}},
		{"one is left", plan{rush: true, fresh: 3}, 4, [worked]int{1, 49, 0}, false,
			plan{cols: 4, rush: true, fresh: 1}},
		{"one is left, and no other", plan{rush: true, fresh: 3}, 4, [worked]int{1, 0, 0}, false,
			plan{cols: 4, rush: true, fresh: 3}},
		{"the last place is held", plan{rush: true, fresh: 1}, 4, [worked]int{0, 9, 0}, true,
			plan{cols: 4, rush: true, fresh: 1}},
		{"a tablet", plan{}, 3, [worked]int{50, 0, 0}, false, plan{cols: 3, rush: true}},
		{"over", plan{rush: true}, 4, [worked]int{0, 9, 0}, false,
			plan{cols: 4, crowd: true, spans: [worked]int{0, 4, 0}}},
		{"by need", plan{}, 4, [worked]int{1, 9, 2}, false, plan{cols: 4, crowd: true, spans: [worked]int{1, 2, 1}}},
		{"two full lanes", plan{}, 6, [worked]int{0, 20, 10}, false,
			plan{cols: 6, crowd: true, spans: [worked]int{0, 4, 2}}},
		{"still crowded", plan{crowd: true}, 3, [worked]int{0, 4, 0}, false,
			plan{cols: 3, crowd: true, spans: [worked]int{0, 3, 0}}},
		{"calm again", plan{crowd: true}, 3, [worked]int{0, 3, 0}, false, plan{cols: 3}},
		{"a phone", plan{}, 1, [worked]int{0, 40, 0}, false, plan{cols: 1}},
	} {
		if diff := cmp.Diff(tt.want, tt.before.next(tt.cols, tt.n, tt.held), cmp.AllowUnexported(plan{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// rushOf is a board with so many orders that wait, oldest first.
func rushOf(t *testing.T, n int) *Board {
	t.Helper()
	var list []api.Order
	for i := range n {
		o := placed(api.ColumnNew)
		o.OrderID, o.Note = int64(i+1), "No nuts"
		list = append(list, o)
	}
	return boardOf(t, everything, list...)
}

// The board of a rush shows compact cards with note, items and Accept, and a strip that stays in sight.
func TestRushIsShownByItself(t *testing.T) {
	t.Parallel()
	html := pagetest.Markup(rushOf(t, 5))
	for _, part := range []string{`data-shape="compact"`, `id="rush"`} {
		if strings.Contains(html, part) {
			t.Errorf("%s with five orders", part)
		}
	}
	html = pagetest.Markup(rushOf(t, 6))
	for part, n := range map[string]int{`data-shape="compact"`: 6, "No nuts": 6, "less ice": 6,
		`id="go-`: 6, `id="pick-`: 6,
		"Accept all (6)": 1, `id="rush"`: 1} {
		if got := strings.Count(html, part); got != n {
			t.Errorf("%q stands %d times, want %d", part, got, n)
		}
	}
}

// The strip counts what is about to lapse, what wasn't done, and refunds in whatever lane; what is on its way is
// offered to nobody twice, and what one may not accept isn't offered. Staff were told to decide refunds, too, which
// led to an order without a button.
func TestTally(t *testing.T) {
	t.Parallel()
	d := book.New()
	now := pagetest.Now.UnixMilli()
	var list []api.Order
	for id := int64(1); id <= 5; id++ {
		o := placed(api.ColumnNew)
		o.OrderID, o.ShopID, o.AcceptBy = id, 1+id/4, now+id*25_000
		list = append(list, o)
	}
	asked := placed(api.ColumnPreparing)
	asked.OrderID, asked.ShopID, asked.Refund = 6, 1, &api.OrderRefund{Standing: api.RefundAsked}
	others := asked
	others.OrderID, others.ShopID = 7, 2
	d.Load(api.Orders{Orders: append(list, asked, others)})
	request, _ := d.Begin(api.ActOrder{OrderID: 3, Act: api.ActAccept})
	d.End(request, api.Acted{}, &api.Error{Code: api.CodeRefused})
	d.Begin(api.ActOrder{OrderID: 1, Act: api.ActAccept})
	mays := func(shopID int64) may { return may{work: shopID == 1, refund: shopID == 1} }
	ids := func(orders []*api.Order) (list []int64) {
		for _, o := range orders {
			list = append(list, o.OrderID)
		}
		return list
	}
	lanes := lookAt(d, book.Filter{}, book.Filter{})
	got := tallyOf(d, lanes[:], book.Filter{}, now, mays, map[int64]bool{2: true, 6: true})
	if diff := cmp.Diff([][]int64{{2}, {3}, {6}, {2}}, [][]int64{ids(got.last), ids(got.refused), ids(got.refunds),
		ids(got.picked)}); diff != "" {
		t.Errorf("last, refused, refunds, picked (-want +got):\n%s", diff)
	}
	if got.fresh != 5 || len(got.shops) != 1 || cmp.Diff([]int64{2, 3}, ids(got.shops[0].orders)) != "" {
		t.Errorf("%d new, to accept %+v", got.fresh, got.shops)
	}
}

// The strip tells of orders whatever number somebody looks for. Its buttons did nothing for those that the search hid.
func TestJumpEndsTheSearchThatHidesTheOrder(t *testing.T) {
	t.Parallel()
	board := rushOf(t, 2)
	o, _ := board.Book.Order(2)
	for find, want := range map[string]string{"": "", "48": "48", "999": ""} {
		board.find = find
		board.bring(app.Context{}, o)
		if board.find != want || board.jump != 2 {
			t.Errorf("%q is looked for after %q", board.find, find)
		}
	}
}

// A board of several shops shows the rule for a rush of each, and offers relief to the shop where most orders wait
// unless that shop has a rule. The offer was missing as soon as any shop had one, and only one shop's was shown.
func TestEveryRuleForARushIsShown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		busiest int64
		offered bool
	}{{1, false}, {3, true}} {
		var orders []api.Order
		for id := range int64(relieveFrom) {
			o := placed(api.ColumnNew)
			o.OrderID, o.ShopID = id+1, tt.busiest
			orders = append(orders, o)
		}
		p := boardOf(t, everything)
		p.Route.ShopID = 0
		p.Book.Load(api.Orders{Orders: orders})
		var shops []api.Shop
		for id := int64(1); id <= 3; id++ {
			shops = append(shops, api.Shop{ShopID: id, Name: "Shop", Zone: "Asia/Hong_Kong", Permissions: everything})
		}
		p.State.SetShops(shops)
		until := time.Now().Add(relieveFor).UnixMilli()
		p.Book.SetSettings(api.OrderSettings{ShopID: 1, RushUntil: until})
		p.Book.SetSettings(api.OrderSettings{ShopID: 2, RushUntil: until})
		p.Book.SetSettings(api.OrderSettings{ShopID: 3, RushUntil: 1})
		html := pagetest.Markup(p)
		for part, want := range map[string]bool{"rush-stop-1": true, "rush-stop-2": true, "rush-stop-3": false,
			"rush-pause": true, "rush-rule": tt.offered} {
			if strings.Contains(html, `id="`+part+`"`) != want {
				t.Errorf("most wait in shop %d: %s is shown: %v", tt.busiest, part, !want)
			}
		}
	}
}
