package settings

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Frame draws a page of the settings: its heading, the way to the others, and
// its body.
func Frame(deps pages.Deps, intro string, body ...app.UI) app.UI {
	seen := Places(deps.State.Session())
	return pages.Div("stack settings",
		app.Div().Body(
			pages.Heading(Title(deps.Route.Page)),
			pages.Soft(intro),
		),
		app.Nav().Class("settings-nav").Aria("label", text.T("nav.settings")).Body(
			pages.Each(seen, func(p Place) app.UI {
				href := deps.Href(routes.Route{Page: p.Page})
				return &components.Link{Href: href, Label: text.T(p.Key), Current: p.Page == deps.Route.Page}
			}),
		),
		pages.Stack(body...),
	)
}

// List draws the rows of a flush card.
func List[T any](things []T, row func(T) app.UI) app.UI {
	return app.Ul().Class("settings-list").Body(pages.Each(things, row))
}

// Rows is [List] for things that come and go.
func Rows[T any](things []T, key func(T) string, row func(T) app.UI) app.UI {
	return app.Ul().Class("settings-list").Body(pages.EachKeyed(things, key, row))
}

// Who is the first part of a row: a name, a small line under it, and more.
func Who(name, under string, more ...app.UI) app.UI {
	return pages.Div("settings-who", append([]app.UI{app.B().Text(name), pages.SoftSmall(under)}, more...)...)
}

// Fact is a line of a list of facts.
func Fact(id, name, value string) app.UI {
	return app.Div().Body(app.Dt().Class("soft").Text(name), app.Dd().ID("%s", id).Class("num").Text(value))
}

// None stands in a card of a list with nothing in it, which is well.
func None(title, why string) app.UI {
	return &components.Empty{Icon: components.IconCheck, Title: title, Text: why}
}

// Tickable is a list to choose in, which scrolls by itself.
func Tickable(label string, rows ...app.UI) app.HTMLDiv {
	return pages.Div("settings-grants", rows...).Role("group").Aria("label", label)
}

// Copied says that something was copied, once it was.
func Copied(copied bool) app.UI {
	return app.Span().Role("status").Body(components.Only(copied, app.Text(text.T("action.copied"))))
}

// URL is an address to copy: it can be selected where the browser doesn't copy.
func URL(id, url string) app.UI {
	return app.P().Body(app.Elem("bdi").ID("%s", id).Class("settings-link").Dir("ltr").Text(url))
}

// Raw shows what came as it came, when it is asked for.
func Raw(label, came string) app.UI {
	return app.Details().Class("settings-raw").Body(app.Summary().Text(label), app.Pre().Dir("ltr").Text(came))
}

// Find is a search over a list, with how many of how many it found: "" without a query.
func Find(id, label string, query *string, found string) app.UI {
	if *query == "" {
		found = ""
	}
	return pages.Div("settings-search",
		pages.Search(id, label, query), pages.P("soft small num", found).Role("status")).Role("search")
}

// Place is a page of the settings, with what it takes to see it.
type Place struct {
	Page       routes.Page
	Key        string // of its name
	Hint       string // the key of what it is for
	Permission string // "" for everybody
	Own        bool   // not where a host signs people in and out
}

// places are in the order in which they are shown.
var places = []Place{
	{routes.Connections, "nav.connections", "settings.connections.hint", api.MayEditConnections, false},
	{routes.Hooks, "nav.hooks", "settings.hooks.hint", api.MayManageHooks, false},
	{routes.Operators, "nav.operators", "settings.operators.hint", api.MayViewOperators, true},
	{routes.Devices, "nav.devices", "settings.devices.hint", "", true},
	{routes.Account, "nav.account", "settings.account.hint", "", false},
	{routes.Profile, "nav.profile", "settings.profile.hint", api.MayViewSettings, false},
	{routes.About, "nav.about", "settings.about.hint", "", false},
}

// Places lists those that the operator of a session may see.
func Places(session api.Session) []Place {
	var seen []Place
	for _, p := range places {
		if (p.Permission == "" || session.Operator.May(p.Permission)) && (!p.Own || !session.HostSign) {
			seen = append(seen, p)
		}
	}
	return seen
}

// Title is a page's name.
func Title(page routes.Page) string {
	for _, p := range places {
		if p.Page == page {
			return text.T(p.Key)
		}
	}
	return text.T("nav.settings")
}
