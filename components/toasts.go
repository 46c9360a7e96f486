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
// owner's business: see [ToastInUse].
type Toasts struct {
	app.Compo

	Label        string // the region's name for assistive technology
	DismissLabel string
	Items        []Toast
	OnAction     func(ctx app.Context, id string)
	OnDismiss    func(ctx app.Context, id string)

	from app.Value // the element that had the keyboard before the messages
}

// ToastInUse reports whether the keyboard or the pointer is on a message, "" for any. It mustn't go then.
func ToastInUse(id string) bool {
	if app.IsServer {
		return false
	}
	of := ".toast"
	if id != "" {
		of = "#" + id
	}
	return first(of + ":is(:hover, :focus-within)").Truthy()
}

// ReachToast puts the keyboard on the newest message's first button. It reports whether there is one.
func ReachToast() bool {
	button := first(".toast:last-child > .btn")
	if button.Truthy() {
		button.Call("focus")
	}
	return button.Truthy()
}

// entered notes where the keyboard came from.
func (t *Toasts) entered(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if from := e.Get("relatedTarget"); !Within(from, ".toasts") {
		t.from = from
	}
}

// act does what a message offers. The keyboard goes back to where it came from, unless the act puts it elsewhere.
func (t *Toasts) act(ctx app.Context, id string, do func(app.Context, string)) {
	if do != nil {
		do(ctx, id)
	}
	Land(ctx, t.from)
}

// Render draws the messages, the newest last.
func (t *Toasts) Render() app.UI {
	region := app.Section().Class("toasts").Aria("label", t.Label).Aria("keyshortcuts", "Alt+T")
	return region.On("focusin", t.entered).Body(
		app.Div().Class("toasts-list").Role("status").Aria("live", "polite").Aria("atomic", "false").Body(
			app.Range(t.Items).Slice(func(i int) app.UI {
				return &toastRow{Toast: t.Items[i], DismissLabel: t.DismissLabel,
					OnAction:  func(ctx app.Context, id string) { t.act(ctx, id, t.OnAction) },
					OnDismiss: func(ctx app.Context, id string) { t.act(ctx, id, t.OnDismiss) },
				}
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
	return app.Div().Class("toast").ID("%s", r.Toast.ID).DataSet("tone", r.Toast.Tone).Body(
		&Icon{Name: r.Toast.Tone.icon()},
		app.P().Text(r.Toast.Text),
		app.If(r.Toast.Action != "", func() app.UI {
			return &Button{Label: r.Toast.Action, Kind: KindBare, OnClick: r.act}
		}),
		&IconButton{Icon: IconClose, Label: r.DismissLabel, Kind: KindBare, OnClick: r.dismiss},
	)
}

func (r *toastRow) act(ctx app.Context) { r.OnAction(ctx, r.Toast.ID) }

func (r *toastRow) dismiss(ctx app.Context) { r.OnDismiss(ctx, r.Toast.ID) }
