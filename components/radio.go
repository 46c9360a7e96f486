package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Radio is one button of a group of the same Name. Its owner puts it into a label.
type Radio struct {
	app.Compo

	ID       string
	Name     string
	On       bool
	Invalid  bool
	OnChoose func(app.Context)

	held held[bool]
}

// CompoID keeps one button from becoming another.
func (r *Radio) CompoID() string { return r.ID }

// OnUpdate brings the button in line with On.
func (r *Radio) OnUpdate(app.Context) {
	if r.held.differs(r.On) {
		syncChecked(elementByID(r.ID), r.On)
	}
}

// Render draws the button.
func (r *Radio) Render() app.UI {
	return app.Input().ID("%s", r.ID).Type("radio").Name(r.Name).Class("tick").Checked(r.held.draw(r.On)).
		Aria("invalid", Flag(r.Invalid)).OnChange(r.choose)
}

func (r *Radio) choose(ctx app.Context, _ app.Event) {
	r.held.heard(true)
	r.OnChoose(ctx)
}
