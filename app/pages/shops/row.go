package shops

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// row is one shop. It holds no functions, so that go-app leaves the rows alone
// that are as they were.
type row struct {
	app.Compo

	Shop   api.Shop
	Href   string
	Status components.Pill
	Known  bool // Status is known
}

// Render draws the row: one link, with both names.
func (r *row) Render() app.UI {
	other := state.OtherName(r.Shop)
	return app.Li().Body(
		app.A().Class("shops-row").Href(r.Href).Body(
			app.Span().Class("shops-names").Body(
				app.B().Text(state.DisplayName(r.Shop)),
				app.If(other != "", func() app.UI { return app.Elem("bdi").Class("soft").Text(other) }),
			),
			app.Span().Class("shops-status").Body(app.If(r.Known, func() app.UI {
				pill := r.Status
				return &pill
			})),
			app.Span().Class("shops-place", "soft", "small").Text(text.Place(r.Shop.Zone)),
			app.Span().Class("shops-number", "soft", "small").Body(
				app.Span().Class("hidden").Text(text.T("shop.number")+" "),
				components.Num(strconv.FormatInt(r.Shop.ShopID, 10)),
			),
			&components.Icon{Name: components.IconForward},
		),
	)
}
