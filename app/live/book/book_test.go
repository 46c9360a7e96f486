package book

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

const minute = 60_000

func order(id, version int64, column api.Column) api.Order {
	return api.Order{OrderID: id, ShopID: 1, Version: version, Column: column, PlacedAt: id * minute,
		AcceptBy: (id + 5) * minute}
}

func with(orders ...api.Order) *Book {
	d := New()
	d.Load(api.Orders{Orders: orders})
	return d
}

// later has time go by, with nobody touching anything.
func later(d *Book, ms int64) {
	at := d.now() + ms
	d.now = func() int64 { return at }
	d.Settle()
}

func TestLaneOf(t *testing.T) {
	t.Parallel()
	asked := &api.OrderRefund{Standing: api.RefundAsked}
	for _, tt := range []struct {
		name  string
		order api.Order
		want  Lane
	}{
		{"new", api.Order{Column: api.ColumnNew}, LaneNew},
		{"preparing, with a request", api.Order{Column: api.ColumnPreparing, Refund: asked}, LanePreparing},
		{"ready", api.Order{Column: api.ColumnReady}, LaneReady},
		{"done", api.Order{Column: api.ColumnDone}, LaneDone},
		{"done, with a request", api.Order{Column: api.ColumnDone, Refund: asked}, LaneRefunds},
		{"done, decided", api.Order{Column: api.ColumnDone, Refund: &api.OrderRefund{Standing: api.RefundAgreed}}, LaneDone},
		{"cancelled", api.Order{Column: api.ColumnCancelled}, LaneCancelled},
		{"status says nothing", api.Order{Column: api.ColumnOther, Status: 77}, LaneOther},
		{"column of a newer server", api.Order{Column: "parked"}, LaneOther},
	} {
		if got := LaneOf(&tt.order); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// Events come late and twice: an older version never replaces a newer one.
func TestPutNeverGoesBack(t *testing.T) {
	t.Parallel()
	d := with()
	if !d.Put(order(1, 3, api.ColumnNew)) {
		t.Error("a new order didn't arrive")
	}
	if d.Put(order(1, 3, api.ColumnNew)) {
		t.Error("it arrived twice")
	}
	d.Put(order(1, 5, api.ColumnReady))
	revision := d.Revision()
	d.Put(order(1, 4, api.ColumnPreparing))
	if o, _ := d.Order(1); o.Column != api.ColumnReady || d.Revision() != revision {
		t.Errorf("went back to %v", o.Column)
	}
	d.Asking()
	d.Put(order(1, 6, api.ColumnReady))
	d.Load(api.Orders{Orders: []api.Order{order(1, 4, api.ColumnPreparing)}})
	if o, _ := d.Order(1); o.Version != 6 {
		t.Errorf("a list went back to %v", o)
	}
	d.Load(api.Orders{})
	if _, there := d.Order(1); there {
		t.Error("an order that isn't in the list stayed")
	}
}

// A backup was restored, and with it lower versions of orders and settings. Boards that were open showed what they knew
// from before, and nothing new until an order's version was as high again: a cancellation was missed.
func TestListCountsAfterARestore(t *testing.T) {
	t.Parallel()
	d := with(order(1, 5, api.ColumnNew), order(2, 9, api.ColumnNew))
	d.SetSettings(api.OrderSettings{ShopID: 1, Version: 7, AutoAccept: true})
	d.SetSettings(api.OrderSettings{ShopID: 2, Version: 1, AutoAccept: true})
	d.Put(order(1, 7, api.ColumnPreparing))
	same, _ := d.Order(2)
	d.Asking()
	d.Load(api.Orders{Orders: []api.Order{order(1, 6, api.ColumnPreparing), order(2, 9, api.ColumnNew)}})
	d.SetSettings(api.OrderSettings{ShopID: 3, Version: 1}) // saved meanwhile
	d.LoadSettings([]api.OrderSettings{{ShopID: 1, Version: 4}})
	d.SetSettings(api.OrderSettings{ShopID: 1, Version: 3, AutoAccept: true})
	d.Put(order(1, 7, api.ColumnCancelled))
	if o, _ := d.Order(1); o.Column != api.ColumnCancelled {
		t.Errorf("the order is %+v", o)
	}
	if o, _ := d.Order(2); o != same {
		t.Error("an order that is as it was has another value")
	}
	if s, _ := d.Settings(1); s.Version != 4 || s.AutoAccept {
		t.Errorf("the settings are %+v", s)
	}
	if s, ok := d.Settings(2); ok {
		t.Errorf("settings that were saved after the backup: %+v", s)
	}
	if _, ok := d.Settings(3); !ok {
		t.Error("settings that were saved while the list was read are lost")
	}
}

// A card that is left alone keeps its place in the page and its value, so that
// it isn't drawn anew when another one goes.
func TestPlacesStay(t *testing.T) {
	t.Parallel()
	d := with(order(3, 1, api.ColumnNew), order(1, 1, api.ColumnNew), order(2, 1, api.ColumnNew))
	if diff := cmp.Diff([]int64{1, 2, 3}, []int64(d.lanes[LaneNew])); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	third, _ := d.Order(3)
	d.Put(order(2, 2, api.ColumnPreparing))
	if diff := cmp.Diff([]int64{1, 0, 3}, []int64(d.lanes[LaneNew])); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if same, _ := d.Order(3); same != third {
		t.Error("another order's value was replaced")
	}
	d.Put(order(3, 2, api.ColumnPreparing))
	later(d, Hold)
	d.Put(order(4, 1, api.ColumnNew))
	if diff := cmp.Diff([]int64{1, 4}, []int64(d.lanes[LaneNew])); diff != "" {
		t.Errorf("empty places at the end (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{2, 3}, []int64(d.lanes[LanePreparing])); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for id := int64(5); id < 205; id++ {
		d.Put(order(id, 1, api.ColumnNew))
	}
	for id := int64(5); id < 200; id++ {
		d.Put(order(id, 2, api.ColumnDone))
	}
	later(d, Hold)
	if n := len(d.lanes[LaneNew]); n > 7+spare+7 {
		t.Errorf("%d places for %d orders", n, d.Count(LaneNew, Filter{}))
	}
	if newest := slices.Collect(d.In(LaneDone)); newest[0].OrderID != 199 {
		t.Errorf("the newest of the ended isn't first: %v", newest[:3])
	}
}

func TestFilter(t *testing.T) {
	t.Parallel()
	o := &api.Order{OrderID: 9007199254740993, ShopID: 7, Number: "A4817"}
	for _, tt := range []struct {
		filter Filter
		want   bool
	}{
		{Filter{}, true}, {Filter{ShopID: 7}, true}, {Filter{ShopID: 8}, false}, {Filter{Number: "481"}, true},
		{Filter{Number: " #a4817 "}, true}, {Filter{Number: "740993"}, true}, {Filter{Number: "740992"}, false},
		{Filter{ShopID: 8, Number: "4817"}, false},
		{Filter{Number: "٤٨١٧"}, true}, {Filter{Number: "۴۸۱۷"}, true}, {Filter{Number: "\u2066＃Ａ４８１７\u2069"}, true},
		{Filter{Number: "٤٨١٨"}, false},
	} {
		if got := tt.filter.Fits(o); got != tt.want {
			t.Errorf("%+v: %v", tt.filter, got)
		}
	}
}

// A tablet that is ten minutes ahead counts down all the same.
func TestClock(t *testing.T) {
	t.Parallel()
	var c Clock
	const device, server = 1_000_000, 400_000
	c.Sample(device, device+2000, server) // a slow answer: somewhere between
	if got := c.Now(device + 2000); got != server+1000 {
		t.Errorf("got %d", got)
	}
	c.Sample(device+3000, device+3100, server+3050)
	if got := c.Now(device + 4000); got != server+4000 {
		t.Errorf("a better answer wasn't taken: %d", got)
	}
	c.Sample(device+5000, device+7000, server+6900)
	if got := c.Now(device + 8000); got != server+8000 {
		t.Errorf("a worse one was: %d", got)
	}
	c.Sample(device+9000, device+9900, server+300_000)
	if got := c.Now(device + 9900); got != server+300_450 {
		t.Errorf("a clock that was set wasn't followed: %d", got)
	}
	c.Sample(5, 4, 1)
	c.Sample(4, 5, 0)
	if got := c.Now(device + 9900); got != server+300_450 {
		t.Errorf("nonsense was taken: %d", got)
	}
}

func all(int64) bool { return true }

func TestAlarm(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnNew)) // until minute 6
	step := func(name string, now int64, want Alarm) {
		t.Helper()
		if got := d.Alarm(now, all); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	step("arrived", 2*minute, Ring)
	if d.Alarm(2*minute, func(int64) bool { return false }) != Quiet {
		t.Error("rings where the person may not work")
	}
	d.See(1)
	step("seen", 3*minute, Quiet)
	step("last minute", 5*minute, Urgent)
	step("too late", 6*minute, Quiet)
	d.Put(order(2, 1, api.ColumnNew)) // a second one rings again
	step("a second one", 3*minute, Ring)
	d.SeeAll()
	step("all seen", 3*minute, Quiet)
	request, _ := d.Begin(api.ActOrder{OrderID: 1, Act: api.ActAccept})
	step("being accepted", 5*minute+1, Quiet)
	d.End(request, api.Acted{}, errors.New("x"))
	step("not accepted after all", 5*minute+1, Urgent)
	d.Put(order(1, 2, api.ColumnPreparing))
	step("accepted elsewhere", 5*minute+1, Quiet)
	d.Put(order(1, 3, api.ColumnCancelled))
	step("cancelled while it was prepared", 5*minute+1, Stopped)
	if d.Alarm(5*minute+1, func(int64) bool { return false }) != Quiet {
		t.Error("a cancelled order is heard where the person may not work")
	}
	d.Put(order(3, 1, api.ColumnNew))
	step("and another one waits", 3*minute, Ring)
	d.SeeAll()
	d.HeedStopped()
	step("read", 3*minute, Quiet)
	lapsed := order(3, 2, api.ColumnCancelled)
	lapsed.Cancel = &api.OrderEnd{Via: api.ViaPlatform}
	d.Put(lapsed)
	if step("lapsed: told once", 8*minute, Quiet); len(d.Stopped) != 1 || len(d.Notices()) == 0 {
		t.Error("nobody is told that it lapsed")
	}
}

// A new order that a party with an undocumented number had cancelled was told as one that nobody accepted in time.
func TestOrderCancelledByAnUnknownPartyHasNotLapsed(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnNew))
	cancelled := order(1, 2, api.ColumnCancelled)
	cancelled.Cancel = &api.OrderEnd{Via: api.ViaPlatform, OpType: 70}
	if d.Put(cancelled); len(d.Notices()) != 0 {
		t.Error("it is told")
	}
}

