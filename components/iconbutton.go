package components

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// IconButton is a command shown as a drawing alone. Label is its name for
// assistive technology and its tooltip.
type IconButton struct {
	app.Compo

	ID          string // optional
	Icon        IconName
	Label       string
	Kind        ButtonKind
	On          bool // drawn filled; Label then says what a press takes away
	Busy        bool
	Spent       bool // takes no presses, but keeps the keyboard: a press on it was one too many
	Disabled    bool
	Once        bool   // of a double press only the first counts: what it was for has gone, and another comes to its place
	DescribedBy string // ids of elements that say more
	OnClick     func(app.Context)

	arrival
	pressed time.Time
}

// Render draws the button.
func (b *IconButton) Render() app.UI {
	return app.Button().
		Type("button").
		Class("btn").
		DataSet("kind", b.Kind).
		DataSet("square", "true").
		DataSet("spent", Flag(b.Spent)).
		DataSet("on", Flag(b.On)).
		Attr("id", b.ID).
		Aria("label", b.Label).
		Attr("title", b.Label).
		Aria("busy", Flag(b.Busy)).
		Aria("disabled", Flag(b.Busy || b.Spent)).
		Aria("describedby", b.DescribedBy).
		Disabled(b.Disabled).
		OnClick(b.click).
		Body(
			app.Span().Class("btn-label").Body(&Icon{Name: b.Icon}),
			app.If(b.Busy, spinner),
		)
}

func (b *IconButton) click(ctx app.Context, e app.Event) {
	if b.Busy || b.Spent || b.OnClick == nil || b.Once && time.Since(b.pressed) < twice || b.strays(e) {
		return
	}
	b.pressed = time.Now()
	b.OnClick(ctx)
}
