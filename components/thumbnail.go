package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Thumbnail is a small picture. One that can't be shown leaves its words.
type Thumbnail struct {
	app.Compo

	URL   string
	Words string // without them the picture only adorns what stands beside it

	failed string // the URL that couldn't be shown
}

// Render draws the picture or its words.
func (t *Thumbnail) Render() app.UI {
	return app.Span().Class("thumbnail").Body(
		app.If(t.URL != t.failed, func() app.UI {
			image := app.Img().Class("thumbnail-image").Src(t.URL).Alt(t.Words).Attr("loading", "lazy").
				Attr("decoding", "async").Attr("fetchpriority", "low").On("error", t.fail)
			if t.Words == "" {
				image = image.Role("presentation") // the engine leaves out an empty alt
			}
			return image
		}).Else(func() app.UI { return app.Text(t.Words) }),
	)
}

func (t *Thumbnail) fail(app.Context, app.Event) { t.failed = t.URL }
