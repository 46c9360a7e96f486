package operators

import (
	"maps"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Ids of the form's parts.
const (
	fieldFind   = "operators-find"
	fieldName   = "operators-name"
	fieldShops  = "operators-shops"
	fieldGrants = "operators-grants"
	cardEdit    = "operators-edit"
	cardLink    = "operators-link"
	manyShops   = 8 // need a search
)

// check looks at the form before it is sent.
func (e *editing) check() bool {
	e.attempts++
	return len(e.faults()) == 0
}

// faults are what is wrong with the form, but nothing before it was sent once. Nobody is invited to nothing; to take
// all of somebody's roles is allowed.
func (e *editing) faults() (list pages.Faults) {
	if e.person != nil || e.attempts == 0 {
		return nil
	}
	if !api.Visible(e.name) {
		list.Add(fieldName, text.T("shops.name.need"))
	}
	if len(e.grants) == 0 {
		list.Add(fieldGrants, text.T("operators.grants.required"))
	}
	return list
}

// follow takes the person from a newer list, which the form is compared with when it is sent. Roles that were changed
// elsewhere are taken over, but for those that were chosen here. The form of a person who has gone closes.
func (e *editing) follow(all *api.Operators) {
	if e.person == nil {
		return
	}
	i := slices.IndexFunc(all.Operators, func(o api.Person) bool { return o.ID == e.person.ID })
	if i < 0 {
		*e = editing{}
		return
	}
	was, now := grantsOf(e.person.Grants, all.Grantable), grantsOf(all.Operators[i].Grants, all.Grantable)
	for _, one := range []grants{was, now} {
		for key := range one {
			if e.grants[key] == was[key] {
				e.give(key, now[key])
			}
		}
	}
	e.person = &all.Operators[i]
}

// give sets the role in a shop or by a group, "" for none. The map is a new one: the old one was rendered.
func (e *editing) give(key string, role api.Role) {
	g := maps.Clone(e.grants)
	if g[key] = role; role == "" {
		delete(g, key)
	}
	e.grants = g
}

// editCard is the form for somebody new, or for a person's roles.
func (p *Page) editCard() app.UI {
	e, faults := &p.edit, p.edit.faults()
	title, send := text.T("operators.invite"), text.T("operators.invite.go")
	if e.person != nil {
		title, send = text.T("operators.roles.of", e.person.Name), text.T("operators.roles.go")
	}
	return card(cardEdit, title, pages.Form(p.submit).Class("stack").Body(
		faults.Summary("operators-summary", e.attempts),
		components.Shown(e.person == nil, &components.TextField{
			ID: fieldName, Label: text.T("operators.name"), Hint: text.T("operators.name.hint"), Value: e.name, MaxLength: 100,
			Error: faults.At(fieldName), Autocomplete: "off", Dir: "auto", Keep: p.State.Typed(fieldName, 0),
			OnInput: pages.Bind(&e.name),
		}),
		p.grantsField(),
		pages.Row(
			&components.Button{Label: text.T("action.cancel"), OnClick: p.close},
			&components.Button{ID: "operators-go", Label: send, Kind: components.KindGo, Submit: true, Busy: p.act.Busy != ""},
		),
	))
}

// card is a card that can take the keyboard.
func card(id, title string, body app.UI) app.UI {
	return app.Section().Class("card").ID("%s", id).TabIndex(-1).Aria("labelledby", id+"-title").Body(
		pages.Div("card-head", app.H2().ID("%s", id+"-title").Text(title)),
		pages.Div("card-body", body),
	)
}

// grantsField gives a role in all shops, in some, or in both.
func (p *Page) grantsField() app.UI {
	body := p.tickRows
	if p.edit.each {
		body = p.grantRows
	}
	return components.Field{
		ID: fieldGrants, Label: text.T("operators.grants"), Hint: text.T("operators.grants.hint"),
		Error: p.edit.faults().At(fieldGrants), Group: true,
	}.With(body()...)
}

// grantRows are a choice of role for each shop.
func (p *Page) grantRows() []app.UI {
	shops, _ := p.State.Shops()
	mine := shopsOffered(shops, p.people.Grantable)
	return []app.UI{
		components.Shown(within(p.people.Grantable, allShops),
			p.grantRow(keyOf(allShops), text.T("operators.all"), offered(p.people.Grantable, allShops))),
		p.search(mine),
		settings.Tickable(text.T("operators.shops"),
			pages.Each(p.groupsListed(api.RoleStaff), func(g api.Group) app.UI {
				name := text.Isolate(pages.GroupName(p.State, p.groupsFor(api.RoleStaff), g))
				return p.grantRow(g.ID, name, offeredBy(p.people.Grantable, g))
			}),
			pages.Each(components.Holding(mine, p.edit.query, pages.ShopNames), func(s api.Shop) app.UI {
				return p.grantRow(keyOf(s.ShopID), state.DisplayName(s), offered(p.people.Grantable, s.ShopID))
			}),
		).TabIndex(0),
	}
}

// search finds one of many shops.
func (p *Page) search(among []api.Shop) app.UI {
	find := pages.Search(fieldShops, text.T("shops.find"), &p.edit.query)
	return components.Shown(len(among) > manyShops || p.edit.query != "", find)
}

// grantRow is the role in one shop, or by one group.
func (p *Page) grantRow(key, label string, roles []api.Role) app.UI {
	return &components.Select{
		ID: "role-" + key, Label: label, Value: string(p.edit.grants[key]),
		Options: pages.Options(text.T("operators.role.none"), roles, roleWord),
		OnChange: func(_ app.Context, role string) {
			p.edit.give(key, api.Role(role))
			p.given()
		},
	}
}
