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
	name := p.source.Name
	if p.source.Shop == 0 {
		name = ""
	}
	return app.Details().Class("card", "apply-paste").Body(
		app.Summary().Text(text.T("runs.source")),
		app.Div().Class("stack").Body(
			app.Div().Class("apply-pair").Body(
				components.Maybe(len(p.templates) > 0, func() app.UI {
					return &components.Select{ID: "apply-template", Label: text.T("runs.source.template"), Value: p.source.Template, Options: options, OnChange: p.chooseTemplate}
				}),
				app.Div().Class("field").Body(
					app.Span().Class("field-label").ID("apply-source-label").Text(text.T("runs.source.shop")),
					&components.Picker{
						ID: "apply-source", Label: text.T("runs.source.shop"), SearchLabel: text.T("shops.find"), EmptyText: text.T("runs.shops.none"),
						Text: shown(name), Name: name, Items: p.shopItems, OnChoose: p.chooseShop,
					},
				),
			),
			components.Maybe(p.source.busy, func() app.UI { return &components.Spinner{Label: text.T("runs.source.reading", p.source.Name)} }),
			components.Maybe(p.source.err != nil, func() app.UI {
				return pages.FailureNote(text.T("runs.source.failed", p.source.Name), p.source.err, p.readSourceAgain)
			}),
			components.Maybe(len(p.source.offers()) > 0, p.sourceParts),
		),
	)
}

func shown(name string) string {
	if name == "" {
		return text.T("runs.source.choose")
	}
	return name
}

func (p *Page) sourceParts() app.UI {
	offers := p.source.offers()
	return app.Div().Class("stack").Body(
		&components.Field{ID: "apply-source-parts", Label: text.T("runs.source.parts", p.source.Name), Group: true, Body: func() []app.UI {
			return []app.UI{app.Div().Class("apply-parts").Body(app.Range(offers).Slice(func(i int) app.UI {
				return &pickBox{Page: p, Part: offers[i], On: p.source.Picked[offers[i]]}
			}))}
		}},
		app.Div().Class("row").Body(&components.Button{ID: "apply-fill", Label: text.T("runs.source.fill"), Icon: components.IconCopy, OnClick: p.fill}),
	)
}

// pickBox picks a part of the source.
type pickBox struct {
	app.Compo

	Page *Page
	Part part
	On   bool
}

// CompoID is the part.
func (b *pickBox) CompoID() string { return string(b.Part) }

// Render draws the box.
func (b *pickBox) Render() app.UI {
	return &components.Checkbox{ID: "apply-pick-" + string(b.Part), Label: text.T("runs.part." + string(b.Part)), Checked: b.On, OnChange: b.set}
}

func (b *pickBox) set(_ app.Context, on bool) { b.Page.pick(b.Part, on) }
