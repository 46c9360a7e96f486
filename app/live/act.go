package live

import (
	"cmp"
	"errors"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// act asks the server for an act. The answer counts wherever the person is by
// then. Nothing is sent, nor kept for later, while the server can't be reached.
func (w *Watch) act(_ app.Context, a app.Action) {
	request, ok := a.Value.(api.ActOrder)
	if !ok || !w.Book.Reachable() {
		return
	}
	if request, ok = w.Book.Begin(request); ok {
		w.send(request)
	}
}

// many asks for acts a few at a time, each with its own answer. What waits goes no further once the server can't be
// reached ([Watch.reached]).
func (w *Watch) many(ctx app.Context, a app.Action) {
	requests, ok := a.Value.([]api.ActOrder)
	if !ok || !w.Book.Reachable() {
		return
	}
	w.Book.Queue(requests)
	w.sendNext()
	ctx.NewAction(state.ActionChanged)
}

// sendNext sends the acts whose turn it is.
func (w *Watch) sendNext() {
	for request, ok := w.Book.Next(); ok; request, ok = w.Book.Next() {
		w.send(request)
	}
}

// send asks the server for an act that has begun. The answer is nobody else's, who
// may have signed in by then.
func (w *Watch) send(request api.ActOrder) {
	var calls pages.Generation
	whose := w.State.OperatorID()
	pages.Load(w.ctx, &calls, backend.ActOnOrder.To(w.Backend, request),
		func(ctx app.Context, acted api.Acted, err error) {
			if w.State.OperatorID() != whose {
				return
			}
			told := w.Book.End(request, acted, err)
			w.sendNext()
			ctx.NewActionWithValue(state.ActionActed, state.Acted{Request: request, Acted: acted, Err: err})
			if errors.Is(err, platform.ErrUnreachable) {
				w.line.Cut()
			}
			w.sayUndone(ctx, told)
			switch o := &acted.Order; {
			case told.News != "" && !w.shows(told):
				words := text.News(string(told.News), string(told.Via), told.By)
				pages.Say(ctx, text.Dots(text.LTR(text.OrderNumber(o)), words))
			case acted.State == api.ActDone && text.Has("orders.done."+string(request.Act)):
				pages.Say(ctx, text.T("orders.done."+string(request.Act), o.Number))
			case acted.State == api.ActDone: // the card moves on, and no words show it
				w.bell.acted = append(w.bell.acted, state.Acted{Request: request, Acted: acted})
			}
		})
}

// shows reports whether what came of an act is in sight: on the order's own page, or else on its card on the board and
// in its row of Today, which go once the order is over.
func (w *Watch) shows(told book.Told) bool {
	o, known := w.Book.Order(told.Request.OrderID)
	goes := known && book.LaneOf(o) >= book.LaneDone
	return w.route.OrderID == told.Request.OrderID ||
		!goes && (known && w.route.Page == routes.Orders || w.route.Page == routes.Today)
}

// sayUndone says which acts weren't done, or perhaps not, on orders whose cards aren't in sight, with one message for
// each act in each shop.
func (w *Watch) sayUndone(ctx app.Context, list ...book.Told) {
	list = slices.DeleteFunc(list, func(told book.Told) bool {
		return told.Err == nil && !told.Unknown || w.shows(told)
	})
	for len(list) > 0 {
		told, r := list[0], list[0].Request
		var numbers []string
		list = slices.DeleteFunc(list, func(also book.Told) bool {
			if also.Request.ShopID != r.ShopID || also.Request.Act != r.Act {
				return false
			}
			order := cmp.Or(also.Order, &api.Order{OrderID: also.Request.OrderID})
			numbers = append(numbers, text.LTR(text.OrderNumber(order)))
			return true
		})
		words, why := text.Undone(text.Dots(text.Act(r.Act), text.List(numbers),
			text.Isolate(pages.ShopName(w.State, r.ShopID))), told.Unknown, told.Err)
		ctx.NewActionWithValue(state.ActionToast, pages.Offer{
			Tone: components.ToneBad, Text: text.T("error.both", words, why),
		})
	}
}
