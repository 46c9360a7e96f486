package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

const svgNS = "http://www.w3.org/2000/svg"

// Icon is a drawing of 20 by 20 in the colour of the text around it. It is
// decoration, and hidden from assistive technology.
type Icon struct {
	app.Compo

	Name IconName
}

// Render draws the icon's strokes as SVG elements of the page itself.
func (i *Icon) Render() app.UI {
	return drawing("0 0 20 20").Class("icon").DataSet("flip", Flag(i.Name.directional())).
		Body(svgElem("path").Attr("d", iconPaths[i.Name]))
}

// drawing is an SVG, which assistive technology passes over.
func drawing(viewBox string) app.HTMLElem {
	return svgElem("svg").Attr("viewBox", viewBox).Attr("focusable", "false").Aria("hidden", "true")
}

// svgElem makes an element of the SVG namespace: without it the browser makes
// an unknown HTML element of the same name and draws nothing.
func svgElem(tag string) app.HTMLElem {
	return app.Elem(tag).XMLNS(svgNS)
}

// maybeIcon renders an icon, or nothing for the zero name.
func maybeIcon(name IconName) app.UI {
	return app.If(name != "", func() app.UI { return &Icon{Name: name} })
}
