package live

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
	"github.com/shopdesk/shopdesk/platform"
)

// asking is a watch whose calls are answered by mux.
func asking(t *testing.T, mux http.Handler) *Watch {
	t.Helper()
	server := httptest.NewServer(http.StripPrefix(string(pagetest.Mount), mux))
	t.Cleanup(server.Close)
	w := watching(t)
	w.line.on = false
	w.Backend = wire.Backend(t, pagetest.Mount, server)
	return w
}

// answers answers a path, and refuses a shop's with a code.
func answers(mux *http.ServeMux, path string, v any, shop string, refusal api.Code) {
	mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		if refusal != "" && r.URL.Query().Get("shop") == shop {
			w.WriteHeader(http.StatusNotFound)
			v := api.Error{Code: refusal}
			_ = json.NewEncoder(w).Encode(v)
			return
		}
		_ = json.NewEncoder(w).Encode(v)
	})
}

// holds answers an act about an order once held is closed, and closes asked when it is asked for.
func holds(mux *http.ServeMux, status int, answer any) (asked, held chan struct{}) {
	asked, held = make(chan struct{}), make(chan struct{})
	mux.HandleFunc(api.PathOrderAct, func(w http.ResponseWriter, _ *http.Request) {
		close(asked)
		<-held
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(answer)
	})
	return asked, held
}

// hears adds the words of the messages that are shown to said.
func hears(ctx app.Context, said *[]string) {
	ctx.Handle(state.ActionToast, func(_ app.Context, a app.Action) {
		offer, _ := a.Value.(pages.Offer)
		*said = append(*said, offer.Text)
	})
}

// A device that listened to a shop which its operator doesn't have any more said that the connection is lost, asked for
// the shop's orders every three seconds and rang for that, until the console was loaded anew. The server's refusal ends
// the watch, and the operator's other shops are listened to.
func TestRefusalIsNoLostConnection(t *testing.T) {
	t.Parallel()
	for _, path := range []string{api.PathOrders, api.PathLivePoll} {
		mux := http.NewServeMux()
		for _, one := range []struct {
			path string
			v    any
		}{{api.PathOrders, api.Orders{Seq: 5}}, {api.PathLivePoll, api.LiveBatch{Seq: 5}},
			{api.PathOrderSettings, api.OrderSettingsList{}}} {
			refusal := api.CodeNotFound
			if one.path != path {
				refusal = ""
			}
			answers(mux, one.path, one.v, "1", refusal)
		}
		w := asking(t, mux)
		w.State.SetWatched(1)
		elsewhere := routes.Route{Page: routes.Settings}
		pagetest.Run(t, func(ctx app.Context) {
			w.Start(ctx)
			w.Follow(elsewhere)
		})
		if w.line.link.State != Off || w.line.link.Why != api.CodeNotFound || !w.ended() || w.Lost() {
			t.Errorf("%s refused: the line stands at %d, %q", path, w.line.link.State, w.line.link.Why)
		}
		left := api.Shop{ShopID: 3, Permissions: []string{string(platform.PermissionOrderView)}}
		w.State.SetListing([]api.Shop{left}, "")
		pagetest.Run(t, func(ctx app.Context) {
			w.ctx, w.line.ctx = ctx, ctx
			w.Follow(elsewhere)
		})
		if !w.line.on || w.line.shop != 0 || w.ended() {
			t.Errorf("%s refused: listens to %d afterwards: %v", path, w.line.shop, w.line.on)
		}
	}
}

// The list of shops is read after the watch has begun with what an earlier visit left.
func TestWatchLeavesAShopThatIsGone(t *testing.T) {
	t.Parallel()
	w := watching(t)
	w.route = routes.Route{Page: routes.Settings}
	w.State.SetListing([]api.Shop{{ShopID: 3, Permissions: []string{string(platform.PermissionOrderView)}}}, "")
	if scope, ok := w.wanted(); scope != 0 || !ok {
		t.Errorf("watches %d: %v", scope, ok)
	}
}

