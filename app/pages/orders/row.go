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
	Shop  string // "" on a page of one shop
	Href  string
	Zone  rules.Zone
}

// rowOf is an order's row on a page.
func rowOf(d pages.Deps, o *api.Order) app.UI {
	r := &row{Book: d.Book, Order: o, Href: d.Href(d.Route.Order(o.ShopID, o.OrderID))}
	r.Zone, _ = d.State.Zone(o.ShopID)
	if d.Route.ShopID == 0 {
		r.Shop = pages.ShopThere(d.State, o.ShopID)
	}
	return r
}

// Render draws the row.
func (r *row) Render() app.UI {
	o := r.Order
	now := r.Book.Now()
	return app.Li().Body(app.A().Class("order-line").Href(r.Href).Body(
		app.B().Body(components.Num(text.OrderNumber(o))),
		app.Span().Class("order-what").Body(
			pages.Name(brief(o)).Class("cut"),
			pages.Span("small soft", stands(o, book.LaneOf(o), now, r.Zone)),
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
