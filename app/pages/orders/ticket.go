package orders

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// actionTicket is posted by a ticket of the kitchen view to be shown in full, or
// not any more. Value: the order's id, an int64.
const actionTicket = "shopdesk/order-ticket"

// room is what a ticket of the kitchen view has for its contents, in pixels. Its
// zero value is as much as is needed: the page then scrolls.
type room struct{ width, height int }

// Sizes of the kitchen view in pixels, as in orders.css: where ten tickets stand
// in two rows, and what on a ticket isn't contents.
const (
	kitchenWidth  = 1152 // 72rem
	kitchenHeight = 640  // 40rem
	kitchenAround = 128  // above, between and below the rows
	ticketAround  = 190  // number, way, total and button
	lineHeight    = 27   // of a dish
	noteHeight    = 23   // of the customer's wish
	optionHeight  = 20   // of what was chosen with it
)

// roomIn is the room of each of ten tickets in a window.
func roomIn(width, height int) room {
	if width < kitchenWidth || height < kitchenHeight {
		return room{}
	}
	return room{width: (width-32-4*12)/5 - 26, height: (height-kitchenAround)/2 - ticketAround}
}

// fits is how many of an order's items its ticket shows: as many as have room, and
// one at least. It is an estimate: a ticket grows with what is on it, and nothing
// is ever cut.
func (r room) fits(o *api.Order) int {
	if r == (room{}) {
		return len(o.Items)
	}
	left := r.height
	if o.Note != "" {
		left -= 24 + noteHeight*lines(o.Note, r.width-46, 8)
	}
	if o.Delivery != nil && o.Delivery.Name != "" {
		left -= lineHeight
	}
	for i := range o.Items {
		if left -= r.height1(&o.Items[i]); left < 0 {
			return max(i, 1)
		}
	}
	return len(o.Items)
}

// height1 is the height of one item.
func (r room) height1(item *api.OrderItem) int {
	words := item.Name
	if item.Spec != "" {
		words += " · " + item.Spec
	}
	height := 4 + lineHeight*lines(words, r.width-36, 10)
	for _, option := range item.Options {
		height += optionHeight * lines(option, r.width-36, 7)
	}
	return height
}

// lines is how many lines words take in a width, where a Latin letter is so wide
// and a Chinese one twice that.
func lines(words string, width, letter int) int {
	wide := 0
	for _, r := range words {
		if wide += letter; r >= 0x1100 {
			wide += letter
		}
	}
	return 1 + wide/max(width, letter)
}

// pieces counts the pieces of some items.
func pieces(items []api.OrderItem) (n int) {
	for i := range items {
		n += items[i].Count
	}
	return n
}

// OnResize draws the board and the kitchen view anew: their cards have more room, or less.
func (p *Board) OnResize(ctx app.Context) {
	if width, _ := app.Window().Size(); !p.kitchen && columnsIn(width) == p.plan.cols {
		ctx.PreventUpdate()
	}
}

// room is that of a ticket in this window.
func (p *Board) room() room {
	if app.IsServer {
		return room{}
	}
	return roomIn(app.Window().Size())
}

// openTicket shows all of an order in the kitchen view, or as much as has room.
func (p *Board) openTicket(_ app.Context, a app.Action) {
	id, ok := a.Value.(int64)
	if !ok {
		return
	}
	if p.whole == nil {
		p.whole = map[int64]bool{}
	}
	p.whole[id] = !p.whole[id]
	p.Book.Grown(id)
}

// shows is how many of its items the card shows.
func (c *card) shows() int {
	if c.Whole {
		return len(c.Order.Items)
	}
	return c.Room.fits(c.Order)
}

// more says how much more is in the order, and shows it.
func (c *card) more() app.UI {
	words := text.T("orders.kitchen.less")
	if !c.Whole {
		words = text.T("orders.kitchen.rest", text.LTR("+"+strconv.Itoa(pieces(c.Order.Items[c.shows():]))))
	}
	return &components.Button{ID: c.id("more"), Label: words, OnClick: func(ctx app.Context) {
		ctx.NewActionWithValue(actionTicket, c.Order.OrderID)
	}}
}