// An acceptance was under way when its person signed out and another one signed in on the same tablet: the answer was
// told to them, and the order of a shop that they may not see stood on their board.
func TestAnswerIsForWhoAsked(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	asked, held := holds(mux, http.StatusOK, api.Acted{State: api.ActNews, News: api.NewsCancelled,
		Order: api.Order{OrderID: 7, ShopID: 1, Column: api.ColumnCancelled, Version: 2}})
	answers(mux, api.PathOrders, api.Orders{Seq: 5}, "", "")
	answers(mux, api.PathLivePoll, api.LiveBatch{Seq: 5}, "", "")
	answers(mux, api.PathOrderSettings, api.OrderSettingsList{}, "", "")
	w := asking(t, mux)
	said := 0
	pagetest.Run(t, func(ctx app.Context) {
		ctx.Handle(state.ActionToast, func(app.Context, app.Action) { said++ })
		w.Start(ctx)
		w.Follow(routes.Route{Page: routes.Orders, ShopID: 1})
		ctx.NewActionWithValue(state.ActionOrder, api.ActOrder{ShopID: 1, OrderID: 7, Act: api.ActAccept})
		pagetest.When(ctx, asked, func(ctx app.Context) {
			w.State.SetSession(api.Session{Operator: &api.Operator{ID: 2, Name: "Marco Lam", Role: api.RoleStaff}})
			w.Follow(routes.Route{Page: routes.Orders})
			pagetest.Until(ctx, func() bool { return w.Book.Loaded }, func(app.Context) { close(held) })
		})
	})
	if _, known := w.Book.Order(7); known || said != 0 {
		t.Errorf("the order is on their board: %v, and they are told of it %d times", known, said)
	}
}

// A screen without a stream never learned of the orders of a shop that its operator had gained: the server can tell
// only if it is told which shops the screen knows.
func TestLineTellsWhichShopsItKnows(t *testing.T) {
	t.Parallel()
	var told []string
	mux := http.NewServeMux()
	answers(mux, api.PathOrders, api.Orders{Seq: 5}, "", "")
	answers(mux, api.PathOrderSettings, api.OrderSettingsList{}, "", "")
	mux.HandleFunc(api.PathLivePoll, func(w http.ResponseWriter, r *http.Request) {
		told = append(told, r.URL.Query().Get("shops"))
		_ = json.NewEncoder(w).Encode(api.LiveBatch{Seq: 5, Shops: "a"})
	})
	w := asking(t, mux)
	pagetest.Run(t, func(ctx app.Context) {
		w.Start(ctx)
		w.Follow(routes.Route{Page: routes.Settings})
	})
	pagetest.Run(t, func(ctx app.Context) {
		w.ctx, w.line.ctx = ctx, ctx
		w.line.hear(nil, message{kind: api.LiveBeat, data: `{"shops":"b"}`})
		w.line.poll(ctx)
	})
	if len(told) != 2 || told[0] != "" || told[1] != "b" || w.line.link.Shops != "a" {
		t.Errorf("told %q, and now it knows %q", told, w.line.link.Shops)
	}
}

// An order was cancelled while its session had ended, and others came, of which a rule accepted one. After the same
// person had signed in again, nothing told of the first, and the others weren't printed. Another person sees nothing of
// them.
func TestEndedSessionLosesNothing(t *testing.T) {
	t.Parallel()
	var orders []api.Order
	mux := http.NewServeMux()
	mux.HandleFunc(api.PathOrders, func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(api.Orders{Seq: 5, Orders: orders})
	})
	answers(mux, api.PathLivePoll, api.LiveBatch{Seq: 5}, "", "")
	answers(mux, api.PathOrderSettings, api.OrderSettingsList{}, "", "")
	w := asking(t, mux)
	board := routes.Route{Page: routes.Orders, ShopID: 1}
	arrived := 0
	follow := func(column api.Column, more ...api.Order) {
		orders = append(more, api.Order{OrderID: 7, ShopID: 1, Number: "48", Column: column, Version: int64(len(more) + 1)})
		pagetest.Run(t, func(ctx app.Context) {
			ctx.Handle(state.ActionArrived, func(app.Context, app.Action) { arrived++ })
			if w.ctx.Context == nil {
				w.Start(ctx)
			}
			w.ctx, w.line.ctx = ctx, ctx
			w.Follow(board)
		})
	}
	follow(api.ColumnPreparing)
	w.ends(api.CodeSignedOut)
	if w.reached(); w.Book.Reachable() || !w.Book.Loaded {
		t.Errorf("while signed out: reachable %v, known %v", w.Book.Reachable(), w.Book.Loaded)
	}
	follow(api.ColumnCancelled, api.Order{OrderID: 8, ShopID: 1, Column: api.ColumnNew, Version: 1},
		api.Order{OrderID: 9, ShopID: 1, Column: api.ColumnPreparing, Version: 1},
		api.Order{OrderID: 10, ShopID: 1, Column: api.ColumnReady, Version: 1})
	if w.reached(); len(w.Book.Stopped) != 1 || arrived != 2 || !w.Book.Reachable() {
		t.Errorf("told of %v, %d arrived, reachable %v", w.Book.Stopped, arrived, w.Book.Reachable())
	}
	w.ends(api.CodeSignedOut)
	w.State.SetSession(api.Session{Operator: &api.Operator{ID: 2, Name: "Marco Lam", Role: api.RoleStaff}})
	w.Follow(routes.Route{Page: routes.Overview})
	if _, known := w.Book.Order(8); known || w.Book.Stopped != nil {
		t.Errorf("another person sees the order: %v, and what was cancelled: %v", known, w.Book.Stopped)
	}
}

