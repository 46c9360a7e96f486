package components

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// MenuItem is one action of a Menu.
type MenuItem struct {
	ID       string
	Label    string
	Lang     string // of the label, if it isn't the page's
	Icon     IconName
	Tone     Tone // ToneBad for what takes something away
	Current  bool // what is in force, or on screen
	Disabled bool
}

// Menu is a button with a few actions behind it, worked by arrows, Home, End,
// Enter and Escape.
type Menu struct {
	app.Compo

	ID       string
	Label    string
	Icon     IconName // drawn alone, with Label as its name, when Bare
	Bare     bool
	Rail     bool // a place in the rail, the icon above the label on a phone
	Current  bool // in the rail: the page on screen is among the items
	Start    bool // the actions open from the button's start edge, not its end
	Items    []MenuItem
	OnChoose func(ctx app.Context, id string)

	open bool
}

// Render draws the button and, when open, the actions.
func (m *Menu) Render() app.UI {
	button := app.Button().Type("button").ID("%s", m.ID).
		Aria("haspopup", "menu").
		Aria("expanded", m.open).
		Aria("controls", when(m.open, m.ID+"-menu")).
		OnClick(m.toggle).
		OnKeyDown(m.buttonKey)
	switch {
	case m.Rail:
		button = button.Class("rail-link").Aria("current", Flag(m.Current)).Body(
			maybeIcon(m.Icon), app.Span().Text(m.Label),
		)
	case m.Bare:
		button = button.Class("btn").DataSet("kind", KindBare).DataSet("square", "true").
			Aria("label", m.Label).Attr("title", m.Label).Body(&Icon{Name: m.Icon})
	default:
		button = button.Class("btn").Body(maybeIcon(m.Icon), app.Span().Text(m.Label), &Icon{Name: IconDown})
	}
	return app.Div().Class("menu").Body(
		button,
		app.IfSlice(m.open, func() []app.UI {
			return []app.UI{
				scrim(m.dismiss),
				app.Div().ID("%s", m.ID+"-menu").Class("popup", "menu-popup").Role("menu").
					DataSet("start", Flag(m.Start)).
					Aria("labelledby", m.ID).
					OnKeyDown(m.key).
					Body(app.Range(m.Items).Slice(func(i int) app.UI {
						return &menuRow{Menu: m.ID, Item: m.Items[i], OnChoose: m.choose}
					})),
			}
		}),
	)
}

func (m *Menu) toggle(ctx app.Context, _ app.Event) {
	if m.open {
		m.close(ctx)
		return
	}
	m.show(ctx, 0)
}

func (m *Menu) show(ctx app.Context, at int) {
	if len(m.Items) == 0 {
		return
	}
	m.open = true
	FocusID(ctx, menuRowID(m.ID, m.Items[at].ID))
}

func (m *Menu) close(ctx app.Context) {
	m.open = false
	FocusID(ctx, m.ID)
}

func (m *Menu) dismiss(ctx app.Context, _ app.Event) { m.close(ctx) }

func (m *Menu) choose(ctx app.Context, id string) {
	m.close(ctx)
	if m.OnChoose != nil {
		m.OnChoose(ctx, id)
	}
}

func (m *Menu) buttonKey(ctx app.Context, e app.Event) {
	key := e.Get("key").String()
	if m.open { // and the keyboard not in it yet
		if key == "Escape" {
			e.PreventDefault()
			m.close(ctx)
		}
		return
	}
	switch key {
	case "ArrowDown":
		e.PreventDefault()
		m.show(ctx, 0)
	case "ArrowUp":
		e.PreventDefault()
		m.show(ctx, len(m.Items)-1)
	}
}

func (m *Menu) key(ctx app.Context, e app.Event) {
	switch key := e.Get("key").String(); key {
	case "Escape":
		e.PreventDefault()
		m.close(ctx)
	case "Tab":
		m.open = false
	default:
		if next, ok := step(key, m.focused(), len(m.Items)); ok {
			e.PreventDefault()
			focusNow(menuRowID(m.ID, m.Items[next].ID))
		}
	}
}

// focused is the position of the action that has the keyboard.
func (m *Menu) focused() int {
	id := ActiveElement().Get("id").String()
	return max(0, slices.IndexFunc(m.Items, func(item MenuItem) bool { return id == menuRowID(m.ID, item.ID) }))
}

func menuRowID(menu, item string) string { return menu + "-item-" + item }

// menuRow is one action; a component, so that its press always knows its id.
type menuRow struct {
	app.Compo

	Menu     string
	Item     MenuItem
	OnChoose func(ctx app.Context, id string)
}

// Render draws the action. A disabled one keeps the keyboard reachable, so
// that people learn that it exists.
func (r *menuRow) Render() app.UI {
	return app.Button().Type("button").ID("%s", menuRowID(r.Menu, r.Item.ID)).Class("menu-row").Role("menuitem").
		TabIndex(-1).
		DataSet("tone", r.Item.Tone).
		Aria("disabled", Flag(r.Item.Disabled)).
		Aria("current", Flag(r.Item.Current)).
		OnClick(r.choose).
		Body(maybeIcon(r.Item.Icon), app.Span().Attr("lang", r.Item.Lang).Text(r.Item.Label))
}

func (r *menuRow) choose(ctx app.Context, _ app.Event) {
	if !r.Item.Disabled {
		r.OnChoose(ctx, r.Item.ID)
	}
}
