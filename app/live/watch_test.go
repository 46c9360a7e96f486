package live

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// watching is a watch of shop 1 by somebody who works in the shops 1 and 3.
func watching(t *testing.T) *Watch {
	t.Helper()
	deps := pagetest.Deps(t, routes.Route{}, api.RoleStaff)
	may := []string{string(platform.PermissionOrderView), string(platform.PermissionOrderWork)}
	deps.State.SetListing([]api.Shop{{ShopID: 1, Permissions: may}, {ShopID: 3, Permissions: may}}, "")
	w := &Watch{Backend: deps.Backend, State: deps.State, Book: deps.Book, line: Line{on: true, shop: 1}}
	w.line.link.Begin(deviceNow())
	return w
}

// Another shop's order was opened, and the kitchen didn't hear its own any more.
func TestWanted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		watched int64 // the board that was opened last, -1 for none
		on      bool
		route   routes.Route
		want    int64
	}{
		{"another shop's order", 1, true, routes.Route{Page: routes.Order, ShopID: 3, OrderID: 9}, 1},
		{"its refund", 1, true, routes.Route{Page: routes.Refund, ShopID: 3, OrderID: 9}, 1},
		{"its board", 1, true, routes.Route{Page: routes.Orders, ShopID: 3}, 3},
		{"an order to begin with", 1, false, routes.Route{Page: routes.Order, ShopID: 3, OrderID: 9}, 1},
		{"an order with all boards", 0, false, routes.Route{Page: routes.Order, ShopID: 3, OrderID: 9}, 0},
		{"a board that one may not see any more", 2, false, routes.Route{Page: routes.Order, ShopID: 3, OrderID: 9}, 0},
		{"all shops, no board opened yet", -1, false, routes.Route{Page: routes.Shops}, 0},
		{"settings, no board opened yet", -1, false, routes.Route{Page: routes.Settings}, 0},
		{"a shop, no board opened yet", -1, false, routes.Route{Page: routes.Hours, ShopID: 3}, 0},
		{"an order, no board opened yet", -1, false, routes.Route{Page: routes.Order, ShopID: 3, OrderID: 9}, 0},
		{"the board of a shop that isn't theirs", 1, false, routes.Route{Page: routes.Orders, ShopID: 2}, 1},
		{"the same, while a board is watched", -1, true, routes.Route{Page: routes.Orders, ShopID: 2}, 1},
		{"settings, after a board", 1, false, routes.Route{Page: routes.Settings}, 1},
	} {
		w := watching(t)
		w.line.on, w.route = tt.on, tt.route
		if tt.watched >= 0 {
			w.State.SetWatched(tt.watched)
		}
		if got, ok := w.wanted(); got != tt.want || !ok {
			t.Errorf("%s: %d, %v", tt.name, got, ok)
		}
	}
}

// An operator who may see no orders causes no reads of orders.
func TestNothingIsWatchedWithoutPermission(t *testing.T) {
	t.Parallel()
	w := watching(t)
	w.line.on = false
	w.State.SetShops([]api.Shop{{ShopID: 1}, {ShopID: 3}})
	for _, r := range []routes.Route{{Page: routes.Shops}, {Page: routes.Orders, ShopID: 3},
		{Page: routes.Hours, ShopID: 1}} {
		w.route = r
		if got, ok := w.wanted(); ok {
			t.Errorf("%+v: watches %d", r, got)
		}
	}
}

// A device on which no board was ever opened was silent. A session that ended is
// told, too; whoever signs out knows.
func TestRings(t *testing.T) {
	t.Parallel()
	w := watching(t)
	if !w.rings() {
		t.Error("silent before a board was opened")
	}
	w.stop(api.CodeSignedOut)
	if !w.rings() || !w.ended() {
		t.Error("an ended session is silent")
	}
	w.ring()
	if w.bell.lostRang == 0 {
		t.Error("it didn't sound")
	}
	w.stop("")
	if w.rings() || w.ended() {
		t.Error("rings on after signing out")
	}
	w.line.on = true
	w.State.SetShops([]api.Shop{{ShopID: 1, Permissions: []string{string(platform.PermissionOrderView)}}})
	if w.rings() {
		t.Error("rings for somebody who only looks at orders")
	}
}

// No notification was shown over a page that couldn't ring, since nobody had tapped on it or the sound was off.
func TestPageThatCannotRingHoldsBackNoNotification(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name                string
		ready, doubt, sound bool
		state               State
		want                bool
	}{
		{"rings", true, false, true, Live, true},
		{"nobody has tapped on it", false, false, true, Live, false},
		{"the browser is too busy to tell", true, true, true, Live, false},
		{"the sound is off", true, false, false, Live, false},
		{"in doubt", true, false, true, Connecting, false},
	} {
		w := watching(t)
		w.bell.ready, w.bell.doubt, w.line.link.State = tt.ready, tt.doubt, tt.state
		w.State.SetSound(tt.sound)
		if html := pagetest.Markup(w.Pill()); strings.Contains(html, `data-rings="1"`) != tt.want {
			t.Errorf("%s: holds back notifications: %v", tt.name, !tt.want)
		}
	}
}

