package orders

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// card is one order on the board. go-app leaves those alone whose fields are as they were, and compares pointers at
// once: a change of one among hundreds draws that one.
type card struct {
	app.Compo

	*Place
	*Look

	left bool // Gone was seen
}

// CompoID is the order: a card is never taken over by another one.
func (c *card) CompoID() string { return strconv.FormatInt(c.Order.OrderID, 10) }

func (c *card) id(part string) string {
	if c.Big {
		part = "k" + part
	}
	if c.Gone != nil {
		part = "was-" + part
	}
	return part + "-" + c.CompoID()
}

// Render draws the card.
func (c *card) Render() app.UI {
	o := c.Order
	return app.Li().Class("order", "card").ID("%s", c.id("order")).
		DataSet("lane", laneKeys[c.Lane]).DataSet("seen", c.Seen || c.Gone != nil).DataSet("gone", c.gone()).
		DataSet("shape", c.Shape).DataSet("age", c.Age).DataSet("cooked", c.Big && c.cooked()).
		On("pointerdown", c.see).
		Body(
			c.head(),
			// A card's button stays where it is, whatever is read of the order.
			app.If(c.Shape != shapeFull, c.actions),
			// In one place, whatever of it comes and goes: what can be done stays the
			// same buttons, which keep the focus.
			pages.Div("maybe",
				app.If(c.Shop != "" && c.Shape != shapeCompact, func() app.UI {
					return app.B().ID("%s", c.id("at")).Text(c.Shop)
				}),
				app.If(forLater(o), func() app.UI {
					return app.P().Class("order-row").Body(
						app.B().Text(text.T("orders.promised", clock(o.PromisedAt, c.Book.Now(), c.Zone))))
				}),
				app.If(o.Note != "", func() app.UI {
					return app.P().Class("order-note").Body(&components.Icon{Name: components.IconInfo},
						pages.Span("hidden", text.T("orders.note")+" "), pages.Name(o.Note))
				}),
				app.If(!c.Lean && c.Shape != shapeSlim, func() app.UI {
					if c.Big && c.Lane == book.LanePreparing && !o.Partial {
						return c.lines()
					}
					return items(o)
				}),
				app.If(c.Shape == shapeFull, c.way),
				app.If(o.Refund != nil, c.refund),
				app.If(c.Told != nil, func() app.UI { return told(c.Told, o.OrderID, c.Book) }),
			),
			app.If(c.Shape == shapeFull, c.actions),
			app.If(c.Gone != nil, c.whither),
		)
}

// way is how the order reaches the customer, and its total, which no cook needs.
func (c *card) way() app.UI {
	return pages.Div("order-row order-way",
		app.Span().Text(c.goes()),
		app.If(c.Order.Total != nil && !c.Big, func() app.UI {
			return app.B().Class("num").Text(confirm.Money(c.Order.Total))
		}),
	)
}

// OnMount has the card stand in its column.
func (c *card) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	c.packing.watch(c.JSValue())
}

// OnUpdate gives the keyboard on when the card that had it leaves.
func (c *card) OnUpdate(ctx app.Context) {
	if leaves := c.Gone != nil; leaves != c.left {
		c.left = leaves
		if leaves {
			giveOn(ctx, c.Book, c.Big, c.CompoID())
		}
	}
}

// gone names the lane that the order went to, "" while it is here.
func (c *card) gone() string {
	if c.Gone == nil {
		return ""
	}
	return laneKeys[book.LaneOf(c.Gone)]
}

// whither says over a place that is held what has become of its order.
func (c *card) whither() app.UI {
	lane, icon := book.LaneOf(c.Gone), components.IconCheck
	if lane == book.LaneCancelled {
		icon = components.IconClose
	}
	return pages.Div("order-gone",
		&components.Icon{Name: icon},
		app.Div().Body(
			app.B().Body(components.Num(text.OrderNumber(c.Gone))),
			app.If(c.Shape != shapeSlim, func() app.UI { return app.P().Text(laneName(lane)) }),
			pages.SoftSmall(stands(c.Gone, lane, c.Book.Now(), c.Zone)),
		),
	)
}

func (c *card) head() app.UI {
	o := c.Order
	now, from := c.Book.Now(), since(o, c.Lane)
	return pages.Div("order-row",
		pages.Div("order-name",
			app.Elem(c.heading()).Body(
				app.A().ID("%s", c.id("no")).Class("order-no", "reach").Href(c.href()).Body(components.Num(text.OrderNumber(o))),
			),
			app.If(c.Shape == shapeFull, func() app.UI {
				return app.P().Class("small", "soft").Body(
					app.Text(stands(o, c.Lane, now, c.Zone)),
					app.If(!o.Partial, func() app.UI { return app.Text(" · " + text.N("orders.items", itemCount(o))) }),
				)
			}),
			app.If(c.Shape == shapeCompact && c.Shop != "", func() app.UI {
				return pages.Name(c.Shop).ID("%s", c.id("at")).Class("order-at")
			}),
		),
		app.If(c.Lane == book.LaneNew && o.AcceptBy != 0, func() app.UI {
			return &components.Ring{
				ID: c.id("left"), Label: text.T("orders.left"), Until: o.AcceptBy, Now: now, Whole: api.AcceptWithin,
			}
		}),
		app.If(from != 0, func() app.UI {
			return pages.Div("order-since",
				app.Span().Class("num", "soft").DataSet("since", from).Text(text.Since(now-from)),
				app.If(c.Late, func() app.UI {
					return &components.Pill{
						Tone: components.ToneWarn, Text: text.T("orders.late"),
					}
				}),
			)
		}),
	)
}

// href is the address of the order's page.
func (c *card) href() string {
	if c.Alone {
		return c.Href
	}
	base := c.Deps.deps
	return base.Href(base.Route.Order(c.Order.ShopID, c.Order.OrderID))
}

// heading is one level below the lane's, or the page's.
func (c *card) heading() string {
	if c.Alone {
		return "h2"
	}
	return "h3"
}

// goes says how the order reaches the customer.
func (c *card) goes() string {
	o := c.Order
	ride := ""
	if o.Delivery != nil && !o.Pickup {
		ride = text.Dots(riding(o.Delivery.Status, o.Delivery.StatusRaw), o.Delivery.Name)
	}
	return cmp.Or(text.Dots(way(o), ride), text.T("orders.rider"))
}

// see notes that somebody looks at the order: it stops ringing, and nothing moves
// for a moment.
func (c *card) see(ctx app.Context, _ app.Event) {
	c.Book.Touch()
	if c.Gone != nil || c.Lane != book.LaneNew || c.Seen {
		ctx.PreventUpdate()
		return
	}
	c.Book.See(c.Order.OrderID)
	ctx.NewAction(state.ActionChanged)
}
