package editor

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

func (v *view) undo(app.Context) {
	v.travel(v.form.Undo, v.form.CanUndo, "-undo", "-redo", text.T("edit.undone"))
}

func (v *view) redo(app.Context) {
	v.travel(v.form.Redo, v.form.CanRedo, "-redo", "-undo", text.T("edit.redone"))
}

// travel goes a step, and keeps the keyboard in the bar when its button goes
// grey.
func (v *view) travel(step, more func() bool, from, to, words string) {
	if !step() {
		return
	}
	v.Edited(words)
	if more() || app.IsServer {
		return
	}
	if components.ActiveElement().Get("id").String() == v.ID+from {
		components.FocusID(v.ctx, v.ID+to)
	}
}

// mark says in the title of the browser's tab, too, that something is wrong.
func (v *view) mark() {
	wrong := len(v.form.Wrong()) > 0
	if app.IsServer || v.marked == wrong {
		return
	}
	document := app.Window().Get("document")
	title, mark := strings.TrimPrefix(document.Get("title").String(), text.T("edit.title.error", "")), ""
	if wrong {
		mark = text.T("edit.title.error", "")
	}
	document.Set("title", mark+title)
	v.marked = wrong
}
