package components

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Field lays out a labelled control: label, hint, error, control. The control
// itself is the slot; it takes the field's ID as its id and
// FieldDescription(…) as its aria-describedby.
type Field struct {
	app.Compo

	ID        string // the control's id; with Group the id of the group
	Label     string
	Hint      string
	Error     string
	Optional  string // a word after the label when the minority of fields is optional
	Group     bool   // several controls under one legend
	HideLabel bool   // the label is for assistive technology only
	Body      func() []app.UI
}

// FieldDescription gives the ids of a field's hint and error that are shown,
// for the control's aria-describedby. It is empty when there are none.
func FieldDescription(id, hint, err string) string {
	return strings.TrimSpace(when(hint != "", id+"-hint ") + when(err != "", id+"-error"))
}

// Render draws the field.
func (f *Field) Render() app.UI { return f.With(slot(f.Body)...) }

// With draws the field around its control. The owner draws both again when either changes.
func (f Field) With(control ...app.UI) app.UI {
	label := []app.UI{app.Text(f.Label)}
	if f.Optional != "" {
		label = append(label, app.Span().Class("soft").Text(" "+f.Optional))
	}
	class := "field-label"
	if f.HideLabel {
		class = "hidden"
	}
	var name app.UI = app.Label().Class(class).For("%s", f.ID).Body(label...)
	if f.Group {
		name = app.Legend().Class(class).Body(label...)
	}
	body := append([]app.UI{
		name,
		Maybe(f.Hint != "", func() app.UI { return app.P().Class("hint").ID("%s", f.ID+"-hint").Text(f.Hint) }),
		Maybe(f.Error != "", func() app.UI {
			return app.P().Class("err").ID("%s", f.ID+"-error").Body(&Icon{Name: IconWarn}, app.Span().Text(f.Error))
		}),
	}, control...)
	invalid := Flag(f.Error != "")
	if f.Group {
		return app.FieldSet().Class("field").ID("%s", f.ID).TabIndex(-1).DataSet("invalid", invalid).
			Aria("describedby", FieldDescription(f.ID, f.Hint, f.Error)).Body(body...)
	}
	return app.Div().Class("field").DataSet("invalid", invalid).Body(body...)
}
