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

	held held[bool]
}

// CompoID keeps one box's control from becoming another's.
func (c *Checkbox) CompoID() string { return c.ID }

// OnMount sets the mixed state, which has no attribute.
func (c *Checkbox) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	c.mix(elementByID(c.ID))
}

// OnUpdate sets the mixed state, and brings the box in line with Checked: also
// after a press that the owner refused.
func (c *Checkbox) OnUpdate(app.Context) {
	el := elementByID(c.ID)
	if c.held.differs(c.Checked) {
		syncChecked(el, c.Checked)
	}
	c.mix(el)
}

func (c *Checkbox) mix(el app.Value) {
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
				Checked(c.held.draw(c.Checked)).
				Disabled(c.Disabled).
				Aria("invalid", Flag(c.Invalid)).
				Aria("describedby", when(c.Hint != "", c.ID+"-hint")).
				OnChange(c.change),
			app.Span().Class(class).Text(c.Label),
		),
		Only(c.Hint != "", app.P().Class("hint").ID("%s", c.ID+"-hint").Text(c.Hint)),
	)
}

func (c *Checkbox) change(ctx app.Context, _ app.Event) {
	c.held.tell(ctx, ctx.JSSrc().Get("checked").Bool(), c.OnChange)
}