// The screen went off as soon as the board was left, also for the page of an order to which a notification led, and
// the device rang no more.
func TestScreenStaysOnWhileTheDeviceRings(t *testing.T) {
	t.Parallel()
	w := watching(t)
	board, order := routes.Route{Page: routes.Orders, ShopID: 1}, routes.Route{Page: routes.Order, ShopID: 1, OrderID: 9}
	awake := func(name string, want bool) {
		t.Helper()
		if w.stayAwake(); (w.sleep != nil) != want {
			t.Errorf("%s: the screen stays on: %v", name, !want)
		}
	}
	w.route = order
	awake("no board was opened", false)
	w.State.SetWatched(1)
	awake("a board was opened before", true)
	w.State.SetSound(false)
	awake("the sound is off", false)
	w.route = board
	awake("the board itself", true)
	w.stop(api.CodeSignedOut)
	awake("the session has ended", true)
	w.stop("")
	awake("signed out", false)
}

// An order that has changed draws the page about it, and not the frame around it. A new one draws both: the frame
// counts it.
func TestChangedOrderDrawsThePageAlone(t *testing.T) {
	t.Parallel()
	w := watching(t)
	w.line.watch = w
	drawn := 0
	w.Changed = func() { drawn++ }
	order := api.Order{OrderID: 7, ShopID: 1, Column: api.ColumnNew, Version: 1}
	for _, tt := range []struct {
		name    string
		version int64
		want    int
	}{{"a new order", 1, 0}, {"its next version", 2, 1}, {"the same version", 2, 1}} {
		order.Version = tt.version
		w.line.drawn(app.Context{}, func() { w.Book.Put(order) })
		if drawn != tt.want {
			t.Errorf("%s: the page was drawn alone %d times, want %d", tt.name, drawn, tt.want)
		}
	}
}

// The board of what a device listens to: its only shop's for whoever has one.
func TestBoard(t *testing.T) {
	t.Parallel()
	w := watching(t)
	for _, tt := range []struct {
		on      bool
		scope   int64
		watched int64
		want    int64
	}{{true, 1, 3, 1}, {true, 0, 3, 0}, {false, 0, 3, 3}, {false, 0, 2, 0}} {
		w.line.on, w.line.shop = tt.on, tt.scope
		w.State.SetWatched(tt.watched)
		if got := w.Board(); got != (routes.Route{Page: routes.Orders, ShopID: tt.want}) {
			t.Errorf("%+v: %+v", tt, got)
		}
	}
	w.line.on, w.line.shop = true, 0
	shop, _ := w.State.Shop(3)
	w.State.SetShops([]api.Shop{shop})
	if got := w.Board(); got.ShopID != 3 {
		t.Errorf("with one shop: %+v", got)
	}
}

// The device's clock was set back by an hour while the server couldn't be reached: the console looked for the server,
// and rang for orders that wait, an hour later.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	w := watching(t)
	w.line.watch = w
	pagetest.Run(t, func(ctx app.Context) {
		w.Start(ctx)
		w.Follow(routes.Route{Page: routes.Orders, ShopID: 1})
		ahead := deviceNow() + 3_600_000
		w.line.ticks, w.bell.rang, w.bell.lostRang = ahead, ahead, ahead
		w.line.link.LoadFailed(ahead)
		w.line.link.Heard = ahead
		w.Book.Clock.Sample(ahead, ahead, ahead)
		w.line.tick(ctx)
		// The time that is left for orders went back by an hour, too, until the server was heard again.
		for what, at := range map[string]int64{"is": w.Book.Now(), "was heard": w.heard()} {
			if off := at - ahead; max(off, -off) > 60_000 {
				t.Errorf("the server's time %s %d seconds off", what, off/1000)
			}
		}
		if w.line.link.State != Connecting || w.line.link.Next(deviceNow()) == Load {
			t.Errorf("the line is in state %d, and hasn't begun to load", w.line.link.State)
		}
		if w.bell.rang > deviceNow() || w.bell.lostRang > deviceNow() {
			t.Error("the bell waits for an hour")
		}
	})
}

// Ended orders stayed on a board that was on for days: docs/orders.md has them leave after 12 hours.
func TestEndedOrdersLeaveTheBoard(t *testing.T) {
	t.Parallel()
	w := watching(t)
	w.line.watch = w
	pagetest.Run(t, func(ctx app.Context) {
		w.Start(ctx)
		w.line.on = false
		w.Book.Put(api.Order{OrderID: 7, ShopID: 1, Column: api.ColumnDone, Version: 1, ChangedAt: deviceNow()})
		for _, tt := range []struct {
			hours int64
			want  bool
		}{{api.BoardHours - 1, true}, {api.BoardHours + 1, false}} {
			w.told(deviceNow(), deviceNow()+tt.hours*3_600_000, nil)
			w.line.tick(ctx)
			if _, known := w.Book.Order(7); known != tt.want {
				t.Errorf("after %d hours: on the board %v", tt.hours, known)
			}
		}
	})
}