// The board is drawn anew at each threshold. The regression: the strip above a rush led to the orders of the last
// minute up to a minute late.
func TestThresholdsAreToldOnce(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnNew)) // until minute 6
	var told []int64
	for now := int64(minute); now < 7*minute; now += 1000 {
		drawn := d.Revision()
		_, threshold := d.Due(now, all)
		if threshold != 0 {
			told = append(told, threshold)
		}
		if draws := d.Revision() != drawn; draws != (threshold != 0) {
			t.Errorf("%d ms before the end the board is drawn anew: %v", 6*minute-now, draws)
		}
	}
	if diff := cmp.Diff([]int64{180_000, 60_000, 30_000}, told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Orders that have passed one threshold are told together, and those with the least time first: three of them were told
// one a second, each cutting off the one before.
func TestThresholdsAreToldTogether(t *testing.T) {
	t.Parallel()
	until := func(id, at int64) api.Order {
		return api.Order{OrderID: id, Version: 1, Column: api.ColumnNew, AcceptBy: at}
	}
	d := with(until(1, 5*minute), until(2, 5*minute+900), until(3, 5*minute+60), until(4, 3*minute), until(5, 9*minute))
	var told [][]int64
	for range 3 {
		var ids []int64
		due, _ := d.Due(2*minute+1000, all)
		for _, o := range due {
			ids = append(ids, o.OrderID)
		}
		told = append(told, ids)
	}
	if diff := cmp.Diff([][]int64{{4}, {1, 2, 3}, nil}, told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The answer to a press is lost, and what happened has come by the live line
// before that is known: there is nothing to be unsure of. A message said so all the same
// where the card wasn't in sight.
func TestLiveLineIsFasterThanTheFailure(t *testing.T) {
	t.Parallel()
	d := with(order(1, 4, api.ColumnNew))
	press, _ := d.Begin(api.ActOrder{ShopID: 1, OrderID: 1, Act: api.ActAccept})
	d.Put(order(1, 6, api.ColumnPreparing))
	lost := &platform.UnreachableError{Sent: true, Err: backend.ErrNoAnswer}
	if told := d.End(press, api.Acted{}, lost); d.Told(1) != nil || told.Unknown || told.Err != nil {
		t.Errorf("the card says %+v, a message %+v", d.Told(1), told)
	}
	press, _ = d.Begin(api.ActOrder{ShopID: 1, OrderID: 1, Act: api.ActReady})
	if told := d.End(press, api.Acted{}, lost); d.Told(1) == nil || !d.Told(1).Unknown || !told.Unknown {
		t.Error("nothing is said of a press whose outcome isn't known")
	}
}

// The answer to a rejection was lost, and the live line told that another person had accepted the order: nothing said
// that the order wasn't rejected. Likewise of an acceptance whose order was cancelled.
func TestLiveLineThatTellsOfSomethingElseLeavesDoubt(t *testing.T) {
	t.Parallel()
	lost := &platform.UnreachableError{Sent: true, Err: backend.ErrNoAnswer}
	for act, became := range map[api.Act]api.Column{
		api.ActCancel: api.ColumnPreparing, api.ActAccept: api.ColumnCancelled,
	} {
		d := with(order(1, 4, api.ColumnNew))
		press, _ := d.Begin(api.ActOrder{ShopID: 1, OrderID: 1, Act: act})
		d.Put(order(1, 6, became))
		if told := d.End(press, api.Acted{}, lost); d.Told(1) == nil || !told.Unknown {
			t.Errorf("%s: nothing is said of an order that became %s", act, became)
		}
		d = with(order(1, 4, api.ColumnPreparing))
		press, _ = d.Begin(api.ActOrder{ShopID: 1, OrderID: 1, Act: api.ActCancel})
		d.Put(order(1, 6, api.ColumnCancelled))
		if told := d.End(press, api.Acted{}, lost); d.Told(1) != nil || told.Unknown {
			t.Error("a cancellation that the live line has told is in doubt")
		}
	}
}

// An order whose acceptance had no answer was silent until its last minute, since the press had counted as seen.
func TestOrderThatWasNotAcceptedRingsAgain(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		acted api.Acted
		err   error
		want  Alarm
	}{
		{"no answer", api.Acted{}, &platform.UnreachableError{Sent: true, Err: backend.ErrTimeout}, Ring},
		{"offline", api.Acted{}, &platform.UnreachableError{Err: backend.ErrOffline}, Ring},
		{"refused", api.Acted{}, &api.Error{Code: api.CodeRefused}, Ring},
		{"the platform didn't say", api.Acted{State: api.ActUnknown}, nil, Ring},
		{"accepted", api.Acted{State: api.ActDone, Order: order(1, 5, api.ColumnPreparing)}, nil, Quiet},
	} {
		d := with(order(1, 4, api.ColumnNew))
		request, _ := d.Begin(api.ActOrder{ShopID: 1, OrderID: 1, Act: api.ActAccept})
		d.End(request, tt.acted, tt.err)
		if got := d.Alarm(2*minute, all); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestActs(t *testing.T) {
	t.Parallel()
	d := with(order(1, 4, api.ColumnNew))
	accept := api.ActOrder{ShopID: 1, OrderID: 1, Act: api.ActAccept}
	first, ok := d.Begin(accept)
	if !ok || first.Key == "" || len(first.Key) > api.MaxActKey || first.Version != 4 {
		t.Fatalf("%v %+v", ok, first)
	}
	if _, ok := d.Begin(accept); ok {
		t.Error("two presses made two acts")
	}
	if told := d.End(first, api.Acted{}, &platform.UnreachableError{Sent: true, Err: backend.ErrNoAnswer}); !told.Unknown {
		t.Errorf("%+v", told)
	}
	second, _ := d.Begin(accept)
	if second.Key != first.Key {
		t.Error("a press after an unknown outcome could do it twice")
	}
	d.End(second, api.Acted{}, &api.Error{Code: api.CodeRefused, Message: "no"})
	if told := d.Told(1); told == nil || told.Unknown || told.Err == nil {
		t.Errorf("%+v", told)
	}
	third, _ := d.Begin(accept)
	if third.Key == second.Key {
		t.Error("a refusal is final: another press is another act")
	}
	d.End(third, api.Acted{State: api.ActNews, News: api.NewsAccepted, Via: api.ViaElsewhere,
		Order: order(1, 5, api.ColumnPreparing)}, nil)
	if told := d.Told(1); told == nil || told.News != api.NewsAccepted || told.Err != nil {
		t.Errorf("%+v", told)
	}
	if d.Count(LanePreparing, Filter{}) != 1 {
		t.Error("the order didn't move")
	}
	d.Put(order(1, 6, api.ColumnReady))
	if d.Told(1) != nil {
		t.Error("what was said of the order as it was is still said")
	}
}

// Another refund was shown while a person confirmed theirs, or decided on one, which counted as done with that before
// their eyes.
func TestRefundKeepsTheVersionThatThePersonSaw(t *testing.T) {
	t.Parallel()
	d := with(order(1, 5, api.ColumnDone))
	for act, want := range map[api.Act]int64{
		api.ActRefundApply: 4, api.ActRefundAgree: 4, api.ActRefundReject: 4, api.ActCancel: 5,
	} {
		request, _ := d.Begin(api.ActOrder{ShopID: 1, OrderID: 1, Act: act, Version: 4})
		if request.Version != want {
			t.Errorf("%s names version %d", act, request.Version)
		}
		d.End(request, api.Acted{State: api.ActDone}, nil)
	}
}

// The approval of a refund got no answer, and was made. A second refund that the customer then asked for was approved
// under the key of the first: the server answered that it was done, and the customer still waited.
func TestDecisionOnAnotherRefundIsAnotherAct(t *testing.T) {
	t.Parallel()
	stands := func(version, id int64, standing api.RefundStanding) api.Order {
		o := order(1, version, api.ColumnPreparing)
		o.Refund = &api.OrderRefund{ID: id, Standing: standing}
		return o
	}
	d := with(stands(4, 1, api.RefundAsked))
	agree := api.ActOrder{ShopID: 1, OrderID: 1, Act: api.ActRefundAgree}
	first, _ := d.Begin(agree)
	d.End(first, api.Acted{}, &platform.UnreachableError{Sent: true, Err: backend.ErrNoAnswer})
	d.Put(stands(5, 1, api.RefundAgreed))
	d.Put(stands(6, 2, api.RefundAsked))
	if second, _ := d.Begin(agree); second.Key == first.Key {
		t.Error("the second refund is approved under the key of the first")
	}
}

// The answer to an approval was lost, and the live line told that the refund is approved. The card went on saying that
// nobody knows.
func TestDecisionThatTheLineTellsIsKnown(t *testing.T) {
	t.Parallel()
	stands := func(version int64, column api.Column, standing api.RefundStanding) api.Order {
		o := order(1, version, column)
		o.Refund = &api.OrderRefund{Standing: standing}
		return o
	}
	lost := &platform.UnreachableError{Sent: true, Err: backend.ErrNoAnswer}
	for _, column := range []api.Column{api.ColumnPreparing, api.ColumnCancelled} { // a part of the order, or the whole
		for _, first := range []bool{false, true} {
			d := with(stands(4, api.ColumnPreparing, api.RefundAsked))
			agree, _ := d.Begin(api.ActOrder{ShopID: 1, OrderID: 1, Act: api.ActRefundAgree})
			if first {
				d.Put(stands(5, column, api.RefundAgreed))
			}
			d.End(agree, api.Acted{}, lost)
			if !first {
				d.Put(stands(5, column, api.RefundAgreed))
			}
			if told := d.Told(1); told != nil {
				t.Errorf("%s, the line was first: %v: it says %+v", column, first, told)
			}
		}
	}
}

// A refund was approved, or made, while the kitchen marked its order ready. Nobody learned that the answer was lost.
func TestMoveOfAnOrderTellsNothingOfItsRefund(t *testing.T) {
	t.Parallel()
	stands := func(version int64, column api.Column) api.Order {
		o := order(1, version, column)
		o.Refund = &api.OrderRefund{Standing: api.RefundAsked}
		return o
	}
	for _, act := range []api.Act{api.ActRefundAgree, api.ActRefundApply} {
		d := with(stands(4, api.ColumnPreparing))
		request, _ := d.Begin(api.ActOrder{ShopID: 1, OrderID: 1, Act: act})
		d.Put(stands(5, api.ColumnReady))
		if told := d.End(request, api.Acted{}, &api.Error{Code: api.CodePlatformDown, Unknown: true}); !told.Unknown {
			t.Errorf("%s: a lost answer isn't told", act)
		}
		d.Put(stands(6, api.ColumnDone))
		if d.Told(1) == nil {
			t.Errorf("%s: it is forgotten once the order is handed over", act)
		}
	}
}

// A new order is told of once, by the number that people call out; a list that is
// read again has arrivals, too, and the first one has none.
func TestNewOrdersAreTold(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnNew))
	now := time.Now().UnixMilli()
	told := func(at int64) (ids []int64) {
		for _, o := range d.Tell(at) {
			ids = append(ids, o.OrderID)
		}
		return ids
	}
	event := order(2, 1, api.ColumnNew)
	event.Partial = true
	d.Put(event)
	event.OrderID = 3
	d.Put(event)
	event.OrderID = 4
	d.Put(event)
	if got := told(now); got != nil {
		t.Errorf("told of %v before anybody knows their numbers", got)
	}
	d.Put(order(2, 2, api.ColumnNew))
	d.Put(order(3, 2, api.ColumnPreparing)) // somebody was quick
	if diff := cmp.Diff([]int64{2}, told(now)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{4}, told(time.Now().UnixMilli()+tellWithin)); diff != "" {
		t.Errorf("one whose number doesn't come (-want +got):\n%s", diff)
	}
	arrived := d.Load(api.Orders{Orders: []api.Order{order(1, 1, api.ColumnNew), order(4, 1, api.ColumnNew),
		order(5, 1, api.ColumnNew), order(6, 1, api.ColumnReady)}})
	if len(arrived) != 1 || arrived[0].OrderID != 5 {
		t.Errorf("arrived: %v", arrived)
	}
	if diff := cmp.Diff([]int64{5}, told(now)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// An order that was accepted before the line tells of the order has arrived, too: a POS terminal accepts at once, and
// one event tells of both. The regression: its ticket wasn't printed.
func TestAcceptedOrderArrives(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnNew))
	if !d.Put(order(2, 1, api.ColumnPreparing)) {
		t.Error("it hasn't arrived")
	}
	if d.Put(order(1, 2, api.ColumnPreparing)) || d.Put(order(2, 2, api.ColumnPreparing)) {
		t.Error("an order that is known arrives")
	}
	if d.Put(order(3, 1, api.ColumnReady)) {
		t.Error("an order that nobody has to prepare arrives")
	}
	if list := d.Tell(time.Now().UnixMilli()); len(list) != 0 {
		t.Errorf("told as new: %v", list)
	}
}

// Which lines are done is forgotten once an order isn't being prepared any more.
func TestCookedLinesAreForgotten(t *testing.T) {
	t.Parallel()
	d := with(order(1, 1, api.ColumnPreparing), order(2, 1, api.ColumnPreparing))
	d.Cooked = map[int64]uint64{1: 3, 2: 1}
	d.Put(order(1, 2, api.ColumnReady))
	d.Put(order(2, 2, api.ColumnPreparing))
	if diff := cmp.Diff(map[int64]uint64{2: 1}, d.Cooked); diff != "" {
		t.Error(diff)
	}
}

// What was said of an act stayed on the card when a list brought the order in another lane: "Not sure whether this was
// done: Accept" above an order in preparation. An event of the same change took it away.
func TestListEndsWhatWasSaid(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		takes func(*Book, api.Order)
	}{
		{"a list", func(d *Book, o api.Order) { d.Load(api.Orders{Orders: []api.Order{o}}) }},
		{"an event", func(d *Book, o api.Order) { d.Put(o) }},
	} {
		d := with(order(1, 1, api.ColumnNew))
		request, _ := d.Begin(api.ActOrder{ShopID: 1, OrderID: 1, Act: api.ActAccept})
		d.End(request, api.Acted{}, &platform.UnreachableError{Sent: true, Err: backend.ErrNoAnswer})
		if tt.takes(d, order(1, 1, api.ColumnNew)); d.Told(1) == nil {
			t.Errorf("%s that brings no news ends it", tt.name)
		}
		if tt.takes(d, order(1, 2, api.ColumnPreparing)); d.Told(1) != nil {
			t.Errorf("after %s it is still said of the order in preparation", tt.name)
		}
	}
}

// A screen that is on for weeks kept all orders that ended meanwhile, and listed them on the board, until it read the
// list anew. What the server's list leaves out leaves the book, too.
func TestEndedOrdersLeave(t *testing.T) {
	t.Parallel()
	const hour = 60 * minute
	d := with()
	d.now = func() int64 { return 0 }
	ended := func(id, at int64, column api.Column) api.Order {
		o := order(id, 2, column)
		o.ChangedAt = at
		return o
	}
	d.Put(order(1, 1, api.ColumnNew))
	d.Put(order(2, 1, api.ColumnReady))
	d.Put(ended(3, 0, api.ColumnDone))
	d.Put(ended(4, 1, api.ColumnCancelled))
	d.Put(asked(ended(5, 0, api.ColumnDone), api.RefundAsked))
	for id := range int64(api.BoardEnded) {
		d.Put(ended(100+id, hour+id, []api.Column{api.ColumnDone, api.ColumnCancelled}[id%2]))
	}
	known := func() (list []int64) {
		for _, id := range []int64{1, 2, 3, 4, 5, 100, 101, 100 + api.BoardEnded - 1} {
			if _, ok := d.Order(id); ok {
				list = append(list, id)
			}
		}
		return list
	}
	d.Expire()
	if diff := cmp.Diff([]int64{1, 2, 5, 100, 101, 100 + api.BoardEnded - 1}, known()); diff != "" {
		t.Errorf("with more ended orders than a board has: %s", diff)
	}
	revision := d.Revision()
	d.Expire()
	if d.Revision() != revision {
		t.Error("the book has changed without an order that left")
	}
	later(d, (api.BoardHours+1)*hour+1)
	d.Expire()
	if len(known()) != 6 {
		t.Error("orders left by the device's clock")
	}
	d.Clock.Sample(0, 0, (api.BoardHours+1)*hour+1)
	d.Expire()
	if diff := cmp.Diff([]int64{1, 2, 5, 101, 100 + api.BoardEnded - 1}, known()); diff != "" {
		t.Errorf("after %d hours: %s", api.BoardHours, diff)
	}
	if n := d.Count(LaneDone, Filter{}) + d.Count(LaneCancelled, Filter{}); n != api.BoardEnded-1 {
		t.Errorf("the board lists %d ended orders", n)
	}
	d.Put(ended(3, 0, api.ColumnDone))
	if d.Expire(); len(known()) != 5 {
		t.Error("an old order stays that was told of again")
	}
}
