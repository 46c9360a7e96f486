package activity

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
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

// kind is a choice of what was done.
type kind struct {
	words    string     // key of its name
	prefixes []string   // what its actions begin with; the first names the kind in addresses
	parts    []api.Part // one of which its bulk changes changed; nil: it has all bulk changes that its prefixes name
}

// kindPause is the kind of all that closes and reopens shops for orders.
const kindPause = "pause"

// kinds are those that can be chosen, in the order of the list.
var kinds = []kind{
	{words: "nav.orders", prefixes: []string{"order", "orders"}},
	{words: "orders.refunds", prefixes: []string{"refund"}},
	{"activity.kind.hours", []string{"hours", "dates", "run"}, []api.Part{api.PartWeek, api.PartDates}},
	{"activity.kind.pause", []string{kindPause, "shop", "run"}, []api.Part{api.PartStatus}},
	{"nav.phones", []string{"phones", "run"}, []api.Part{api.PartPhones}},
	{"nav.photo", []string{"picture", "run"}, []api.Part{api.PartPicture}},
	{words: "activity.member.shopIds", prefixes: []string{"shops"}},
	{words: "activity.kind.group", prefixes: []string{"group"}},
	{words: "nav.operators", prefixes: []string{"operators", "account", "passkeys", "identities", "devices"}},
	{words: "nav.connections", prefixes: []string{"connections"}},
	{words: "nav.hooks", prefixes: []string{"callback", "hooks", "hook"}},
	{words: "nav.runs", prefixes: []string{"run"}}, {words: "nav.templates", prefixes: []string{"templates", "drift"}},
	{words: "nav.profile", prefixes: []string{"settings"}},
}

// kindOf is the chosen kind, the zero one for all.
func kindOf(chosen string) kind {
	for _, k := range kinds {
		if k.prefixes[0] == chosen {
			return k
		}
	}
	return kind{}
}

// fitting are the entries of the chosen kind, among those whose actions begin as the kind's do.
func fitting(chosen string, entries []api.ActivityEntry) []api.ActivityEntry {
	parts := kindOf(chosen).parts
	return slices.DeleteFunc(entries, func(e api.ActivityEntry) bool {
		return len(parts) > 0 && strings.HasPrefix(e.Action, "run.") && !touches(e, parts)
	})
}

// linked is what the page's address asks for. A link of Today's figures has a kind and days.
func linked(address *url.URL) (f filter) {
	if address == nil {
		return f
	}
	query := address.Query()
	if kind := query.Get("kind"); kindOf(kind).prefixes != nil {
		f.kind = kind
	}
	if id, err := strconv.ParseInt(query.Get("person"), 10, 64); err == nil {
		f.person = number(id)
	}
	for name, value := range map[string]*string{"from": &f.from, "to": &f.to} {
		if date, ok := rules.ParseDate(query.Get(name)); ok {
			*value = date.String()
		}
	}
	return f
}

// midnight is a zone's midnight that many days after the date's begins; 0 for what is no date. The server knows no time
// before 1970, and a year that is being typed is 2 at first.
func midnight(zoneName, date string, days int) int64 {
	d, ok := rules.ParseDate(date)
	zone, known := state.ZoneOf(zoneName)
	if !ok || !known {
		return 0
	}
	return max(1, rules.Instant(d.AddDays(days), 0, zone))
}

// filters are the controls of what is listed.
func (p *Page) filters() app.UI {
	return app.Div().Class("activity-filters").Role("search").Aria("label", text.T("activity.filter")).Body(
		components.Field{ID: fieldShop, Label: text.T("nav.shop")}.With(p.ShopPicker(fieldShop, p.chooseShop)),
		p.choice(fieldPerson, text.T("activity.member.person"), &p.filter.person, p.personOptions()),
		p.choice(fieldKind, text.T("activity.kind"), &p.filter.kind, kindOptions()),
		p.date(fieldFrom, text.T("label.from"), &p.filter.from),
		p.date(fieldTo, text.T("label.to"), &p.filter.to),
		components.Shown(p.filter != filter{} || p.Route.ShopID != 0, &components.Button{
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
	for _, k := range kinds {
		options = append(options, components.Option{Value: k.prefixes[0], Label: text.T(k.words)})
	}
	return options
}

func number(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

// chooseShop lists the same choice of another shop, or of all.
func (p *Page) chooseShop(ctx app.Context, shop int64) {
	ctx.Navigate(p.Href(routes.Route{Page: routes.Activity, ShopID: shop}) + p.filter.query())
}

// query is the filter as a page's address asks for it.
func (f *filter) query() string {
	query := url.Values{}
	for name, value := range map[string]string{"person": f.person, "kind": f.kind, "from": f.from, "to": f.to} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return routes.Query(query)
}

func (p *Page) showAll(ctx app.Context) {
	p.filter = filter{}
	if p.Route.ShopID != 0 {
		p.chooseShop(ctx, 0)
		return
	}
	p.read(ctx)
	components.FocusID(ctx, fieldShop)
}
