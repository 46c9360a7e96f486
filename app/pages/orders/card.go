package orders

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// actionAsk is posted by a card for an act that needs a reason or a second
// thought. Value: api.ActOrder.
const actionAsk = "shopdesk/order-ask"

// actionTicket is posted by a ticket of the kitchen view to be shown in full, or
// not any more. Value: the order's id, an int64.
const actionTicket = "shopdesk/order-ticket"

// fiveMinutes is how long a new order waits (interface 3.2, rule 1).
const fiveMinutes = 5 * 60_000

// card is one order on the board. go-app leaves those alone whose fields are as they were, and compares pointers at
// once: a change of one among hundreds draws that one.
type card struct {
	app.Compo

	*Place
	*Look

	Lean  bool // without its items: they stand elsewhere
	Alone bool // on a page of its own, right below the page's heading
	Href  string

	left bool // Gone was seen
}

// CompoID is the order: a card is never taken over by another one.
func (c *card) CompoID() string { return strconv.FormatInt(c.Order.OrderID, 10) }

func (c *card) now() int64 { return c.Book.Clock.Now(time.Now().UnixMilli()) }

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
		DataSet("lane", laneKeys[c.Lane]).DataSet("seen",
		strconv.FormatBool(c.Seen || c.Gone != nil)).DataSet("gone", c.gone()).
		On("pointerdown", c.see).
		Body(
			c.head(),
			// In one place, whatever of it comes and goes: what can be done stays the
			// same buttons, which keep the focus.
			app.Div().Class("maybe").Body(
				app.If(c.Shop != "", func() app.UI { return pages.Name(c.Shop).Class("small", "soft") }),
				app.If(o.Note != "", func() app.UI {
					return app.P().Class("order-note").Body(&components.Icon{Name: components.IconInfo}, pages.Name(o.Note))
				}),
				app.If(!c.Lean, func() app.UI { return items(o, c.shows()) }),
				app.Div().Class("order-row", "order-way").Body(
					app.Span().Text(c.goes()),
					app.If(o.Total != nil, func() app.UI { return app.B().Class("num").Text(confirm.Money(o.Total)) }),
				),
				app.If(o.Refund != nil, c.refund),
				app.If(c.Told != nil, func() app.UI { return told(c.Told, o, c.Book) }),
			),
			c.actions(),
			app.If(c.Gone != nil, c.whither),
		)
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
	lane := book.LaneOf(c.Gone)
	return app.Div().Class("order-gone").Body(
		&components.Icon{Name: components.IconCheck},
		app.Div().Body(
			app.B().Body(components.Num(confirm.Number(c.Gone))),
			app.P().Text(laneName(lane)),
			pages.SoftSmall(stands(c.Gone, lane, c.now(), c.Zone)),
		),
	)
}

func (c *card) head() app.UI {
	o := c.Order
	now := c.now()
	return app.Div().Class("order-row").Body(
		app.Div().Class("order-name").Body(
			app.Elem(c.heading()).Body(app.A().Class("order-no").Href(c.Href).Body(components.Num(confirm.Number(o)))),
			app.P().Class("small", "soft").Body(
				app.Text(stands(o, c.Lane, now, c.Zone)),
				app.If(!o.Partial, func() app.UI { return app.Text(" · " + text.N("orders.items", itemCount(o))) }),
			),
		),
		app.If(c.Lane == book.LaneNew && o.AcceptBy != 0, func() app.UI {
			return &components.Ring{
				ID: c.id("left"), Label: text.T("orders.left"), Until: o.AcceptBy, Now: now, Whole: fiveMinutes,
			}
		}),
		app.If(since(o, c.Lane) != 0, func() app.UI {
			from := since(o, c.Lane)
			return app.Div().Class("order-since").Body(
				app.Span().Class("num", "soft").DataSet("since", strconv.FormatInt(from, 10)).Text(text.Since(now-from)),
				app.If(o.LateAt != 0 && now > o.LateAt, func() app.UI {
					return &components.Pill{
						Tone: components.ToneWarn, Text: text.T("orders.late"),
					}
				}),
			)
		}),
	)
}

// heading is one level below the lane's, or the page's.
func (c *card) heading() string {
	if c.Alone {
		return "h2"
	}
	return "h3"
}

// shows is how many of its items the card shows.
func (c *card) shows() int {
	if c.Whole {
		return len(c.Order.Items)
	}
	return c.Room.fits(c.Order)
}

// more says how much more is in the order, and shows it.
func (c *card) more() app.UI {
	words := text.T("orders.kitchen.less")
	if !c.Whole {
		words = text.T("orders.kitchen.rest", text.LTR("+"+strconv.Itoa(pieces(c.Order.Items[c.shows():]))))
	}
	return &components.Button{ID: c.id("more"), Label: words, OnClick: func(ctx app.Context) {
		ctx.NewActionWithValue(actionTicket, c.Order.OrderID)
	}}
}

