package components

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// rows draws the lines in sight between two spacers, those of a section as a
// group of its name.
func (p *Picker) rows() []app.UI {
	lines := p.found.lines
	from, to := rowWindow(len(lines), p.first)
	body := []app.UI{spacer(from, p.rowPx)}
	option := 0 // of the first line in sight
	for option < len(p.found.options) && p.found.options[option] < from {
		option++
	}
	for at := from; at < to; {
		begin, section := at, lines[at].section
		var rows []app.UI
		for ; at < to && lines[at].section == section; at++ {
			if lines[at].item < 0 {
				rows = append(rows, app.Div().Class("picker-head").Aria("hidden", "true").Text(section))
				continue
			}
			rows = append(rows, p.row(option))
			option++
		}
		group := app.Div().Role("group").Aria("label", section)
		if section == "" || at-begin == 1 && lines[begin].item < 0 { // a heading alone: a group must hold an option
			group = app.Div().Role("presentation")
		}
		body = append(body, group.Body(rows...))
	}
	return append(body, spacer(len(lines)-to, p.rowPx))
}

func (p *Picker) row(option int) app.UI {
	item := p.items[p.found.item(option)]
	row := &pickerRow{
		ID: p.optionID(item.ID), Item: item, Active: option == p.active, Current: item.ID == p.Value,
		Position: option + 1, Of: len(p.found.options), Wide: p.Wide, Stars: p.OnStar != nil,
	}
	if p.State != nil {
		row.State = p.State(item.ID)
	}
	return row
}

// pickerRow is one entry of the list. It has no handlers, so that it can be
// compared: one that is as it was isn't drawn again.
type pickerRow struct {
	app.Compo

	ID       string
	Item     PickerItem
	State    PickerState
	Active   bool
	Current  bool
	Position int
	Of       int
	Wide     bool
	Stars    bool
}

// Render draws the row. The star is for pressing alone: an option holds no
// button, and the keyboard has its own way. It comes before what comes and goes, or a
// press would be lost with the element that it began on.
func (r *pickerRow) Render() app.UI {
	return app.Div().ID("%s", r.ID).Class("picker-row").Role("option").
		Aria("selected", r.Current).
		Aria("setsize", r.Of).
		Aria("posinset", r.Position).
		DataSet("active", Flag(r.Active)).
		DataSet("item", r.Item.ID).
		Body(
			app.If(!r.Wide, func() app.UI { return app.Span().Class("picker-mark").Aria("hidden", "true").Text(r.Item.Mark) }),
			r.words(),
			app.If(r.Stars, func() app.UI {
				return app.Span().Class("picker-star").Aria("hidden", "true").DataSet("on",
					Flag(r.State.Starred)).Body(&Icon{Name: IconStar})
			}),
			app.If(r.State.Status != "", func() app.UI { return &Pill{Tone: r.State.Tone, Text: r.State.Status} }),
			app.If(r.Current, func() app.UI { return &Icon{Name: IconCheck} }),
		)
}

func (r *pickerRow) words() app.UI {
	if !r.Wide {
		return app.Span().Class("picker-name").Body(
			app.Span().Text(r.Item.Name),
			app.If(r.Item.Detail != "", func() app.UI { return app.Span().Class("soft").Body(Num(r.Item.Detail)) }),
		)
	}
	return app.Span().Class("picker-words").Body(
		app.B().Class("cut").Dir("auto").Text(r.Item.Name),
		app.Span().Class("cut", "soft", "small").Body(
			app.If(r.Item.Detail != "", func() app.UI { return app.Elem("bdi").Text(r.Item.Detail) }),
			app.Text(" "),
			app.If(r.Item.Number != "", func() app.UI { return Num(r.Item.Number) }),
		),
	)
}
