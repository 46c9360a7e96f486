package templates

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
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

	Deps pages.Deps

	ctx   app.Context
	all   *api.Templates
	err   error
	query string
	calls pages.Generation
}

// OnMount reads the list.
func (p *List) OnMount(ctx app.Context) {
	p.ctx = ctx
	ctx.Handle(state.ActionSignedIn, func(ctx app.Context, _ app.Action) { p.read(ctx) })
	p.read(ctx)
}

// OnDismount drops the call under way.
func (p *List) OnDismount() { p.calls.Drop() }

func (p *List) read(app.Context) {
	p.err = nil
	pages.Load(p.ctx, &p.calls, backend.Templates.From(p.Deps.Backend),
		func(_ app.Context, all *api.Templates, err error) {
			if p.err = err; err == nil {
				p.all = all
			}
		})
}

func (p *List) find(_ app.Context, query string) { p.query = query }

func (p *List) showAll(ctx app.Context) {
	p.query = ""
	components.FocusID(ctx, fieldFind)
}

// matching are the templates whose name, parts or groups hold every word.
func matching(all api.Templates, query string) (found []api.Template) {
	words := strings.Fields(strings.ToLower(query))
	for _, t := range all.Templates {
		hay := strings.ToLower(t.Name + "\n" + partsWords(t.Parts) + "\n" + assignedWords(t, all.Groups))
		if holdsAll(hay, words) {
			found = append(found, t)
		}
	}
	return found
}

func holdsAll(hay string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(hay, w) {
			return false
		}
	}
	return true
}

const (
	fieldFind = "templates-find"
	buttonNew = "templates-new"
)

// Render draws the page.
func (p *List) Render() app.UI {
	return app.Div().Class("stack").Body(
		app.Div().Class("head").Body(
			app.Div().Body(
				app.H1().ID(pages.HeadingID).TabIndex(-1).Text(text.T("nav.templates")),
				app.P().Class("soft", "templates-intro").Text(text.T("templates.intro")),
			),
			&components.Link{ID: buttonNew, Href: p.Deps.Href(place(newRest)), Label: text.T("templates.new"), Icon: components.IconPlus, Kind: components.LinkButton, Button: components.KindGo},
		),
		components.Maybe(p.err != nil, func() app.UI { return pages.FailureNote(text.T("templates.failed"), p.err, p.read) }),
		components.Maybe(p.all != nil || p.err == nil, func() app.UI { return &components.Card{Flush: true, Body: p.body} }),
		components.Maybe(p.all != nil && len(p.all.Templates) > 1, func() app.UI { return app.P().Class("soft", "small").Text(text.T("templates.order")) }),
	)
}

func (p *List) body() []app.UI {
	switch {
	case p.all == nil:
		return []app.UI{&components.Skeleton{Label: text.T("loading"), Rows: 4}}
	case len(p.all.Templates) == 0:
		return []app.UI{&components.Empty{Icon: components.IconCopy, Title: text.T("templates.empty"), Text: text.T("templates.empty.text")}}
	}
	found := matching(*p.all, p.query)
	return []app.UI{
		components.Maybe(len(p.all.Templates) > few, func() app.UI {
			return app.Div().Class("templates-search").Role("search").Body(&components.TextField{
				ID: fieldFind, Label: text.T("templates.find"), Type: "search", Autocomplete: "off", Value: p.query, OnInput: p.find,
			})
		}),
		components.Maybe(len(found) == 0, func() app.UI {
			return &components.Empty{Icon: components.IconSearch, Title: text.T("templates.none.found", p.query), Action: func() []app.UI {
				return []app.UI{&components.Button{Label: text.T("templates.all"), OnClick: p.showAll}}
			}}
		}),
		app.Ul().Class("templates-list").Aria("label", text.T("nav.templates")).Body(app.Range(found).Slice(func(i int) app.UI {
			t := found[i]
			return &line{Template: t, Parts: partsWords(t.Parts), Assigned: assignedWords(t, p.all.Groups), Href: p.Deps.Href(place(t.ID))}
		})),
	}
}

// few templates need no search.
const few = 5

// line is one template of the list.
type line struct {
	app.Compo

	Template        api.Template
	Parts, Assigned string
	Href            string
}

// CompoID is the template's.
func (l *line) CompoID() string { return "template-" + l.Template.ID }

// Render draws what the template says, whom it is for, and how they are.
func (l *line) Render() app.UI {
	t := l.Template
	return app.Li().ID("%s", l.CompoID()).Body(app.A().Class("templates-row").Href(l.Href).Body(
		app.Span().Class("templates-name").Body(
			app.Elem("bdi").Body(app.B().Text(t.Name)),
			app.Span().Class("soft", "small").Text(l.Parts),
		),
		app.Span().Class("templates-for", "small").Text(l.Assigned),
		app.Span().Class("templates-counts").Body(pills(t.Counts)...),
		&components.Icon{Name: components.IconForward},
	))
}
