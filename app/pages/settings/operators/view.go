package operators

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	known := p.people != nil
	mayInvite := known && len(p.people.Grantable) > 0
	return settings.Frame(p.Deps, text.T("operators.intro"),
		components.Maybe(p.err != nil, func() app.UI { return pages.FailureNote(text.T("operators.failed"), p.err, p.read) }),
		components.Maybe(p.failed != nil && !p.edit.open, func() app.UI { return pages.FailureNote(text.T("operators.change.failed"), p.failed, nil) }),
		components.Maybe(p.link != nil, p.linkCard),
		components.Maybe(mayInvite && !p.edit.open, func() app.UI {
			return app.Div().Class("row").Body(&components.Button{ID: "operators-invite", Label: text.T("operators.invite"), Icon: components.IconPlus, OnClick: p.openInvite})
		}),
		components.Maybe(known && p.edit.open, p.editCard),
		components.Maybe(!known && p.err == nil, func() app.UI {
			return &components.Card{Body: func() []app.UI { return []app.UI{&components.Skeleton{Label: text.T("loading"), Rows: 4}} }}
		}),
		components.Maybe(known, p.list),
		components.Maybe(known && len(p.people.Invitations) > 0, p.invitations),
		p.askDialog(),
		stepup.Dialog(p.Deps, &p.guard),
	)
}

func (p *Page) linkCard() app.UI {
	return app.Section().Class("card").ID(cardLink).TabIndex(-1).Aria("labelledby", cardLink+"-title").Body(
		app.Div().Class("card-head").Body(app.H2().ID(cardLink+"-title").Text(text.T("operators.link", p.linkTo))),
		app.Div().Class("card-body", "stack").Body(
			app.P().Text(text.T("operators.link.text", moment(p.link.ExpiresAt))),
			app.P().ID("operators-link-url").Class("settings-link").Dir("ltr").Text(p.link.URL),
			app.Div().Class("row").Body(
				&components.Button{ID: "operators-copy", Label: text.T("operators.link.copy"), Icon: components.IconCopy, OnClick: p.copyLink},
				&components.Button{Label: text.T("action.close"), OnClick: p.closeLink},
				app.Span().Role("status").Body(app.If(p.copied, func() app.UI { return app.Text(text.T("operators.link.copied")) })),
			),
		),
	)
}

func (p *Page) list() app.UI {
	all := p.people.Operators
	found := matching(all, p.query)
	shops, _ := p.Deps.State.Shops()
	return &components.Card{Flush: true, Body: func() []app.UI {
		return []app.UI{
			app.If(len(all) > 6, func() app.UI {
				return app.Div().Class("shops-search").Role("search").Body(&components.TextField{
					ID: fieldFind, Label: text.T("operators.find"), Type: "search", Autocomplete: "off", Value: p.query, OnInput: p.find,
				})
			}),
			app.If(len(found) == 0, func() app.UI {
				return &components.Empty{Icon: components.IconSearch, Title: text.T("operators.none", p.query)}
			}),
			app.Ul().Class("settings-list").Body(app.Range(found).Slice(func(i int) app.UI {
				return &row{Person: found[i], Roles: words(found[i].Grants, shops), OnAct: p.act}
			})),
		}
	}}
}

// row is one person.
type row struct {
	app.Compo

	Person api.Person
	Roles  []string
	OnAct  func(app.Context, api.Person, string)
}

// CompoID is the person's.
func (r *row) CompoID() string { return "operator-" + strconv.FormatInt(r.Person.ID, 10) }