// items are the first n lines of an order. One of which only the event is known
// says so.
func items(o *api.Order, n int) app.UI {
	if o.Partial {
		words := text.T("orders.partial")
		if o.Trouble {
			words = text.T("orders.trouble")
		}
		return app.P().Class("soft", "order-lacks").Text(words)
	}
	return app.Ul().Class("order-items").Body(app.Range(o.Items[:n]).Slice(func(i int) app.UI {
		item := o.Items[i]
		return app.Li().Body(
			app.B().Body(components.Num(times(item.Count))),
			app.Div().Body(
				pages.Name(item.Name),
				app.If(item.Spec != "", func() app.UI { return dotted(item.Spec) }),
				app.Range(item.Options).Slice(func(j int) app.UI { return pages.Name(item.Options[j]).Class("order-option") }),
			),
		)
	}))
}

// goes says how the order reaches the customer.
func (c *card) goes() string {
	o := c.Order
	switch {
	case o.Pickup:
		return text.T("orders.pickup")
	case o.Delivery == nil:
		return text.T("orders.rider")
	case o.Delivery.Name != "":
		return text.T("orders.both", riding(o.Delivery.Status), o.Delivery.Name)
	}
	return riding(o.Delivery.Status)
}

func (c *card) refund() app.UI {
	r := c.Order.Refund
	if r.Standing != api.RefundAsked {
		return pages.SoftSmall(standing(r))
	}
	return &components.Note{
		Tone: components.ToneWarn, Title: text.T("orders.refund.waits"), Text: confirm.Asked(r), Quiet: true,
		Actions: func() []app.UI {
			if !c.May.refund {
				return nil
			}
			return []app.UI{
				&components.Button{
					ID: c.id("reject"), Label: text.T("orders.reject.open"), Disabled: !c.Reach,
					Busy: c.Doing == api.ActRefundReject, OnClick: c.ask(api.ActRefundReject),
				},
				&components.Button{
					ID: c.id("agree"), Label: text.T("orders.agree.open"), Disabled: !c.Reach,
					Busy: c.Doing == api.ActRefundAgree, OnClick: c.ask(api.ActRefundAgree),
				},
			}
		},
	}
}

// actions are what can be done, in the reach of a thumb.
func (c *card) actions() app.UI {
	main := mainAct(c.Order, c.May)
	// While an act from here is on its way no other is taken (book.Begin), also when
	// the live line has been faster to tell than its answer.
	busy := c.Doing != "" && (c.Doing == main || c.By == "")
	why := ""
	if !c.Reach && (main != "" || mayCancel(c.Order, c.May)) {
		why = c.id("why")
	}
	return app.Div().Class("order-acts").Body(
		app.If(mayCancel(c.Order, c.May) && !c.Big, func() app.UI {
			return &components.Button{
				ID: c.id("cancel"), Label: text.T("orders.cancel.open"), Kind: components.KindStop, Disabled: !c.Reach,
				DescribedBy: why, Busy: c.Doing == api.ActCancel, OnClick: c.ask(api.ActCancel),
			}
		}),
		app.If(c.Big && !c.Order.Partial && c.Room.fits(c.Order) < len(c.Order.Items), c.more),
		app.If(main != "", func() app.UI {
			return &components.Button{
				ID: c.id("go"), Label: confirm.Word(main), Kind: components.KindGo, Disabled: !c.Reach,
				DescribedBy: why, Busy: busy, Rests: c.Rests || c.Given, OnClick: c.press,
			}
		}),
		app.If(c.By != "", func() app.UI {
			return pages.SoftSmall(text.T("orders.doing", c.By, confirm.Word(c.Doing)))
		}),
		app.If(why != "", func() app.UI {
			return app.P().ID("%s", why).Class("small", "order-why").Text(text.T("orders.unreachable"))
		}),
	)
}

// press does the one thing to do next.
func (c *card) press(ctx app.Context) {
	if c.Given || c.Book.Given(c.Order.OrderID) {
		return // the key was pressed for the card before
	}
	request := api.ActOrder{
		ShopID: c.Order.ShopID, OrderID: c.Order.OrderID, Act: mainAct(c.Order, c.May), Version: c.Order.Version,
	}
	ctx.NewActionWithValue(state.ActionOrder, request)
}

func (c *card) ask(act api.Act) func(app.Context) {
	return func(ctx app.Context) {
		ctx.NewActionWithValue(actionAsk, api.ActOrder{
			ShopID: c.Order.ShopID, OrderID: c.Order.OrderID, Act: act, Version: c.Order.Version,
		})
	}
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

// told says what came of the last act: news calmly, a refusal with the reason.
func told(t *book.Told, o *api.Order, d *book.Book) app.UI {
	close := func(ctx app.Context) {
		d.Heeded(o.OrderID)
		ctx.NewAction(state.ActionChanged)
	}
	note := &components.Note{DismissLabel: text.T("action.close"), OnDismiss: close}
	switch {
	case t.News != "":
		note.Tone, note.Title = components.ToneInfo, text.News(string(t.News), string(t.Via), t.By)
	case t.Unknown:
		note.Tone, note.Title, note.Text = components.ToneWarn, text.T("orders.unknown", confirm.Word(t.Act)),
			text.T("orders.unknown.text")
	default:
		note.Tone, note.Title, note.Alert = components.ToneBad, text.T("orders.undone", confirm.Word(t.Act)), true
		note.Text = text.Failure(t.Err)
	}
	return note
}
