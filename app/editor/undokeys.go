package editor

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/components"
)

// UndoKeys makes the keys of undo and redo work wherever the keyboard is, but
// in somebody else's field. The browser's own undo would only know one field,
// and not what the page has made of its text.
type UndoKeys struct {
	Form       string      // the id of the editor's form
	Ready      func() bool // whether the page takes them now
	Undo, Redo func(app.Context)
}

// Listen begins; ctx is the page's own, from OnMount.
func (k UndoKeys) Listen(ctx app.Context) (stop func()) {
	if app.IsServer {
		return func() {}
	}
	handler := app.FuncOf(func(_ app.Value, args []app.Value) any {
		e := args[0]
		if do := k.command(e); do != nil {
			e.Call("preventDefault")
			ctx.Dispatch(do)
		}
		return nil
	})
	app.Window().Call("addEventListener", "keydown", handler)
	return func() {
		app.Window().Call("removeEventListener", "keydown", handler)
		handler.Release()
	}
}

// command is what the keys ask for, nil for nothing.
func (k UndoKeys) command(e app.Value) func(app.Context) {
	if !e.Get("ctrlKey").Bool() && !e.Get("metaKey").Bool() || e.Get("altKey").Bool() {
		return nil
	}
	elsewhere := "dialog:not(:has(#" + k.Form + ")), input:not(#" + k.Form + " *), textarea, select"
	if components.Within(app.Window().GetElementByID(k.Form), "dialog:not([open])") ||
		!k.Ready() || components.Within(e.Get("target"), elsewhere) {
		return nil
	}
	switch key := components.Letter(e); {
	case key == "z" && !e.Get("shiftKey").Bool():
		return k.Undo
	case key == "z", key == "y":
		return k.Redo
	}
	return nil
}
