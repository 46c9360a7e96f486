package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Card is a framed part of a page. With a Title it is a region of that name.
type Card struct {
	app.Compo

	ID    string // required with a Title
	Title string
	Flush bool            // the body goes to the edges: tables, lists
	Head  func() []app.UI // beside the title, optional
	Body  func() []app.UI
}

// Render draws the card.
func (c *Card) Render() app.UI { return c.With(slot(c.Body)...) }

// With draws the card around a body. The owner draws both again when either changes.
func (c Card) With(body ...app.UI) app.UI {
	el := app.Section().Class("card").DataSet("flush", Flag(c.Flush)).Attr("id", c.ID)
	if c.Title != "" {
		el = el.Aria("labelledby", c.ID+"-title")
	}
	return el.Body(
		app.If(c.Title != "" || c.Head != nil, func() app.UI {
			return app.Div().Class("card-head").Body(
				Only(c.Title != "", app.H2().ID("%s", c.ID+"-title").Text(c.Title)),
				slotRow(c.Head),
			)
		}),
		app.Div().Class("card-body").Body(body...),
	)
}
