package components

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// TextField is a labelled line of text that shows Value. Its owner takes what
// is typed from OnInput and hands it back as Value; without OnInput the field
// keeps what is typed until Value changes.
type TextField struct {
	app.Compo

	ID           string
	Label        string
	Hint         string
	Error        string
	Optional     string
	HideLabel    bool
	Value        string
	Type         string // "text" when empty; "password" gets a button that shows it
	Name         string // optional
	Autocomplete string // for example "username"
	InputMode    string // for example "tel"
	Dir          string // "ltr" for phones, addresses and their like
	Placeholder  string
	MaxLength    int // 0: no limit
	Lines        int // above 1 it takes several lines, of which so many are in sight
	ReadOnly     bool
	ShowLabel    string // what the button says that shows a password
	ConcealLabel string // and the one that hides it again
	Keep         string // the key under which what is typed is kept ([Typed]); "": it isn't
	OnInput      func(app.Context, string)
	OnCommit     func(app.Context, string) // left, or Enter

	shown bool
	held  held[string]
	kept  Kept
}

// CompoID keeps one field's control from becoming another field's.
func (t *TextField) CompoID() string { return t.ID + t.Keep }

// OnMount brings back what is kept.
func (t *TextField) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	t.kept.Mount(ctx, t.Keep, t.Value, t.OnInput)
}

// OnDismount drops what is kept.
func (t *TextField) OnDismount() { t.kept.Drop(t.Keep) }

// OnUpdate brings the control in line with Value.
func (t *TextField) OnUpdate(app.Context) {
	if t.held.differs(t.Value) {
		syncValue(elementByID(t.ID), t.Value)
		t.kept.shows(t.Keep, t.Value)
	}
}

// Render draws the field.
func (t *TextField) Render() app.UI {
	return &Field{
		ID: t.ID, Label: t.Label, Hint: t.Hint, Error: t.Error, Optional: t.Optional, HideLabel: t.HideLabel,
		Body: t.body,
	}
}

func (t *TextField) body() []app.UI {
	if t.Type != "password" || t.ShowLabel == "" {
		return []app.UI{t.input()}
	}
	icon, label := IconEye, t.ShowLabel
	if t.shown {
		icon, label = IconEyeOff, t.ConcealLabel
	}
	return []app.UI{app.Div().Class("in-group").Body(
		t.input(),
		&IconButton{ID: t.ID + "-show", Icon: icon, Label: label, Kind: KindBare, OnClick: t.toggle},
	)}
}

func (t *TextField) input() app.UI {
	if t.Lines > 1 {
		return t.area()
	}
	kind := cmp.Or(t.Type, "text")
	if t.shown {
		kind = "text"
	}
	in := app.Input().ID("%s", t.ID).Class("in").
		Type("%s", kind).
		Value(t.held.draw(t.Value)).
		Attr("name", t.Name).
		Attr("autocomplete", t.Autocomplete).
		Attr("inputmode", t.InputMode).
		Attr("dir", t.Dir).
		Attr("placeholder", t.Placeholder).
		Aria("invalid", Flag(t.Error != "")).
		Aria("describedby", FieldDescription(t.ID, t.Hint, t.Error)).
		ReadOnly(t.ReadOnly).
		OnInput(t.typed).
		OnChange(t.commit)
	if t.MaxLength > 0 {
		in = in.MaxLength(t.MaxLength)
	}
	if t.Type == "password" {
		in = in.Attr("autocapitalize", "none").Attr("spellcheck", "false")
	}
	return in
}

// area is the field of several lines.
func (t *TextField) area() app.UI {
	return app.Textarea().ID("%s", t.ID).Class("in").Rows(t.Lines).
		Attr("value", t.held.draw(t.Value)).
		Attr("autocomplete", t.Autocomplete).
		Attr("dir", t.Dir).
		Attr("placeholder", t.Placeholder).
		Attr("spellcheck", "false").
		Aria("invalid", Flag(t.Error != "")).
		Aria("describedby", FieldDescription(t.ID, t.Hint, t.Error)).
		ReadOnly(t.ReadOnly).
		OnInput(t.typed).
		OnChange(t.commit)
}

func (t *TextField) typed(ctx app.Context, _ app.Event) {
	if t.OnInput != nil {
		text := ctx.JSSrc().Get("value").String()
		t.held.heard(text)
		t.kept.Heard(t.Keep, text)
		t.OnInput(ctx, text)
	}
}

func (t *TextField) commit(ctx app.Context, _ app.Event) {
	if t.OnCommit != nil {
		t.OnCommit(ctx, ctx.JSSrc().Get("value").String())
	}
}

func (t *TextField) toggle(ctx app.Context) {
	t.shown = !t.shown
	FocusID(ctx, t.ID)
}
