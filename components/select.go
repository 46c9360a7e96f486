package components

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Option is one entry of a Select. Its value may be empty.
type Option struct {
	Value string
	Label string
}

// Select is a labelled choice of one from a short list.
type Select struct {
	app.Compo

	ID       string
	Label    string
	Hint     string
	Error    string
	Value    string
	Options  []Option
	OnChange func(app.Context, string)

	held    held[string]
	offered []string // the values of Options when Value was last written
}

// noValue stands for the empty value in the page: go-app drops value="" and
// the browser then reports the entry's words instead.
const noValue = "-none-"

// CompoID keeps one choice's control from becoming another's.
func (s *Select) CompoID() string { return s.ID }

// OnMount brings the control in line with Value.
func (s *Select) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	s.write(ctx)
}

// OnUpdate brings the control in line with Value, which may be among other entries.
func (s *Select) OnUpdate(ctx app.Context) {
	if differs := s.held.differs(s.Value); differs || !slices.Equal(s.values(), s.offered) {
		s.write(ctx)
	}
}

// write waits for the entries to be rendered: a value without its entry would
// leave the control blank.
func (s *Select) write(ctx app.Context) {
	s.offered = s.values()
	ctx.Defer(func(app.Context) { syncValue(elementByID(s.ID), toOption(s.Value)) })
}

func (s *Select) values() []string {
	values := make([]string, len(s.Options))
	for i, o := range s.Options {
		values[i] = o.Value
	}
	return values
}

// Render draws the field.
func (s *Select) Render() app.UI {
	return &Field{ID: s.ID, Label: s.Label, Hint: s.Hint, Error: s.Error, Body: s.body}
}

func (s *Select) body() []app.UI {
	first := s.held.draw(s.Value)
	return []app.UI{app.Div().Class("select").Body(
		app.Select().ID("%s", s.ID).Class("in").
			Aria("invalid", when(s.Error != "", "true")).
			Aria("describedby", FieldDescription(s.ID, s.Hint, s.Error)).
			OnChange(s.change).
			Body(app.Range(s.Options).Slice(func(i int) app.UI {
				o := s.Options[i]
				return app.Option().Value(toOption(o.Value)).Dir("auto").Selected(o.Value == first).Text(o.Label)
			})),
		&Icon{Name: IconDown},
	)}
}

func (s *Select) change(ctx app.Context, _ app.Event) {
	value := fromOption(ctx.JSSrc().Get("value").String())
	s.held.heard(value)
	if s.OnChange != nil {
		s.OnChange(ctx, value)
	}
}

func toOption(value string) string {
	if value == "" {
		return noValue
	}
	return value
}

func fromOption(value string) string {
	if value == noValue {
		return ""
	}
	return value
}
