package templates

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates"
	"github.com/shopdesk/shopdesk/app/pages/shop/hours"
	"github.com/shopdesk/shopdesk/app/pages/shop/phones"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// partCard is one part: whether the template has it, and its editor.
func (p *Editor) partCard(part api.Part, hint string, body ...func() app.UI) app.UI {
	on := p.e.Has[part]
	return &components.Card{ID: "template-card-" + string(part), Title: diff.Part(part), Body: func() []app.UI {
		list := []app.UI{&components.Checkbox{
			ID: partID(part), Label: text.T("templates.has", diff.Part(part)), Hint: hint, Checked: on, Invalid: p.wrongAt(partID(part)) != "",
			OnChange: func(_ app.Context, on bool) { p.has(part, on) },
		}}
		for _, draw := range body {
			list = append(list, components.Maybe(on, draw))
		}
		return list
	}}
}

func (p *Editor) has(part api.Part, on bool) {
	p.e.Has[part] = on
	p.did("")
}

func (p *Editor) weekCard() app.UI {
	return p.partCard(api.PartWeek, text.T("templates.week.hint"), func() app.UI {
		return &hours.Editor{Edit: &p.e.Week, OnEdit: p.edited}
	})
}

func (p *Editor) datesCard() app.UI {
	today, _ := rules.Local(p.Deps.State.Now().UnixMilli(), rules.Fixed(0))
	return p.partCard(api.PartDates, text.T("templates.dates.hint"), func() app.UI {
		return app.Div().Class("row").Body(&components.Button{ID: "template-holidays", Label: text.T("templates.holidays"), Icon: components.IconDates, OnClick: p.openHolidays})
	}, func() app.UI {
		return &dates.Editor{Edit: &p.e.Dates, Today: today, OnEdit: p.edited}
	})
}

func (p *Editor) phonesCard() app.UI {
	return p.partCard(api.PartPhones, text.T("templates.phones.hint"), func() app.UI {
		return &phones.Editor{Edit: &p.e.Phones, Zone: p.zone(), OnEdit: p.edited}
	})
}

// zone is that of the template's first shop, or of the operator's first.
func (p *Editor) zone() string {
	for _, id := range p.e.Shops {
		if shop, ok := p.Deps.State.Shop(parseNumber(id)); ok {
			return shop.Zone
		}
	}
	if shops, _ := p.Deps.State.Shops(); len(shops) > 0 {
		return shops[0].Zone
	}
	return ""
}
