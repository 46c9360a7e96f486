package phones

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Edit is a list of phones that is no shop's own: what many shops are to get.
// Its owner keeps it, draws it with an [Editor], and may keep it as JSON, with
// what is half typed.
type Edit struct{ board }

// Load begins with phones as they are stored: "852-12345678".
func (e *Edit) Load(list []string) {
	phones := platform.Phones(list)
	e.model.Load(&phones)
}

// Fill begins with phones as if somebody had typed them.
func (e *Edit) Fill(list []string) {
	e.Load(list)
	e.base = nil
}

// Loaded reports whether there is a list.
func (e *Edit) Loaded() bool { return e.loaded }

// Check is Try for owners that look again with each key: the field that is being typed in stays as it is.
func (e *Edit) Check() bool {
	e.Tried++
	return len(e.Problems()) == 0
}

// Phones are the phones as they would be stored. They mean something only when
// [Edit.Try] finds nothing wrong.
func (e *Edit) Phones() []string { return platform.PhoneTexts(e.values()) }

// Editor draws an [Edit] and works on it.
type Editor struct {
	app.Compo

	Edit   *Edit
	Zone   string       // IANA name: the country of a new phone, as far as it tells one
	Leaves rules.Leaves // of the profile
	OnEdit func(app.Context)
}

// OnMount listens to the edit.
func (e *Editor) OnMount(ctx app.Context) {
	e.Edit.Ctx, e.Edit.Heard = ctx, func(string) { e.OnEdit(ctx) }
}

// OnUpdate listens to the edit, which may be another.
func (e *Editor) OnUpdate(ctx app.Context) { e.OnMount(ctx) }

// Render draws the rows, as the profile judges them.
func (e *Editor) Render() app.UI {
	e.Edit.leaves = e.Leaves
	return app.Div().OnKeyDown(e.Edit.key).Body(e.Edit.card("phones.need", e.Zone), e.Edit.Spoken())
}