// An acceptance was refused after the board of another shop had been opened, and nothing told of it: the card that says
// so isn't there.
func TestAnotherBoardTellsOfARefusal(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	asked, held := holds(mux, http.StatusUnprocessableEntity, api.Error{Code: api.CodeRefused, Message: "No."})
	mux.HandleFunc(api.PathOrders, func(w http.ResponseWriter, r *http.Request) {
		list := api.Orders{Seq: 5}
		if r.URL.Query().Get("shop") == "1" {
			list.Orders = []api.Order{{OrderID: 7, ShopID: 1, Number: "48", Column: api.ColumnNew, Version: 1}}
		}
		_ = json.NewEncoder(w).Encode(list)
	})
	answers(mux, api.PathLivePoll, api.LiveBatch{Seq: 5}, "", "")
	answers(mux, api.PathOrderSettings, api.OrderSettingsList{}, "", "")
	w := asking(t, mux)
	var said []string
	pagetest.Run(t, func(ctx app.Context) {
		hears(ctx, &said)
		w.Start(ctx)
		w.Follow(routes.Route{Page: routes.Orders, ShopID: 1})
		pagetest.Until(ctx, func() bool { return w.Book.Loaded }, func(ctx app.Context) {
			ctx.NewActionWithValue(state.ActionOrder, api.ActOrder{ShopID: 1, OrderID: 7, Act: api.ActAccept})
			pagetest.When(ctx, asked, func(ctx app.Context) {
				w.Follow(routes.Route{Page: routes.Orders, ShopID: 3})
				pagetest.Until(ctx, func() bool { return w.Book.Loaded }, func(app.Context) { close(held) })
			})
		})
	})
	if len(said) != 1 || !strings.Contains(said[0], "48") || !strings.Contains(said[0], "No.") {
		t.Errorf("told %q", said)
	}
}

// The line was live beside a card that said that the press had no answer.
func TestUnansweredPressPutsTheLineInDoubt(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc(api.PathOrderAct, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	answers(mux, api.PathOrders, api.Orders{Seq: 5, Orders: []api.Order{
		{OrderID: 7, ShopID: 1, Column: api.ColumnNew, Version: 1}}}, "", "")
	answers(mux, api.PathOrderSettings, api.OrderSettingsList{}, "", "")
	polled := make(chan struct{})
	mux.HandleFunc(api.PathLivePoll, func(http.ResponseWriter, *http.Request) { <-polled })
	w := asking(t, mux)
	var before, after State
	acted := make(chan struct{})
	pagetest.Run(t, func(ctx app.Context) {
		w.Start(ctx)
		ctx.Handle(state.ActionActed, func(app.Context, app.Action) {
			after = w.line.link.State
			close(acted)
		})
		w.Follow(routes.Route{Page: routes.Orders, ShopID: 1})
		pagetest.Until(ctx, func() bool { return w.Book.Loaded }, func(ctx app.Context) {
			w.line.link.Message(deviceNow(), api.LiveHello, 0)
			before = w.line.link.State
			ctx.NewActionWithValue(state.ActionOrder, api.ActOrder{ShopID: 1, OrderID: 7, Act: api.ActAccept})
			pagetest.When(ctx, acted, func(app.Context) { close(polled) })
		})
	})
	if before != Live || after != Connecting {
		t.Errorf("the line went from state %d to %d", before, after)
	}
}

// Orders waited for their turn to be accepted, and the board was left. When the connection went, nothing told that they
// weren't: no card of theirs is in sight.
func TestLostConnectionTellsWhatWasNotSent(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		route routes.Route
		want  int
	}{
		"another board": {routes.Route{Page: routes.Orders, ShopID: 1}, 1},
		"settings":      {routes.Route{Page: routes.Settings}, 1},
		"their board":   {routes.Route{Page: routes.Orders, ShopID: 3}, 0},
	} {
		said := toldAfterALoss(t, tt.route)
		if len(said) != tt.want {
			t.Errorf("%s: told %q", name, said)
		}
		for _, words := range said {
			for _, part := range []string{"48", "49", "Harbour Tea", "offline"} {
				if !strings.Contains(words, part) {
					t.Errorf("%s: %q has no %q", name, words, part)
				}
			}
		}
	}
}

