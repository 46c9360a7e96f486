package hours

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
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
