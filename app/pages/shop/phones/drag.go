package phones

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
)

// hold begins to drag a phone, with a mouse, a finger or a pen. The handle keeps
// the pointer until it is let go.
func (r *row) hold(ctx app.Context, e app.Event) {
	if e.Get("button").Int() != 0 {
		return
	}
	e.PreventDefault()
	ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
	r.Board.hold(r.View.Index)
}

func (r *row) drag(_ app.Context, e app.Event) {
	if r.Board.dragging {
		r.Board.dragTo(rowUnder(e.Get("clientY").Float(), len(r.Board.Now)))
	}
}

func (r *row) drop(app.Context, app.Event) { r.Board.drop() }

func (b *board) hold(i int) {
	b.Settle()
	b.dragging, b.dragged = true, i
}

// dragTo puts the held phone into another row as soon as the pointer is there.
func (b *board) dragTo(i int) {
	if i == b.dragged {
		return
	}
	b.Drag(b.dragged, i)
	b.dragged = i
}

func (b *board) drop() {
	if !b.dragging {
		return
	}
	b.dragging = false
	if b.Settle() {
		b.Edited(text.T("phones.said.moved", b.dragged+1, len(b.Now)))
	}
}

// held is the row being dragged, -1 for none.
func (b *board) held() int {
	if b.dragging {
		return b.dragged
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
