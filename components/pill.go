package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Pill is a state in a word or two.
type Pill struct {
	app.Compo

	Tone Tone
	Text string
	Num  string // a time or number after the text, kept left to right
	Live bool   // changes are read out
}

// Render draws the pill.
func (p *Pill) Render() app.UI {
	el := app.Span().Class("pill").DataSet("tone", p.Tone)
	if p.Live {
		el = el.Role("status")
	}
	return el.Body(
		app.Span().Text(p.Text),
		app.If(p.Num != "", func() app.UI { return Num(p.Num) }),
	)
}
