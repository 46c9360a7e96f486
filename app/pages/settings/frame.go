package settings

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Frame draws a page of the settings: its heading, the way to the others, and
// its body.
func Frame(deps pages.Deps, intro string, body ...app.UI) app.UI {
	seen := Places(deps.State.Session())
	return app.Div().Class("stack", "settings").Body(
		app.Div().Body(
			pages.Heading(Title(deps.Route.Page)),
			pages.Soft(intro),
		),
		app.Nav().Class("settings-nav").Aria("label", text.T("nav.settings")).Body(
			app.Range(seen).Slice(func(i int) app.UI {
				return &components.Link{
					Href: deps.Href(routes.Route{Page: seen[i].Page}), Label: text.T(seen[i].Key), Current: seen[i].Page == deps.Route.Page,
				}
			}),
		),
		pages.Stack(body...),
	)
}
