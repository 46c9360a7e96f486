package gallery

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the settings and the stories.
func (p *Page) Render() app.UI {
	v := p.view()
	return app.Div().Class("gallery", "stack").Attr("data-theme", v.Theme).Body(
		app.H1().ID(pages.HeadingID).TabIndex(-1).Text("Components"),
		app.Nav().Class("gallery-settings").Aria("label", "Settings of the gallery").Body(
			p.settings("Theme", themes, v.Theme, func(word string) View { w := v; w.Theme = word; return w }),
			p.settings("Width", widths, v.Width, func(word string) View { w := v; w.Width = word; return w }),
			p.settings("Direction", []choice{{"", "Left to right"}, {"rtl", "Right to left"}}, direction(v),
				func(word string) View { w := v; w.RTL = word == "rtl"; return w }),
		),
		app.Nav().Class("row").Aria("label", "Components").Body(p.names(v)...),
		pages.Div("gallery-stories", p.stories(v)...),
	)
}

func direction(v View) string {
	if v.RTL {
		return "rtl"
	}
	return ""
}

func (p *Page) settings(label string, choices []choice, now string, with func(string) View) app.UI {
	links := []app.UI{app.B().Class("small").Text(label)}
	for _, c := range choices {
		links = append(links, p.link(c.label, with(c.word), c.word == now))
	}
	return pages.Div("row", links...)
}

func (p *Page) names(v View) []app.UI {
	var links []app.UI
	for _, name := range append([]string{All}, Names()...) {
		to := v
		to.Component = name
		links = append(links, p.link(name, to, name == v.Component))
	}
	return links
}

func (p *Page) link(label string, to View, current bool) app.UI {
	return app.A().Class("gallery-link").Href(p.href(to)).Aria("current", components.Flag(current)).Text(label)
}

func (p *Page) stories(v View) []app.UI {
	var frames []app.UI
	for _, s := range v.Shown() {
		frames = append(frames, &frame{Title: s.Component + ": " + s.Name, Dir: v.dir(s), Width: v.width(s), UI: s.UI})
	}
	return frames
}

// frame is a story with its title, in a box of its width and direction.
type frame struct {
	app.Compo

	Title string
	Dir   string
	Width string
	UI    app.UI
}

// CompoID keeps the state of one story's component from another's.
func (f *frame) CompoID() string { return f.Title }

// Render draws the box.
func (f *frame) Render() app.UI {
	return app.Section().Class("gallery-story").Aria("label", f.Title).Body(
		app.H2().Class("small", "soft").Text(f.Title),
		app.Div().Class("gallery-frame").Attr("dir", f.Dir).DataSet("width", f.Width).Body(f.UI),
	)
}
