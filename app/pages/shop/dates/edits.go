package dates

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/components"
)

// What is done in the editor.

// takes gives a field's text to the model as it is typed.
func (b *board) takes(set func(text string)) func(app.Context, string) {
	return func(_ app.Context, text string) {
		set(text)
		b.Edited("")
	}
}

// leave ends the typing of a date: it may be judged.
func (b *board) leave(app.Context, string) { b.model.typing = "" }

func (b *board) setKind(k kind) {
	b.model.SetKind(k)
	b.Edited("")
}

// setTime takes what stands in a time's field.
func (b *board) setTime(i int, end, left bool, text string) {
	b.model.SetTime(i, end, left, text)
	b.Edited("")
}

func (b *board) addShift(app.Context) {
	at := b.model.AddShift()
	b.Edited("")
	b.Focus(shiftID(at, false))
}

func (b *board) removeShift(i int) {
	b.model.RemoveShift(i)
	b.Edited("")
	b.Focus("date-shift-add")
}

func (b *board) replace(app.Context) {
	b.model.Replace()
	b.Edited("")
	b.Focus("date-done")
}

func (b *board) only(days span) {
	b.model.Only(days)
	b.Edited("")
	b.Focus("date-done")
}

func (b *board) done(ctx app.Context) {
	id := b.model.open
	if !b.model.Done() {
		if problems := b.model.EditorProblems(); len(problems) > 0 {
			b.Focus(problems[0].field)
		}
		return
	}
	b.show(id)
	b.Edited("")
	if b.save != nil {
		b.save(ctx)
	}
}

func (b *board) cancel(app.Context) {
	b.model.Cancel()
	b.Edited("")
}

func (b *board) removeOpen(app.Context) {
	b.model.RemoveOpen()
	b.Edited("")
	components.Land(b.Ctx) // the row that opened the dialog goes
}
