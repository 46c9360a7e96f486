package orders

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// row is an order in a list: one link.
type row struct {
	app.Compo

	Book  *book.Book
	Order *api.Order
	Lane  book.Lane
	Shop  string
	Href  string
	Zone  rules.Zone
}

// Render draws the row.
func (r *row) Render() app.UI {
	o := r.Order
	now := r.Book.Now()
	return app.Li().Body(app.A().Class("order-line").Href(r.Href).Body(
		app.B().Body(components.Num(text.OrderNumber(o))),
		app.Span().Class("order-what").Body(
			pages.Name(brief(o)).Class("cut"),
			pages.Span("small soft", stands(o, r.Lane, now, r.Zone)),
			app.If(o.Refund != nil, func() app.UI { return pages.Span("small", confirm.Standing(o.Refund)) }),
			components.Only(r.Shop != "", pages.Name(r.Shop).Class("small", "soft")),
		),
		pages.Span("num", confirm.Money(o.Total)),
	))
}

// brief is an order's items in one line.
func brief(o *api.Order) string {
	words := ""
	for i, item := range o.Items {
		if i > 0 {
			words += ", "
		}
		words += times(item.Count) + " " + item.Name
	}
	return words
}
