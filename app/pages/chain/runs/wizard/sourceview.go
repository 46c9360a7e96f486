package wizard

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// sourceCard offers to fill the change in from a template or another shop.
func (p *Page) sourceCard() app.UI {
	options := []components.Option{{Label: text.T("runs.source.none")}}
	for _, t := range p.templates {
		options = append(options, components.Option{Value: t.ID, Label: t.Name})
	}
	shown := text.T("switcher.pick")
	if p.source.Shop != 0 {
		shown = p.source.Name
	}
	return app.Details().Class("card", "apply-paste").Body(
		app.Summary().Text(text.T("runs.source")),
		pages.Stack(
			pages.Div("apply-pair",
				components.Shown(len(p.templates) > 0, &components.Select{
					ID: "apply-template", Label: text.T("templates.one"), Value: p.source.Template, Options: options,
					OnChange: p.chooseTemplate,
				}),
				pages.Div("field",
					app.Span().Class("field-label").ID("apply-source-label").Text(text.T("runs.source.shop")),
					&components.Picker{
						ID: "apply-source", Label: text.T("runs.source.shop"), SearchLabel: text.T("shops.find"),
						EmptyText: text.T("shops.none.fits"), Text: shown, OnChoose: p.chooseShop,
						Items: func() []components.PickerItem { return pages.ShopItems(p.listed) },
					},
				),
			),
			components.Shown(p.source.busy, &components.Spinner{Label: text.T("runs.source.reading", p.source.Name)}),
			pages.MaybeFailure(text.T("runs.source.failed", p.source.Name), p.source.err, p.readSourceAgain),
			components.Maybe(len(p.source.offers()) > 0, p.sourceParts),
		),
	)
}

func (p *Page) sourceParts() app.UI {
	title := text.T("runs.source.parts", p.source.Name)
	return pages.Stack(
		boxes(app.Div().Class("apply-parts"), "apply-source-parts", title, "", p.source.offers(), func(w part) app.UI {
			return &components.Checkbox{
				ID: "apply-pick-" + string(w), Label: text.T("runs.part." + string(w)), Checked: p.source.Picked[w],
				OnChange: func(_ app.Context, on bool) { p.source.Picked[w] = on },
			}
		}),
		pages.Row(&components.Button{
			ID: "apply-fill", Label: text.T("runs.source.fill"), Icon: components.IconCopy, OnClick: p.fill,
		}),
	)
}
