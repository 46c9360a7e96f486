package dates

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/components"
)

// What is done in the editor.

func (p *Page) setFirst(_ app.Context, text string) {
	p.model.SetFirst(text)
	p.edited("")
}

func (p *Page) setLast(_ app.Context, text string) {
	p.model.SetLast(text)
	p.edited("")
}

func (p *Page) setName(_ app.Context, text string) {
	p.model.SetName(text)
	p.edited("")
}

// leave ends the typing of a date: it may be judged.
func (p *Page) leave(app.Context, string) { p.model.typing = "" }

func (p *Page) setKind(_ app.Context, k kind) {
	p.model.SetKind(k, p.week())
	p.edited("")
}

func (p *Page) typeTime(i int, end bool, text string) {
	p.model.Type(i, end, text)
	p.keep()
}

func (p *Page) enterTime(i int, end bool, text string) {
	p.model.Enter(i, end, text)
	p.keep()
}

func (p *Page) stepTime(i int, end bool, by int) {
	p.model.Step(i, end, by)
	p.keep()
}

func (p *Page) addShift(app.Context) {
	at := p.model.AddShift()
	p.edited("")
	components.FocusID(p.ctx, shiftID(at, false))
}

func (p *Page) removeShift(i int) {
	p.model.RemoveShift(i)
	p.edited("")
	components.FocusID(p.ctx, "date-shift-add")
}

func (p *Page) done(app.Context) {
	id := p.model.open
	if !p.model.Done() {
		if problems := p.model.EditorProblems(); len(problems) > 0 {
			components.FocusID(p.ctx, problems[0].field)
		}
		return
	}
	p.show(id)
	p.edited("")
}

func (p *Page) cancel(app.Context) {
	p.model.Cancel()
	p.edited("")
}

func (p *Page) removeOpen(app.Context) {
	p.model.RemoveOpen()
	p.edited("")
}
