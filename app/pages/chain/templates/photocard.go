package templates

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages/chain/upload"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

func (p *Editor) pictureCard() app.UI {
	return p.partCard(api.PartPicture, text.T("templates.picture.hint"), func() app.UI {
		return &upload.Field{
			ID: fieldPicture, Backend: p.Deps.Backend, Secluded: p.Deps.State.Session().Profile.Secluded, Address: p.e.Picture, Error: p.wrongAt(fieldPicture),
			Shop:   func() int64 { return p.anyShop(platform.PermissionShopEdit) },
			OnType: p.typePicture, OnSent: p.pictureSent,
		}
	})
}

func (p *Editor) typePicture(ctx app.Context, v string) {
	p.e.Picture = v
	p.edited(ctx)
}

func (p *Editor) pictureSent(ctx app.Context, address string) {
	p.e.Picture = address
	p.did(text.T("photo.uploaded"))
	components.FocusID(ctx, fieldPicture)
}
