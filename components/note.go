package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Note is a message that stays on its page: a bold first sentence, the rest,
// and what can be done about it.
type Note struct {
	app.Compo

	ID           string // optional
	Tone         Tone
	Title        string
	Text         string
	Alert        bool            // read out at once; otherwise politely
	Quiet        bool            // part of the page from the start: not read out by itself
	Body         func() []app.UI // more than text, optional
	Actions      func() []app.UI // buttons, optional
	DismissLabel string
	OnDismiss    func(app.Context) // optional
}

// Render draws the note.
func (n *Note) Render() app.UI {
	el := app.Div().Class("note").DataSet("tone", n.Tone).Attr("id", n.ID)
	switch {
	case n.Quiet:
	case n.Alert:
		el = el.Role("alert")
	default:
		el = el.Role("status")
	}
	return el.Body(
		&Icon{Name: n.Tone.icon()},
		app.Div().Class("note-body").Body(
			app.P().Body(
				Only(n.Title != "", app.B().Text(n.Title+" ")),
				app.Text(n.Text),
			),
			app.IfSlice(n.Body != nil, n.Body),
			slotRow(n.Actions),
		),
		app.If(n.OnDismiss != nil, func() app.UI {
			return &IconButton{Icon: IconClose, Label: n.DismissLabel, Kind: KindBare, OnClick: func(ctx app.Context) {
				n.OnDismiss(ctx)
				Land(ctx)
			}}
		}),
	)
}
