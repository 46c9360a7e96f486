package orders

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// receipt are the products with all that was chosen, and the fees; short is the
// ticket, without the names of groups.
func receipt(d *api.OrderDetail, short bool) app.UI {
	b := billOf(d)
	return pages.Div("receipt",
		app.Ul().Class("order-lines").Body(app.Range(d.Lines).Slice(func(i int) app.UI {
			return line(d.Lines[i], b.lines[i], short)
		})),
		components.Only(b.loose, pages.SoftSmall(text.T("orders.bill.loose"))),
		components.Only(len(b.rows) > 0, app.Dl().Class("fees").Body(pages.Each(b.rows, billRow.draw))),
		components.Only(d.Order.Total != nil && !b.says(d.Order.Total), app.P().Class("order-row").Body(
			app.B().Text(text.T("orders.total")), app.B().Class("num").Text(confirm.Money(d.Order.Total)),
		)),
	)
}

// says reports whether a row of the bill is that total.
func (b *bill) says(total *api.Money) bool {
	return slices.ContainsFunc(b.rows, func(row billRow) bool {
		return row.name == platform.FeePaid && row.money.Amount == total.Amount
	})
}

func (r billRow) draw() app.UI {
	return confirm.Row(string(r.kind), r.words(), confirm.Money(&r.money)).DataSet("fee", r.name)
}

// line is a product with its total; how many and the price of one stand below its
// name.
func line(l api.OrderLine, b billLine, short bool) app.UI {
	return app.Li().Body(
		app.B().Body(components.Num(times(l.Count))),
		app.Div().Body(
			pages.Name(l.Name),
			components.Only(l.Spec != "", dotted(l.Spec)),
			pages.Each(l.Groups, func(g api.OrderLineGroup) app.UI {
				return pages.Div("small",
					components.Only(!short, pages.Name(g.Name).Class("soft")),
					pages.Each(g.Options, func(o api.OrderLineOption) app.UI {
						return optionWords(o.Name, o.Count, o.Price)
					}),
				)
			}),
			app.If(b.known, func() app.UI {
				return pages.Span("num soft line-each", each(b.count, b.unit, b.currency))
			}),
		),
		pages.Span("num line-total", b.words(l.Price)),
	)
}

// words writes what a line comes to, or the platform's words for one where that
// can't be reckoned.
func (b *billLine) words(price string) string {
	if b.known {
		return confirm.Money(&api.Money{Amount: b.total, Currency: b.currency})
	}
	if price == "" {
		return ""
	}
	return text.LTR(times(b.count) + " " + price)
}

// optionWords is what was chosen with a product, how many of it and its price.
func optionWords(name string, count int, price string) app.UI {
	if count > 1 {
		name = times(count) + " " + name
	}
	if price != "" {
		name += " · " + priceWords(price)
	}
	return pages.Name(name).Class("order-option")
}

// priceWords writes a price of the platform's in the language on screen; one that can't be read stays as it is.
func priceWords(price string) string {
	if amount, currency, err := platform.ParseAmount(price); err == nil {
		return text.Money(amount, currency)
	}
	return text.LTR(price)
}

// itemList is the lines of an order. They are drawn once: a change of the order brings the same ones.
type itemList struct {
	app.Compo

	Items   []api.OrderItem
	Partial bool // only the event is known
	Trouble bool
}

func items(o *api.Order) app.UI {
	return &itemList{Items: o.Items, Partial: o.Partial, Trouble: o.Trouble}
}

// Render draws the lines, or says that they aren't known.
func (l *itemList) Render() app.UI {
	if l.Partial {
		words := text.T("orders.partial")
		if l.Trouble {
			words = text.T("orders.trouble")
		}
		return pages.P("soft order-lacks", words)
	}
	return app.Ul().Class("order-items").Body(app.Range(l.Items).Slice(func(i int) app.UI {
		return app.Li().Body(itemBody(&l.Items[i])...)
	}))
}

// itemBody is how many of an item, its name and what was chosen with it.
func itemBody(item *api.OrderItem) []app.UI {
	return []app.UI{
		app.B().Body(components.Num(times(item.Count))),
		app.Span().Class("order-item").Body(
			pages.Name(item.Name),
			app.If(item.Spec != "", func() app.UI { return dotted(item.Spec) }),
			app.Range(item.Options).Slice(func(j int) app.UI {
				return app.Span().Class("order-option").Body(pages.Name(item.Options[j]))
			}),
		),
	}
}
