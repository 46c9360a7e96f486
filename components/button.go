package components

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// ButtonKind is how much weight a button has on its screen.
type ButtonKind string

// The kinds. The zero value is KindPlain.
const (
	KindPlain ButtonKind = ""
	KindGo    ButtonKind = "go"   // the one thing to do next
	KindStop  ButtonKind = "stop" // takes something away
	KindBare  ButtonKind = "bare" // a side matter, without a border
)

// Button is a command. While Busy it shows a spinner in its own width, keeps
// the keyboard's focus and takes no presses.
type Button struct {
	app.Compo

	ID          string // optional
	Label       string
	Name        string // begins with Label and says more, for assistive technology and as a tooltip; optional
	Kind        ButtonKind
	Icon        IconName // drawn before the label
	Submit      bool     // submits the form around it
	Form        string   // id of the form to submit when it is not around it
	Wide        bool     // as wide as its container
	Busy        bool
	Disabled    bool
	Rests       bool // has just come to where it is: a finger's press was meant for something else. A key's counts
	Toggle      bool // stays pressed while On
	On          bool
	DescribedBy string // ids of elements that say more, for example why it is disabled
	OnClick     func(app.Context)

	arrival
}

// Render draws the button.
func (b *Button) Render() app.UI {
	kind := "button"
	if b.Submit {
		kind = "submit"
	}
	el := app.Button().
		Type(kind).
		Class("btn").
		DataSet("kind", b.Kind).
		DataSet("wide", Flag(b.Wide)).
		Attr("id", b.ID).
		Attr("form", b.Form).
		Aria("label", b.Name).
		Attr("title", b.Name).
		Aria("pressed", when(b.Toggle, strconv.FormatBool(b.On))).
		Aria("busy", Flag(b.Busy)).
		Aria("disabled", Flag(b.Busy || b.Rests)).
		DataSet("rests", Flag(b.Rests)).
		Aria("describedby", b.DescribedBy).
		Disabled(b.Disabled).
		OnClick(b.click)
	return el.Body(
		app.Span().Class("btn-label").Body(
			maybeIcon(b.Icon),
			app.Span().Text(b.Label),
		),
		app.If(b.Busy, spinner),
	)
}

func (b *Button) click(ctx app.Context, e app.Event) {
	switch {
	case b.Busy, b.Rests && e.Get("detail").Int() > 0, b.strays(e): // a key's press has no detail
		e.PreventDefault() // it must not submit the form: a second press, or one that was meant for something else
	case b.OnClick != nil:
		b.OnClick(ctx)
	}
}

// arrival notes when a control came to the page.
type arrival struct{ at time.Time }

// OnInit notes the moment.
func (a *arrival) OnInit() { a.at = time.Now() }

// strays reports whether a press is the second of a double press that began before the control came: it was meant for
// what stood there.
func (a *arrival) strays(e app.Event) bool {
	return time.Since(a.at) < twice && e.Get("detail").Int() > 1
}

// twice is how far apart the presses of a double press are at most.
const twice = 500 * time.Millisecond
