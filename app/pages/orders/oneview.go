package orders

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Render draws the order.
func (p *One) Render() app.UI {
	o := p.order()
	return app.Div().Class("stack", "order-page").DataSet("paper", p.paper).Body(
		pages.Head(
			below(p.Deps, p.Route.Board(), text.T("nav.orders"), heading(text.T("orders.order"), p.Route.OrderID, o)),
			pages.Row(
				&components.Button{
					ID: "print-ticket", Label: text.T("orders.print.ticket"), Icon: components.IconPrint,
					Disabled: p.detail == nil, OnClick: p.print("ticket"),
				},
				&components.Button{
					ID: "print-page", Label: text.T("orders.print.page"), Icon: components.IconPrint,
					Disabled: p.detail == nil, OnClick: p.print("page"),
				},
				&components.Button{
					ID: "order-refresh", Label: text.T("action.refresh"), Icon: components.IconReload, Busy: p.asking,
					Disabled: o != nil && o.Erased, OnClick: p.refresh,
				},
			),
		),
		components.Shown(p.copied, app.P().Class("page-copy").Aria("hidden", "true").Text(text.T("orders.copy"))),
		pages.MaybeFailure(text.T("edit.failed"), p.err, p.again),
		pages.MaybeLoading(o == nil && p.err == nil, 4),
		components.Maybe(o != nil, func() app.UI { return p.whole(o) }),
		p.asker.Dialog(p.Deps),
		components.Maybe(p.detail != nil, func() app.UI {
			return ticketOf(p.detail, p.ShopName(p.Route.ShopID), p.zone(), p.copied)
		}),
	)
}

// below is the title of a page below another one, with the way back.
func below(d pages.Deps, back routes.Route, label string, title app.UI) app.UI {
	return app.Div().Body(&components.Link{Href: d.Href(back), Label: label, Icon: components.IconBack}, title)
}

// heading is a page's title with the number of its order, nil where no more than its id is known.
func heading(words string, id int64, o *api.Order) app.UI {
	number := text.OrderNumber(cmp.Or(o, &api.Order{OrderID: id}))
	return app.H1().ID(pages.HeadingID).TabIndex(-1).Body(app.Text(words+" "), components.Num(number))
}

func (p *One) zone() rules.Zone {
	zone, _ := p.State.Zone(p.Route.ShopID)
	return zone
}

func (p *One) whole(o *api.Order) app.UI {
	d := p.detail
	if d == nil {
		d = &api.OrderDetail{Order: *o, Now: p.Book.Now()}
	}
	return pages.Div("cols",
		pages.Stack(
			app.Ul().Class("order-top").Body(p.card(o)),
			p.contents(d),
			p.story(d),
		),
		pages.Stack(
			p.receiver(d), p.riders(d), p.refunds(d, o), p.raw(d),
		),
	)
}

// card is the order as on the board, with its buttons.
func (p *One) card(o *api.Order) app.UI {
	d := p.Book
	turned := d.Turned(o.OrderID) // the button has become another one
	place := placeOf(d, book.Spot{Order: o, Rests: turned, Given: turned}, book.LaneOf(o))
	c := &card{
		Place: &place,
		Look: &Look{Book: d, May: mayIn(p.Deps, o.ShopID), Reach: d.Reachable(), Zone: p.zone(),
			Href: p.Href(p.Route), Lean: p.detail != nil, Alone: true},
	}
	if _, ok := p.State.Shop(o.ShopID); ok && !p.Route.InShop() {
		c.Shop = pages.ShopThere(p.State, o.ShopID)
	}
	return c
}

// contents are the products with all that was chosen, and the fees.
func (p *One) contents(d *api.OrderDetail) app.UI {
	card := components.Card{ID: "order-contents", Title: text.T("orders.contents")}
	if len(d.Lines) == 0 {
		return card.With(items(&d.Order))
	}
	return card.With(receipt(d, false))
}

func (p *One) receiver(d *api.OrderDetail) app.UI {
	r := d.Recipient
	return components.Maybe(r != nil || d.Forgotten || d.Order.Erased, func() app.UI {
		card := components.Card{ID: "order-receiver", Title: text.T("orders.receiver")}
		if d.Order.Erased {
			return card.With(pages.Soft(text.T("orders.erased")))
		}
		if r == nil {
			return card.With(pages.Soft(text.T("orders.forgotten")))
		}
		return card.With(
			app.P().Body(pages.Name(r.Name)),
			components.Only(r.Phone != "", app.P().Body(phone(r.Phone))),
			components.Only(r.Address != "", app.P().Body(pages.Name(r.Address))),
			components.Only(d.Order.PromisedAt != 0,
				pages.Soft(text.T("orders.promised", clock(d.Order.PromisedAt, d.Now, p.zone())))),
		)
	})
}

func phone(number string) app.UI {
	return app.A().Class("link").Href("tel:" + number).Body(components.Num(number))
}

