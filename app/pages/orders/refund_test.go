package orders

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
	"github.com/shopdesk/shopdesk/platform"
)

// A person had chosen what to refund when another person's refund was shown. Bug: the press named the order as it was
// by then, and was sent without a word: the customer was paid twice for one complaint.
func TestRefundNamesTheOrderThatThePersonSaw(t *testing.T) {
	t.Parallel()
	stands := func(version int64) api.Order {
		return api.Order{ShopID: 1, OrderID: big, Version: version, Column: api.ColumnDone}
	}
	for _, onBoard := range []bool{true, false} {
		mux := http.NewServeMux()
		mux.HandleFunc("GET "+api.PathOrder, func(w http.ResponseWriter, _ *http.Request) {
			_ = json.NewEncoder(w).Encode(api.OrderDetail{Order: stands(4)})
		})
		p := refunding(t, mux)
		if onBoard {
			p.Book.Load(api.Orders{Orders: []api.Order{stands(4)}})
		}
		var sent []int64
		pagetest.Run(t, func(ctx app.Context) {
			ctx.Handle(state.ActionOrder, func(_ app.Context, a app.Action) {
				sent = append(sent, a.Value.(api.ActOrder).Version)
			})
			p.reason.Fields("refund", api.ActRefundApply, "")[0].(*components.Choices).OnChange(ctx, "200003")
			p.OnMount(ctx)
			pagetest.Until(ctx, func() bool { return p.since == 4 }, func(ctx app.Context) {
				p.Book.Put(stands(5))
				p.changed()
				p.counting, p.preview = false, worth(500)
				p.apply(ctx)
				p.acted(ctx, app.Action{Value: state.Acted{Request: api.ActOrder{OrderID: big, Act: api.ActRefundApply},
					Err: &api.Error{Code: api.CodeChanged}}})
				p.counting, p.preview = false, worth(500)
				p.apply(ctx)
			})
		})
		if !slices.Equal(sent, []int64{4, 5}) {
			t.Errorf("on the board %v: before and after the person was told, it names %v", onBoard, sent)
		}
	}
}

// A refund was slow, and the page was loaded anew while it was made. Bug: nothing there told of it, and the same choice
// was confirmed once more. It is told, too, where only the first read of the order was lost on its way.
func TestQuestionBeforeARefundNamesEarlierOnes(t *testing.T) {
	t.Parallel()
	for _, lost := range []bool{false, true} {
		var asked atomic.Bool
		ended := make(chan struct{})
		mux := http.NewServeMux()
		mux.HandleFunc("GET "+api.PathOrder, func(w http.ResponseWriter, _ *http.Request) {
			if !asked.Swap(true) && lost {
				<-ended
			}
			_ = json.NewEncoder(w).Encode(api.OrderDetail{Refunds: []api.OrderRefund{{Standing: api.RefundApplied,
				Via: api.ViaPerson, By: "Mei", Money: &api.Money{Amount: 1250, Currency: "HKD"}}}})
		})
		p := refunding(t, mux)
		var words string
		pagetest.Run(t, func(ctx app.Context) {
			p.OnMount(ctx)
			pagetest.Until(ctx, func() bool { return asked.Load() && p.loadErr != nil }, func(ctx app.Context) {
				ctx.NewAction(state.ActionHeard)
				pagetest.Until(ctx, func() bool { return p.refunds != nil }, func(app.Context) {
					words = pagetest.Markup(p.confirm())
					close(ended)
				})
			})
		})
		for _, want := range []string{"Earlier refunds", "Mei", "12.50"} {
			if !strings.Contains(words, want) {
				t.Errorf("no %q in %s", want, words)
			}
		}
	}
}

// go-app queues OnMount and calls OnUpdate at once: the page once read without a context, which ended the program.
func TestRefundIsReadByAnUpdateBeforeMounting(t *testing.T) {
	t.Parallel()
	p := &Refund{Deps: pagetest.Deps(t, routes.Route{Page: routes.Order, ShopID: 1, OrderID: big}, api.RoleOwner)}
	o := placed(api.ColumnDone)
	o.ShopID, o.OrderID = 1, big
	p.Book.Load(api.Orders{Orders: []api.Order{o}})
	pagetest.Run(t, p.OnUpdate)
	if p.read != o.Version {
		t.Error("what can be refunded wasn't read")
	}
}

// The last press for a refund did nothing, without a sign, while another act on the order was on its way.
func TestRefundWaitsForAnotherAct(t *testing.T) {
	t.Parallel()
	p := &Refund{Deps: pagetest.Deps(t, routes.Route{Page: routes.Refund, ShopID: 1, OrderID: big}, api.RoleManager)}
	p.loaded, p.wants = true, true
	p.preview = &platform.RefundPreview{RefundPrice: platform.Fee{Amount: 500, Currency: "HKD", Text: "HKD 5.00"}}
	waits := func() bool {
		html := pagetest.Markup(p.confirm())
		return strings.Contains(html, "refund-apply") && strings.Contains(html, "aria-busy")
	}
	if waits() {
		t.Error("it waits for nothing")
	}
	ready, _ := p.Book.Begin(api.ActOrder{ShopID: 1, OrderID: big, Act: api.ActReady})
	if !waits() {
		t.Error("a press is taken that does nothing")
	}
	p.Book.End(ready, api.Acted{State: api.ActDone}, nil)
	if waits() {
		t.Error("it waits on")
	}
}

