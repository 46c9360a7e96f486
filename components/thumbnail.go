package components

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// A picture that can't be shown may only be late: it is asked for again behind its words, at doubling distances.
const (
	thumbnailAgain = 5 * time.Second
	thumbnailTries = 4
)

// Thumbnail is a small picture. One that can't be shown leaves its words.
type Thumbnail struct {
	app.Compo

	URL   string
	Words string // without them the picture only adorns what stands beside it

	ctx    app.Context
	failed string // the URL that couldn't be shown
	tries  int    // to show it all the same
	asks   bool   // one is under way
}

// OnMount keeps a context that outlives the picture.
func (t *Thumbnail) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	t.ctx = ctx
}

// Render draws the picture or its words.
func (t *Thumbnail) Render() app.UI {
	image := func() app.HTMLImg { return app.Img().Src(t.URL).Attr("decoding", "async").On("error", t.fail) }
	return app.Span().Class("thumbnail").Body(
		app.If(t.URL != t.failed, func() app.UI {
			image := image().Class("thumbnail-image").Alt(t.Words).Attr("loading", "lazy").Attr("fetchpriority", "low")
			if t.Words == "" {
				image = image.Role("presentation") // the engine leaves out an empty alt
			}
			return image
		}).Else(func() app.UI { return app.Text(t.Words) }),
		app.If(t.URL == t.failed && t.asks, func() app.UI {
			return image().Class("hidden").Role("presentation").On("load", t.come)
		}),
	)
}

func (t *Thumbnail) fail(app.Context, app.Event) {
	if t.failed != t.URL { // in a list that is scrolled, the thumbnail may stand for another photo
		t.tries = 0
	}
	if t.failed, t.asks = t.URL, false; t.tries < thumbnailTries {
		t.ctx.After(thumbnailAgain<<t.tries, func(app.Context) { t.asks = true })
		t.tries++
	}
}

func (t *Thumbnail) come(app.Context, app.Event) { t.failed = "" }
