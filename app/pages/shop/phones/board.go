package phones

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// board is a list of phones being edited: its rows, and what is done in them.
// Whoever draws it hears of every edit.
type board struct {
	model

	ctx      app.Context
	dragged  int                // the row that is held
	dragging bool               // whether one is
	spoken   string             // what an edit did, for assistive technology
	heard    func(words string) // nil: nobody listens
}

func (b *board) edited(words string) {
	b.spoken = words
	if b.heard != nil {
		b.heard(words)
	}
}

// addTo adds a row of that country, "" for none.
func (b *board) addTo(home string) {
	if !b.CanAdd() {
		return
	}
	b.Add(home)
	b.edited(text.T("phones.said.added", len(b.Now)))
	components.FocusID(b.ctx, numberID(len(b.Now)-1))
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
	b.edited("")
}

func (b *board) enterNumber(i int, value string) {
	b.Enter(i, value)
	b.edited("")
}

func (b *board) chooseCountry(i int, id string) {
	b.Choose(i, id)
	b.edited("")
	components.FocusID(b.ctx, numberID(i))
}

// settle ends the edit of a field that was left.
func (b *board) settle() {
	b.Settle()
	b.edited(b.spoken)
}

// remove moves the keyboard to the phone that took the place, to the one
// before, or to where one is added.
func (b *board) remove(i int) {
	b.Remove(i)
	b.edited(text.T("phones.said.removed", i+1))
	left := len(b.Now)
	if left == 0 {
		components.FocusID(b.ctx, addID)
		return
	}
	components.FocusID(b.ctx, numberID(min(i, left-1)))
}

// move keeps the keyboard on the phone that was moved.
func (b *board) move(from, to int) {
	b.Move(from, to)
	b.edited(text.T("phones.said.moved", to+1, len(b.Now)))
	switch {
	case to < from && to == 0:
		components.FocusID(b.ctx, downID(to))
	case to < from:
		components.FocusID(b.ctx, upID(to))
	case to == len(b.Now)-1:
		components.FocusID(b.ctx, upID(to))
	default:
		components.FocusID(b.ctx, downID(to))
	}
}
