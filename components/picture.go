package components

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Picture is an image with what became of it. One that can't be fetched leaves
// its words.
type Picture struct {
	app.Compo

	URL        string
	Alt        string // without it the caption says all
	Caption    string
	Tone       Tone
	Logo       bool   // small, and never cut
	FailedText string // stands in place of an image that can't be shown

	failed string // the URL that couldn't be shown
}

// CompoID keeps one image from becoming another.
func (p *Picture) CompoID() string { return p.URL }

// Render draws the image, if its address is one of the web's.
func (p *Picture) Render() app.UI {
	return app.Figure().Class("picture").Body(
		app.If(p.failed != p.URL && webAddress(p.URL), func() app.UI {
			image := app.Img().Class("picture-image").Src(p.URL).Alt(p.Alt).Attr("loading", "lazy").Attr("decoding", "async").
				Attr("referrerpolicy", "no-referrer").DataSet("logo", Flag(p.Logo)).On("error", p.fail)
			if p.Alt == "" {
				image = image.Role("presentation") // the engine leaves out an empty alt
			}
			return image
		}).Else(func() app.UI { return app.P().Class("soft", "small").Text(p.FailedText) }),
		app.FigCaption().Body(&Pill{Tone: p.Tone, Text: p.Caption}),
	)
}

func webAddress(url string) bool {
	for _, scheme := range []string{"https://", "http://"} {
		if rest, web := strings.CutPrefix(url, scheme); web && rest != "" {
			return true
		}
	}
	return false
}

func (p *Picture) fail(app.Context, app.Event) { p.failed = p.URL }