// toldAfterALoss are the messages at a place to which a person went from the board of shop 3, when the connection is
// lost before two of its orders are accepted.
func toldAfterALoss(t *testing.T, route routes.Route) (said []string) {
	t.Helper()
	w := watching(t)
	w.State.SetShops([]api.Shop{{ShopID: 1}, {ShopID: 3, Name: "Harbour Tea"}})
	var requests []api.ActOrder
	w.Book.Load(api.Orders{Orders: []api.Order{
		{OrderID: 7, ShopID: 3, Number: "48", Column: api.ColumnNew, Version: 1},
		{OrderID: 8, ShopID: 3, Number: "49", Column: api.ColumnNew, Version: 1},
	}})
	for _, id := range []int64{7, 8} {
		requests = append(requests, api.ActOrder{ShopID: 3, OrderID: id, Act: api.ActAccept})
	}
	w.Book.Queue(requests)
	if w.route = route; route.ShopID == 1 {
		w.Book.Follow(1)
	}
	pagetest.Run(t, func(ctx app.Context) {
		w.ctx = ctx
		hears(ctx, &said)
		w.reached()
		w.line.link.LoadFailed(deviceNow())
		w.reached()
	})
	return said
}

// The server refused the board of another shop that was opened. The acts on the orders of the board before were
// forgotten: those that waited were never sent, and nothing told of the refusal of one under way.
func TestRefusedBoardGoesOnWithTheQueue(t *testing.T) {
	t.Parallel()
	w := watching(t)
	var said []string
	pagetest.Run(t, func(ctx app.Context) {
		w.ctx = ctx
		hears(ctx, &said)
		w.Book.Load(api.Orders{Orders: []api.Order{{OrderID: 7, ShopID: 1, Number: "48", Column: api.ColumnNew, Version: 1}}})
		under, _ := w.Book.Begin(api.ActOrder{ShopID: 1, OrderID: 7, Act: api.ActAccept})
		w.Book.Queue([]api.ActOrder{{ShopID: 1, OrderID: 8, Act: api.ActAccept}})
		w.Book.Follow(3)
		w.ends(api.CodeForbidden)
		w.reached()
		if w.Book.Ours(7) == "" || w.Book.Waiting() != 1 {
			t.Errorf("under way: %q, %d wait", w.Book.Ours(7), w.Book.Waiting())
		}
		w.sayUndone(ctx, w.Book.End(under, api.Acted{}, &api.Error{Code: api.CodeRefused, Message: "No."}))
	})
	if len(said) != 1 || !strings.Contains(said[0], "48") || !strings.Contains(said[0], "No.") {
		t.Errorf("told %q", said)
	}
}

// undone are the messages about acts that weren't done.
func undone(t *testing.T, w *Watch, list ...book.Told) (said []string) {
	t.Helper()
	pagetest.Run(t, func(ctx app.Context) {
		hears(ctx, &said)
		w.sayUndone(ctx, list...)
	})
	return said
}

// The answer to a press was lost, and the live line had told that the order was accepted. In another place than the
// board, a message said that nobody knew whether it was done.
func TestOrderThatMovedOnIsNotUncertain(t *testing.T) {
	t.Parallel()
	w := watching(t)
	w.route = routes.Route{Page: routes.Settings}
	fresh := api.Order{OrderID: 7, ShopID: 1, Number: "48", Column: api.ColumnNew, Version: 1}
	w.Book.Load(api.Orders{Orders: []api.Order{fresh}})
	accept := api.ActOrder{ShopID: 1, OrderID: 7, Act: api.ActAccept}
	lost := &platform.UnreachableError{Sent: true}
	press, _ := w.Book.Begin(accept)
	if said := undone(t, w, w.Book.End(press, api.Acted{}, lost)); len(said) != 1 {
		t.Errorf("of an order that is new as before: %q", said)
	}
	press, _ = w.Book.Begin(accept)
	fresh.Column, fresh.Version = api.ColumnPreparing, 2
	w.Book.Put(fresh)
	if said := undone(t, w, w.Book.End(press, api.Acted{}, lost)); said != nil {
		t.Errorf("of an order that was accepted: %q", said)
	}
}

