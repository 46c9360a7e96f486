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
		Only(e.Icon != "", app.Span().Class("empty-icon").Body(&Icon{Name: e.Icon})),
		app.H2().Text(e.Title),
		Only(e.Text != "", app.P().Class("soft").Text(e.Text)),
		slotRow(e.Action),
	)
}
