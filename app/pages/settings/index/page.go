// Package index is the start of the settings: what there is, and what for.
package index

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Page is the start of the settings.
type Page struct {
	app.Compo

	pages.Deps
}

// Render draws the page.
func (p *Page) Render() app.UI {
	seen := settings.Places(p.State.Session())
	return app.Div().Class("stack", "settings").Body(
		pages.Heading(text.T("nav.settings")),
		&components.Card{Flush: true, Body: func() []app.UI {
			return []app.UI{app.Ul().Class("settings-list").Body(app.Range(seen).Slice(func(i int) app.UI {
				return app.Li().Body(app.Div().Class("settings-who").Body(
					&components.Link{Href: p.Href(routes.Route{Page: seen[i].Page}), Label: text.T(seen[i].Key)},
					pages.SoftSmall(text.T(seen[i].Hint)),
				))
			}))}
		}},
	)
}
