package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Checkbox is one choice among several that may all be taken.
type Checkbox struct {
	app.Compo

	ID        string
	Label     string
	Hint      string
	HideLabel bool
	Checked   bool
	Mixed     bool // some, but not all, of what it stands for
	Invalid   bool
	Disabled  bool
	OnChange  func(app.Context, bool)
}

// CompoID keeps one box's control from becoming another's.
func (c *Checkbox) CompoID() string { return c.ID }

// OnMount sets the mixed state, which has no attribute.
func (c *Checkbox) OnMount(app.Context) { c.sync() }

// OnUpdate sets the mixed state and undoes a press that the owner refused.
func (c *Checkbox) OnUpdate(app.Context) { c.sync() }

func (c *Checkbox) sync() {
	el := elementByID(c.ID)
	syncChecked(el, c.Checked)
	if el.Truthy() {
		el.Set("indeterminate", c.Mixed)
	}
}

// Render draws the box with its label.
func (c *Checkbox) Render() app.UI {
	class := "check-label"
	if c.HideLabel {
		class = "hidden"
	}
	return app.Div().Class("check-row").Body(
		app.Label().Class("check").Body(
			app.Input().ID("%s", c.ID).Type("checkbox").Class("tick").
				Checked(c.Checked).
				Disabled(c.Disabled).
				Aria("invalid", when(c.Invalid, "true")).
				Aria("describedby", when(c.Hint != "", c.ID+"-hint")).
				OnChange(c.change),
			app.Span().Class(class).Text(c.Label),
		),
		app.If(c.Hint != "", func() app.UI { return app.P().Class("hint").ID("%s", c.ID+"-hint").Text(c.Hint) }),
	)
}

func (c *Checkbox) change(ctx app.Context, _ app.Event) {
	if c.OnChange != nil {
		c.OnChange(ctx, ctx.JSSrc().Get("checked").Bool())
	}
}