// A person rejected an order that another one was accepting, and went to another page: nothing told them that the order
// was accepted, nor that the platform hadn't answered. The order's card says both where it is in sight.
func TestRejectionThatDidNotCountIsToldElsewhere(t *testing.T) {
	t.Parallel()
	order := api.Order{OrderID: 7, ShopID: 1, Number: "48", Column: api.ColumnPreparing, Version: 2}
	over := order
	over.Column = api.ColumnDone
	news := api.Acted{State: api.ActNews, News: api.NewsAccepted, By: "Mei", Order: order}
	unknown := api.Acted{State: api.ActUnknown, Order: order}
	for _, tt := range []struct {
		acted api.Acted
		page  routes.Page
		want  string // "" for no message
	}{
		{news, routes.Settings, "accepted already, Mei"}, {unknown, routes.Settings, "Not sure whether this was done"},
		{news, routes.Orders, ""}, {unknown, routes.Orders, ""},
		{api.Acted{State: api.ActUnknown, Order: over}, routes.Orders, "Not sure whether this was done"},
	} {
		w := asking(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_ = json.NewEncoder(w).Encode(tt.acted)
		}))
		w.route.Page = tt.page
		var said []string
		pagetest.Run(t, func(ctx app.Context) {
			w.ctx = ctx
			hears(ctx, &said)
			fresh := api.Order{OrderID: 7, ShopID: 1, Number: "48", Column: api.ColumnNew, Version: 1}
			w.Book.Load(api.Orders{Orders: []api.Order{fresh}})
			request, _ := w.Book.Begin(api.ActOrder{ShopID: 1, OrderID: 7, Act: api.ActCancel})
			w.send(request)
		})
		words := text.Plain(strings.Join(said, "\n"))
		if !strings.Contains(words, tt.want) || strings.Contains(words, "48") != (tt.want != "") {
			t.Errorf("%s on %s: told %q", tt.acted.State, tt.page, words)
		}
	}
}

// A message named orders that weren't ready among those that weren't accepted.
func TestEachActIsSaidOfItsOrders(t *testing.T) {
	t.Parallel()
	w := watching(t)
	w.route = routes.Route{Page: routes.Settings}
	var list []book.Told
	for i, act := range []api.Act{api.ActAccept, api.ActReady, api.ActAccept} {
		list = append(list, book.Told{
			Act: act, Err: &platform.UnreachableError{}, Order: &api.Order{Number: strconv.Itoa(48 + i)},
			Request: api.ActOrder{ShopID: 1, OrderID: int64(7 + i), Act: act},
		})
	}
	said := undone(t, w, list...)
	if len(said) != 2 || !strings.Contains(said[0], "48") || !strings.Contains(said[0], "50") ||
		strings.Contains(said[0], "49") || !strings.Contains(said[1], "49") {
		t.Errorf("told %q", said)
	}
}

// A stream or an answer that tells of other roles has the frame find out which; what comes first, or is as before,
// doesn't.
func TestOtherRolesAreTold(t *testing.T) {
	t.Parallel()
	said := 0
	w := asking(t, http.NewServeMux())
	pagetest.Run(t, func(ctx app.Context) {
		ctx.Handle(state.ActionRoles, func(app.Context, app.Action) { said++ })
		w.Start(ctx)
		for i, rights := range []string{"", "a", "a", "", "b", "b"} {
			if i%2 == 0 {
				w.line.hear(nil, message{kind: api.LiveBeat, data: `{"rights":"` + rights + `"}`})
			} else {
				w.line.polled(deviceNow(), api.LiveBatch{Rights: rights}, nil)
			}
		}
		w.tick()
		if w.rolesAt -= believed; w.rolesAt > deviceNow() {
			t.Errorf("read once more at %d", w.rolesAt)
		}
		w.tick() // when no replica goes by the earlier roles any more
		w.tick()
	})
	if said != 2 {
		t.Errorf("told %d times", said)
	}
}
