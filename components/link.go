package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Link goes somewhere. Href is final: whoever makes it adds the prefix the
// console is mounted under.
type Link struct {
	app.Compo

	ID       string // optional
	Href     string
	Label    string
	Short    string // in the rail: the label in the bar of a phone, if Label is long
	Icon     IconName
	Kind     LinkKind
	Button   ButtonKind // its weight when Kind is LinkButton
	Count    string     // a number shown beside the label, for example of new orders
	CountFor string     // what the number counts, for assistive technology
	Current  bool       // the page being shown
	Extra    bool       // in the rail: left out of the bar of a phone
	External bool       // opens beside the console

	DescribedBy string // ids of elements that say more
}

// LinkKind is how a link looks.
type LinkKind string

// The kinds. The zero value is LinkText.
const (
	LinkText   LinkKind = ""
	LinkButton LinkKind = "button"
	LinkRail   LinkKind = "rail"
)

// Render draws the link.
func (l *Link) Render() app.UI {
	a := app.A().Attr("id", l.ID).Href(l.Href).Aria("current", when(l.Current, "page")).
		Aria("describedby", l.DescribedBy)
	switch l.Kind {
	case LinkButton:
		a = a.Class("btn").DataSet("kind", l.Button)
	case LinkRail:
		a = a.Class("rail-link").DataSet("extra", Flag(l.Extra))
	case LinkText:
		a = a.Class("link")
	}
	if l.External {
		a = a.Target("_blank").Rel("noopener noreferrer")
	}
	return a.Body(
		maybeIcon(l.Icon),
		app.Span().DataSet("wide", Flag(l.Short != "")).Text(l.Label),
		app.If(l.Short != "", func() app.UI { return app.Span().Class("rail-short").Text(l.Short) }),
		app.If(l.Count != "", func() app.UI {
			return app.Span().Class("count", "num").Body(
				app.Text(l.Count),
				app.If(l.CountFor != "", func() app.UI { return app.Span().Class("hidden").Text(" " + l.CountFor) }),
			)
		}),
	)
}