func (p *One) riders(d *api.OrderDetail) app.UI {
	card := components.Card{ID: "order-riders", Title: text.T("orders.delivery")}
	return components.Shown(len(d.Riders) > 0, card.With(app.Ul().Class("stack").Body(
		pages.Each(d.Riders, func(r api.Rider) app.UI {
			words := riding(r.Status, r.StatusRaw)
			return app.Li().Body(
				components.Only(words != "", app.P().Text(words)),
				components.Only(r.Name != "", app.P().Body(pages.Name(r.Name))),
				components.Only(r.Phone != "", app.P().Body(phone(r.Phone))),
			)
		}),
	)))
}

// refunds are all refunds of the order, and the way to start one.
func (p *One) refunds(d *api.OrderDetail, o *api.Order) app.UI {
	offers := mayRefund(o, mayIn(p.Deps, o.ShopID))
	card := components.Card{ID: "order-refunds", Title: text.T("orders.refunds")}
	return components.Shown(len(d.Refunds) > 0 || offers, card.With(
		app.Ul().Class("stack").Body(pages.Each(d.Refunds, func(r api.OrderRefund) app.UI {
			return app.Li().Body(
				app.P().Text(confirm.Standing(&r)),
				components.Only(r.Reason != "", app.P().Class("soft").Body(pages.Name(r.Reason))),
				pages.Each(r.Items, func(item api.OrderItem) app.UI {
					return pages.P("small", times(item.Count)+" "+item.Name)
				}),
			)
		})),
		components.Only(offers, &components.Link{
			ID: "refund-open", Href: p.Href(p.Route.Refund()), Label: text.T("orders.refund.open"),
			Kind: components.LinkButton,
		}),
	))
}

// raw is the platform's record as it came: nothing it told us is lost.
func (p *One) raw(d *api.OrderDetail) app.UI {
	return components.Shown(len(d.Raw) > 0, app.Details().Class("order-raw").Body(
		app.Summary().Text(text.T("orders.raw")),
		app.Pre().Attr("dir", "ltr").TabIndex(0).Text(string(indented(nil, d.Raw, "\n"))),
	))
}

// indented appends JSON with a line for each member, after margin.
func indented(out, value []byte, margin string) []byte {
	parts, kind := platform.Split(value)
	if len(parts) == 0 || len(margin) > 64 {
		return append(out, value...)
	}
	out = append(out, kind)
	for i, m := range parts {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(out, margin...), "  "...)
		if kind == '{' {
			out = append(append(append(out, '"'), m.Name...), `": `...)
		}
		out = indented(out, m.Value, margin+"  ")
	}
	return append(append(out, margin...), kind+2)
}

// story is what happened, by whom, and how the order reached devices.
func (p *One) story(d *api.OrderDetail) app.UI {
	timeline := toldOf(d)
	card := components.Card{ID: "order-story", Title: text.T("orders.story")}
	return components.Shown(len(timeline) > 0, card.With(app.Ol().Class("story").Body(
		pages.Each(timeline, func(e api.TimelineEntry) app.UI {
			return app.Li().DataSet("state", e.State).Body(
				pages.Span("num soft", clock(e.At, d.Now, p.zone())),
				app.Div().Body(
					app.Span().Text(happened(e)),
					components.Only(e.Text != "", pages.Name(e.Text).Class("soft", "story-text")),
				),
			)
		}),
	)))
}

// decided is how a refund stands once somebody has decided on it.
var decided = map[api.Act]api.RefundStanding{
	api.ActRefundAgree: api.RefundAgreed, api.ActRefundReject: api.RefundRejected,
}

// happened words an entry of the story.
func happened(e api.TimelineEntry) string {
	var words string
	switch e.What { //nolint:exhaustive // the others are reach
	case api.TimelineEvent:
		words = text.Upper(text.Code(api.KindEvent, e.Event))
		switch event := platform.Event(e.Event); {
		case e.Code == 0 && e.Raw == "":
		case event == platform.EventDelivery:
			words = text.Dots(words, riding(e.Code, e.Raw))
		// any other names who cancelled, as the code does
		case event != platform.EventOrderCancelled || e.Via == api.ViaPlatform || e.Raw != "":
			words = text.Dots(words, text.T("orders.by", text.CodeOr(api.KindParty, e.Code, e.Raw)))
			e.Via = "" // says less
		}
	case api.TimelineAct:
		words = text.Act(e.Act)
		if event, ok := echoes[e.Act]; ok && e.State == api.ActDone {
			words = text.Upper(text.Code(api.KindEvent, int(event))) // as if the platform had told it
		} else if standing := decided[e.Act]; standing != "" && e.State == api.ActDone {
			words = text.T("orders.refund." + string(standing))
		}
		if e.Code != 0 {
			words = text.Dots(words, text.Code(api.KindReason, e.Code))
		}
		if key := "orders.state." + string(e.State); e.State != api.ActDone && text.Has(key) {
			words = text.Dots(words, text.T(key))
		}
	case api.TimelineRead:
		words = text.T("orders.read", text.Code(api.KindOrder, e.Status))
	case api.TimelineKind(api.ReachGone), api.TimelineKind(api.ReachRefused):
		words = text.T("orders.reach.unreachable")
	default: // how the order reached a device
		words = text.T("orders.reach." + string(e.What))
	}
	return text.Dots(words, confirm.Who(e.Via, e.By), confirm.Money(e.Money))
}
