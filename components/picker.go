package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// PickerItem is one entry of a long list to pick from.
type PickerItem struct {
	ID     string
	Mark   string // a flag, or nothing; decoration
	Name   string
	Detail string // a code of the entry's own, kept left to right; searched too
}

// Picker is a button that opens a long list with a search field above it. All
// keys of a list box work from the search field. However long the list, some
// thirty rows are drawn.
type Picker struct {
	app.Compo

	ID          string
	Label       string // what is picked, read before the present choice
	Invalid     string // id of the words that say what is wrong with the choice
	SearchLabel string
	EmptyText   string // nothing fits what was typed
	Mark        string // of the present choice
	Text        string // of the present choice, short: "+852"
	Name        string // of the present choice, for assistive technology
	Value       string // its id
	Items       func() []PickerItem
	OnChoose    func(ctx app.Context, id string)

	open   bool
	items  []PickerItem // while open
	query  string
	active int // position among the matches
	first  int // first row in sight
}

// CompoID keeps one picker's state from becoming another's.
func (p *Picker) CompoID() string { return p.ID }

// Render draws the button and, when open, the list.
func (p *Picker) Render() app.UI {
	return app.Div().Class("picker").Body(
		app.Button().Type("button").ID("%s", p.ID).Class("btn", "picker-button").
			Aria("haspopup", "listbox").
			Aria("expanded", truth(p.open)).
			Aria("controls", when(p.open, p.ID+"-popup")).
			Aria("describedby", p.Invalid).
			DataSet("invalid", when(p.Invalid != "", "true")).
			OnClick(p.toggle).
			OnKeyDown(p.buttonKey).
			Body(
				app.Span().Class("hidden").Text(p.Label+": "+p.Name+" "),
				app.If(p.Mark != "", func() app.UI { return app.Span().Class("picker-mark").Aria("hidden", "true").Text(p.Mark) }),
				Num(p.Text),
				&Icon{Name: IconDown},
			),
		app.IfSlice(p.open, func() []app.UI { return []app.UI{p.scrim(), p.popup()} }),
	)
}

// scrim takes the presses beside the list, which close it.
func (p *Picker) scrim() app.UI {
	return app.Div().Class("scrim").Aria("hidden", "true").OnClick(p.dismiss)
}

func (p *Picker) popup() app.UI {
	matches := matchItems(p.items, p.query)
	p.active = min(p.active, max(0, len(matches)-1))
	active := ""
	if len(matches) > 0 {
		active = p.optionID(p.items[matches[p.active]].ID)
	}
	return app.Div().Class("popup", "picker-popup").ID("%s", p.ID+"-popup").Body(
		app.Div().Class("picker-search").Body(
			&Icon{Name: IconSearch},
			app.Input().ID("%s", p.ID+"-search").Class("in").
				Type("search").
				Role("combobox").
				Attr("autocomplete", "off").
				Attr("spellcheck", "false").
				Attr("placeholder", p.SearchLabel).
				Aria("label", p.SearchLabel).
				Aria("expanded", "true").
				Aria("autocomplete", "list").
				Aria("controls", p.ID+"-list").
				Aria("activedescendant", active).
				OnInput(p.typed).
				OnKeyDown(p.key),
		),
		app.Ul().ID("%s", p.ID+"-list").Class("picker-list").Role("listbox").Aria("label", p.Label).
			On("scroll", p.scrolled, app.PassiveEvent()).
			Body(p.rows(matches)...),
		app.P().Class("picker-none").Role("status").Text(when(len(matches) == 0, p.EmptyText)),
	)
}

// rows draws the rows in sight between two spacers.
func (p *Picker) rows(matches []int) []app.UI {
	from, to := shopWindow(len(matches), p.first)
	rows := []app.UI{spacer(from)}
	for at := from; at < to; at++ {
		item := p.items[matches[at]]
		rows = append(rows, &pickerRow{
			ID: p.optionID(item.ID), Item: item, Active: at == p.active, Current: item.ID == p.Value,
			Position: at + 1, Of: len(matches), OnChoose: p.choose,
		})
	}
	return append(rows, spacer(len(matches)-to))
}

func (p *Picker) optionID(item string) string { return p.ID + "-item-" + item }

// pickerRow is one entry of the list.
type pickerRow struct {
	app.Compo

	ID       string
	Item     PickerItem
	Active   bool
	Current  bool
	Position int
	Of       int
	OnChoose func(ctx app.Context, id string)
}

// Render draws the row.
func (r *pickerRow) Render() app.UI {
	return app.Li().ID("%s", r.ID).Class("picker-row").Role("option").
		Aria("selected", truth(r.Current)).
		Aria("setsize", r.Of).
		Aria("posinset", r.Position).
		DataSet("active", when(r.Active, "true")).
		OnClick(r.choose).
		Body(
			app.Span().Class("picker-mark").Aria("hidden", "true").Text(r.Item.Mark),
			app.Span().Class("picker-name").Text(r.Item.Name),
			app.If(r.Item.Detail != "", func() app.UI { return app.Span().Class("soft").Body(Num(r.Item.Detail)) }),
			app.If(r.Current, func() app.UI { return &Icon{Name: IconCheck} }),
		)
}

func (r *pickerRow) choose(ctx app.Context, _ app.Event) { r.OnChoose(ctx, r.Item.ID) }
