package hours

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// board is a week being edited: its rows, and what is done in them. Whoever
// draws it hears of every edit.
type board struct {
	model

	ctx     app.Context
	copying copying
	spoken  string             // what an edit did, for assistive technology
	heard   func(words string) // nil: nobody listens
}

func (b *board) edited(words string) {
	b.spoken = words
	if b.heard != nil {
		b.heard(words)
	}
}

func (b *board) typeTime(f field, value string) {
	b.Type(f, value)
	b.edited("")
}

func (b *board) enterTime(f field, value string) {
	b.Enter(f, value)
	b.edited("")
}

func (b *board) stepTime(f field, by int) {
	b.Step(f, by)
	b.edited("")
}

// settle ends the edit of a field that was left.
func (b *board) settle() {
	b.Settle()
	b.edited(b.spoken)
}

func (b *board) setOpen(d platform.Day, open bool) {
	b.SetOpen(d, open)
	if open {
		b.edited(text.T("hours.said.on", text.Day(d)))
		return
	}
	b.edited(text.T("hours.said.off", text.Day(d)))
}

func (b *board) toggleWhole(d platform.Day) {
	whole := !b.Now[d].around()
	b.SetWholeDay(d, whole)
	if whole {
		b.edited(text.T("hours.said.whole", text.Day(d)))
		return
	}
	b.edited(text.T("hours.said.on", text.Day(d)))
}

func (b *board) addShift(d platform.Day) {
	at, ok := b.AddShift(d)
	if !ok {
		return
	}
	b.edited(text.T("hours.said.added", text.Day(d)))
	components.FocusID(b.ctx, fieldID(startOf(d, at)))
}

// removeShift moves the keyboard to the shift that took the place, or to the
// one before.
func (b *board) removeShift(d platform.Day, i int) {
	b.RemoveShift(d, i)
	b.edited(text.T("hours.said.removed", text.Day(d)))
	left := len(b.Now[d].counted())
	if left == 0 {
		components.FocusID(b.ctx, openID(d))
		return
	}
	components.FocusID(b.ctx, fieldID(startOf(d, min(i, left-1))))
}
