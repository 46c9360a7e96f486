package editor

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// listen makes the keys of undo and redo work wherever the keyboard is, but in
// somebody else's field; ctx is the page's own. The browser's own undo would
// only know one field, and not what the page has made of its text.
func (v *view) listen(ctx app.Context) {
	v.ctx = ctx
	v.notice.Hear(ctx)
	v.unlisten = []func(){
		device.Listen("keydown", func(e app.Value) {
			if do := v.command(e); do != nil {
				e.Call("preventDefault")
				ctx.Dispatch(do)
			}
		}),
		device.Listen("storage", v.rescue),
		device.Listen("pagehide", v.rescue),
	}
}

// rescue keeps the edit again that another window has dropped or replaced: at once if the draft is gone, else when the
// page is left, so that two windows don't write in turn.
func (v *view) rescue(e app.Value) {
	if e.Get("newValue").Truthy() {
		return
	}
	v.ctx.Dispatch(func(app.Context) {
		if v.form.Dirty() && !v.kept() {
			v.keep()
		}
	})
}

// command is what the keys ask for, nil for nothing. A field that the browser fills in tells of a press without keys.
func (v *view) command(e app.Value) func(app.Context) {
	if !e.Get("ctrlKey").Truthy() && !e.Get("metaKey").Truthy() || e.Get("altKey").Truthy() {
		return nil
	}
	form := v.formID()
	bar, elsewhere := app.Window().GetElementByID(v.barID()), "input:not(#"+form+" *), textarea, select"
	if !bar.Truthy() || components.Within(bar, "dialog:not([open])") || // the edit isn't on the screen
		app.Window().Get("document").Call("querySelector", "dialog[open]:not(:has(#"+form+"))").Truthy() ||
		v.merge != nil || !v.May() || components.Within(e.Get("target"), elsewhere) {
		return nil
	}
	switch key := components.Letter(e); {
	case key == "z" && !e.Get("shiftKey").Truthy():
		return v.undo
	case key == "z", key == "y":
		return v.redo
	}
	return nil
}

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
	mark := text.T("edit.title.error", "")
	title := strings.TrimPrefix(document.Get("title").String(), mark)
	if wrong {
		title = mark + title
	}
	document.Set("title", title)
	v.marked = wrong
}
