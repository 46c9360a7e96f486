package shop

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// pictures are the profile images, shown and in review, and the logo.
func (p *Page) pictures(record state.Record) app.UI {
	return &components.Card{ID: "shop-pictures", Title: text.T("shop.picture"), Body: func() []app.UI {
		s := record.Shop
		switch {
		case s == nil:
			return []app.UI{p.missing(record)}
		case len(s.MainPictures) == 0 && s.LogoURL == "":
			return []app.UI{app.P().Class("soft").Text(text.T("shop.picture.none"))}
		}
		shop, _ := p.Deps.State.Shop(p.Deps.Route.ShopID)
		alt := text.T("shop.picture.alt", state.DisplayName(shop))
		return []app.UI{app.Ul().Class("shop-pictures").Body(
			app.Range(s.MainPictures).Slice(func(i int) app.UI {
				pic := s.MainPictures[i]
				return &picture{URL: pic.URL, Alt: alt, Caption: pictureWords(pic), Tone: pictureTone(pic.Status)}
			}),
			app.If(s.LogoURL != "", func() app.UI {
				return &picture{URL: s.LogoURL, Alt: text.T("shop.picture.logo"), Caption: text.T("shop.picture.logo"), Logo: true}
			}),
		)}
	}}
}

func pictureTone(s platform.PictureStatus) components.Tone {
	switch s {
	case platform.PictureEffective:
		return components.ToneOK
	case platform.PicturePending:
		return components.ToneWarn
	case platform.PictureRejected:
		return components.ToneBad
	}
	return components.ToneNeutral
}

// picture is one image with what became of it. One that can't be fetched
// leaves its words.
type picture struct {
	app.Compo

	URL     string
	Alt     string
	Caption string
	Tone    components.Tone
	Logo    bool

	failed string // the URL that couldn't be shown
}

// CompoID keeps one image from becoming another.
func (p *picture) CompoID() string { return p.URL }

// Render draws the image.
func (p *picture) Render() app.UI {
	image := app.Img().Class("shop-picture").Src(p.URL).Alt(p.Alt).Attr("loading", "lazy").Attr("decoding", "async").
		Attr("referrerpolicy", "no-referrer").On("error", p.fail)
	if p.Logo {
		image = image.DataSet("logo", "true")
	}
	return app.Li().Body(
		app.If(p.failed != p.URL, func() app.UI { return image }).
			Else(func() app.UI { return app.P().Class("soft", "small").Text(text.T("shop.picture.failed")) }),
		&components.Pill{Tone: p.Tone, Text: p.Caption},
	)
}

func (p *picture) fail(app.Context, app.Event) { p.failed = p.URL }
