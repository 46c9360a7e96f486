package components

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/platform/rules"
)

// Stepper is a small count between 0 and Max, changed by one with either
// button or typed.
type Stepper struct {
	app.Compo

	ID       string
	Label    string // what is counted, for assistive technology
	Less     string // the buttons' names
	More     string
	Value    int
	Max      int
	Disabled bool
	Keep     string // the key under which the count is kept ([Typed]); "": it isn't
	OnChange func(app.Context, int)

	said string // the count after a press, for assistive technology
	held held[string]
	kept Kept
}

// CompoID keeps one count from becoming another.
func (s *Stepper) CompoID() string { return s.ID }

// OnMount brings back what is kept.
func (s *Stepper) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	s.kept.Mount(ctx, s.Keep, strconv.Itoa(s.Value), s.count)
}

// OnDismount drops what is kept.
func (s *Stepper) OnDismount() { s.kept.Drop(s.Keep) }

// OnUpdate brings the field in line with Value.
func (s *Stepper) OnUpdate(app.Context) {
	if value := strconv.Itoa(s.Value); s.held.differs(value) {
		s.write()
		s.kept.shows(s.Keep, value)
	}
}

func (s *Stepper) write() { syncValue(elementByID(s.ID), strconv.Itoa(s.Value)) }

// Render draws the field between its buttons.
func (s *Stepper) Render() app.UI {
	return app.Div().Class("stepper").Body(
		&IconButton{
			ID: s.ID + "-less", Icon: IconMinus, Label: s.Less, Disabled: s.Disabled, Spent: s.Value <= 0, OnClick: s.less,
		},
		app.Input().ID("%s", s.ID).Class("in", "stepper-in", "num").Type("text").
			Attr("inputmode", "numeric").Attr("autocomplete", "off").Attr("dir", "ltr").Aria("label", s.Label).
			Disabled(s.Disabled).Value(s.held.draw(strconv.Itoa(s.Value))).OnChange(s.typed),
		&IconButton{
			ID: s.ID + "-more", Icon: IconPlus, Label: s.More, Disabled: s.Disabled, Spent: s.Value >= s.Max, OnClick: s.more,
		},
		app.P().Class("hidden").Role("status").Text(s.said),
	)
}

func (s *Stepper) less(ctx app.Context) { s.step(ctx, -1) }

func (s *Stepper) more(ctx app.Context) { s.step(ctx, 1) }

func (s *Stepper) step(ctx app.Context, by int) {
	s.set(ctx, s.Value+by)
	s.said = strconv.Itoa(s.Value + by)
}

// typed takes a number; what isn't one changes nothing.
func (s *Stepper) typed(ctx app.Context, _ app.Event) {
	s.said = ""
	s.count(ctx, ctx.JSSrc().Get("value").String())
	s.write()
}

func (s *Stepper) count(ctx app.Context, text string) {
	if n, err := strconv.Atoi(strings.TrimSpace(rules.Plain(text))); err == nil {
		s.set(ctx, n)
	}
}

func (s *Stepper) set(ctx app.Context, n int) {
	if n = min(max(n, 0), s.Max); n != s.Value && s.OnChange != nil {
		s.kept.Heard(s.Keep, strconv.Itoa(n))
		s.OnChange(ctx, n)
	}
}