// A tablet whose clock was an hour fast said that it wasn't live since an hour that was to come, above a board that
// had the shop's own time.
func TestLostLineIsToldByTheServersClock(t *testing.T) {
	t.Parallel()
	w := watching(t)
	may := []string{string(platform.PermissionOrderView)}
	w.State.SetShops([]api.Shop{{ShopID: 1, Zone: "Asia/Hong_Kong", Permissions: may}, {ShopID: 3}})
	zone, _ := w.State.Zone(1)
	heard := deviceNow()
	w.Book.Clock.Sample(heard, heard, heard-3_600_000)
	w.line.link.Loaded(heard, 5)
	w.line.link.LoadFailed(heard)
	_, seconds := rules.Local(heard-3_600_000, zone)
	want := rules.FormatClock(seconds - seconds%60)
	for _, html := range []string{pagetest.Markup(w.Pill()), pagetest.Markup(w.lostNote())} {
		if !strings.Contains(html, want) {
			t.Errorf("want %s in %s", want, html)
		}
	}
}

// An act on another shop's order puts it on the book; it isn't this board's to
// ring for.
func TestRingsForItsOwn(t *testing.T) {
	t.Parallel()
	w := watching(t)
	if !w.may(1) || w.may(3) {
		t.Error("hears another shop's orders")
	}
	w.line.shop = 0
	if !w.may(3) || w.may(2) {
		t.Error("with all boards, hears other shops than one works in")
	}
}

// The icon of the installed console kept the number of an earlier visit after a start with no order that waits.
func TestIconIsClearedAfterAStart(t *testing.T) {
	t.Parallel()
	w := watching(t)
	counted := 0
	w.Counted = func() { counted++ }
	pagetest.Run(t, func(ctx app.Context) {
		w.Start(ctx)
		w.line.on = true
		if w.badge(); counted != 0 {
			t.Error("it is cleared before the orders are known")
		}
		w.Book.Load(api.Orders{})
		for range 2 {
			if w.badge(); counted != 1 {
				t.Errorf("it was told %d times that no order waits", counted)
			}
		}
		w.Book.Put(api.Order{OrderID: 7, ShopID: 1, Column: api.ColumnNew, Version: 1})
		w.badge()
		w.stop("")
		if w.badge(); counted != 3 {
			t.Errorf("after signing out it was told %d times", counted)
		}
	})
}

// A note on one shop's board about another shop's order has the shop's name.
func TestShopOfAnotherBoardIsNamed(t *testing.T) {
	t.Parallel()
	w := watching(t)
	w.State.SetShops([]api.Shop{{ShopID: 1, Name: "Harbour Noodle"}, {ShopID: 3, Name: "Harbour Tea"}})
	if own, other := w.shopName(1), w.shopName(3); own != "" || other == "" {
		t.Errorf("the board's own: %q, another: %q", own, other)
	}
}

// The hours that a bulk change gave a shop didn't come to its page, where people went by the ones before.
func TestShopIsReadAfterABulkChange(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		shop int64
		news api.RunNews
		want int
	}{
		"the shop on screen": {1, api.RunNews{Shop: &api.RunShop{ShopID: 1}}, 1},
		"another shop":       {3, api.RunNews{Shop: &api.RunShop{ShopID: 3}}, 0},
		"the whole change":   {1, api.RunNews{}, 0},
	} {
		w, reads := watching(t), 0
		w.route = routes.Route{Page: routes.Hours, ShopID: 1}
		data, err := json.Marshal(c.news)
		if err != nil {
			t.Fatal(err)
		}
		pagetest.Run(t, func(ctx app.Context) {
			ctx.Handle(state.ActionRead, func(app.Context, app.Action) { reads++ })
			w.take(ctx, []api.LiveEvent{{Kind: api.LiveRun, ShopID: c.shop, Data: data}})
		})
		if reads != c.want {
			t.Errorf("%s: read %d times", name, reads)
		}
	}
}

// The hours that one person saved didn't come to another's page until they looked away and back.
func TestShopIsReadAfterAnothersSave(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		shop int64
		data string
		own  bool
		want int
	}{
		"the shop on screen": {1, `{"saved":true}`, false, 1},
		"another shop":       {3, `{"saved":true}`, false, 0},
		"a read":             {1, `{}`, false, 0},
		"one's own save":     {1, `{"saved":true}`, true, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			w, reads := watching(t), 0
			w.route = routes.Route{Page: routes.Hours, ShopID: 1}
			var err error
			if w.State, err = state.New(state.Options{Mount: pagetest.Mount, Storage: new(state.Memory)}); err != nil {
				t.Fatal(err)
			}
			pagetest.Run(t, func(ctx app.Context) {
				ctx.Handle(state.ActionRead, func(app.Context, app.Action) { reads++ })
				w.take(ctx, []api.LiveEvent{{Kind: api.LiveRoster, ShopID: c.shop, Data: json.RawMessage(c.data)}})
				ctx.After(time.Second, func(app.Context) {
					if c.own { // its answer comes after the event
						w.State.SetWeek(1, backend.Record[platform.Week]{})
					}
				})
			})
			if reads != c.want {
				t.Errorf("%s: read %d times", name, reads)
			}
		})
	}
}
