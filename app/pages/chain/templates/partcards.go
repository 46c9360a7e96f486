package templates

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/pages/chain/upload"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates"
	"github.com/shopdesk/shopdesk/app/pages/shop/hours"
	"github.com/shopdesk/shopdesk/app/pages/shop/phones"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// partCard is one part: whether the template has it, and its editor.
func (p *Editor) partCard(part api.Part, hint string, body ...func() app.UI) app.UI {
	on := p.model.Now.Has[part]
	list := []app.UI{&components.Checkbox{
		ID: partID(part), Label: text.T("templates.has", diff.Part(part)), Hint: hint, Checked: on,
		Invalid: p.model.At(partID(part)) != "", OnChange: func(_ app.Context, on bool) {
			p.model.Now.set(part, on)
			p.did("")
		},
	}}
	for _, draw := range body {
		list = append(list, components.Maybe(on, draw))
	}
	return components.Card{ID: "template-card-" + string(part), Title: diff.Part(part)}.With(list...)
}

func (p *Editor) weekCard() app.UI {
	return p.partCard(api.PartWeek, text.T("templates.week.hint"), func() app.UI {
		return &hours.Editor{Edit: &p.model.Now.Week, Leaves: p.State.Leaves(), OnEdit: p.edited}
	})
}

func (p *Editor) datesCard() app.UI {
	today, _ := rules.Local(p.ServerNow().UnixMilli(), rules.Fixed(0))
	return p.partCard(api.PartDates, text.T("templates.dates.hint"), func() app.UI {
		return pages.Row(&components.Button{
			ID: "template-holidays", Label: text.T("templates.holidays"), Icon: components.IconDates, OnClick: p.openHolidays,
		})
	}, func() app.UI {
		return &dates.Editor{Edit: &p.model.Now.Dates, Today: today, Leaves: p.State.Leaves(), OnEdit: p.edited}
	})
}

func (p *Editor) phonesCard() app.UI {
	return p.partCard(api.PartPhones, text.T("templates.phones.hint"), func() app.UI {
		return &phones.Editor{Edit: &p.model.Now.Phones, Zone: p.zone(), Leaves: p.State.Leaves(), OnEdit: p.edited}
	})
}

// zone is that of the template's first shop, or of the operator's first.
func (p *Editor) zone() string {
	shops, _ := p.State.Shops()
	for _, id := range p.model.Now.Shops {
		if shop, ok := p.State.Shop(parseNumber(id)); ok {
			return shop.Zone
		}
	}
	if len(shops) > 0 {
		return shops[0].Zone
	}
	return ""
}

func (p *Editor) pictureCard() app.UI {
	return p.partCard(api.PartPicture, text.T("templates.picture.hint"), func() app.UI { return p.pictureField() },
		func() app.UI {
			_, doubt := p.model.Now.pictureFault(p.State.Leaves())
			return components.Shown(doubt != "", pages.Doubt(doubt))
		})
}

func (p *Editor) pictureField() *upload.Field {
	return &upload.Field{
		ID: fieldPicture, Draft: p.model.Now.loads, Deps: p.Deps,
		Address: p.model.Now.Picture, Error: p.model.At(fieldPicture),
		Shop:   func() int64 { return p.anyShop(platform.PermissionShopEdit) },
		OnType: pages.Bind(&p.model.Now.Picture, p.edited), OnBusy: p.pictureBusy,
		OnSent: func(ctx app.Context, address string) {
			p.model.Now.Picture = address
			p.did(text.T("photo.uploaded"))
			components.FocusID(ctx, fieldPicture)
		},
	}
}

func (p *Editor) pictureBusy(busy bool) {
	p.uploading = busy
	p.model.Look()
}
