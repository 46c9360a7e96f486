package activity

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Ids of the controls.
const (
	fieldShop   = "activity-shop"
	fieldPerson = "activity-person"
	fieldKind   = "activity-kind"
	fieldFrom   = "activity-from"
	fieldTo     = "activity-to"
	buttonAll   = "activity-all"
)

// kinds are those that can be chosen, in the order of the list: the key of the words, then what its actions begin with.
// The first of these names the kind.
var kinds = [][]string{
	{"nav.orders", "order", "orders"}, {"orders.refunds", "refund"}, {"activity.kind.hours", "hours", "dates"},
	{"activity.kind.pause", "pause"}, {"activity.kind.shop", "shop"}, {"nav.phones", "phones"}, {"nav.photo", "picture"},
	{"activity.kind.shops", "shops"}, {"activity.kind.group", "group"},
	{"nav.operators", "operators", "account", "passkeys", "identities", "devices"}, {"nav.connections", "connections"},
	{"nav.hooks", "callback", "hooks", "hook"}, {"nav.runs", "run"}, {"nav.templates", "templates", "drift"},
	{"nav.profile", "settings"},
}

// actionsOf are what the chosen kind's actions begin with, nil for all.
func actionsOf(kind string) []string {
	for _, k := range kinds {
		if k[1] == kind {
			return k[1:]
		}
	}
	return nil
}

// midnight is a zone's midnight that many days after the date's begins; 0 for what is no date.
func midnight(zoneName, date string, days int) int64 {
	d, ok := rules.ParseDate(date)
	zone, known := state.ZoneOf(zoneName)
	if !ok || !known {
		return 0
	}
	return rules.Instant(d.AddDays(days), 0, zone)
}

// filters are the controls of what is listed.
func (p *Page) filters() app.UI {
	return app.Div().Class("activity-filters").Role("search").Aria("label", text.T("activity.filter")).Body(
		p.choice(fieldShop, text.T("nav.shop"), &p.filter.shop, pages.ShopOptions(p.State, text.T("nav.shops"))),
		p.choice(fieldPerson, text.T("activity.member.person"), &p.filter.person, p.personOptions()),
		p.choice(fieldKind, text.T("activity.kind"), &p.filter.kind, kindOptions()),
		p.date(fieldFrom, text.T("label.from"), &p.filter.from),
		p.date(fieldTo, text.T("label.to"), &p.filter.to),
		components.Shown(p.filter != filter{}, &components.Button{
			ID: buttonAll, Label: text.T("activity.all"), Kind: components.KindBare, OnClick: p.showAll,
		}),
	)
}

func (p *Page) choice(id, label string, value *string, options []components.Option) app.UI {
	return &components.Select{ID: id, Label: label, Value: *value, Options: options, OnChange: pages.Bind(value, p.read)}
}

func (p *Page) date(id, label string, value *string) app.UI {
	return &components.TextField{ID: id, Label: label, Type: "date", Value: *value, OnInput: pages.Bind(value, p.read)}
}

func (p *Page) personOptions() []components.Option {
	options := []components.Option{{Label: text.T("activity.person.all")}}
	for _, person := range p.people {
		options = append(options, components.Option{Value: number(person.ID), Label: person.Name})
	}
	return options
}

func kindOptions() []components.Option {
	options := []components.Option{{Label: text.T("activity.kind.all")}}
	for _, kind := range kinds {
		options = append(options, components.Option{Value: kind[1], Label: text.T(kind[0])})
	}
	return options
}

func number(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

func (p *Page) showAll(ctx app.Context) {
	p.filter = filter{}
	p.read(ctx)
	components.FocusID(ctx, fieldShop)
}
