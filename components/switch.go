package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Switch is something that is on or off and takes effect at once in the form
// around it.
type Switch struct {
	app.Compo

	ID          string
	Label       string
	HideLabel   bool // the label is for assistive technology only
	On          bool
	DescribedBy string
	OnChange    func(app.Context, bool)

	held held[bool]
}

// CompoID keeps one switch's control from becoming another's.
func (s *Switch) CompoID() string { return s.ID }

// OnUpdate brings the switch in line with On: also after a press that the owner
// refused.
func (s *Switch) OnUpdate(app.Context) {
	if s.held.differs(s.On) {
		syncChecked(elementByID(s.ID), s.On)
	}
}

// Render draws the switch with its label.
func (s *Switch) Render() app.UI {
	class := "check-label"
	if s.HideLabel {
		class = "hidden"
	}
	return app.Label().Class("check").Body(
		app.Input().ID("%s", s.ID).Type("checkbox").Role("switch").Class("switch").
			Checked(s.held.draw(s.On)).
			Aria("describedby", s.DescribedBy).
			OnChange(s.change),
		app.Span().Class(class).Text(s.Label),
	)
}

func (s *Switch) change(ctx app.Context, _ app.Event) {
	s.held.tell(ctx, ctx.JSSrc().Get("checked").Bool(), s.OnChange)
}
