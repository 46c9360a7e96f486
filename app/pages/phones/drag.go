package phones

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
)

// hold begins to drag a phone, with a mouse, a finger or a pen. The handle keeps
// the pointer until it is let go.
func (r *row) hold(ctx app.Context, e app.Event) {
	if e.Get("button").Int() != 0 || r.Page.busy {
		return
	}
	e.PreventDefault()
	ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
	r.Page.hold(r.View.Index)
}

func (r *row) drag(_ app.Context, e app.Event) {
	if r.Page.dragging {
		r.Page.dragTo(rowUnder(e.Get("clientY").Float(), len(r.Page.model.list)))
	}
}

func (r *row) drop(app.Context, app.Event) { r.Page.drop() }

func (p *Page) hold(i int) {
	p.model.Settle()
	p.dragging, p.dragged = true, i
}

// dragTo puts the held phone into another row as soon as the pointer is there.
func (p *Page) dragTo(i int) {
	if i == p.dragged {
		return
	}
	p.model.Drag(p.dragged, i)
	p.dragged = i
}

func (p *Page) drop() {
	if !p.dragging {
		return
	}
	p.dragging = false
	p.model.Settle()
	p.edited(text.T("phones.said.moved", p.dragged+1, len(p.model.list)))
}

// held is the row being dragged, -1 for none.
func (p *Page) held() int {
	if p.dragging {
		return p.dragged
	}
	return -1
}

// rowUnder is the row at a height of the screen; above the first it is the
// first, below the last the last.
func rowUnder(y float64, rows int) int {
	for i := range rows - 1 {
		el := app.Window().GetElementByID(rowID(i))
		if el.Truthy() && y < el.Call("getBoundingClientRect").Get("bottom").Float() {
			return i
		}
	}
	return rows - 1
}
