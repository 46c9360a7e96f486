package orders

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// few is how many ended orders stand below the board; the history has all.
const few = 12

// over lists what has ended within the last hours.
func (p *Board) over() app.UI {
	d, f := p.Book, p.filter()
	return app.Div().Class("board", "board-over").DataSet("shown", p.lane == book.LaneDone).Body(
		p.ended(book.LaneDone, d, f), p.ended(book.LaneCancelled, d, f),
	)
}

func (p *Board) ended(lane book.Lane, d *book.Book, f book.Filter) app.UI {
	list := &ended{Board: p, Lane: lane, Count: p.lanes[lane].shown, Shops: p.Revision}
	for o := range d.In(lane) {
		if f.Fits(o) && len(list.Orders) < few {
			list.Orders = append(list.Orders, o)
		}
	}
	return list
}

// ended are orders that have ended.
type ended struct {
	app.Compo

	Board  *Board
	Lane   book.Lane
	Count  int
	Orders []*api.Order // the last of them
	Shops  int          // the State's revision
}

// Render lists them.
func (e *ended) Render() app.UI {
	card := components.Card{
		ID: "over-" + laneKeys[e.Lane], Title: text.T("join.aside", laneName(e.Lane), e.Count), Flush: true,
	}
	if len(e.Orders) == 0 {
		return card.With(pages.P("soft lane-empty", text.T("orders.empty.over")))
	}
	return card.With(app.Ul().Class("order-rows").Body(pages.Each(e.Orders, func(o *api.Order) app.UI {
		return rowOf(e.Board.Deps, o)
	})))
}
