package pages

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// StoppedNote names the orders that were cancelled while people worked on them,
// nothing for none. It was announced already. Shop names the shop where there are
// several, whose numbers may be alike, and is "" elsewhere.
func StoppedNote(id string, orders []*api.Order, shop func(id int64) string, read func(app.Context)) app.UI {
	return components.Maybe(len(orders) > 0, func() app.UI {
		words := ""
		for i, o := range orders {
			if i > 0 {
				words += text.T("difference.comma")
			}
			words += text.LTR(o.Number)
			if name := shop(o.ShopID); name != "" {
				words += " (" + text.Isolate(name) + ")"
			}
		}
		return &components.Note{
			ID: id, Tone: components.ToneBad, Quiet: true, Title: text.T("orders.stopped", words), Text: text.T("orders.stopped.text"),
			DismissLabel: text.T("action.close"), OnDismiss: read,
		}
	})
}
