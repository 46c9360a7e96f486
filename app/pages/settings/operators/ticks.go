package operators

import (
	"maps"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
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
	var ids []int64
	for _, s := range shops {
		ids = append(ids, s.ShopID)
	}
	return []app.UI{
		&components.Choices{
			ID: fieldRole, Label: text.T("operators.role"), Value: string(e.role), Options: p.roles(),
			OnChange: func(_ app.Context, role string) { p.chooseRole(api.Role(role)) },
		},
		components.Maybe(p.offers(allShops), func() app.UI {
			return p.tickBox("grant-all", text.T("operators.all"), "", []int64{allShops})
		}),
		p.search(shops),
		app.Div().Class("settings-grants").TabIndex(0).Role("group").Aria("label", text.T("operators.shops")).Body(
			components.Maybe(e.query == "" && len(ids) > 1, func() app.UI {
				return p.tickBox("grant-listed", text.T("operators.listed"), text.N("shops.count", len(ids)), ids)
			}),
			pages.Each(p.groupsOf(ids), func(g api.Group) app.UI { return p.groupBox(g, ids) }),
			pages.Each(components.Holding(shops, e.query, shopNames), func(s api.Shop) app.UI {
				return p.tickBox("grant-"+strconv.FormatInt(s.ShopID, 10), state.DisplayName(s), "", []int64{s.ShopID})
			}),
		),
		pages.Row(&components.Button{
			ID: "operators-each", Label: text.T("operators.each"), Kind: components.KindBare, OnClick: pages.Set(&e.each, true),
		}),
	}
}

// roles are those that the operator may give somewhere.
func (p *Page) roles() (options []components.Choice) {
	for _, role := range []api.Role{api.RoleStaff, api.RoleManager, api.RoleOwner} {
		if slices.ContainsFunc(p.people.Grantable, func(g api.Grant) bool {
			return slices.Contains(offered(p.people.Grantable, g.ShopID), role)
		}) {
			options = append(options, components.Choice{Value: string(role), Label: text.T("role." + string(role))})
		}
	}
	return options
}

// offers reports whether the chosen role may be given in the shop.
func (p *Page) offers(shop int64) bool {
	return within(p.people.Grantable, shop) && slices.Contains(offered(p.people.Grantable, shop), p.edit.role)
}

// tickable are the shops in which the chosen role may be given.
func (p *Page) tickable() []api.Shop {
	shops, _ := p.State.Shops()
	return slices.DeleteFunc(slices.Clone(shops), func(s api.Shop) bool { return !p.offers(s.ShopID) })
}

// groupsOf are the groups that have some of the shops; none while somebody searches for a shop.
func (p *Page) groupsOf(ids []int64) []api.Group {
	roster, _ := p.State.Roster()
	if roster == nil || p.edit.query != "" {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(roster.Groups), func(g api.Group) bool { return len(inGroup(g, ids)) == 0 })
}

// inGroup are those of the shops that are in a group.
func inGroup(g api.Group, ids []int64) []int64 {
	return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool {
		return !slices.Contains(g.Shops, strconv.FormatInt(id, 10))
	})
}

// groupBox ticks the shops of a group at once.
func (p *Page) groupBox(g api.Group, ids []int64) app.UI {
	in := inGroup(g, ids)
	return p.tickBox("grant-group-"+g.ID, text.Isolate(g.Name), text.N("shops.count", len(in)), in)
}

// tickBox gives the chosen role in some shops, or takes it.
func (p *Page) tickBox(id, label, hint string, shops []int64) app.UI {
	on := 0
	for _, shop := range shops {
		if p.edit.grants[shop] != "" {
			on++
		}
	}
	return &components.Checkbox{
		ID: id, Label: label, Hint: hint, Checked: on == len(shops), Mixed: on > 0 && on < len(shops),
		OnChange: func(_ app.Context, on bool) { p.tick(shops, on) },
	}
}

func (p *Page) tick(shops []int64, on bool) {
	role := string(p.edit.role)
	if !on {
		role = ""
	}
	for _, shop := range shops {
		p.give(shop, role)
	}
}

// chooseRole gives another role in all shops that are ticked. A shop where that one may not be given is unticked.
func (p *Page) chooseRole(role api.Role) {
	e := &p.edit
	e.role, e.grants = role, maps.Clone(e.grants)
	for shop := range e.grants {
		if e.grants[shop] = role; !p.offers(shop) {
			delete(e.grants, shop)
		}
	}
}
