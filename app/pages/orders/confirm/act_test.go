package confirm

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

// After an act that failed the dialog has the reason once more: it had to be
// typed again, and then counted as another act.
func TestReasonStays(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Orders, ShopID: 1}, api.RoleManager)
	cancel := api.ActOrder{ShopID: 1, OrderID: 7, Act: api.ActCancel}
	asked := cancel
	asked.Code, asked.Reason = 500000, "The kitchen is flooded"
	sent, _ := deps.Book.Begin(asked)
	deps.Book.End(sent, api.Acted{}, &api.Error{Code: api.CodePlatformDown, Unknown: true})
	for _, tt := range []struct {
		request api.ActOrder
		want    Reason
	}{
		{cancel, Reason{code: "500000", Words: asked.Reason}},
		{api.ActOrder{ShopID: 1, OrderID: 8, Act: api.ActCancel}, Reason{}},
		{api.ActOrder{ShopID: 1, OrderID: 7, Act: api.ActRefundReject}, Reason{}},
	} {
		var a Asker
		a.Ask(tt.request, nil)
		if got := *a.before(deps); got != tt.want {
			t.Errorf("%s of %d begins with %+v", tt.request.Act, tt.request.OrderID, got)
		}
	}
	if again, _ := deps.Book.Begin(asked); again.Key != sent.Key {
		t.Error("the same act has another key")
	}
}

// After a look back at the card of an order to be rejected, or after Escape, the reason had to be typed again; later
// only if another order was asked about meanwhile.
func TestTypedReasonStaysInADialogThatWasClosed(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Orders, ShopID: 1}, api.RoleManager)
	deps.Book.Put(api.Order{ShopID: 1, OrderID: 7, Column: api.ColumnNew, Version: 1})
	cancel, typed := api.ActOrder{ShopID: 1, OrderID: 7, Act: api.ActCancel}, Reason{code: "500000", Words: "Flooded"}
	var a Asker
	a.Ask(cancel, nil)
	*a.before(deps) = typed
	a.Ask(cancel, nil)
	if got := *a.before(deps); got != typed {
		t.Errorf("asked again, it begins with %+v", got)
	}
	pagetest.Run(t, func(ctx app.Context) {
		dialog := &asking{Deps: deps, Request: cancel, OnClose: func(app.Context) {}, reason: a.before(deps)}
		dialog.submit(ctx)
	})
	if got := *a.before(deps); got != (Reason{}) {
		t.Errorf("after it was sent, it begins with %+v", got)
	}
	*a.before(deps) = typed
	a.Ask(api.ActOrder{ShopID: 1, OrderID: 8, Act: api.ActCancel}, nil)
	if got := *a.before(deps); got != (Reason{}) {
		t.Errorf("of another order it begins with %+v", got)
	}
	a.Ask(cancel, nil)
	if got := *a.before(deps); got != typed {
		t.Errorf("after another order, it begins with %+v", got)
	}
}

// While an order is being accepted, the question whether to reject it says so. It said only "Accept", beside its own
// button.
func TestQuestionSaysWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Orders, ShopID: 1}, api.RoleManager)
	var a Asker
	a.Ask(api.ActOrder{ShopID: 1, OrderID: 7, Act: api.ActCancel}, nil)
	deps.Book.Begin(api.ActOrder{ShopID: 1, OrderID: 7, Act: api.ActAccept})
	if html := pagetest.Markup(a.Dialog(deps)); !strings.Contains(html, "Under way: Accept") {
		t.Error(html)
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
		r := Reason{code: tt.code, Words: tt.words}
		code, ok := r.Check(tt.act)
		if code != tt.want || ok != tt.ok {
			t.Errorf("%+v: %d %v", tt, code, ok)
		}
		for _, r.tried = range []bool{false, true} {
			html := pagetest.Markup(app.Div().Body(r.Fields("x", tt.act, "")...))
			if says := strings.Contains(html, `class="err"`); says != (r.tried && !tt.ok) {
				t.Errorf("%+v: tried %v, says %v", tt, r.tried, says)
			}
		}
	}
}

