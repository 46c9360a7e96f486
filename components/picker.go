package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// PickerItem is one entry of a long list to pick from.
type PickerItem struct {
	ID      string // found by it, too
	Mark    string // a flag, or nothing; decoration
	Name    string
	Detail  string // found by it, too; a code unless the picker is Wide
	Number  string // of a Wide picker, beside the detail, left to right
	Section string // the heading that it and its neighbours stand under, while nothing is searched for
}

// PickerState is what may change of an entry while the list is open.
type PickerState struct {
	Tone    Tone
	Status  string // "Open", "Paused"; "" while unknown
	Starred bool
}

// Picker is a button that opens a long list with a search field above it: by a
// press, by arrows, or from anywhere by Ctrl+K. All keys of a list box work from
// the search field. However long the list, some twenty rows are drawn.
type Picker struct {
	app.Compo

	ID          string
	Label       string // what is picked, read before the present choice; with its name, where Text alone doesn't say it
	Invalid     string // id of the words that say what is wrong with the choice
	SearchLabel string
	EmptyText   string // nothing fits what was typed
	Mark        string // of the present choice
	Text        string // of the present choice, short: "+852"
	Value       string // its id
	Wide        bool   // Text is a name, in one line or two, and a row has two lines
	Items       func() []PickerItem
	OnOpen      func(app.Context)
	OnChoose    func(ctx app.Context, id string)

	// State, if set, tells how an entry is; it is asked for the rows in sight.
	State func(id string) PickerState

	// OnStar, if set, lets entries be marked: by a press on the star or Shift+Enter.
	OnStar    func(ctx app.Context, id string, on bool)
	StarText  string // "Shift+Enter: favourite"
	Starred   string // "{name} is a favourite"
	Unstarred string

	Anywhere bool // Ctrl+K, or ⌘K, opens the list wherever the keyboard is

	open   bool
	items  []PickerItem // while open
	texts  []string     // that they are found by; nil until something is searched for
	found  found
	query  string
	active int     // position among the options
	rowPx  float64 // a row's height
	first  int     // first row in sight
	said   string
	came   app.Value // where the keyboard was
	keyed  app.Func
}

// CompoID keeps one picker's state from becoming another's.
func (p *Picker) CompoID() string { return p.ID }

// Render draws the button and, when open, the list.
func (p *Picker) Render() app.UI {
	return app.Div().Class("picker").DataSet("wide", Flag(p.Wide)).Body(
		app.Button().Type("button").ID("%s", p.ID).Class("btn", "picker-button").
			Aria("haspopup", "listbox").
			Aria("expanded", p.open).
			Aria("controls", when(p.open, p.ID+"-popup")).
			Aria("describedby", p.Invalid).
			Aria("keyshortcuts", when(p.Anywhere, "Control+K Meta+K")).
			DataSet("invalid", Flag(p.Invalid != "")).
			OnClick(p.toggle).
			OnKeyDown(p.buttonKey).
			Body(p.choice()...),
		app.IfSlice(p.open, func() []app.UI { return []app.UI{scrim(p.dismiss), p.popup()} }),
	)
}

// choice is what stands on the button.
func (p *Picker) choice() []app.UI {
	var chosen app.UI = app.Span().Class("picker-text").Text(p.Text)
	if !p.Wide {
		chosen = Num(p.Text)
	}
	return []app.UI{
		app.Span().Class("hidden").Text(p.Label + " "),
		Only(p.Mark != "" && !p.Wide, app.Span().Class("picker-mark").Aria("hidden", "true").Text(p.Mark)),
		chosen,
		&Icon{Name: IconDown},
	}
}

// scrim takes the presses beside a popup, which close the popup.
func scrim(dismiss app.EventHandler) app.UI {
	return app.Div().Class("scrim").Aria("hidden", "true").OnClick(dismiss)
}

func (p *Picker) popup() app.UI {
	active, none := "", p.EmptyText
	if len(p.found.options) > 0 {
		active, none = p.optionID(p.activeID()), ""
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
				Aria("describedby", when(p.OnStar != nil, p.ID+"-hint")).
				Aria("activedescendant", active).
				OnInput(p.typed).
				OnKeyDown(p.key),
		),
		app.Div().ID("%s", p.ID+"-list").Class("picker-list").Role("listbox").TabIndex(-1).Aria("label", p.Label).
			On("scroll", p.scrolled, app.PassiveEvent()).
			On("mousedown", p.hold).
			OnClick(p.press).
			Body(p.rows()...),
		app.P().Class("picker-none").Role("status").Text(none),
		app.If(p.OnStar != nil, func() app.UI {
			return app.P().ID("%s", p.ID+"-hint").Class("picker-hint", "soft", "small").Body(
				app.Text(p.StarText), app.Span().Class("hidden").Role("status").Text(p.said))
		}),
	)
}

func (p *Picker) optionID(item string) string { return p.ID + "-item-" + item }
