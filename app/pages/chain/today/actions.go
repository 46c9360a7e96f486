package today

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/pause"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// press does the one thing that a need asks for.
func (p *Page) press(ctx app.Context, n api.Need) {
	if !p.model.mayPress(&n, p.State.Now()) {
		return
	}
	switch n.Kind { //nolint:exhaustive // the others lead to a page
	case api.NeedOrder:
		accept := api.ActOrder{ShopID: n.ShopID, OrderID: n.Order.OrderID, Act: api.ActAccept, Version: n.Order.Version}
		ctx.NewActionWithValue(state.ActionOrder, accept)
	case api.NeedForgotten, api.NeedPause:
		p.resume(n)
	case api.NeedClosed:
		p.model.asked, p.model.open = &n, true
	case api.NeedRefund:
		p.decide(n, api.ActRefundAgree)
	}
}

// touch prolongs the rest of a need that has just come to where it stands.
func (p *Page) touch(ctx app.Context, n api.Need) {
	p.model.touch(&n, p.State.Now())
	ctx.PreventUpdate()
}

// settle draws the page again when the needs that have moved take presses. One that
// was touched meanwhile rests for longer.
func (p *Page) settle() {
	last := int64(0)
	for _, at := range p.model.moved {
		last = max(last, at)
	}
	left := last + settled - p.State.Now().UnixMilli()
	if left <= 0 || app.IsServer {
		return
	}
	p.ctx.After(time.Duration(left)*time.Millisecond, func(app.Context) { p.settle() })
}

// refuse does the other thing that can be done about a need.
func (p *Page) refuse(n api.Need) {
	if p.model.mayPress(&n, p.State.Now()) {
		p.decide(n, api.ActRefundReject)
	}
}

// decide asks before a refund is decided.
func (p *Page) decide(n api.Need, what api.Act) {
	o := *n.Order
	o.Refund = n.Refund
	p.asker.Ask(api.ActOrder{ShopID: n.ShopID, OrderID: o.OrderID, Act: what, Version: o.Version}, &o)
}

// reopen is the answer to the question whether to reopen a shop that somebody
// else closed.
func (p *Page) reopen(app.Context) {
	p.model.open = false
	p.resume(*p.model.asked)
}

// resume reopens a shop.
func (p *Page) resume(n api.Need) {
	k := subject(&n)
	request := api.ResumeOrders{ShopID: n.ShopID}
	if n.Pause != nil {
		request.Version = n.Pause.Version
	}
	p.model.busy[k] = true
	delete(p.model.told, k)
	call := backend.ResumeOrders.To(p.Backend, request)
	pages.Send(p.ctx, new(pages.Generation), call, func(ctx app.Context, now api.Pause, err error) {
		delete(p.model.busy, k)
		if err != nil {
			p.model.told[k] = err
			if current, ok := pause.Changed(err); ok {
				p.State.SetPause(current)
			}
			p.ask(p.ctx)
			return
		}
		p.State.SetPause(now)
		p.Changed(ctx)
		if now.State == api.PauseEnded {
			p.done(ctx, key(&n))
			p.offerPause(ctx, n, now)
		}
		p.ask(p.ctx)
	})
}

// offerPause offers to pause the shop again as it was.
func (p *Page) offerPause(ctx app.Context, was api.Need, now api.Pause) {
	deps, name := p.Deps, p.ShopName(was.ShopID)
	call := backend.PauseOrders.To(deps.Backend, pauseAgain(was, now))
	pages.Undo(ctx, deps, text.T("today.resumed", name), "today.undo.failed", name, call,
		func(ctx app.Context, p api.Pause) {
			deps.State.SetPause(p)
			deps.Changed(ctx)
			deps.Toast(ctx, text.T("today.undone", name))
		})
}

// pauseAgain pauses a shop as it was paused, until the same moment. The server
// refuses one that has passed.
func pauseAgain(was api.Need, now api.Pause) api.PauseOrders {
	request := api.PauseOrders{ShopID: was.ShopID, Version: now.Version, End: api.EndNotice}
	if p := was.Pause; p != nil {
		request.Reason, request.Note = p.Reason, p.Note
		if p.Until != 0 {
			request.End, request.Until = api.EndUntil, p.Until
		}
	}
	return request
}

// done takes a need off the list.
func (p *Page) done(ctx app.Context, k string) {
	p.change(ctx, ".need", func() { p.model.drop(k, p.State.Now()) })
}

// change changes the list. When the need that the keyboard is at goes, and matches held, the keyboard goes on to the
// next one.
func (p *Page) change(ctx app.Context, held string, do func()) {
	at, earlier := "", p.model.today.Needs
	if el := components.ActiveElement(); !app.IsServer && components.Within(el, held) {
		at = strings.TrimPrefix(el.Call("closest", held).Get("id").String(), rowID(""))
	}
	do()
	p.settle()
	if at == "" {
		return
	}
	switch next := p.model.heir(earlier, at); {
	case next == nil:
		components.FocusID(ctx, pages.HeadingID)
	case key(next) != at:
		components.FocusID(ctx, p.rowOf(*next).first())
	}
}

// acted takes what came of an act on an order.
func (p *Page) acted(ctx app.Context, a app.Action) {
	acted, ok := a.Value.(state.Acted)
	if !ok {
		return
	}
	o := &acted.Acted.Order
	if acted.Acted.News != "" && book.LaneOf(o) < book.LaneDone { // else the watch says so; here its row goes
		p.Toast(ctx, text.News(string(acted.Acted.News), string(acted.Acted.Via), acted.Acted.By))
	}
	for _, n := range p.model.today.Needs {
		if n.Order == nil || n.Order.OrderID != acted.Request.OrderID {
			continue
		}
		if acted.Err == nil && !stillNeeds(n.Kind, o) {
			p.done(ctx, key(&n))
		}
		p.ask(p.ctx)
	}
}

// stillNeeds reports whether somebody is needed for an order as before.
func stillNeeds(kind api.NeedKind, o *api.Order) bool {
	if kind == api.NeedRefund {
		return book.RefundAsked(o)
	}
	return book.LaneOf(o) == book.LaneNew
}

func rowID(k string) string { return "need-" + k }

func buttonID(k string) string { return rowID("go-" + k) }

func shopLinkID(k string) string { return rowID("shop-" + k) }

func (p *Page) chooseShop(ctx app.Context, shop int64) {
	p.Go(ctx, routes.Route{Page: routes.Today, ShopID: shop})
}
