package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Plot is a small drawing of numbers: its title, what it shows in a sentence,
// the drawing, and the same numbers as a table. The table is always there for
// assistive technology, which the drawing is hidden from; a button shows it to
// everybody.
type Plot struct {
	app.Compo

	ID     string
	Title  string
	Says   string          // the finding in words: "Most orders at 19:00: 42."
	Toggle string          // the button's words
	Heads  []string        // of the table's columns
	Rows   [][]string      // its rows; the first of each is the row's name
	Links  [][]string      // where the cells of each row lead while the table is shown; missing or "" for nowhere
	Draw   func() []app.UI // the drawing, nil for none: there are no numbers

	open bool
}

// CompoID keeps one plot's table from becoming another's.
func (p *Plot) CompoID() string { return p.ID }

// Render draws the plot.
func (p *Plot) Render() app.UI {
	return app.Figure().Class("plot").ID("%s", p.ID).Aria("labelledby", p.ID+"-title").Body(
		app.Div().Class("plot-head").Body(
			app.H3().ID("%s", p.ID+"-title").Text(p.Title),
			Only(p.Draw != nil, app.Button().Type("button").ID("%s", p.ID+"-toggle").Class("btn").
				DataSet("kind", KindBare).
				Aria("pressed", p.open).Aria("describedby", p.ID+"-title").OnClick(p.toggle).
				Body(app.Span().Class("btn-label").Text(p.Toggle))),
		),
		app.FigCaption().Class("plot-says").Text(p.Says),
		Only(p.Draw != nil, app.Div().Class("plot-draw").Aria("hidden", "true").Body(slot(p.Draw)...)),
		app.If(p.Draw != nil, p.table),
	)
}

func (p *Plot) toggle(app.Context, app.Event) { p.open = !p.open }

func (p *Plot) table() app.UI {
	class := "hidden"
	if p.open {
		class = "plot-table"
	}
	return app.Div().Class(class).Body(app.Table().Aria("labelledby", p.ID+"-title").Body(
		app.THead().Body(app.Tr().Body(app.Range(p.Heads).Slice(func(i int) app.UI {
			return app.Th().Scope("col").Text(p.Heads[i])
		}))),
		app.TBody().Body(app.Range(p.Rows).Slice(func(i int) app.UI {
			return app.Tr().Body(app.Range(p.Rows[i]).Slice(func(j int) app.UI { return p.cell(i, j) }))
		})),
	))
}

// cell is a cell of the table; the first of a row is the row's name.
func (p *Plot) cell(i, j int) app.UI {
	class := when(j > 0, "num")
	var says app.UI = app.Elem("bdi").Class(class).Text(p.Rows[i][j])
	if p.open && i < len(p.Links) && j < len(p.Links[i]) && p.Links[i][j] != "" {
		says = app.A().Href(p.Links[i][j]).Body(says)
	}
	if j == 0 {
		return app.Th().Scope("row").Body(says)
	}
	return app.Td().Body(says)
}

// plotAxes are the greatest value in words, the drawing, the names of its places and what stands for what.
func plotAxes(mark string, drawn app.UI, names []string, keys ...plotKey) app.UI {
	return app.Div().Class("plot-axes").Body(
		app.Div().Class("plot-top", "num").Text(mark), drawn, ticks(names), plotKeys(keys...),
	)
}

// plotKey says in words what a mark of a drawing stands for; one without words is left out. plot.css draws the marks.
type plotKey struct{ mark, words string }

// plotKeys tell below a drawing what stands for what.
func plotKeys(keys ...plotKey) app.UI {
	return app.Div().Class("plot-keys").Body(app.Range(keys).Slice(func(i int) app.UI {
		return Only(keys[i].words != "", app.Span().DataSet("key", keys[i].mark).Text(keys[i].words))
	}))
}

// ticks names the places of an axis, each below its own; most have no name.
func ticks(names []string) app.UI {
	return app.Div().Class("plot-ticks", "num").Body(app.Range(names).Slice(func(i int) app.UI {
		return app.Span().Body(app.Span().Text(names[i]))
	}))
}

// The drawing of an axis: places side by side, and values from the bottom up.
const (
	plotPlace = 10   // a place's width
	plotRoom  = 1000 // the height of the greatest value
)

// height is where a value stands, counted from the top.
func height(value, top int64) int {
	if top <= 0 {
		return plotRoom
	}
	return plotRoom - int(min(value, top)*plotRoom/top)
}

// RoundUp is the next number that people like to see at the top of an axis: 1,
// 2, 4, 5 or 8 with zeros.
func RoundUp(n int64) int64 {
	for unit := int64(1); ; unit *= 10 {
		for _, step := range []int64{1, 2, 4, 5, 8} {
			if n <= step*unit {
				return step * unit
			}
		}
	}
}