// Render draws the person with what may be done to them.
func (r *row) Render() app.UI {
	person := r.Person
	login := text.LTR(person.Login)
	if person.ByPlatform {
		login = text.T("operators.made")
	}
	return app.Li().ID("%s", r.CompoID()).Body(
		app.Div().Class("settings-who").Body(
			app.B().Text(person.Name),
			app.P().Class("soft", "small").Text(login),
			rolesView(r.Roles),
			app.If(person.More, func() app.UI { return app.P().Class("soft", "small").Text(text.T("operators.more")) }),
			app.If(len(r.Roles) == 0 && !person.More, func() app.UI { return app.P().Class("soft", "small").Text(text.T("operators.no.role")) }),
		),
		app.If(person.You, func() app.UI { return &components.Pill{Text: text.T("operators.you")} }),
		app.If(person.Disabled, func() app.UI {
			return &components.Pill{Tone: components.ToneBad, Text: text.T("operators.is.disabled")}
		}),
		app.If(len(r.items()) > 0, func() app.UI {
			return &components.Menu{
				ID: r.CompoID() + "-menu", Label: text.T("operators.menu", person.Name), Icon: components.IconMore, Bare: true, Items: r.items(), OnChoose: r.choose,
			}
		}),
	)
}

// rolesView lists roles; many of them only once somebody asks.
func rolesView(roles []string) app.UI {
	list := app.Ul().Class("small").Body(app.Range(roles).Slice(func(i int) app.UI { return app.Li().Text(roles[i]) }))
	if len(roles) <= 4 {
		return list
	}
	return app.Details().Class("settings-roles").Body(app.Summary().Text(text.N("operators.roles.many", len(roles))), list)
}

// items are what the server says may be done.
func (r *row) items() (items []components.MenuItem) {
	person := r.Person
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
	return append(items, components.MenuItem{ID: "remove", Label: text.T("operators.remove"), Tone: components.ToneBad})
}

func (r *row) choose(ctx app.Context, what string) { r.OnAct(ctx, r.Person, what) }

func (p *Page) invitations() app.UI {
	shops, _ := p.Deps.State.Shops()
	return &components.Card{ID: "operators-open", Title: text.T("operators.open"), Flush: true, Body: func() []app.UI {
		return []app.UI{app.Ul().Class("settings-list").Body(app.Range(p.people.Invitations).Slice(func(i int) app.UI {
			return &inviteRow{Invitation: p.people.Invitations[i], Roles: words(p.people.Invitations[i].Grants, shops), OnRevoke: p.revoke}
		}))}
	}}
}

// inviteRow is one open link.
type inviteRow struct {
	app.Compo

	Invitation api.Invitation
	Roles      []string
	OnRevoke   func(app.Context, int64)
}

// CompoID is the invitation's.
func (r *inviteRow) CompoID() string { return "invitation-" + strconv.FormatInt(r.Invitation.ID, 10) }

// Render draws the link.
func (r *inviteRow) Render() app.UI {
	i, made := r.Invitation, "operators.invited"
	if i.Reset {
		made = "operators.link.made"
	}
	return app.Li().Body(
		app.Div().Class("settings-who").Body(
			app.B().Text(i.Name),
			app.P().Class("soft", "small").Text(text.T(made, i.Inviter, moment(i.ExpiresAt))),
			rolesView(r.Roles),
		),
		&components.Button{Label: text.T("operators.revoke", i.Name), OnClick: r.revoke},
	)
}

func (r *inviteRow) revoke(ctx app.Context) { r.OnRevoke(ctx, r.Invitation.ID) }

// askDialog asks before somebody is shut out.
func (p *Page) askDialog() app.UI {
	title, body, label := text.T("operators.disable.ask", p.ask.person.Name), text.T("operators.disable.text"), text.T("operators.disable")
	if p.ask.what == "remove" {
		title, body, label = text.T("operators.remove.ask", p.ask.person.Name), text.T("operators.remove.text"), text.T("operators.remove")
	}
	return &components.Dialog{
		ID: "operators-ask", Title: title, Open: p.ask.what != "", CloseLabel: text.T("action.close"), OnClose: p.no,
		Body: func() []app.UI { return []app.UI{app.P().Text(body)} },
		Actions: func() []app.UI {
			return []app.UI{
				&components.Button{Label: text.T("settings.cancel"), OnClick: p.no},
				&components.Button{ID: "operators-yes", Label: label, Kind: components.KindStop, OnClick: p.yes},
			}
		},
	}
}

func moment(unixMS int64) string { return text.Moment(time.UnixMilli(unixMS)) }
