package templates

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/parts"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// fromShop is a shop whose parts can be taken over.
type fromShop struct {
	id     int64 // 0: none is chosen
	has    api.TemplateParts
	picked map[api.Part]bool
	busy   bool
	err    error
	calls  pages.Generation
}

// source is where parts of a shop are taken over. A new template begins with it.
func (p *Editor) source() app.UI {
	f, name := &p.from, text.T("templates.from.choose")
	if f.id != 0 {
		name = pages.ShopName(p.State, f.id)
	}
	return app.Div().Class("templates-from").Body(
		app.Span().Class("small", "soft").ID("template-from-label").Text(text.T("templates.from")),
		&components.Picker{
			ID: "template-from", Label: text.T("templates.from"), SearchLabel: text.T("templates.from.find"),
			EmptyText: text.T("templates.from.none"), Text: name, Name: name, Value: number(f.id), Items: p.shopItems,
			OnChoose: p.chooseSource,
		},
		components.Shown(f.busy, &components.Spinner{Label: text.T("loading")}),
		pages.MaybeFailure(
			text.T("templates.from.failed"), f.err, func(ctx app.Context) { p.chooseSource(ctx, number(f.id)) },
		),
		components.Maybe(f.picked != nil, func() app.UI {
			return app.FieldSet().Class("templates-take").Body(
				app.Legend().Class("small").Text(text.T("templates.take", text.Isolate(name))),
				app.Div().Body(pages.Each(parts.Of(f.has), func(part api.Part) app.UI {
					words := partsWords(parts.Only(f.has, func(o api.Part) bool { return o == part }))
					return &components.Checkbox{
						ID: "template-take-" + string(part), Label: words, Checked: f.picked[part],
						OnChange: func(_ app.Context, on bool) { f.picked[part] = on },
					}
				})),
				&components.Button{ID: "template-take", Label: text.T("templates.take.go"), OnClick: p.takeParts},
			)
		}),
	)
}

// shopItems are the shops to pick from.
func (p *Editor) shopItems() []components.PickerItem {
	shops, _ := p.State.Shops()
	return pages.ShopItems(shops)
}

// chooseSource reads what a shop has.
func (p *Editor) chooseSource(_ app.Context, id string) {
	f := &p.from
	zone, ok := p.State.Zone(parseNumber(id))
	if !ok {
		return
	}
	shop := parts.Shop{ID: parseNumber(id), Zone: zone, Anchor: p.State.Anchor(), Now: p.State.Now().UnixMilli()}
	f.id, f.busy, f.err, f.picked = shop.ID, true, nil, nil
	b := p.Backend
	pages.Load(p.ctx, &f.calls, func(c context.Context) (api.TemplateParts, error) { return shop.Read(c, b) },
		func(ctx app.Context, has api.TemplateParts, err error) {
			f.busy, f.err = false, err
			if err != nil {
				return
			}
			f.has, f.picked = has, map[api.Part]bool{}
			for _, part := range parts.Of(has) {
				f.picked[part] = true
			}
			components.FocusID(ctx, "template-take")
		})
}

// takeParts takes the picked parts over, as one step of undo.
func (p *Editor) takeParts(ctx app.Context) {
	f := &p.from
	taken := parts.Only(f.has, func(part api.Part) bool { return f.picked[part] })
	p.model.Now.fill(taken)
	if name := pages.ShopName(p.State, f.id); p.model.Now.Name == "" {
		p.model.Now.Name = text.T("templates.like", name)
	}
	f.id, f.picked = 0, nil
	p.did(text.T("templates.taken.said", partsWords(taken)))
	components.FocusID(ctx, fieldName)
}
