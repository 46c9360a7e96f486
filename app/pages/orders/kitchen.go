package orders

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/desk"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// tickets is how many orders the kitchen sees at once.
const tickets = 10

// kitchenOrders are the orders that the kitchen works on: new ones first, since
// they run out, then what is being prepared, the oldest first.
func kitchenOrders(d *desk.Desk, f desk.Filter) (list []*api.Order, more int) {
	for _, lane := range [...]desk.Lane{desk.LaneNew, desk.LanePreparing} {
		for _, id := range d.Slots(lane) {
			o, ok := d.Order(id)
			switch {
			case !ok || !f.Fits(o):
			case len(list) < tickets:
				list = append(list, o)
			default:
				more++
			}
		}
	}
	return list, more
}

// kitchenView is the board for the kitchen: the whole screen, large, and one
// button on each order.
func (p *Board) kitchenView() app.UI {
	return &components.Dialog{
		ID: "kitchen", Title: text.T("orders.kitchen"), Full: true, Open: p.kitchen, CloseLabel: text.T("orders.kitchen.close"), OnClose: p.closeKitchen,
		Body: func() []app.UI {
			list, more := kitchenOrders(p.Deps.Desk, p.all())
			if len(list) == 0 {
				return []app.UI{p.kitchenSaid(), components.Maybe(p.Deps.Desk.Reachable(), kitchenEmpty)}
			}
			places := make([]place, len(list))
			for i, o := range list {
				places[i] = placeOf(p.Deps.Desk, o, desk.LaneOf(o))
			}
			return []app.UI{
				p.kitchenSaid(),
				app.P().Class("soft", "small").Role("status").Text(moreWords(more)),
				p.stretch(desk.LaneNew, 0, places, true),
			}
		},
	}
}

// kitchenSaid tells inside the dialog what the frame tells outside it: the page
// behind an open dialog isn't read out.
func (p *Board) kitchenSaid() app.UI {
	said := p.Deps.Desk.Said
	if said == p.heard {
		said = ""
	}
	return app.Div().Class("live-notes").Body(
		app.Div().Class("hidden").ID("kitchen-said").Role("alert").Text(said),
		pages.StoppedNote("kitchen-stopped", p.Deps.Desk.Stopped, p.shopName, p.heedStopped),
		components.Maybe(!p.Deps.Desk.Reachable(), func() app.UI {
			return &components.Note{ID: "kitchen-lost", Tone: components.ToneBad, Title: text.T("orders.lost"), Text: text.T("orders.lost.text"), Alert: true}
		}),
	)
}

func kitchenEmpty() app.UI {
	return &components.Empty{Icon: components.IconOrders, Title: text.T("orders.kitchen.none"), Text: text.T("orders.kitchen.none.text")}
}

func moreWords(n int) string {
	if n == 0 {
		return ""
	}
	return text.N("orders.kitchen.more", n)
}
