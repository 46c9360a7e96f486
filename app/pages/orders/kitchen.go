package orders

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// tickets is how many orders the kitchen sees at once.
const tickets = 10

// ticketLanes are the lanes that the kitchen works on: new orders first, since
// they run out, then what is being prepared, each with the oldest first.
var ticketLanes = [...]book.Lane{book.LaneNew, book.LanePreparing}

// kitchenOrders are the places of those lanes that the kitchen sees, the empty
// ones included, as on the board. Places that are held count as orders.
func kitchenOrders(d *book.Book, f book.Filter) (lists [len(ticketLanes)][]Place, n, more int) {
	for i, lane := range ticketLanes {
		pushed := lane == book.LanePreparing && d.Pushed(book.LaneNew)
		for _, spot := range d.Spots(lane) {
			switch {
			case spot.Order == nil || !f.Fits(spot.Order):
				lists[i] = append(lists[i], Place{})
			case n < tickets:
				n++
				spot.Rests = spot.Rests || pushed
				lists[i] = append(lists[i], placeOf(d, spot, lane))
			case spot.Gone == nil:
				more++
			}
		}
	}
	return lists, n, more
}

// kitchenView is the board for the kitchen: the whole screen, large, and one
// button on each order.
func (p *Board) kitchenView() app.UI {
	return &components.Dialog{
		ID: "kitchen", Title: text.T("orders.kitchen"), Full: true, Open: p.kitchen,
		CloseLabel: text.T("orders.kitchen.close"), OnClose: p.closeKitchen,
		Body: func() []app.UI {
			lists, n, more := kitchenOrders(p.Book, p.all())
			for _, places := range lists {
				for i := range places {
					places[i].Whole = places[i].Order != nil && p.whole[places[i].Order.OrderID]
				}
			}
			return []app.UI{
				app.P().Class("soft", "small", "kitchen-more").Role("status").Text(moreWords(more)),
				app.Div().Class("kitchen-grid").Body(app.Range(lists[:]).Slice(func(i int) app.UI {
					return p.stretch(ticketLanes[i], 0, lists[i], true)
				})),
				components.Maybe(n == 0 && p.Book.Reachable(), kitchenEmpty),
				p.kitchenSaid(),
			}
		},
	}
}

// kitchenSaid tells inside the dialog what the frame tells outside it: the page
// behind an open dialog isn't read out. It lies over the tickets, which stay where
// they are.
func (p *Board) kitchenSaid() app.UI {
	said := p.Book.Said
	if said == p.heard {
		said = ""
	}
	return app.Div().Class("live-notes", "kitchen-notes").Body(
		app.Div().Class("hidden").ID("kitchen-said").Role("alert").Text(said),
		pages.StoppedNote("kitchen-stopped", p.Book.Stopped, p.shopName, p.heedStopped),
		components.Maybe(!p.Book.Reachable(), func() app.UI {
			return &components.Note{
				ID: "kitchen-lost", Tone: components.ToneBad, Title: text.T("orders.lost"),
				Text: text.T("orders.lost.text"), Alert: true,
				Body: func() []app.UI {
					return []app.UI{components.Maybe(p.Book.HeardAt != 0, func() app.UI {
						return app.P().ID("kitchen-lost-age").Class("small").Body(p.age()...)
					})}
				},
			}
		}),
	)
}

func kitchenEmpty() app.UI {
	return &components.Empty{
		Icon: components.IconOrders, Title: text.T("orders.kitchen.none"), Text: text.T("orders.kitchen.none.text"),
	}
}

func moreWords(n int) string {
	if n == 0 {
		return ""
	}
	return text.N("orders.kitchen.more", n)
}
