package orders

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// actionPick is posted by a card that is picked, or not any more. Value: the order's id, an int64.
const actionPick = "shopdesk/order-pick"

// count counts what the strip tells.
func (p *Board) count() {
	known := map[int64]may{}
	mays := func(shopID int64) may {
		m, asked := known[shopID]
		if !asked {
			m = mayIn(p.Deps, shopID)
			known[shopID] = m
		}
		return m
	}
	p.tally = tallyOf(p.Book, p.lanes[:], p.all(), p.Book.Now(), mays, p.picked)
}

// strip says above the cards what must not be overlooked, and stays in sight.
func (p *Board) strip() app.UI {
	t := &p.tally
	return app.Section().ID("rush").Class("rush").Aria("label", text.T("orders.rush")).Body(
		components.Shown(p.plan.rush, app.Span().Class("rush-new").Body(
			app.B().Class("num").Text(t.fresh), app.Text(" "+laneName(book.LaneNew)))),
		components.Maybe(len(t.last) > 0, func() app.UI {
			return p.jumpTo("rush-last", text.T("orders.rush.last", len(t.last)), t.last[0])
		}),
		components.Maybe(len(t.refused) > 0, func() app.UI {
			return p.jumpTo("rush-refused", text.T("orders.rush.refused", len(t.refused)), t.refused[0])
		}),
		components.Maybe(len(t.refunds) > 0, func() app.UI {
			o := t.refunds[0]
			return app.Span().Class("rush-warn").Body(&components.Link{
				ID: "rush-refunds", Href: p.Href(p.Route.Order(o.ShopID, o.OrderID)), Kind: components.LinkButton,
				Icon: components.IconUndo, Label: text.N("orders.rush.refunds", len(t.refunds)),
			})
		}),
		components.Maybe(len(p.ruling) > 0, p.ruleSaid),
		components.Maybe(p.plan.rush && p.relieved() != 0, p.offers),
		app.Span().Class("grow", "small", "soft").Role("status").Text(some("orders.rush.sending", p.Book.Waiting())),
		components.Maybe(len(t.picked) > 0, p.forPicked),
		components.Maybe(len(t.picked) == 0 && p.plan.rush && len(t.shops) > 0, p.forShop),
	)
}

// jumpTo leads to an order.
func (p *Board) jumpTo(id, words string, o *api.Order) app.UI {
	return app.Span().Class("rush-bad").Body(&components.Button{
		ID: id, Label: words, Icon: components.IconWarn, OnClick: func(ctx app.Context) { p.bring(ctx, o) },
	})
}

// bring brings an order into sight, with the keyboard on its number. A search that hides the order ends.
func (p *Board) bring(ctx app.Context, o *api.Order) {
	if !p.filter().Fits(o) {
		p.find = ""
	}
	p.jump = o.OrderID
	p.lane = book.LaneOf(o)
	components.FocusID(ctx, "no-"+strconv.FormatInt(o.OrderID, 10))
}

// forPicked accepts what was picked.
func (p *Board) forPicked() app.UI {
	orders := p.tally.picked
	return pages.Row(
		&components.Button{ID: "rush-unpick", Label: text.T("action.clear"), Kind: components.KindBare,
			OnClick: pages.Set(&p.picked, nil)},
		p.acceptButton("rush-picked", text.T("orders.rush.picked", len(orders)), components.KindGo, orders),
	)
}

// forShop accepts all of the shop where most wait; the filter offers the others.
func (p *Board) forShop() app.UI {
	w := p.tally.shops[0]
	words := text.T("orders.rush.all", len(w.orders))
	if p.many() && p.shop == 0 {
		words = text.T("orders.rush.shop", p.shopName(w.shopID), len(w.orders))
	}
	return p.acceptButton("rush-all-"+strconv.FormatInt(w.shopID, 10), words, components.KindPlain, w.orders)
}

func (p *Board) acceptButton(id, words string, kind components.ButtonKind, orders []*api.Order) app.UI {
	return &pages.Keyed{Key: id, Draw: func() app.UI {
		return &components.Button{ID: id, Label: words, Kind: kind, Disabled: !p.Book.Reachable(),
			Rests: p.pressed, OnClick: func(ctx app.Context) { p.accept(ctx, orders) }}
	}}
}

// accept asks for orders to be accepted, each by itself. The buttons rest then: another may come to where the finger
// is.
func (p *Board) accept(ctx app.Context, orders []*api.Order) {
	requests := make([]api.ActOrder, len(orders))
	for i, o := range orders {
		requests[i] = actOn(o, api.ActAccept)
	}
	p.picked, p.pressed = nil, true
	ctx.NewActionWithValue(state.ActionOrderMany, requests)
	p.ctx.After(book.Hold*time.Millisecond, func(app.Context) { p.pressed = false }) // the button may be gone by then
}

// pick picks an order, or lets go of it.
func (p *Board) pick(_ app.Context, a app.Action) {
	id, ok := a.Value.(int64)
	if !ok {
		return
	}
	if p.picked == nil {
		p.picked = map[int64]bool{}
	}
	p.picked[id] = !p.picked[id]
	p.Book.Touch()
}

// tick is the box that picks a card.
func (c *card) tick() app.UI {
	label := text.T("orders.rush.pick", text.LTR(text.OrderNumber(c.Order)))
	if c.Shop != "" {
		label = text.Dots(label, text.Isolate(c.Shop))
	}
	return &components.Checkbox{
		ID: c.id("pick"), Label: label, HideLabel: true,
		Checked: c.Picked, Disabled: !c.Reach || c.Gone != nil,
		OnChange: func(ctx app.Context, _ bool) { ctx.NewActionWithValue(actionPick, c.Order.OrderID) },
	}
}
