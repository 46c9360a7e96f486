package templates

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

const fieldAssign = "template-assign"

// assignCard is what the template is assigned to.
func (p *Editor) assignCard() app.UI {
	return &components.Card{ID: fieldAssign, Title: text.T("templates.assign"), Body: func() []app.UI {
		groups := p.groups()
		return []app.UI{
			app.P().Class("soft").Text(text.T("templates.assign.text")),
			components.Maybe(len(groups) > 0, func() app.UI {
				return app.FieldSet().Class("templates-groups").Body(
					app.Legend().Text(text.T("templates.groups")),
					app.Range(groups).Slice(func(i int) app.UI { return p.groupBox(groups[i]) }),
				)
			}),
			components.Maybe(len(groups) == 0, func() app.UI { return app.P().Class("soft", "small").Text(text.T("templates.groups.none")) }),
			app.H3().ID("template-shops-title").Text(text.T("templates.single")),
			&components.Picker{
				ID: "template-shop-add", Label: text.T("templates.single.add"), SearchLabel: text.T("templates.from.find"), EmptyText: text.T("templates.from.none"),
				Text: text.T("templates.single.add"), Name: "", Items: p.freeShops, OnChoose: p.addShop,
			},
			components.Maybe(len(p.e.Shops) == 0, func() app.UI { return app.P().Class("soft", "small").Text(text.T("templates.single.none")) }),
			app.Ul().Class("templates-shops").Aria("labelledby", "template-shops-title").Body(app.Range(p.e.Shops).Slice(func(i int) app.UI {
				id := p.e.Shops[i]
				return &shopLine{ID: id, Name: pages.ShopName(p.Deps.State, parseNumber(id)), OnRemove: p.dropShop}
			})),
			components.Maybe(p.others(), func() app.UI { return app.P().Class("soft", "small").Text(text.T("templates.others")) }),
		}
	}}
}

// groups are those that the operator sees.
func (p *Editor) groups() []api.Group {
	if p.all == nil {
		return nil
	}
	return p.all.Groups
}

// others tells whether the template is assigned to shops of others, which stay.
func (p *Editor) others() bool {
	t := p.stored(p.e.ID)
	return t != nil && t.Others
}

// groupBox is one group. One with shops of others is for those to assign who
// have a role in all shops.
func (p *Editor) groupBox(g api.Group) app.UI {
	assigned := slices.Contains(p.e.Groups, g.ID)
	box := &components.Checkbox{
		ID: "template-group-" + g.ID, Label: text.T("templates.group", text.Isolate(g.Name), text.N("templates.shops", len(g.Shops))), Checked: assigned,
		OnChange: func(_ app.Context, on bool) {
			p.e.Groups = toggle(p.e.Groups, g.ID, on)
			p.did("")
		},
	}
	if g.Others && !assigned {
		box.Disabled, box.Hint = true, text.T("templates.group.others")
	}
	return box
}

// freeShops are those that can be added.
func (p *Editor) freeShops() []components.PickerItem {
	return slices.DeleteFunc(p.shopItems(), func(item components.PickerItem) bool { return slices.Contains(p.e.Shops, item.ID) })
}

func (p *Editor) addShop(_ app.Context, id string) {
	p.e.Shops = toggle(p.e.Shops, id, true)
	p.did(text.T("templates.single.added", text.Isolate(pages.ShopName(p.Deps.State, parseNumber(id)))))
}

func (p *Editor) dropShop(ctx app.Context, id string) {
	p.e.Shops = toggle(p.e.Shops, id, false)
	p.did(text.T("templates.single.dropped", text.Isolate(pages.ShopName(p.Deps.State, parseNumber(id)))))
	components.FocusID(ctx, "template-shop-add")
}

// shopLine is a shop that the template is assigned to.
type shopLine struct {
	app.Compo

	ID, Name string
	OnRemove func(app.Context, string)
}

// CompoID is the shop's.
func (l *shopLine) CompoID() string { return "template-shop-" + l.ID }

// Render draws the shop.
func (l *shopLine) Render() app.UI {
	return app.Li().ID("%s", l.CompoID()).Body(
		app.Elem("bdi").Text(l.Name),
		&components.IconButton{ID: l.CompoID() + "-drop", Icon: components.IconClose, Label: text.T("templates.single.drop", text.Isolate(l.Name)), Kind: components.KindBare, OnClick: l.remove},
	)
}

func (l *shopLine) remove(ctx app.Context) { l.OnRemove(ctx, l.ID) }
