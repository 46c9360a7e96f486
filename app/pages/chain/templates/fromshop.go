package templates

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/parts"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// fromShop is a shop whose parts are taken over.
type fromShop struct {
	id    int64 // that is read, or couldn't be; 0 for none
	busy  bool
	err   error
	calls pages.Generation
}

// source fills the template from a shop. A new template begins with it.
func (p *Editor) source() app.UI {
	f, name := &p.from, text.T("switcher.pick")
	if f.id != 0 {
		name = p.ShopName(f.id)
	}
	return pages.Div("templates-from",
		app.Span().Class("field-label").ID("template-from-label").Text(text.T("templates.from")),
		&components.Picker{
			ID: "template-from", Label: text.T("templates.from"), SearchLabel: text.T("shops.find"),
			EmptyText: text.T("switcher.none"), Text: name, Value: number(f.id), Items: p.shopItems,
			OnChoose: p.chooseSource,
		},
		components.Shown(f.busy, &components.Spinner{Label: text.T("loading")}),
		pages.MaybeFailure(
			text.T("shop.failed"), f.err, func(ctx app.Context) { p.chooseSource(ctx, number(f.id)) },
		),
	)
}

// shopItems are the shops to pick from.
func (p *Editor) shopItems() []components.PickerItem {
	shops, _ := p.State.Shops()
	return pages.ShopItems(shops)
}

// chooseSource reads what a shop has, and fills the template with it.
func (p *Editor) chooseSource(_ app.Context, id string) {
	f := &p.from
	call, ok := parts.From(p.Deps, parseNumber(id))
	if !ok {
		return
	}
	f.id, f.busy, f.err = parseNumber(id), true, nil
	pages.Load(p.ctx, &f.calls, call, func(ctx app.Context, has api.TemplateParts, err error) {
		f.busy, f.err = false, err
		if err == nil {
			p.fillFrom(ctx, p.ShopName(f.id), has)
			f.id = 0
		}
	})
}

// nameAs is a template's name after a shop's, as much of it as a name may have.
func nameAs(shop string) string {
	name := []rune(text.T("templates.like", shop))
	return string(name[:min(len(name), api.MaxTemplateName)])
}

// fillFrom takes a shop's parts over, as one step of undo.
func (p *Editor) fillFrom(ctx app.Context, name string, has api.TemplateParts) {
	filled := p.model.Now.fillFrom(has)
	if p.model.Now.Name == "" {
		p.model.Now.Name = nameAs(name)
	}
	words := text.T("shop.place.copied", partsWords(filled))
	if len(has.Phones) > 0 {
		words = text.Together(words, text.T("templates.taken.phones", text.Isolate(name)))
	}
	p.did(words)
	components.FocusID(ctx, fieldName)
}
