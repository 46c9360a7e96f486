package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Spinner says that something is going on, without saying how far it is.
type Spinner struct {
	app.Compo

	Label string // read out, and shown beside it
}

// Render draws the spinner.
func (s *Spinner) Render() app.UI {
	return app.Span().Class("spin").Role("status").Body(
		spinner(),
		app.Span().Class("soft").Text(s.Label),
	)
}

func spinner() app.UI { return app.Span().Class("spinner").Aria("hidden", "true") }

// Progress says how far something is.
type Progress struct {
	app.Compo

	ID    string
	Label string
	Value int
	Max   int
	Text  string // the same in words and numbers: "188 of 198"
}

// Render draws the bar with its label and numbers.
func (p *Progress) Render() app.UI {
	return app.Div().Class("progress").Body(
		app.Div().Class("progress-head").Body(
			app.Label().For("%s", p.ID).Text(p.Label),
			Num(p.Text),
		),
		app.Elem("progress").Attr("id", p.ID).Attr("max", p.Max).Attr("value", p.Value).Aria("valuetext", p.Text),
	)
}
