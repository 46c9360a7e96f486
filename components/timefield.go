package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// TimeField takes a time as people type it ("9", "930", "9:30pm"). It keeps
// what was typed; OnCommit hands it over when the field is left or Enter is
// pressed, and the owner answers with Text in canonical form, or as it was.
type TimeField struct {
	app.Compo

	ID          string
	Label       string // its name for assistive technology: "Friday, first shift, opens"
	Text        string
	Placeholder string
	Badge       string // over its upper corner: "next day"; takes no room
	Invalid     bool
	DescribedBy string // ids of hint and error
	Required    bool
	OnInput     func(app.Context, string)
	OnCommit    func(app.Context, string)
	// OnStep makes the time a quarter of an hour later, 1, or earlier, -1; optional. The arrow keys
	// step, and on a touch screen two buttons below the field that has the keyboard.
	OnStep       func(app.Context, int)
	EarlierLabel string // the buttons' names for assistive technology
	LaterLabel   string

	held held[string]
	near bool // the control has the keyboard
}

// CompoID keeps one field's control from becoming another field's.
func (t *TimeField) CompoID() string { return t.ID }

// OnUpdate brings the control in line with Text.
func (t *TimeField) OnUpdate(app.Context) {
	if t.held.differs(t.Text) {
		syncValue(elementByID(t.ID), t.Text)
	}
}

// value is what stands in the control.
func (t *TimeField) value(ctx app.Context) string {
	text := ctx.JSSrc().Get("value").String()
	t.held.heard(text)
	return text
}

// Render draws the control. It has no label of its own on the screen: the row
// around it says what it is.
func (t *TimeField) Render() app.UI {
	return app.Span().Class("time").Body(
		t.control(),
		app.If(t.near && t.OnStep != nil, t.steps),
		Only(t.Badge != "", &Pill{Tone: ToneInfo, Text: t.Badge}),
	)
}

// control asks phones for their numeric pad: "930" needs no colon, and what a pad lacks
// ("9:30pm") a keyboard has.
func (t *TimeField) control() app.UI {
	return app.Input().ID("%s", t.ID).Class("in", "in-time").
		Type("text").
		Value(t.held.draw(t.Text)).
		Attr("dir", "ltr").
		Attr("inputmode", "numeric").
		Attr("autocomplete", "off").
		Attr("spellcheck", "false").
		Attr("placeholder", t.Placeholder).
		Aria("label", t.Label).
		Aria("required", Flag(t.Required)).
		Aria("invalid", Flag(t.Invalid)).
		Aria("describedby", t.DescribedBy).
		On("mousedown", t.press).
		OnFocus(t.focus).
		OnBlur(t.blur).
		OnInput(t.typed).
		OnChange(t.commit).
		OnKeyDown(t.key)
}

// steps are the buttons for a finger. They leave the keyboard where it is, so that the
// field doesn't close under them.
func (t *TimeField) steps() app.UI {
	step := func(label, words string, by int) app.UI {
		return app.Button().Type("button").Class("time-step", "num").TabIndex(-1).Aria("label", label).Text(words).
			On("mousedown", func(_ app.Context, e app.Event) { e.PreventDefault() }).
			OnClick(func(ctx app.Context, _ app.Event) { t.OnStep(ctx, by) })
	}
	return app.Span().Class("time-steps").Attr("dir", "ltr").Body(
		step(t.EarlierLabel, "−15", -1), step(t.LaterLabel, "+15", 1),
	)
}

// press gives the keyboard to the field: WebKit takes back what focus selects when its own press ends.
func (t *TimeField) press(ctx app.Context, e app.Event) {
	if !t.near {
		e.PreventDefault()
		ctx.JSSrc().Call("focus")
	}
}

// focus selects the text, so that typing replaces it.
func (t *TimeField) focus(ctx app.Context, _ app.Event) {
	t.near = true
	ctx.JSSrc().Call("select")
}

func (t *TimeField) blur(app.Context, app.Event) { t.near = false }

func (t *TimeField) typed(ctx app.Context, _ app.Event) {
	if t.OnInput != nil {
		t.OnInput(ctx, t.value(ctx))
	}
}

func (t *TimeField) commit(ctx app.Context, _ app.Event) {
	if t.OnCommit != nil {
		t.OnCommit(ctx, t.value(ctx))
	}
}

func (t *TimeField) key(ctx app.Context, e app.Event) {
	step := map[string]int{"ArrowUp": 1, "ArrowDown": -1}[e.Get("key").String()]
	if step == 0 || t.OnStep == nil || commands(e) {
		return
	}
	e.PreventDefault()
	t.OnStep(ctx, step)
}
