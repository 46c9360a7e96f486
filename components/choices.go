package components

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Choices is a labelled choice of one from a few that are all in sight, each
// large enough for a finger.
type Choices struct {
	app.Compo

	ID       string
	Label    string
	Hint     string
	Error    string
	Optional string // a word after the label
	Value    string // one of no entry: none is chosen
	Options  []Option
	First    bool // takes the keyboard when the dialog around it opens
	OnChange func(app.Context, string)

	held    held[string]
	offered []string // the values of Options when they were last written
}

// CompoID keeps one choice's controls from becoming another's.
func (c *Choices) CompoID() string { return c.ID }

// OnMount notes what is on offer.
func (c *Choices) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	c.write()
}

// OnUpdate brings the controls in line with Value. When other values are on offer,
// one's control becomes another's.
func (c *Choices) OnUpdate(ctx app.Context) {
	differs := c.held.differs(c.Value)
	switch {
	case !slices.Equal(values(c.Options), c.offered):
		ctx.Defer(func(app.Context) { c.write() })
	case differs:
		c.write()
	}
}

func (c *Choices) write() {
	c.offered = values(c.Options)
	for _, o := range c.Options {
		syncChecked(elementByID(c.option(o)), o.Value == c.Value)
	}
}

func (c *Choices) option(o Option) string { return c.ID + "-" + toOption(o.Value) }

// Render draws the group.
func (c *Choices) Render() app.UI {
	return &Field{ID: c.ID, Label: c.Label, Hint: c.Hint, Error: c.Error, Optional: c.Optional, Group: true, Body: c.body}
}

func (c *Choices) body() []app.UI {
	first := c.held.draw(c.Value)
	return []app.UI{app.Div().Class("choices").Body(app.Range(c.Options).Slice(func(i int) app.UI {
		o := c.Options[i]
		return app.Label().Class("choice").Body(
			app.Input().ID("%s", c.option(o)).Type("radio").Name(c.ID).Value(toOption(o.Value)).Class("choice-input").
				Checked(o.Value == first).
				AutoFocus(c.First && o.Value == c.Value).
				OnChange(c.change),
			app.Span().Class("choice-words").Body(
				app.Span().Text(o.Label),
				Only(o.Num != "", app.Span().Class("soft").Body(Num(o.Num))),
			),
		)
	}))}
}

func (c *Choices) change(ctx app.Context, _ app.Event) {
	c.held.tell(ctx, fromOption(ctx.JSSrc().Get("value").String()), c.OnChange)
}
