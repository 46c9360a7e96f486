package components

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// matchItems gives the positions of the entries that hold every word of query
// in their name, detail or id, in the order they came.
func matchItems(items []PickerItem, query string) []int {
	words := strings.Fields(strings.ToLower(query))
	found := make([]int, 0, len(items))
	for i, item := range items {
		if holdsAll(strings.ToLower(item.Name+" "+item.Detail+" "+item.ID), words) {
			found = append(found, i)
		}
	}
	return found
}

func (p *Picker) toggle(ctx app.Context, _ app.Event) {
	if p.open {
		p.close(ctx)
		return
	}
	p.show(ctx)
}

// show opens the list at the present choice, with the keyboard in the search.
func (p *Picker) show(ctx app.Context) {
	p.open, p.query, p.active, p.items = true, "", 0, p.Items()
	for i, item := range p.items {
		if item.ID == p.Value {
			p.active = i
		}
	}
	p.first = p.active
	ctx.Defer(func(app.Context) {
		p.reveal()
		focusNow(p.ID + "-search")
	})
}

// close shuts the list and gives the keyboard back to the button.
func (p *Picker) close(ctx app.Context) {
	p.open = false
	FocusID(ctx, p.ID)
}

func (p *Picker) dismiss(ctx app.Context, _ app.Event) { p.close(ctx) }

func (p *Picker) choose(ctx app.Context, id string) {
	p.close(ctx)
	if id != p.Value && p.OnChoose != nil {
		p.OnChoose(ctx, id)
	}
}

func (p *Picker) buttonKey(ctx app.Context, e app.Event) {
	if key := e.Get("key").String(); !p.open && (key == "ArrowDown" || key == "ArrowUp") {
		e.PreventDefault()
		p.show(ctx)
	}
}

func (p *Picker) typed(ctx app.Context, _ app.Event) {
	p.query = ctx.JSSrc().Get("value").String()
	p.active, p.first = 0, 0
	ctx.Defer(func(app.Context) { p.reveal() })
}

func (p *Picker) key(ctx app.Context, e app.Event) {
	key := e.Get("key").String()
	matches := matchItems(p.items, p.query)
	switch {
	case e.Get("isComposing").Bool():
		// Enter and arrows belong to the input method of Chinese or Japanese.
	case key == "Escape":
		e.PreventDefault()
		p.close(ctx)
	case key == "Tab":
		p.open = false
	case key == "Enter":
		e.PreventDefault() // it must not send the form around the list
		if len(matches) > 0 {
			p.choose(ctx, p.items[matches[min(p.active, len(matches)-1)]].ID)
		}
	case (key == "Home" || key == "End") && p.query != "":
		// They move in the text that was typed.
	default:
		next, ok := step(key, p.active, len(matches))
		if !ok {
			return
		}
		e.PreventDefault()
		p.active, p.first = next, next
		ctx.Defer(func(app.Context) { p.reveal() })
	}
}

// scrolled follows the list under a finger or wheel.
func (p *Picker) scrolled(ctx app.Context, _ app.Event) {
	p.first = ctx.JSSrc().Get("scrollTop").Int() / shopRowPx
}

// reveal scrolls the active row into sight. Rows that aren't drawn have their
// place all the same, so the position follows from the count.
func (p *Picker) reveal() { revealRow(elementByID(p.ID+"-list"), p.active) }
