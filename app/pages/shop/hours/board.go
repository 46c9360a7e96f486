package hours

import (
	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
)

// board is a week being edited: its rows, and what is done in them.
type board struct {
	editor.Board
	model

	copying copying
}

// enterTime takes what stands in a time's field, and whether it is left.
func (b *board) enterTime(f field, left bool, value string) {
	if left {
		b.Enter(f, value)
	} else {
		b.Type(f, value)
	}
	b.Edited("")
}

func (b *board) stepTime(f field, by int) {
	b.Step(f, by)
	b.Edited("")
}

// settle ends the edit of a field that was left.
func (b *board) settle() {
	if b.Settle() {
		b.Left()
	}
}

func (b *board) setOpen(d platform.Day, open bool) {
	b.SetOpen(d, open)
	said := "hours.said.off"
	if open {
		said = "hours.said.on"
	}
	b.Edited(text.T(said, text.DayWithin(d)))
}

func (b *board) toggleWhole(d platform.Day) {
	whole, said := !b.Now[d].around(), "hours.said.on"
	b.SetWholeDay(d, whole)
	if whole {
		said = "hours.said.whole"
	}
	b.Edited(text.T(said, text.DayWithin(d)))
}

func (b *board) addShift(d platform.Day) {
	at, ok := b.AddShift(d)
	if !ok {
		return
	}
	b.Edited(text.T("hours.said.added", text.DayWithin(d)))
	b.Focus(fieldID(startOf(d, at)))
}

// removeShift moves the keyboard to the shift that took the place, or to the
// one before.
func (b *board) removeShift(d platform.Day, i int) {
	b.RemoveShift(d, i)
	b.Edited(text.T("hours.said.removed", text.DayWithin(d)))
	b.Focus(fieldID(startOf(d, min(i, len(b.Now[d].Shifts)-1))))
}
