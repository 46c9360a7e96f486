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
	return pages.Div("stack settings",
		pages.Heading(text.T("nav.settings")),
		components.Card{Flush: true}.With(settings.List(settings.Places(p.State.Session()), func(s settings.Place) app.UI {
			return app.Li().Body(pages.Div("settings-who",
				&components.Link{Href: p.Href(routes.Route{Page: s.Page}), Label: text.T(s.Key)},
				pages.SoftSmall(text.T(s.Hint)),
			))
		})),
	)
}
