package templates

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// New is the page for what stands in the address.
func New(d pages.Deps) app.UI {
	id, rest, _ := strings.Cut(d.Route.Rest, "/")
	switch {
	case id == "":
		return &List{Deps: d}
	case id == newRest, rest == editRest:
		return &Editor{Deps: d}
	}
	return &One{Deps: d}
}

// What addresses end with: "new", "new/{shop}", "{id}/edit".
const (
	newRest  = "new"
	editRest = "edit"
)

func place(rest string) routes.Route { return routes.Route{Page: routes.Templates, Rest: rest} }

// List is the list of templates.
type List struct {
	app.Compo

	pages.Deps

	all   *api.Templates
	read  pages.Reader
	query string
}

// OnMount reads the list.
func (p *List) OnMount(ctx app.Context) {
	pages.Read(ctx, &p.read, backend.Templates.From(p.Backend), pages.Into(&p.all))
}

func (p *List) showAll(ctx app.Context) {
	p.query = ""
	components.FocusID(ctx, fieldFind)
}

// matching are the templates whose name, parts or groups hold every word.
func matching(all *api.Templates, query string) []api.Template {
	return components.Holding(all.Templates, query, func(t api.Template) string {
		return t.Name + "\n" + partsWords(t.Parts) + "\n" + assignedWords(t, all.Groups)
	})
}

const (
	fieldFind = "templates-find"
	buttonNew = "templates-new"
)

// Render draws the page.
func (p *List) Render() app.UI {
	return pages.Stack(
		pages.Head(
			app.Div().Body(
				pages.Heading(text.T("nav.templates")),
				pages.P("soft templates-intro", text.T("templates.intro")),
			),
			&components.Link{
				ID: buttonNew, Href: p.Href(place(newRest)), Label: text.T("templates.new"), Icon: components.IconPlus,
				Kind: components.LinkButton, Button: components.KindGo,
			},
		),
		p.read.Failure(text.T("edit.failed")),
		components.Shown(p.all != nil || p.read.Err == nil, components.Card{Flush: true}.With(p.body()...)),
		components.Shown(p.all != nil && len(p.all.Templates) > 1, pages.SoftSmall(text.T("templates.order"))),
	)
}

func (p *List) body() []app.UI {
	switch {
	case p.all == nil:
		return []app.UI{pages.Loading(4)}
	case len(p.all.Templates) == 0:
		title, words := text.T("templates.empty"), text.T("templates.empty.text")
		return []app.UI{&components.Empty{Icon: components.IconCopy, Title: title, Text: words}}
	}
	found := matching(p.all, p.query)
	return []app.UI{
		components.Shown(len(p.all.Templates) > few || p.query != "", pages.Div("templates-search", pages.Search(
			fieldFind, text.T("templates.find"), &p.query,
		)).Role("search")),
		pages.NoneFit(len(found), text.T("find.none", p.query), text.T("action.all"), p.showAll),
		app.Ul().Class("templates-list").Aria("label", text.T("nav.templates")).Body(pages.Each(found, p.line)),
	}
}

// few templates need no search.
const few = 5

// line is one template: what it says, whom it is for, and how they are.
func (p *List) line(t api.Template) app.UI {
	return app.Li().ID("%s", "template-"+t.ID).Body(app.A().Class("templates-row").Href(p.Href(place(t.ID))).Body(
		app.Span().Class("templates-name").Body(
			app.Elem("bdi").Body(app.B().Text(t.Name)),
			pages.Span("soft small", partsWords(t.Parts)),
		),
		pages.Span("templates-for small", assignedWords(t, p.all.Groups)),
		app.Span().Class("templates-counts").Body(pills(t.Counts)...),
		&components.Icon{Name: components.IconForward},
	))
}
