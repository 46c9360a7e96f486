package confirm

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// asking is the dialog before an act that needs a reason or a second thought:
// cancelling, and deciding on a refund.
type asking struct {
	app.Compo

	pages.Deps
	Count   int // another asking is another dialog
	Request api.ActOrder
	Order   *api.Order // as the page knows it, nil where the book alone does
	Open    bool
	OnClose func(app.Context)

	reason *Reason
	others bool             // asks whether to reject what others may accept meanwhile
	detail *api.OrderDetail // of an order with a refund to decide, nil before it was read
	read   pages.Reader
}

// OnMount reads what was refunded earlier.
func (a *asking) OnMount(ctx app.Context) {
	a.others = a.named() == "reject" && a.Book.Ours(a.Request.OrderID) == ""
	if a.decides() {
		call := a.Backend.Order(a.Request.ShopID, a.Request.OrderID)
		pages.Read(ctx, &a.read, call, func(d api.OrderDetail) { a.detail = &d })
	}
}

// decides reports whether the question is about a refund that a customer asked for.
func (a *asking) decides() bool {
	return a.order().Refund != nil && a.Request.Act.Decides()
}

// reading reports whether it isn't known yet what will be left after the refund, nor that this can't be read.
func (a *asking) reading() bool { return a.decides() && a.detail == nil && a.read.Err == nil }

// CompoID tells one asking from the next.
func (a *asking) CompoID() string { return strconv.Itoa(a.Count) }

// Render draws the dialog.
func (a *asking) Render() app.UI {
	return &components.Dialog{
		ID: "ask", Title: text.T("orders.ask."+string(a.named()), text.LTR(text.OrderNumber(a.order()))), Open: a.Open,
		CloseLabel: text.T("action.close"),
		Body:       a.body, Actions: a.actions, OnClose: a.OnClose,
	}
}

// order is the newest that is known of the order. What pages and the book have of other shops' orders than those that
// this device follows grows old.
func (a *asking) order() *api.Order {
	newest := cmp.Or(a.Order, &api.Order{OrderID: a.Request.OrderID})
	if a.detail != nil && a.detail.Order.Version > newest.Version {
		newest = &a.detail.Order
	}
	if o, ok := a.Book.Order(a.Request.OrderID); ok && o.Version >= newest.Version {
		newest = o
	}
	return newest
}

// named is the act in the words of the button that asked.
func (a *asking) named() api.Act {
	if a.Request.Act == api.ActCancel && Rejects(a.order()) {
		return "reject"
	}
	return a.Request.Act
}

// gone reports whether the order that was to be cancelled is cancelled meanwhile.
func (a *asking) gone() bool {
	return a.Request.Act == api.ActCancel && a.order().Column == api.ColumnCancelled
}

func (a *asking) body() []app.UI {
	if a.gone() {
		said := text.News(string(api.NewsCancelled), "", "")
		return []app.UI{&components.Note{Tone: components.ToneInfo, Title: said, Alert: true}}
	}
	body := []app.UI{pages.Soft(text.T("orders.ask.text." + string(a.Request.Act)))}
	if a.decides() {
		o := a.order()
		body = append(body, wanted(o),
			a.read.Note(3, text.T("orders.decide.failed")),
			components.Maybe(a.detail != nil, func() app.UI {
				r := remainsOf(a.detail, o.Refund)
				return r.draw()
			}))
	}
	if codes[a.Request.Act] != nil {
		keep := a.State.Typed(string(a.Request.Act), a.Request.OrderID)
		body = append(body, a.reason.Fields("ask", a.Request.Act, keep)...)
	}
	if act := a.Book.Ours(a.Request.OrderID); act != "" {
		body = append(body, &components.Spinner{Label: text.T("orders.underway", text.Act(act))})
	}
	if !a.Book.Reachable() {
		body = append(body, &components.Note{
			Tone: components.ToneBad, Title: text.T("orders.unreachable"), Alert: true,
		})
	}
	return []app.UI{pages.Form(a.submit).ID("ask-form").Class("stack").Body(body...)}
}

func (a *asking) actions() []app.UI {
	kind := components.KindGo
	if a.Request.Act == api.ActCancel {
		kind = components.KindStop
	}
	back := &components.Button{Label: text.T("action.back"), OnClick: a.OnClose}
	if a.gone() {
		return []app.UI{back}
	}
	return []app.UI{
		back,
		&components.Button{
			ID: "ask-go", Label: text.Act(a.named()), Kind: kind, Submit: true, Form: "ask-form",
			Disabled: !a.Book.Reachable() || a.reading(), Busy: a.Book.Ours(a.Request.OrderID) != "",
		},
	}
}

func (a *asking) submit(ctx app.Context) {
	id := a.Request.OrderID
	if a.Book.Ours(id) != "" || a.others && a.named() != "reject" && a.Book.Turned(id) {
		return // by Enter: the button takes no press; or it has just become another one
	}
	request := a.Request
	if a.decides() {
		request.Expect = a.order().Refund.Money
		if a.detail != nil { // tells of the other refunds
			request.Version = a.detail.Order.Version
		}
	}
	if codes[request.Act] != nil {
		code, ok := a.reason.Try(ctx, "ask", request.Act)
		if !ok {
			return
		}
		request.Code, request.Reason = code, a.reason.Words
		*a.reason = Reason{}
	}
	ctx.NewActionWithValue(state.ActionOrder, request)
	a.OnClose(ctx)
}

// Asker is the part of a page that asks before an act. Its zero value is ready.
type Asker struct {
	count   int
	open    bool
	request api.ActOrder
	order   *api.Order
	reasons map[asked]*Reason // that are being chosen, or were when the dialog was closed
}

// asked is an act on an order.
type asked struct {
	order int64
	act   api.Act
}

// Ask opens the dialog. order is what the page knows of the order, nil where the
// book alone does.
func (a *Asker) Ask(request api.ActOrder, order *api.Order) {
	a.count++
	a.open, a.request, a.order = true, request, order
	a.reason().tried = false
}

// reason is that of the present question.
func (a *Asker) reason() *Reason {
	if a.reasons == nil {
		a.reasons = map[asked]*Reason{}
	}
	this := asked{a.request.OrderID, a.request.Act}
	if a.reasons[this] == nil {
		a.reasons[this] = new(Reason)
	}
	return a.reasons[this]
}

// Dialog is the dialog, to be kept in the page.
func (a *Asker) Dialog(deps pages.Deps) app.UI {
	return components.Maybe(a.count > 0, func() app.UI {
		return &asking{Deps: deps, Count: a.count, Request: a.request, Order: a.order, Open: a.open,
			OnClose: pages.Set(&a.open, false), reason: a.before(deps)}
	})
}

// before is the reason that the dialog opens with: the one chosen in it before, or else the one that the same act was
// asked for with when it failed. Sent as it is, it is still that act (book.Begin).
func (a *Asker) before(deps pages.Deps) *Reason {
	told, reason := deps.Book.Told(a.request.OrderID), a.reason()
	if *reason == (Reason{}) && told != nil && told.Act == a.request.Act {
		*reason = Reason{code: strconv.Itoa(told.Request.Code), Words: told.Request.Reason}
	}
	return reason
}

// Open reports whether the dialog is open.
func (a *Asker) Open() bool { return a.open }
