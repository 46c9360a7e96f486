package components

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// OnMount listens for Ctrl+K.
func (p *Picker) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	if !p.Anywhere || app.IsServer {
		return
	}
	p.keyed = app.FuncOf(func(_ app.Value, args []app.Value) any {
		if e := args[0]; shortcut(e) && !first("dialog[open]").Truthy() {
			e.Call("preventDefault")
			ctx.Dispatch(func(ctx app.Context) {
				if !p.open {
					p.show(ctx)
				}
			})
		}
		return nil
	})
	app.Window().Call("addEventListener", "keydown", p.keyed)
}

// OnUpdate has an open list take entries that have become known, or went. Others stay where they are.
func (p *Picker) OnUpdate(ctx app.Context) {
	if !p.open {
		return
	}
	items := p.Items()
	if len(items) == len(p.items) {
		return
	}
	id := p.activeID()
	p.take(items)
	p.active = max(0, slices.IndexFunc(p.found.options, func(at int) bool {
		return p.items[p.found.lines[at].item].ID == id
	}))
	ctx.Defer(p.reveal)
}

// OnDismount stops listening.
func (p *Picker) OnDismount() {
	if p.keyed != nil {
		app.Window().Call("removeEventListener", "keydown", p.keyed)
		p.keyed.Release()
		p.keyed = nil
	}
}

// shortcut reports whether a key press is Ctrl+K, or ⌘K.
func shortcut(e app.Value) bool {
	return Letter(e) == "k" && e.Get("ctrlKey").Truthy() != e.Get("metaKey").Truthy() && !e.Get("altKey").Truthy() &&
		!e.Get("shiftKey").Truthy()
}

func (p *Picker) toggle(ctx app.Context, _ app.Event) {
	if p.open {
		p.close(ctx)
		return
	}
	p.show(ctx)
}

// show opens the list, with the keyboard in the search: at the present choice, or
// at the beginning of a list with sections, which begins with what is wanted most.
func (p *Picker) show(ctx app.Context) {
	p.open, p.query, p.said, p.rowPx = true, "", "", rowHeight()
	p.take(p.Items())
	p.active, p.first = 0, 0
	if len(p.found.lines) == len(p.items) {
		p.active = max(0, slices.IndexFunc(p.items, func(item PickerItem) bool { return item.ID == p.Value }))
	}
	if !app.IsServer {
		p.came = ActiveElement()
	}
	if p.OnOpen != nil {
		p.OnOpen(ctx)
	}
	ctx.Defer(func(ctx app.Context) {
		p.turnIn()
		p.reveal(ctx)
		focusNow(p.ID + "-search")
	})
}

// turnIn has a list that reaches beyond the page's end lie to the other side of its button.
func (p *Picker) turnIn() {
	if app.IsServer {
		return
	}
	if page := root(); page.Get("scrollWidth").Int() > page.Get("clientWidth").Int() {
		elementByID(p.ID+"-popup").Get("dataset").Set("end", "true")
	}
}

// close shuts the list and gives the keyboard back to where it was.
func (p *Picker) close(ctx app.Context) {
	p.open = false
	if connected(p.came) && p.came.Get("tabIndex").Int() >= 0 {
		p.came.Call("focus")
		return
	}
	FocusID(ctx, p.ID)
}

func (p *Picker) dismiss(ctx app.Context, _ app.Event) { p.close(ctx) }

// press chooses the entry that is pressed, or marks the one whose star is.
func (p *Picker) press(ctx app.Context, e app.Event) {
	row := e.Get("target").Call("closest", "[data-item]")
	if !row.Truthy() {
		return
	}
	id := row.Call("getAttribute", "data-item").String()
	if onStar(e) {
		p.star(ctx, id)
		return
	}
	p.choose(ctx, id)
}

// hold leaves the keyboard in the search while the list is pressed.
func (p *Picker) hold(ctx app.Context, e app.Event) {
	e.PreventDefault()
	ctx.PreventUpdate()
}

func onStar(e app.Event) bool { return Within(e.Get("target"), ".picker-star") }

func (p *Picker) choose(ctx app.Context, id string) {
	p.close(ctx)
	if id != p.Value && p.OnChoose != nil {
		p.OnChoose(ctx, id)
	}
}

// star marks an entry, or takes the mark away. It stays where it is in the list
// until that is opened anew.
func (p *Picker) star(ctx app.Context, id string) {
	on := !p.State(id).Starred
	p.said = p.Unstarred
	if on {
		p.said = p.Starred
	}
	p.OnStar(ctx, id, on)
}

func (p *Picker) buttonKey(ctx app.Context, e app.Event) {
	if key := e.Get("key").String(); !p.open && (key == "ArrowDown" || key == "ArrowUp") {
		e.PreventDefault()
		p.show(ctx)
	}
}

func (p *Picker) typed(ctx app.Context, _ app.Event) {
	p.query = ctx.JSSrc().Get("value").String()
	p.search()
	p.active, p.first, p.said = 0, 0, ""
	ctx.Defer(p.reveal)
}

// take takes the entries and finds the query in them.
func (p *Picker) take(items []PickerItem) {
	p.items, p.texts = items, nil
	p.search()
}

func (p *Picker) search() {
	if p.texts == nil && p.query != "" {
		p.texts = folded(p.items)
	}
	p.found = matching(p.items, p.texts, p.query)
}

// activeID is the id of the active entry, "" for none.
func (p *Picker) activeID() string {
	if len(p.found.options) == 0 {
		return ""
	}
	p.active = min(p.active, len(p.found.options)-1)
	return p.items[p.found.item(p.active)].ID
}

func (p *Picker) key(ctx app.Context, e app.Event) {
	key := e.Get("key").String()
	switch {
	case composing(e):
		// Enter and arrows belong to the input method of Chinese or Japanese.
	case key == "Escape":
		e.PreventDefault()
		p.close(ctx)
	case key == "Tab":
		p.open = false
	case key == "Enter":
		e.PreventDefault() // it must not send the form around the list
		if len(p.found.options) == 0 {
			return
		}
		id := p.activeID()
		if e.Get("shiftKey").Truthy() && p.OnStar != nil {
			p.star(ctx, id)
			return
		}
		p.choose(ctx, id)
	case (key == "Home" || key == "End") && p.query != "":
		// They move in the text that was typed.
	default:
		next, ok := step(key, p.active, len(p.found.options))
		if !ok {
			ctx.PreventUpdate()
			return
		}
		e.PreventDefault()
		p.active = next
		ctx.Defer(p.reveal)
	}
}

// scrolled follows the list under a finger or wheel.
func (p *Picker) scrolled(ctx app.Context, _ app.Event) {
	first := int(ctx.JSSrc().Get("scrollTop").Float()/p.rowPx) / rowsStep * rowsStep
	if first == p.first {
		ctx.PreventUpdate()
		return
	}
	p.first = first
}

// reveal scrolls the active row into sight, and the heading above it, and draws what is in sight then. A row that isn't
// drawn has its place all the same, so the position follows from the count.
func (p *Picker) reveal(ctx app.Context) {
	list := elementByID(p.ID + "-list")
	if len(p.found.options) == 0 || !list.Truthy() {
		return
	}
	row := p.found.options[p.active]
	top := row
	if row > 0 && p.found.lines[row-1].item < 0 {
		top--
	}
	at := min(list.Get("scrollTop").Float(), float64(top)*p.rowPx)
	at = max(at, float64(row+1)*p.rowPx-list.Get("clientHeight").Float())
	list.Set("scrollTop", at)
	p.first = int(at / p.rowPx)
	ctx.Update()
}
