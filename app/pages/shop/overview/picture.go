package overview

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// pictures are the profile images, shown and in review, and the logo.
func (p *Page) pictures(record state.Record) app.UI {
	id := p.Deps.Route.ShopID
	link := func() []app.UI {
		label := text.T("shop.picture.see")
		if p.Deps.State.May(id, platform.PermissionShopEdit) {
			label = text.T("shop.picture.edit")
		}
		return []app.UI{&components.Link{
			Href: p.Deps.Href(routes.Route{Page: routes.Photo, ShopID: id}), Label: label, Icon: components.IconPhoto, Kind: components.LinkButton,
		}}
	}
	return &components.Card{ID: "shop-pictures", Title: text.T("shop.picture"), Head: link, Body: func() []app.UI {
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
				return app.Li().Body(&components.Picture{
					URL: pic.URL, Alt: alt, Caption: pages.PictureWords(pic), Tone: pages.PictureTone(pic.Status), FailedText: text.T("shop.picture.failed"),
				})
			}),
			app.If(s.LogoURL != "", func() app.UI {
				return app.Li().Body(&components.Picture{
					URL: s.LogoURL, Caption: text.T("shop.picture.logo"), Logo: true, FailedText: text.T("shop.picture.failed"),
				})
			}),
		)}
	}}
}
