package phones

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// listen makes the keys of undo and redo work.
func (p *Page) listen() (stop func()) {
	keys := pages.UndoKeys{
		Form: formID, Undo: p.undo, Redo: p.redo,
		Ready: func() bool { return !p.clash && p.may() },
	}
	return keys.Listen(p.ctx)
}

// key keeps Enter in a number from sending the form: it means that the number
// is done. A change of a live shop takes a press of its button.
func (b *board) key(_ app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" && e.Get("target").Get("tagName").String() == "INPUT" {
		e.PreventDefault()
		b.settle()
	}
}

// focusFrom moves the keyboard to another element if it is on from.
func (p *Page) focusFrom(from, to string) {
	if app.IsServer {
		return
	}
	if app.Window().Get("document").Get("activeElement").Get("id").String() == from {
		components.FocusID(p.ctx, to)
	}
}

// title says in the page's title, too, that there are problems.
func (p *Page) title() {
	if app.IsServer || p.marked == p.model.Summary() {
		return
	}
	document := app.Window().Get("document")
	now := document.Get("title").String()
	if mark := text.T("phones.title.error", ""); p.marked {
		now = strings.TrimPrefix(now, mark)
	} else {
		now = mark + now
	}
	document.Set("title", now)
	p.marked = !p.marked
}
