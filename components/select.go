package components

import (
	"cmp"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Option is one of the entries to choose one from. Its value may be empty.
type Option struct {
	Value string
	Label string
	Num   string // in Choices: a time or number below the label, kept left to right
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
	if differs := s.held.differs(s.Value); differs || !slices.Equal(values(s.Options), s.offered) {
		s.write(ctx)
	}
}

// write waits for the entries to be rendered: a value without its entry would
// leave the control blank.
func (s *Select) write(ctx app.Context) {
	s.offered = values(s.Options)
	ctx.Defer(func(app.Context) { syncValue(elementByID(s.ID), toOption(s.Value)) })
}

func values(options []Option) []string {
	values := make([]string, len(options))
	for i, o := range options {
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
			Aria("invalid", Flag(s.Error != "")).
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
	s.held.tell(ctx, fromOption(ctx.JSSrc().Get("value").String()), s.OnChange)
}

func toOption(value string) string { return cmp.Or(value, noValue) }

func fromOption(value string) string {
	if value == noValue {
		return ""
	}
	return value
}
