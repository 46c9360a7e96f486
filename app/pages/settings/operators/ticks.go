package operators

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

const fieldRole = "operators-role"

// tickRows give one role in all shops that are ticked, one by one or by group.
func (p *Page) tickRows() []app.UI {
	e := &p.edit
	shops := p.tickable()
	var ids []string
	for _, s := range shops {
		ids = append(ids, keyOf(s.ShopID))
	}
	return []app.UI{
		&components.Choices{
			ID: fieldRole, Label: text.T("operators.role"), Value: string(e.role), Options: p.roleChoices(),
			OnChange: func(_ app.Context, role string) { p.chooseRole(api.Role(role)) },
		},
		components.Shown(p.offers(allShops), p.tickBox("grant-all", text.T("operators.all"), "", keyOf(allShops))),
		p.search(shops),
		settings.Tickable(text.T("operators.shops"),
			components.Shown(e.query == "" && len(ids) > 1,
				p.tickBox("grant-listed", text.T("operators.listed"), text.N("shops.count", len(ids)), ids...)),
			pages.Each(p.groupsListed(e.role), func(g api.Group) app.UI {
				hint := text.T("operators.group", text.N("shops.count", len(g.Shops)))
				return p.tickBox("grant-"+g.ID, text.Isolate(pages.GroupName(p.State, p.groupsFor(e.role), g)), hint, g.ID)
			}),
			pages.Each(components.Holding(shops, e.query, pages.ShopNames), func(s api.Shop) app.UI {
				return p.tickBox("grant-"+keyOf(s.ShopID), state.DisplayName(s), "", keyOf(s.ShopID))
			}),
		).TabIndex(0),
		pages.Row(&components.Button{
			ID: "operators-each", Label: text.T("operators.each"), Kind: components.KindBare, OnClick: pages.Set(&e.each, true),
		}),
	}
}

// roleChoices are the roles that the operator may give somewhere.
func (p *Page) roleChoices() []components.Option {
	return pages.Options("", slices.DeleteFunc(slices.Clone(roles), func(role api.Role) bool {
		return !slices.ContainsFunc(p.people.Grantable, func(g api.Grant) bool {
			return slices.Contains(offered(p.people.Grantable, g.ShopID), role)
		})
	}), roleWord)
}

func roleWord(role api.Role) string { return text.Word("role.", role) }

// offers reports whether the chosen role may be given in the shop.
func (p *Page) offers(shop int64) bool {
	return slices.Contains(offered(p.people.Grantable, shop), p.edit.role)
}

// tickable are the shops in which the chosen role may be given.
func (p *Page) tickable() []api.Shop {
	shops, _ := p.State.Shops()
	return slices.DeleteFunc(slices.Clone(shops), func(s api.Shop) bool { return !p.offers(s.ShopID) })
}

// groupsFor are the groups by which the role may be given.
func (p *Page) groupsFor(role api.Role) []api.Group {
	roster, _ := p.State.Roster()
	if roster == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(roster.Groups), func(g api.Group) bool {
		return !slices.Contains(offeredBy(p.people.Grantable, g), role)
	})
}

// groupsListed are groupsFor the role that the search finds.
func (p *Page) groupsListed(role api.Role) []api.Group {
	return components.Holding(p.groupsFor(role), p.edit.query, func(g api.Group) string { return g.Name })
}

// tickBox gives the chosen role in some shops or by a group, or takes it.
func (p *Page) tickBox(id, label, hint string, keys ...string) app.UI {
	on := 0
	for _, key := range keys {
		if p.edit.grants[key] != "" {
			on++
		}
	}
	return &components.Checkbox{
		ID: id, Label: label, Hint: hint, Checked: on == len(keys), Mixed: on > 0 && on < len(keys),
		OnChange: func(_ app.Context, on bool) { p.tick(keys, on) },
	}
}

func (p *Page) tick(keys []string, on bool) {
	role := p.edit.role
	if !on {
		role = ""
	}
	for _, key := range keys {
		p.edit.give(key, role)
	}
	p.given()
}

// chooseRole gives another role wherever one is ticked. Where that one may not be given, the tick goes.
func (p *Page) chooseRole(role api.Role) {
	e := &p.edit
	was := e.grants
	e.role, e.grants = role, grants{}
	may := []string{keyOf(allShops)}
	if !p.offers(allShops) {
		may = nil
	}
	for _, s := range p.tickable() {
		may = append(may, keyOf(s.ShopID))
	}
	for _, g := range p.groupsFor(role) {
		may = append(may, g.ID)
	}
	for _, key := range may {
		if was[key] != "" {
			e.grants[key] = role
		}
	}
	p.given()
}