// Today's question about a refund showed an older one, or none: the book had an older order, of a shop that this device
// doesn't follow. Its button then didn't wait for what will be left. A page of another shop's order is up to a minute
// old: its question was about a refund that was rejected meanwhile, while the customer had asked for another one.
func TestQuestionIsAboutTheNewerOrder(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Today}, api.RoleManager)
	deps.Book.Put(api.Order{OrderID: 7, ShopID: 3, Version: 2, Column: api.ColumnPreparing})
	asked := &api.Order{OrderID: 7, ShopID: 3, Version: 3, Column: api.ColumnPreparing,
		Refund: &api.OrderRefund{Standing: api.RefundAsked, Reason: "soup spilled"}}
	a := &asking{Deps: deps, Request: api.ActOrder{ShopID: 3, OrderID: 7, Act: api.ActRefundAgree}, Order: asked}
	if !a.reading() || a.order() != asked {
		t.Errorf("it is about %+v, and waits: %v", a.order(), a.reading())
	}
	deps.Book.Put(api.Order{OrderID: 7, ShopID: 3, Version: 4, Column: api.ColumnPreparing})
	if a.order() == asked {
		t.Error("what the book has heard since doesn't count")
	}
	again := api.Order{OrderID: 7, ShopID: 3, Version: 5, Column: api.ColumnPreparing,
		Refund: &api.OrderRefund{Standing: api.RefundAsked, Reason: "all of it spilled"}}
	if a.detail = (&api.OrderDetail{Order: again}); a.order().Refund != again.Refund {
		t.Error("what was read for the question doesn't count")
	}
	again.Refund.Money, a.OnClose = &api.Money{Amount: 10000, Currency: "HKD"}, func(app.Context) {}
	var sent api.ActOrder
	pagetest.Run(t, func(ctx app.Context) {
		ctx.Handle(state.ActionOrder, func(_ app.Context, action app.Action) { sent, _ = action.Value.(api.ActOrder) })
		a.submit(ctx)
	})
	if sent.Expect != again.Refund.Money || sent.Version != again.Version {
		t.Errorf("it is sent as one about %+v of version %d", sent.Expect, sent.Version)
	}
}

// The question whether to reject an order became one whether to cancel it when the customer had cancelled, and took a
// reason for what was over.
func TestQuestionEndsWithItsOrder(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Orders}, api.RoleStaff)
	a := &asking{Deps: deps, Open: true, Request: api.ActOrder{ShopID: 3, OrderID: 7, Act: api.ActCancel},
		reason: new(Reason)}
	for _, column := range []api.Column{api.ColumnNew, api.ColumnCancelled} {
		a.Order = &api.Order{OrderID: 7, ShopID: 3, Column: column}
		html := pagetest.Markup(a)
		over := column == api.ColumnCancelled
		if asks := strings.Contains(html, "ask-go"); asks == over {
			t.Errorf("%s: asks %v", column, asks)
		}
		if says := strings.Contains(html, "This order was cancelled meanwhile"); says != over {
			t.Errorf("%s: says %v", column, says)
		}
	}
}

// A press on "Reject the order" cancelled an order that a colleague had accepted in the same moment: the button had
// become "Cancel the order" under the finger.
func TestPressForRejectingCancelsNoAcceptedOrder(t *testing.T) {
	t.Parallel()
	for when, want := range map[string]int{"never": 1, "before": 1, "meanwhile": 0} {
		deps := pagetest.Deps(t, routes.Route{Page: routes.Orders}, api.RoleStaff)
		deps.Book.Put(api.Order{OrderID: 7, ShopID: 3, Version: 1, Column: api.ColumnNew})
		asked := 0
		a := &asking{Deps: deps, Open: true, Request: api.ActOrder{ShopID: 3, OrderID: 7, Act: api.ActCancel},
			OnClose: func(app.Context) {}, reason: &Reason{code: "500001"}}
		pagetest.Run(t, func(ctx app.Context) {
			ctx.Handle(state.ActionOrder, func(app.Context, app.Action) { asked++ })
			accept := func(now string) {
				if when == now {
					deps.Book.Put(api.Order{OrderID: 7, ShopID: 3, Version: 2, Column: api.ColumnPreparing})
				}
			}
			accept("before")
			a.OnMount(ctx)
			accept("meanwhile")
			a.submit(ctx)
		})
		if asked != want {
			t.Errorf("accepted %s: asked for %d acts, want %d", when, asked, want)
		}
	}
}
