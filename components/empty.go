package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Empty stands where a list would be: what is missing, why, and what to do.
type Empty struct {
	app.Compo

	Icon   IconName
	Title  string
	Text   string
	Action func() []app.UI // optional
}

// Render draws the message.
func (e *Empty) Render() app.UI {
	return app.Div().Class("empty").Body(
		app.If(e.Icon != "", func() app.UI { return app.Span().Class("empty-icon").Body(&Icon{Name: e.Icon}) }),
		app.H2().Text(e.Title),
		app.If(e.Text != "", func() app.UI { return app.P().Class("soft").Text(e.Text) }),
		app.If(e.Action != nil, func() app.UI { return app.Div().Class("row").Body(slot(e.Action)...) }),
	)
}
