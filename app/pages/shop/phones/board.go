package phones

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/text"
)

// board is a list of phones being edited: its rows, and what is done in them.
type board struct {
	editor.Board
	model

	dragged  int  // the row that is held
	dragging bool // whether one is
}

// addTo adds a row of that country, "" for none.
func (b *board) addTo(home string) {
	if !b.CanAdd() {
		return
	}
	b.Add(home)
	b.Edited(text.T("phones.said.added", len(b.Now)))
	b.Focus(numberID(len(b.Now) - 1))
}

// typeNumber follows the typing. The text is only touched while the caret is
// behind it: elsewhere it would jump. (Only plain digits are touched, so that
// bytes are as good as the browser's units.)
func (b *board) typeNumber(i int, value string) {
	atEnd := true
	if !app.IsServer {
		field := app.Window().GetElementByID(numberID(i))
		atEnd = !field.Truthy() || field.Get("selectionStart").Int() >= len(value)
	}
	b.Type(i, value, atEnd)
	b.Edited("")
}

func (b *board) enterNumber(i int, value string) {
	b.Enter(i, value)
	b.Edited("")
}

func (b *board) chooseCountry(i int, id string) {
	b.Choose(i, id)
	b.Edited("")
	b.Focus(numberID(i))
}

// settle ends the edit of a field that was left.
func (b *board) settle() {
	if b.Settle() {
		b.Left()
	}
}

// remove moves the keyboard to the phone that took the place, to the one
// before, or to where one is added.
func (b *board) remove(i int) {
	b.Remove(i)
	b.Edited(text.T("phones.said.removed", i+1))
	left := len(b.Now)
	if left == 0 {
		b.Focus(addID)
		return
	}
	b.Focus(numberID(min(i, left-1)))
}

// move keeps the keyboard on the phone that was moved.
func (b *board) move(from, to int) {
	b.Move(from, to)
	b.Edited(text.T("phones.said.moved", to+1, len(b.Now)))
	if to > 0 && (to < from || to == len(b.Now)-1) {
		b.Focus(upID(to))
		return
	}
	b.Focus(downID(to))
}
