package server_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

func column(c api.Column) func(api.Order) bool {
	return func(o api.Order) bool { return o.Column == c && !o.Partial && o.Doing == nil }
}

// An order whose record was sealed with a key that is gone is shown without the record's details, and with them after
// a refresh. Its page once answered 500.
func TestOrderOfARemovedKeyIsShownAndRefreshed(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff := k.as(api.RoleStaff)
	k.screenWithOrder(staff)
	gone, err := servertest.Must(sealed.Parse(strings.NewReader(sealed.Generate())))(t).Sub("orders")
	if err != nil {
		t.Fatal(err)
	}
	lost := servertest.Must(gone.Seal([]byte("{}"), orders.Place(shopID, orderID)))(t)
	was := servertest.Must(k.store.Order(t.Context(), shopID, orderID))(t)
	if err := k.store.ReplaceRecord(t.Context(), store.SealedRecord{ShopID: shopID, OrderID: orderID,
		Record: was.Record}, lost); err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("%s?shop=%d&order=%d", api.PathOrder, shopID, int64(orderID))
	if detail := read[api.OrderDetail](k.bench, staff, path); detail.Order.OrderID != orderID || detail.Recipient != nil {
		t.Errorf("detail %+v", detail)
	}
	if status, body := k.post(staff, api.PathOrderRefresh, api.OrderRef{ShopID: shopID,
		OrderID: orderID}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if detail := read[api.OrderDetail](k.bench, staff, path); detail.Recipient == nil {
		t.Errorf("detail after a refresh %+v", detail)
	}
}

// returned is a store that counts the orders given back before their claim ends.
type returned struct {
	store.Store
	orders atomic.Int64
}

func (s *returned) ClaimOrders(ctx context.Context, due []store.DueOrder, at int64) ([]bool, error) {
	if len(due) > 0 && due[0].DueAt > time.Now().UnixMilli() {
		s.orders.Add(1)
	}
	return s.Store.ClaimOrders(ctx, due, at)
}

// The platform fails to answer for an order: its next read is saved once, with the order.
func TestFailedReadIsSavedOnce(t *testing.T) {
	t.Parallel()
	counts := &returned{}
	k := newKitchen(t, func(o *server.Options) { counts.Store = o.Store; o.Store = counts })
	k.far.Fault(platform.PathOrderGet, orderstest.Unheard)
	screen := k.screen(k.as(api.RoleStaff), "")
	k.place(orderID)
	screen.order(func(o api.Order) bool { return o.Trouble })
	if err := k.console.Close(); err != nil { // waits for the work on the order
		t.Fatal(err)
	}
	if n := counts.orders.Load(); n != 0 {
		t.Errorf("orders were given back %d times", n)
	}
}

// An order goes from the platform's push to the screen and the board, and an act goes back to the platform.
func TestOrderGoesFromPushToBoardAndBack(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff := k.as(api.RoleStaff)
	screen := k.screen(staff, "")
	k.place(orderID)
	o := screen.order(column(api.ColumnNew))
	if o.OrderID != orderID || o.ItemCount != 2 || o.Note != "no coriander" || o.Total == nil ||
		o.Total.Text != "HKD 96.00" || o.AcceptBy != o.PlacedAt+300_000 {
		t.Errorf("the screen shows %+v", o)
	}
	board := read[api.Orders](k.bench, staff, api.PathOrders+"?shop=100001")
	if len(board.Orders) != 1 || board.Orders[0].Column != api.ColumnNew || board.Now == 0 || board.Hooks == nil ||
		board.Hooks.HeardAt == 0 {
		t.Errorf("the board shows %+v", board)
	}
	acted, err := k.act(staff, api.ActOrder{Act: api.ActAccept, Key: "press 1", Version: o.Version})
	if err != nil || acted.State != api.ActDone || acted.Order.Column != api.ColumnPreparing ||
		acted.Order.AcceptedVia != api.ViaPerson || acted.Order.AcceptedBy == "" {
		t.Fatalf("%+v %v", acted, err)
	}
	screen.order(column(api.ColumnPreparing))
	k.push(platform.EventOrderAccepted, orderstest.Event(shopID, orderID, platform.OrderAccepted, time.Now()))
	for _, step := range []struct {
		act  api.Act
		want api.Column
	}{{api.ActReady, api.ColumnReady}, {api.ActCollect, api.ColumnDone}} {
		if acted, err := k.act(staff, api.ActOrder{Act: step.act, Key: string(step.act)}); err != nil ||
			acted.Order.Column != step.want {
			t.Fatalf("%s: %+v %v", step.act, acted, err)
		}
	}
	detail := read[api.OrderDetail](k.bench, staff, fmt.Sprintf("%s?shop=%d&order=%d", api.PathOrder, shopID,
		int64(orderID)))
	if detail.Recipient == nil || detail.Recipient.Name != "Chan Tai Man" ||
		!strings.Contains(string(detail.Raw), "9007199254740993") || len(detail.Lines) != 1 {
		t.Errorf("detail %+v", detail)
	}
	var acts []string
	for _, e := range detail.Timeline {
		if e.What == api.TimelineAct {
			acts = append(acts, string(e.Act)+" "+string(e.State))
		}
	}
	if got := strings.Join(acts, ", "); got != "accept done, ready done, collect done" {
		t.Errorf("timeline: %s", got)
	}
	history := read[api.History](k.bench, staff, api.PathHistory+"?q=WONTON&state=done,cancelled")
	if len(history.Orders) != 1 || history.Orders[0].OrderID != orderID {
		t.Errorf("history %+v", history)
	}
	arabic := strings.Map(func(r rune) rune { return r - '0' + '٠' }, strconv.Itoa(orderID))
	for _, number := range []string{arabic, "#" + arabic} { // as the console writes it
		if found := read[api.History](k.bench, staff, api.PathHistory+"?q="+url.QueryEscape(number)); len(found.Orders) != 1 {
			t.Errorf("%s found %+v", number, found)
		}
	}
	pasted := "?q=" + url.QueryEscape("a b c d e f g h i j k l m n o p q r s t u v w x y z wonton soup wonton")
	if found := read[api.History](k.bench, staff, api.PathHistory+pasted); len(found.Orders) != 0 {
		t.Errorf("words that aren't there found %+v", found)
	}
	pasted = "?q=" + url.QueryEscape(strings.Repeat("wonton ", 20))
	if found := read[api.History](k.bench, staff, api.PathHistory+pasted); len(found.Orders) != 1 {
		t.Errorf("many words found %+v", found)
	}
	if empty := read[api.History](k.bench, staff, api.PathHistory+"?q=100%25"); len(empty.Orders) != 0 {
		t.Errorf("a wildcard found %+v", empty)
	}
}

// An acceptance that is sent twice at once by two tablets and once more later is one call of the platform.
func TestAcceptingTwiceIsOneCall(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff, manager := k.as(api.RoleStaff), k.as(api.RoleManager)
	k.screenWithOrder(staff)
	var pressing sync.WaitGroup
	answers := make([]api.Acted, 8)
	for i := range answers {
		pressing.Go(func() {
			c, key := staff, "one"
			if i%2 == 1 {
				c, key = manager, "two"
			}
			acted, err := k.act(c, api.ActOrder{Act: api.ActAccept, Key: key})
			if err != nil {
				t.Error(err)
			}
			answers[i] = acted
		})
	}
	pressing.Wait()
	done := map[api.ActState]int{}
	for _, a := range answers {
		done[a.State]++
		if a.State == api.ActNews && (a.News != api.NewsAccepted || a.By == "") {
			t.Errorf("%+v", a)
		}
	}
	if n := k.far.Calls(platform.PathOrderConfirm); n != 1 || done[api.ActDone] != 4 || done[api.ActNews] != 4 {
		t.Errorf("%d calls, answers %v", n, done)
	}
}

// busyAtFirst has the platform refuse the first call of each path, because there are too many.
func (k *kitchen) busyAtFirst(paths ...string) {
	for _, path := range paths {
		var calls atomic.Int32
		k.far.Fault(path, func(w http.ResponseWriter, _ func()) bool {
			first := calls.Add(1) == 1
			if first {
				w.WriteHeader(http.StatusTooManyRequests)
			}
			return first
		})
	}
}

// An act and the read before it are tried again while the platform takes no more calls. Bug: after a restart the reads
// of 300 open orders used up a platform's limit, and for some seconds each acceptance that a person pressed failed. So
// did a refund, which reads the order and its preview first, and an order that a person had read again.
func TestActWaitsForAPlatformThatTakesNoMoreCalls(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff, manager := k.as(api.RoleStaff), k.as(api.RoleManager)
	k.far.Put(orderstest.NewOrder(shopID, orderID, time.Now())) // unknown to us, so the act reads it
	k.busyAtFirst(platform.PathOrderGet, platform.PathOrderConfirm)
	if acted, err := k.act(staff, api.ActOrder{Act: api.ActAccept, Key: "a"}); err != nil || acted.State != api.ActDone {
		t.Errorf("%+v %v", acted, err)
	}
	if n := k.far.Calls(platform.PathOrderConfirm); n != 2 {
		t.Errorf("%d calls", n)
	}
	k.busyAtFirst(platform.PathOrderGet, platform.PathRefundPreview, platform.PathRefundApply)
	if acted, err := k.act(manager, refund("r", 1, orderstest.Price)); err != nil || acted.State != api.ActDone {
		t.Errorf("%+v %v", acted, err)
	}
	if n := k.far.Calls(platform.PathRefundApply); n != 2 {
		t.Errorf("%d calls", n)
	}
	k.busyAtFirst(platform.PathOrderGet)
	if status, body := k.post(staff, api.PathOrderRefresh, api.OrderRef{ShopID: shopID, OrderID: orderID}); status != 200 {
		t.Errorf("%d %s", status, body)
	}
}

// What is in a new order is waited for. Bug: one answer "too many" told screens that the platform doesn't say, and a
// ticket without items was printed.
func TestContentOfANewOrderIsWaitedFor(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	screen := k.screen(k.as(api.RoleStaff), "")
	k.busyAtFirst(platform.PathOrderGet)
	k.place(orderID)
	screen.order(func(o api.Order) bool {
		if o.Trouble {
			t.Error("screens are told of trouble")
		}
		return !o.Partial
	})
}

// A rejection that was pressed while somebody accepts the order is no cancellation of an accepted order. Bug: the order
// was cancelled as soon as it was accepted, though the page asks anew when it sees the acceptance first.
func TestRejectionPressedDuringAnAcceptanceCancelsNothing(t *testing.T) {
	t.Parallel()
	waiting := &turns{waits: make(chan struct{}, 1)}
	k := newKitchen(t, func(o *server.Options) { waiting.Store = o.Store; o.Store = waiting })
	staff, manager := k.as(api.RoleStaff), k.as(api.RoleManager)
	k.screenWithOrder(staff)
	slow := newGate(t, 0)
	k.far.Before(platform.PathOrderConfirm, slow.wait)
	var pressing sync.WaitGroup
	pressing.Go(func() {
		if acted, err := k.act(staff, api.ActOrder{Act: api.ActAccept, Key: "yes"}); err != nil ||
			acted.State != api.ActDone {
			t.Errorf("%+v %v", acted, err)
		}
	})
	k.eventually("the acceptance to be on its way", func() bool { return slow.asked.Load() == 1 })
	reject := api.ActOrder{Act: api.ActCancel, Code: platform.CancelNoIngredients, Key: "no"}
	pressing.Go(func() {
		if acted, err := k.act(manager, reject); err != nil || acted.News != api.NewsAccepted || acted.By == "" ||
			acted.Order.Column != api.ColumnPreparing {
			t.Errorf("%+v %v", acted, err)
		}
	})
	<-waiting.waits
	slow.open()
	pressing.Wait()
	reject.Key = "knowingly"
	if acted, err := k.act(manager, reject); err != nil || acted.State != api.ActDone {
		t.Errorf("%+v %v", acted, err)
	}
}

// A screen may show an order as new some seconds after somebody has accepted it. Bug: a rejection pressed there
// cancelled the order, which the kitchen was cooking.
func TestRejectionPressedOnAnOldScreenCancelsNothing(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff, manager := k.as(api.RoleStaff), k.as(api.RoleManager)
	k.screenWithOrder(staff)
	seen := read[api.Orders](k.bench, manager, api.PathOrders).Orders[0]
	if _, err := k.act(staff, api.ActOrder{Act: api.ActAccept, Key: "yes"}); err != nil {
		t.Fatal(err)
	}
	reject := api.ActOrder{Act: api.ActCancel, Code: platform.CancelNoIngredients, Key: "no", Version: seen.Version}
	acted, err := k.act(manager, reject)
	if err != nil || acted.News != api.NewsAccepted || acted.By == "" || k.far.Calls(platform.PathOrderCancel) != 0 {
		t.Errorf("%+v %v", acted, err)
	}
	reject.Key, reject.Version = "knowingly", acted.Order.Version
	if acted, err := k.act(manager, reject); err != nil || acted.State != api.ActDone {
		t.Errorf("%+v %v", acted, err)
	}
}

// A terminal accepts an order, and the platform's message of that is lost. Bug: a rejection pressed meanwhile cancelled
// the order, which the kitchen was cooking.
func TestRejectionOfWhatATerminalAcceptedCancelsNothing(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	manager := k.as(api.RoleManager)
	k.screenWithOrder(manager)
	k.far.Change(orderID, func(o *platform.Order) { o.Base.Status = platform.OrderAccepted })
	reject := api.ActOrder{Act: api.ActCancel, Code: platform.CancelNoIngredients, Key: "no"}
	acted, err := k.act(manager, reject)
	if err != nil || acted.News != api.NewsAccepted || acted.Via != api.ViaElsewhere ||
		k.far.Calls(platform.PathOrderCancel) != 0 {
		t.Errorf("%+v %v", acted, err)
	}
	reject.Key, reject.Version = "knowingly", acted.Order.Version
	if acted, err := k.act(manager, reject); err != nil || acted.State != api.ActDone {
		t.Errorf("%+v %v", acted, err)
	}
}

// An act that another party did first is answered with news, not an error (interface 3.2, rules 2 and 6).
func TestActDoneElsewhereIsNews(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	manager := k.as(api.RoleManager)
	screen := k.screenWithOrder(manager)
	k.far.Change(orderID, func(o *platform.Order) { o.Base.Status = platform.OrderAccepted })
	if acted, err := k.act(manager, api.ActOrder{Act: api.ActAccept, Key: "a"}); err != nil ||
		acted.News != api.NewsAccepted || acted.Via != api.ViaElsewhere {
		t.Errorf("accept: %+v %v", acted, err)
	}
	k.far.Change(orderID, func(o *platform.Order) {
		o.Refunds = []platform.RefundState{{AfterSaleOrderID: 7, Status: platform.RefundAsked, Money: 100, Currency: "HKD",
			Applicant: platform.OpCustomer, ApplyTime: 1}}
	})
	event := orderstest.Event(shopID, orderID, platform.OrderAccepted, time.Now())
	event.AfterSaleOrderID, event.Money, event.Currency, event.ApplyReason = 7, 100, "HKD", "soup spilled"
	k.push(platform.EventRefund, event)
	o := screen.order(func(o api.Order) bool {
		return o.Refund != nil && o.Refund.Standing == api.RefundAsked && o.Refund.Reason != ""
	})
	if o.Refund.Money.Text != "HKD 1.00" {
		t.Errorf("%+v", o.Refund)
	}
	k.far.Change(orderID, func(o *platform.Order) {
		o.Refunds[0].Status, o.Refunds[0].Decider = platform.RefundRejected, platform.OpMerchant
	})
	if acted, err := k.act(manager, api.ActOrder{Act: api.ActRefundAgree, Key: "b"}); err != nil ||
		acted.News != api.NewsDecided || acted.Order.Refund.Standing != api.RefundRejected {
		t.Errorf("agree: %+v %v", acted, err)
	}
	k.far.Change(orderID, func(o *platform.Order) { o.Base.Status = platform.OrderCancelled })
	if acted, err := k.act(manager, api.ActOrder{Act: api.ActReady, Key: "c"}); err != nil ||
		acted.News != api.NewsCancelled {
		t.Errorf("ready: %+v %v", acted, err)
	}
}

// The platform's answer is lost. The order is read, and the call is never repeated.
func TestLostAnswerOfAnActIsReadNotRepeated(t *testing.T) {
	t.Parallel()
	t.Run("the platform acted", func(t *testing.T) {
		t.Parallel()
		k := newKitchen(t, nil)
		staff := k.as(api.RoleStaff)
		k.screenWithOrder(staff)
		k.far.Fault(platform.PathOrderConfirm, orderstest.Lost)
		if acted, err := k.act(staff, api.ActOrder{Act: api.ActAccept, Key: "a"}); err != nil || acted.State != api.ActDone ||
			acted.Order.AcceptedBy == "" {
			t.Errorf("%+v %v", acted, err)
		}
		if n := k.far.Calls(platform.PathOrderConfirm); n != 1 {
			t.Errorf("%d calls", n)
		}
	})
	t.Run("the outcome stays unknown", func(t *testing.T) {
		t.Parallel()
		k := newKitchen(t, nil)
		staff := k.as(api.RoleStaff)
		k.screenWithOrder(staff)
		k.far.Fault(platform.PathOrderConfirm, orderstest.Lost)
		k.far.Fault(platform.PathOrderGet, orderstest.Unheard)
		acted, err := k.act(staff, api.ActOrder{Act: api.ActAccept, Key: "a"})
		if err != nil || acted.State != api.ActUnknown {
			t.Fatalf("%+v %v", acted, err)
		}
		if _, err := k.act(staff, api.ActOrder{Act: api.ActAccept, Key: "b"}); err == nil ||
			err.Code != api.CodePlatformDown {
			t.Errorf("sent without reading: %v", err)
		}
		k.far.Fault(platform.PathOrderGet, nil)
		acted, err = k.act(staff, api.ActOrder{Act: api.ActAccept, Key: "c"})
		if err != nil || acted.News != api.NewsAccepted || acted.Via != api.ViaPerson || acted.By == "" {
			t.Errorf("%+v %v", acted, err)
		}
		if n := k.far.Calls(platform.PathOrderConfirm); n != 1 {
			t.Errorf("%d calls", n)
		}
	})
}

func TestOrderActsNeedPermission(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	k.screenWithOrder(k.as(api.RoleOwner))
	for _, tt := range []struct {
		name string
		c    *http.Client
		shop int64
		act  api.Act
		want int
	}{
		{"signed out", k.browser(), shopID, api.ActAccept, http.StatusUnauthorized},
		{"nobody's shop", k.as(api.RoleOwner), 999999, api.ActAccept, http.StatusNotFound},
		{"another shop's order", k.as(api.RoleOwner), 100002, api.ActAccept, http.StatusUnprocessableEntity},
		{"staff cancels", k.as(api.RoleStaff), shopID, api.ActCancel, http.StatusForbidden},
		{"no reason", k.as(api.RoleManager), shopID, api.ActCancel, http.StatusUnprocessableEntity},
		{"no such act", k.as(api.RoleManager), shopID, "eat", http.StatusUnprocessableEntity},
	} {
		status, body := k.post(tt.c, api.PathOrderAct, api.ActOrder{ShopID: tt.shop, OrderID: orderID,
			Act: tt.act, Key: tt.name})
		if status != tt.want {
			t.Errorf("%s: %d %s", tt.name, status, body)
		}
	}
	for _, path := range []string{api.PathOrders, api.PathHistory, api.PathOrder, api.PathOrderSettings, api.PathLive,
		api.PathLivePoll, api.PathHooks} {
		if status, body := k.do(k.browser(), http.MethodGet, path, nil, nil); status != http.StatusUnauthorized &&
			status != http.StatusNotFound {
			t.Errorf("%s signed out: %d %s", path, status, body)
		}
	}
	if status, _ := k.do(k.as(api.RoleManager), http.MethodGet, api.PathHooks, nil, nil); status != http.StatusForbidden {
		t.Errorf("a manager sees the hooks: %d", status)
	}
	if n := k.far.Calls(platform.PathOrderConfirm) + k.far.Calls(platform.PathOrderCancel); n != 0 {
		t.Errorf("%d calls", n)
	}
}

func TestAutoAcceptKeepsItsLimits(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	manager := k.as(api.RoleManager)
	screen := k.screen(manager, "")
	save := func(s api.OrderSettings) (int, string) {
		s.ShopID = shopID
		return k.post(manager, api.PathOrderSettings, s)
	}
	if status, body := save(api.OrderSettings{AutoAccept: true, MaxOpen: 2, MaxAmount: 9600,
		Currency: "HKD"}); status != http.StatusOK {
		t.Fatal(body)
	}
	if status, body := save(api.OrderSettings{}); status != http.StatusConflict || code(t, body) != api.CodeChanged {
		t.Errorf("an old version: %d %s", status, body)
	}
	if status, body := save(api.OrderSettings{MaxOpen: api.MaxOpen + 1}); status != http.StatusUnprocessableEntity {
		t.Errorf("more open orders than the form takes: %d %s", status, body)
	}
	k.place(1001)
	o := screen.order(column(api.ColumnPreparing))
	if o.AcceptedVia != api.ViaRule || o.AcceptedBy != "" {
		t.Errorf("%+v", o)
	}
	dear := orderstest.NewOrder(shopID, 1002, time.Now())
	dear.Fees[platform.FeePaid] = platform.NewFee(9601, "HKD")
	k.far.Put(dear)
	k.push(platform.EventOrderPlaced, orderstest.Event(shopID, 1002, platform.OrderPlaced, time.Now()))
	k.place(1003) // the second order
	k.place(1004) // one order too many
	for open := 0; open < 4; {
		board := read[api.Orders](k.bench, manager, api.PathOrders)
		open = 0
		for _, o := range board.Orders {
			if !o.Partial && o.Doing == nil {
				open++
			}
		}
		if open < 4 {
			screen.until(func(told) bool { return true })
		}
	}
	columns := map[api.Column]int{}
	for _, o := range read[api.Orders](k.bench, manager, api.PathOrders).Orders {
		columns[o.Column]++
		if o.OrderID == 1002 && o.Column != api.ColumnNew {
			t.Error("the dear one was accepted")
		}
	}
	if columns[api.ColumnPreparing] > 2 {
		t.Errorf("%v", columns)
	}
}

// An order that belongs to another shop in the platform's record is shown to no shop.
func TestOrderOfAnotherShopIsNotShown(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	owner := k.as(api.RoleOwner)
	k.far.Put(orderstest.NewOrder(shopID, orderID, time.Now()))
	event := orderstest.Event(shopID, orderID, platform.OrderPlaced, time.Now())
	k.n++
	body := orderstest.Message(k.console.HookURL(), sandbox.DemoClientSecret, orderstest.ID(k.n),
		platform.EventOrderPlaced, 100002, event, time.Now())
	if status, text := k.deliver(body); status != http.StatusOK {
		t.Fatal(status, text)
	}
	var hooks api.Hooks
	for len(hooks.Dead) == 0 {
		hooks = read[api.Hooks](k.bench, owner, api.PathHooks)
	}
	if board := read[api.Orders](k.bench, owner, api.PathOrders); len(board.Orders) != 0 {
		t.Errorf("%+v", board.Orders)
	}
}

// nobody admits no caller: for a replica that only cleans.
type nobody struct{ auth.Authoriser }

func (nobody) Scope(context.Context, int64, platform.Permission) (auth.ShopScope, error) {
	return auth.ShopScope{}, &api.Error{Status: http.StatusNotFound, Code: api.CodeNotFound}
}
func (nobody) VisibleShops(context.Context) ([]api.Shop, error) { return nil, nil }
func (nobody) Call(context.Context, string, []byte) (platform.Reply, error) {
	return platform.Reply{}, &platform.UnreachableError{}
}
func (nobody) Seal([]byte, string) (string, error) { return "", nil }
func (nobody) Open(string, string) ([]byte, error) { return nil, nil }

// The customer's details are sealed, and deleted once the order is old.
func TestCustomerDetailsAreSealedAndDeleted(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff := k.as(api.RoleStaff)
	screen := k.screenWithOrder(staff)
	row, err := k.store.Order(t.Context(), shopID, orderID)
	if err != nil || strings.Contains(row.Record, "Chan") || strings.Contains(string(row.Data), "Chan") ||
		strings.Contains(row.Search, "chan") || !strings.HasPrefix(row.Record, "v1.") {
		t.Errorf("the recipient is in the open: %s %v", row.Record, err)
	}
	path := fmt.Sprintf("%s?shop=%d&order=%d", api.PathOrder, shopID, int64(orderID))
	clean := func(later time.Duration) (row store.Order, d api.OrderDetail) {
		t.Helper()
		if err := k.cleaner(later).Clean(t.Context()); err != nil {
			t.Fatal(err)
		}
		row, err := k.store.Order(t.Context(), shopID, orderID)
		if err != nil {
			t.Fatal(err)
		}
		return row, read[api.OrderDetail](k.bench, staff, path)
	}
	if row, d := clean(0); row.DueAt == 0 || d.Recipient == nil || d.Forgotten || d.Order.Note == "" || d.Raw == nil {
		t.Errorf("too early: read again at %d, %+v", row.DueAt, d)
	}
	for _, act := range []api.Act{api.ActAccept, api.ActReady, api.ActCollect} {
		if _, err := k.act(staff, api.ActOrder{Act: act, Key: string(act)}); err != nil {
			t.Fatal(err)
		}
	}
	k.push(platform.EventRefund, orderstest.Event(shopID, orderID, platform.OrderCompleted, time.Now()))
	screen.order(func(o api.Order) bool { return o.Refund != nil })
	// The read that the event asks for may come after a cleaning: the next cleaning finds it.
	k.eventually("everything to be gone, and not read again", func() bool {
		row, d := clean(2 * time.Hour)
		return row.DueAt == 0 && d.Recipient == nil && d.Forgotten && d.Order.Note == "" && d.Raw == nil
	})
}
