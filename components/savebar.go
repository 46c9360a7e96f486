package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// SaveBar stays at the lower edge while there are changes. Its owner shows it
// only then.
type SaveBar struct {
	app.Compo

	Label   string // the region's name for assistive technology
	Count   string // "3 changes"
	Text    string // "not saved yet"
	Actions func() []app.UI
}

// Render draws the bar.
func (s *SaveBar) Render() app.UI {
	return app.Section().Class("savebar").Aria("label", s.Label).Body(
		app.P().Class("savebar-text").Role("status").Body(
			app.B().Class("num").Text(s.Count),
			Only(s.Text != "", app.Span().Class("soft").Text(" "+s.Text)),
		),
		app.Div().Class("savebar-actions").Body(slot(s.Actions)...),
	)
}
