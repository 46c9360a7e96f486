package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// PhoneField is one number's field in a row: no visible label, its problem in
// words of the row, left to right in every language. Its owner takes what is
// typed from OnInput and hands it back as Value, perhaps in groups.
type PhoneField struct {
	app.Compo

	ID          string
	Label       string // for assistive technology
	Value       string
	Invalid     bool
	DescribedBy string
	OnInput     func(app.Context, string)
	OnCommit    func(app.Context, string) // left, or Enter

	seen string // what stood in the control when it was last read or written
}

// CompoID keeps one field's control from becoming another's.
func (f *PhoneField) CompoID() string { return f.ID }

// OnMount brings the control in line with Value.
func (f *PhoneField) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	f.sync()
}

// OnUpdate brings the control in line with Value.
func (f *PhoneField) OnUpdate(app.Context) { f.sync() }

// sync leaves the control alone while keys were pressed that haven't been heard
// of yet: they would be lost, and the next rendering has them.
func (f *PhoneField) sync() {
	el := elementByID(f.ID)
	if !el.Truthy() || el.Get("value").String() != f.seen {
		return
	}
	syncValue(el, f.Value)
	f.seen = f.Value
}

// read takes what stands in the control.
func (f *PhoneField) read(ctx app.Context) string {
	f.seen = ctx.JSSrc().Get("value").String()
	return f.seen
}

// Render draws the field. It isn't of the type "tel", which phones fill in with
// the operator's own number.
func (f *PhoneField) Render() app.UI {
	return app.Input().ID("%s", f.ID).Class("in", "phonefield", "num").
		Type("text").
		Attr("inputmode", "tel").
		Attr("dir", "ltr").
		Attr("autocomplete", "off").
		Attr("spellcheck", "false").
		Aria("label", f.Label).
		Aria("invalid", Flag(f.Invalid)).
		Aria("describedby", f.DescribedBy).
		OnInput(f.typed).
		On("compositionend", f.typed).
		OnChange(f.commit)
}

// typed tells what was typed, but not while an input method or dictation composes it: written over in the middle of
// that, it would be there twice.
func (f *PhoneField) typed(ctx app.Context, e app.Event) {
	if f.OnInput != nil && !e.Get("isComposing").Truthy() {
		f.OnInput(ctx, f.read(ctx))
	}
}

func (f *PhoneField) commit(ctx app.Context, _ app.Event) {
	if f.OnCommit != nil {
		f.OnCommit(ctx, f.read(ctx))
	}
}