// refunding is the page of a refund of one piece, at HKD 5.00, whose calls are answered by mux.
func refunding(t *testing.T, mux http.Handler) *Refund {
	t.Helper()
	p := &Refund{Deps: pagetest.Deps(t, routes.Route{Page: routes.Refund, ShopID: 1, OrderID: big}, api.RoleManager)}
	server := httptest.NewServer(http.StripPrefix(string(pagetest.Mount), mux))
	t.Cleanup(server.Close)
	p.Backend = wire.Backend(t, pagetest.Mount, server)
	p.choice.clip([]platform.RefundProduct{{ID: 4, Name: "Noodles", Count: 3}})
	p.choice.set(4, 1)
	p.loaded, p.wants, p.preview = true, true, worth(500)
	return p
}

func worth(amount int64) *platform.RefundPreview {
	return &platform.RefundPreview{RefundPrice: platform.NewFee(amount, "HKD")}
}

// A refund of one piece of three got no answer but was made. The page was loaded anew, and the next press was answered
// with the same amount: the page said that it had changed, and a confirmation paid twice.
func TestEarlierRefundIsNoOtherAmount(t *testing.T) {
	t.Parallel()
	for amount, want := range map[int64]string{
		500: "An earlier refund of this order was made, or may have been.", 400: "The amount has changed.",
	} {
		p := refunding(t, http.NotFoundHandler())
		current, err := json.Marshal(worth(amount))
		if err != nil {
			t.Fatal(err)
		}
		pagetest.Run(t, func(ctx app.Context) {
			p.ctx = ctx
			request := api.ActOrder{OrderID: big, Act: api.ActRefundApply, Expect: &api.Money{Amount: 500, Currency: "HKD"}}
			p.acted(ctx, app.Action{Value: state.Acted{Request: request,
				Err: &api.Error{Code: api.CodeChanged, Current: current}}})
			html := pagetest.Markup(p)
			if !strings.Contains(html, want) || strings.Count(html, "refund-changed") != 1 {
				t.Errorf("%d: no %q", amount, want)
			}
			p.changed()
			if strings.Contains(pagetest.Markup(p), "refund-changed") {
				t.Errorf("%d: it is said of another choice, too", amount)
			}
		})
	}
}

// A preview that failed while the question was open had the page say that the amount has changed.
func TestFailedPreviewIsNoOtherAmount(t *testing.T) {
	t.Parallel()
	p := refunding(t, http.NotFoundHandler())
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		p.count()
	})
	if p.wants || p.prevErr == nil || p.was != nil {
		t.Errorf("the question is open: %v, the amount was %v: %v", p.wants, p.was, p.prevErr)
	}
}

// An answer to what was chosen before less was left came late, and was shown.
func TestLateAmountOfAnEarlierChoiceIsDropped(t *testing.T) {
	t.Parallel()
	asked, held := make(chan struct{}), make(chan struct{})
	p := refunding(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(asked)
		<-held
		_ = json.NewEncoder(w).Encode(worth(500))
	}))
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		p.count()
		pagetest.When(ctx, asked, func(app.Context) {
			none := 0
			p.take([]platform.RefundProduct{{ID: 4, Name: "Noodles", Count: 3, Left: &none}})
			close(held)
		})
	})
	if p.preview != nil || p.prevErr != nil {
		t.Errorf("%+v, %v", p.preview, p.prevErr)
	}
}

// A count that was chosen for the refund of one order before the tab was loaded anew stood in the refund of the next
// order with the same dish.
func TestTypedCountIsKeptForItsOrder(t *testing.T) {
	t.Parallel()
	keys := map[string]bool{}
	for _, order := range []int64{big, big + 1} {
		for _, product := range []int64{4, 5} {
			p := &Refund{Deps: pagetest.Deps(t, routes.Route{Page: routes.Refund, ShopID: 1, OrderID: order}, api.RoleOwner)}
			keys[p.stepper(&platform.RefundProduct{ID: product, Count: 3}).Keep] = true
		}
	}
	if len(keys) != 4 {
		t.Errorf("counts of two products of two orders are kept as %v", keys)
	}
}

// The owner's name for the refund type 0 was shown nowhere, though the list of codes asks for one.
func TestRefundTypeZeroHasTheOwnersName(t *testing.T) { //nolint:paralleltest // sets the legend
	text.SetLegend([]api.CodeName{{Kind: api.KindProduct, Code: "0", Name: "Can be refunded"}}, nil)
	defer text.SetLegend(nil, nil)
	p := refunding(t, http.NotFoundHandler())
	if html := pagetest.Markup(p); !strings.Contains(html, "Can be refunded") {
		t.Error(html)
	}
}
