package orders

import (
	"cmp"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// arrived prints a new order on the devices that are set so. Of several pages of
// a device one prints it; the others go on where that one is closed before.
func (p *Board) arrived(_ app.Context, a app.Action) {
	id, ok := a.Value.(int64)
	if !ok || !p.printsItself(id) {
		return
	}
	device.InTurn("shopdesk print "+strconv.FormatInt(id, 10), func(over func()) {
		if !p.Mounted() {
			over()
			return
		}
		p.ctx.Dispatch(func(app.Context) {
			if p.State.Printed(id) {
				over()
				return
			}
			p.toPrint = append(p.toPrint, queued{id: id, over: over})
			p.printNext()
		})
	})
}

// turn is how long a turn lasts after the ticket was printed: another page of the
// device may not read at once that it was.
const turn = time.Minute

// printsItself reports whether this board prints the order without being asked.
func (p *Board) printsItself(id int64) bool {
	o, known := p.Book.Order(id)
	return known && p.State.AutoPrint() && p.all().Fits(o)
}

// printNext prints the next ticket that is due, unless one is at it.
func (p *Board) printNext() {
	if p.endTurn != nil {
		return
	}
	o, over := p.toPrint.next(p.Book)
	if o == nil {
		return
	}
	p.endTurn = over
	pages.Load(p.ctx, &p.prints, p.Backend.Order(o.ShopID, o.OrderID),
		func(_ app.Context, detail api.OrderDetail, err error) {
			if err != nil || o.Partial {
				detail = api.OrderDetail{Order: *o, Now: p.Book.Now()} // what the board knows is enough
			}
			p.ticket = detail
			printDrawn(p.ctx, p.State, o.OrderID, func() {
				time.AfterFunc(turn, over)
				p.ctx.Dispatch(func(app.Context) {
					p.endTurn = nil
					p.printNext()
				})
			})
		})
}

// printDrawn prints an order once its paper is in the page, and calls over when that is done. The device remembers it.
func printDrawn(ctx app.Context, s *state.State, orderID int64, over func()) {
	ctx.Defer(func(app.Context) {
		s.KeepPrinted(orderID)
		device.Print(over)
	})
}

// printed is the ticket that is being printed; the screen doesn't show it.
func (p *Board) printed() app.UI {
	return components.Maybe(p.ticket.Order.OrderID != 0, func() app.UI {
		zone, _ := p.State.Zone(p.ticket.Order.ShopID)
		return ticketOf(&p.ticket, p.ShopName(p.ticket.Order.ShopID), zone, false)
	})
}

// ticketOf is an order on 80 mm of paper: the number large, the customer's wish
// boxed, a line for each thing to put on it. A copy says so.
func ticketOf(detail *api.OrderDetail, shop string, zone rules.Zone, copied bool) app.UI {
	o, class := &detail.Order, ""
	if forLater(o) {
		class = "ticket-note"
	}
	return app.Div().Class("ticket").Aria("hidden", "true").Body(
		components.Only(copied, pages.P("ticket-copy", text.T("orders.copy"))),
		pages.P("ticket-shop", shop),
		pages.P("ticket-no", text.OrderNumber(o)),
		app.P().Text(text.T("orders.at.placed", clock(o.PlacedAt, detail.Now, zone))),
		app.P().Text(cmp.Or(way(o), text.T("orders.rider"))),
		components.Only(o.PromisedAt != 0,
			pages.P(class, text.T("orders.promised", clock(o.PromisedAt, detail.Now, zone)))),
		components.Only(o.Note != "", pages.P("ticket-note", o.Note)),
		components.Only(len(detail.Lines) > 0, pages.Div("order-items", receipt(detail, true))),
		components.Only(len(detail.Lines) == 0, items(o)),
		components.Only(!o.Partial,
			pages.P("ticket-total", text.Dots(text.N("orders.items", itemCount(o)), confirm.Money(o.Total)))),
		app.If(detail.Recipient != nil, func() app.UI { return app.P().Text(detail.Recipient.Name) }),
	)
}
