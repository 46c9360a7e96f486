package operators

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	known := p.people != nil
	ask := p.ask
	ask.ID, ask.Close = "operators-ask", pages.Set(&p.ask.Open, false)
	return settings.Frame(p.Deps, text.T("operators.intro"),
		p.read.Note(4, text.T("edit.failed")),
		components.Maybe(p.link != nil, p.linkCard),
		pages.MaybeFailure(text.T("account.change.failed"), p.act.Err, nil),
		components.Shown(known && len(p.people.Grantable) > 0 && !p.edit.open, pages.Row(&components.Button{
			ID: "operators-invite", Label: text.T("operators.invite"), Icon: components.IconPlus, OnClick: p.openInvite,
		})),
		components.Maybe(known && p.edit.open, p.editCard),
		components.Maybe(known, p.list),
		components.Maybe(known && len(p.people.Invitations) > 0, p.invitations),
		ask.Dialog(),
		stepup.Dialog(p.Deps, &p.act.Guard),
	)
}

func (p *Page) linkCard() app.UI {
	return card(cardLink, text.T("operators.link", p.linkTo), pages.Stack(
		app.P().Text(text.T("operators.link.text", text.When(p.link.ExpiresAt))),
		settings.URL("operators-link-url", p.link.URL),
		pages.Row(
			&components.Button{
				ID: "operators-copy", Label: text.T("operators.link.copy"), Icon: components.IconCopy, OnClick: p.copyLink,
			},
			&components.Button{Label: text.T("action.close"), OnClick: p.closeLink},
			settings.Copied(p.copied),
		),
	))
}

func (p *Page) list() app.UI {
	all := p.people.Operators
	found := components.Holding(all, p.query, func(o api.Person) string { return o.Name + "\n" + o.Login })
	return components.Card{Flush: true}.With(
		components.Shown(len(all) > 6 || p.query != "", settings.Find(fieldFind, text.T("operators.find"), &p.query, "")),
		pages.NoneFit(len(found), text.T("find.none", p.query), "", nil),
		settings.Rows(found, rowID, p.row),
	)
}

func rowID(o api.Person) string { return "operator-" + strconv.FormatInt(o.ID, 10) }

// row is one person with what may be done to them.
func (p *Page) row(person api.Person) app.UI {
	id := rowID(person)
	login := text.LTR(person.Login)
	if person.ByPlatform {
		login = text.T("operators.made")
	}
	roles, items := words(p.State, person.Grants), items(person)
	return app.Li().ID("%s", id).Body(
		settings.Who(
			person.Name, login,
			rolesView(roles),
			components.Only(person.More, pages.SoftSmall(text.T("operators.more"))),
			components.Only(len(roles) == 0 && !person.More, pages.SoftSmall(text.T("operators.no.role"))),
		),
		components.Only(person.You, &components.Pill{Text: text.T("operators.you")}),
		components.Only(person.Disabled, pages.Pill(components.ToneBad, "operators.is.disabled")),
		components.Only(len(items) > 0, &components.Menu{
			ID: id + "-menu", Label: text.T("operators.menu", person.Name), Icon: components.IconMore, Bare: true, Items: items,
			OnChoose: func(ctx app.Context, what string) { p.choose(ctx, person, what) },
		}),
	)
}

// rolesView lists roles; many of them only once somebody asks.
func rolesView(roles []string) app.UI {
	list := app.Ul().Class("small").Body(pages.Each(roles, func(r string) app.UI { return app.Li().Text(r) }))
	if len(roles) <= 4 {
		return list
	}
	return app.Details().Class("settings-roles").Body(app.Summary().Text(text.N("operators.roles.many", len(roles))), list)
}

// items are what the server says may be done.
func items(person api.Person) (items []components.MenuItem) {
	if person.MayEdit && !person.LastOwner {
		items = append(items, components.MenuItem{ID: "roles", Label: text.T("operators.roles")})
	}
	if !person.MayManage || person.LastOwner {
		return items
	}
	if person.Disabled {
		items = append(items, components.MenuItem{ID: "enable", Label: text.T("operators.enable")})
	} else {
		items = append(items,
			components.MenuItem{ID: "reset", Label: text.T("operators.reset")},
			components.MenuItem{ID: "disable", Label: text.T("operators.disable"), Tone: components.ToneBad})
	}
	return append(items, components.MenuItem{ID: "remove", Label: text.T("action.remove"), Tone: components.ToneBad})
}

// invitations lists the open links.
func (p *Page) invitations() app.UI {
	return components.Card{ID: "operators-open", Title: text.T("operators.open"), Flush: true}.With(
		settings.Rows(
			p.people.Invitations, func(i api.Invitation) string { return strconv.FormatInt(i.ID, 10) }, p.invitation,
		),
	)
}

func (p *Page) invitation(i api.Invitation) app.UI {
	made := "operators.invited"
	if i.Reset {
		made = "operators.link.made"
	}
	return app.Li().Body(
		settings.Who(
			i.Name, text.T(made, i.Inviter, text.When(i.ExpiresAt)),
			rolesView(words(p.State, i.Grants)),
		),
		&components.Button{Label: text.T("operators.revoke", i.Name), OnClick: func(app.Context) { p.withdraw(i) }},
	)
}
