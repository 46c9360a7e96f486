package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// FileButton is a button that lets a file be chosen, or a picture be taken.
// The control is the browser's own, under a label that looks like a button.
type FileButton struct {
	app.Compo

	ID       string
	Label    string
	Kind     ButtonKind
	Icon     IconName
	Accept   string // media types, such as "image/jpeg,image/png"
	Camera   bool   // the camera at the back, on devices that have one
	Disabled bool
	OnFile   func(ctx app.Context, file app.Value) // the browser's File
}

// Render draws the button.
func (f *FileButton) Render() app.UI {
	return app.Label().Class("btn", "filebutton").DataSet("kind", f.Kind).DataSet("camera", Flag(f.Camera)).Body(
		app.Input().ID("%s", f.ID).Class("filebutton-input").Type("file").Attr("accept", f.Accept).
			Attr("capture", when(f.Camera, "environment")).Disabled(f.Disabled).OnChange(f.choose),
		app.Span().Class("btn-label").Body(maybeIcon(f.Icon), app.Span().Text(f.Label)),
	)
}

// choose empties the control again, so that the same file can be chosen twice.
func (f *FileButton) choose(ctx app.Context, _ app.Event) {
	source := ctx.JSSrc()
	file := source.Get("files").Index(0)
	if !file.Truthy() {
		return
	}
	if f.OnFile != nil {
		f.OnFile(ctx, file)
	}
	source.Set("value", "")
}
