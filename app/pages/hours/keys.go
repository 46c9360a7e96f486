package hours

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// formID is the id of the week's form.
const formID = "hours-form"

// listen makes the keys of undo and redo work wherever the keyboard is, but in
// somebody else's field. The browser's own undo would only know one field, and
// not what the page has made of its text.
func (p *Page) listen() (stop func()) {
	if app.IsServer {
		return func() {}
	}
	handler := app.FuncOf(func(_ app.Value, args []app.Value) any {
		e := args[0]
		if do := p.command(e); do != nil {
			e.Call("preventDefault")
			p.ctx.Dispatch(do)
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
func (p *Page) command(e app.Value) func(app.Context) {
	if !e.Get("ctrlKey").Bool() && !e.Get("metaKey").Bool() || e.Get("altKey").Bool() {
		return nil
	}
	target := e.Get("target")
	elsewhere := "dialog, input:not(#" + formID + " *), textarea, select"
	if p.merge != nil || !p.may() || target.Get("closest").Truthy() && target.Call("closest", elsewhere).Truthy() {
		return nil
	}
	switch key := strings.ToLower(e.Get("key").String()); {
	case key == "z" && !e.Get("shiftKey").Bool():
		return p.undo
	case key == "z", key == "y":
		return p.redo
	}
	return nil
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
	if mark := text.T("hours.title.error", ""); p.marked {
		now = strings.TrimPrefix(now, mark)
	} else {
		now = mark + now
	}
	document.Set("title", now)
	p.marked = !p.marked
}
