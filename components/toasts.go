package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Toast is a passing message of something that worked. What failed belongs in
// a Note.
type Toast struct {
	ID     string
	Tone   Tone
	Text   string
	Action string // a button's word, for example to undo; optional
}

// Toasts is the region that shows and politely reads out passing messages. It
// must be in the page before the first message. How long one stays is its
// owner's business.
type Toasts struct {
	app.Compo

	Label        string // the region's name for assistive technology
	DismissLabel string
	Items        []Toast
	OnAction     func(ctx app.Context, id string)
	OnDismiss    func(ctx app.Context, id string)
}

// Render draws the messages, the newest last.
func (t *Toasts) Render() app.UI {
	return app.Section().Class("toasts").Aria("label", t.Label).Body(
		app.Div().Class("toasts-list").Role("status").Aria("live", "polite").Aria("atomic", "false").Body(
			app.Range(t.Items).Slice(func(i int) app.UI {
				return &toastRow{Toast: t.Items[i], DismissLabel: t.DismissLabel, OnAction: t.OnAction, OnDismiss: t.OnDismiss}
			}),
		),
	)
}

// toastRow is one message; it carries its id, so that a press can't hit a
// message that took its place.
type toastRow struct {
	app.Compo

	Toast        Toast
	DismissLabel string
	OnAction     func(ctx app.Context, id string)
	OnDismiss    func(ctx app.Context, id string)
}

// CompoID is the message's id.
func (r *toastRow) CompoID() string { return r.Toast.ID }

// Render draws the message.
func (r *toastRow) Render() app.UI {
	return app.Div().Class("toast").DataSet("tone", string(r.Toast.Tone)).Body(
		&Icon{Name: r.Toast.Tone.icon()},
		app.P().Text(r.Toast.Text),
		app.If(r.Toast.Action != "", func() app.UI {
			return &Button{Label: r.Toast.Action, Kind: KindBare, OnClick: r.act}
		}),
		&IconButton{Icon: IconClose, Label: r.DismissLabel, Kind: KindBare, OnClick: r.dismiss},
	)
}

func (r *toastRow) act(ctx app.Context) {
	if r.OnAction != nil {
		r.OnAction(ctx, r.Toast.ID)
	}
}

func (r *toastRow) dismiss(ctx app.Context) {
	if r.OnDismiss != nil {
		r.OnDismiss(ctx, r.Toast.ID)
	}
}
