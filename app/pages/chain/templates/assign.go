package templates

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

const fieldAssign = "template-assign"

// assignCard is what the template is assigned to.
func (p *Editor) assignCard() app.UI {
	groups, shops := p.groups(), p.model.Now.Shops
	return components.Card{ID: fieldAssign, Title: text.T("templates.assign")}.With(
		pages.Soft(text.T("templates.assign.text")),
		components.Shown(len(groups) > 0, app.FieldSet().Class("templates-groups").Body(
			app.Legend().Text(text.T("templates.groups")), pages.Each(groups, p.groupBox),
		)),
		components.Shown(len(groups) == 0, pages.SoftSmall(text.T("templates.groups.none"))),
		app.H3().ID("template-shops-title").Text(text.T("operators.shops")),
		&components.Picker{
			ID: "template-shop-add", Label: text.T("templates.single.add"), SearchLabel: text.T("shops.find"),
			EmptyText: text.T("switcher.none"), Text: text.T("templates.single.add"), Items: p.freeShops,
			OnChoose: p.addShop,
		},
		components.Shown(len(shops) == 0, pages.SoftSmall(text.T("templates.single.none"))),
		app.Ul().Class("templates-shops").Aria("labelledby", "template-shops-title").Body(
			pages.EachKeyed(shops, func(id string) string { return id }, p.shopLine),
		),
		components.Shown(p.others(), pages.SoftSmall(text.T("templates.others"))),
	)
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
	t, err := p.stored(p.all)
	return err == nil && t.Others
}

// groupBox is one group. One with shops of others is for those to assign who
// have a role in all shops; others may leave it assigned.
func (p *Editor) groupBox(g api.Group) app.UI {
	assigned, name := slices.Contains(p.model.Now.Groups, g.ID), text.Isolate(pages.GroupName(p.State, p.groups(), g))
	box := &components.Checkbox{
		ID:    "template-group-" + g.ID,
		Label: text.T("join.comma", name, text.N("shops.count", len(g.Shops))), Checked: assigned,
		OnChange: func(_ app.Context, on bool) {
			p.model.Now.Groups = toggle(p.model.Now.Groups, g.ID, on)
			p.did("")
		},
	}
	if t, _ := p.stored(p.all); g.Others && !assigned && !slices.Contains(t.Groups, g.ID) {
		box.Disabled, box.Hint = true, text.T("templates.group.others")
	}
	return box
}

// freeShops are those that can be added.
func (p *Editor) freeShops() []components.PickerItem {
	return slices.DeleteFunc(
		p.shopItems(), func(item components.PickerItem) bool { return slices.Contains(p.model.Now.Shops, item.ID) },
	)
}

func (p *Editor) addShop(_ app.Context, id string) {
	p.model.Now.Shops = toggle(p.model.Now.Shops, id, true)
	p.did(text.T("templates.single.added", text.Isolate(p.shopName(id))))
}

func (p *Editor) shopName(id string) string { return p.ShopName(parseNumber(id)) }

// shopLine is a shop that the template is assigned to.
func (p *Editor) shopLine(shop string) app.UI {
	id, name := "template-shop-"+shop, p.shopName(shop)
	drop := func(ctx app.Context) {
		p.model.Now.Shops = toggle(p.model.Now.Shops, shop, false)
		p.did(text.T("runs.preview.out.said", text.Isolate(name)))
		components.FocusID(ctx, "template-shop-add")
	}
	return app.Li().ID("%s", id).Body(
		pages.Name(name),
		&components.IconButton{
			ID: id + "-drop", Icon: components.IconClose, Label: text.T("runs.preview.out", text.Isolate(name)),
			Kind: components.KindBare, OnClick: drop,
		},
	)
}
