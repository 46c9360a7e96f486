package hours

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// edited follows every edit: it keeps the draft and says what was done. The
// offer to take back the last save ends with the next edit, and would lie over
// the save bar.
func (p *Page) edited(words string) {
	p.spoken, p.asked = words, 0
	if p.model.Dirty() {
		p.toasts = nil
	}
	p.keep()
	p.title()
}

func (p *Page) typeTime(f field, value string) {
	p.model.Type(f, value)
	p.edited("")
}

func (p *Page) enterTime(f field, value string) {
	p.model.Enter(f, value)
	p.edited("")
}

func (p *Page) stepTime(f field, by int) {
	p.model.Step(f, by)
	p.edited("")
}

// settle ends the edit of a field that was left.
func (p *Page) settle() {
	p.model.Settle()
	p.edited(p.spoken)
}

func (p *Page) setOpen(d platform.Day, open bool) {
	p.model.SetOpen(d, open)
	if open {
		p.edited(text.T("hours.said.on", text.Day(d)))
		return
	}
	p.edited(text.T("hours.said.off", text.Day(d)))
}

func (p *Page) toggleWhole(d platform.Day) {
	whole := !p.model.week[d].around()
	p.model.SetWholeDay(d, whole)
	if whole {
		p.edited(text.T("hours.said.whole", text.Day(d)))
		return
	}
	p.edited(text.T("hours.said.on", text.Day(d)))
}

func (p *Page) addShift(d platform.Day) {
	at, ok := p.model.AddShift(d)
	if !ok {
		return
	}
	p.edited(text.T("hours.said.added", text.Day(d)))
	components.FocusID(p.ctx, fieldID(startOf(d, at)))
}

// removeShift moves the keyboard to the shift that took the place, or to the
// one before.
func (p *Page) removeShift(d platform.Day, i int) {
	p.model.RemoveShift(d, i)
	p.edited(text.T("hours.said.removed", text.Day(d)))
	left := len(p.model.week[d].counted())
	if left == 0 {
		components.FocusID(p.ctx, openID(d))
		return
	}
	components.FocusID(p.ctx, fieldID(startOf(d, min(i, left-1))))
}

// undo keeps the keyboard in the bar when its own button goes grey.
func (p *Page) undo(app.Context) {
	if !p.model.Undo() {
		return
	}
	p.edited(text.T("hours.said.undone"))
	if !p.model.CanUndo() {
		p.focusFrom("hours-undo", "hours-redo")
	}
}

func (p *Page) redo(app.Context) {
	if !p.model.Redo() {
		return
	}
	p.edited(text.T("hours.said.redone"))
	if !p.model.CanRedo() {
		p.focusFrom("hours-redo", "hours-undo")
	}
}

// discard goes back to what is saved. It can be undone.
func (p *Page) discard(app.Context) {
	p.model.Reset()
	p.notice, p.newer = pages.Notice{}, nil
	p.edited(text.T("hours.said.dropped"))
	components.FocusID(p.ctx, "hours-undo")
}

// lookAtBoth opens the choice between this edit and what somebody else saved.
func (p *Page) lookAtBoth(app.Context) {
	if p.newer != nil {
		p.meet(*p.newer)
		p.focusMerge()
	}
}

// try checks the week. The summary of what is wrong takes the keyboard.
func (p *Page) try() bool {
	ok := p.model.Try()
	p.edited("")
	if !ok {
		p.asked = p.model.tried
	}
	return ok
}

// review shows what would change, once nothing is wrong.
func (p *Page) review(app.Context) {
	p.reviewing = p.try()
}

func (p *Page) closeReview(app.Context) { p.reviewing = false }

// submit is Enter in a week with a single time field.
func (p *Page) submit(_ app.Context, e app.Event) {
	e.PreventDefault()
	p.settle()
}
