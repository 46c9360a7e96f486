// Package about says which version of the console this is, and to owners how the
// server's background work is and how the program crashed in browsers.
package about

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// interfaceVersion is that of the platform's interface which this console
// speaks.
const interfaceVersion = "v.1.0.0"

// Page says what this is.
type Page struct {
	app.Compo

	pages.Deps
}

// Render draws the page.
func (p *Page) Render() app.UI {
	owner := p.State.Session().Operator.May(api.MayViewSettings)
	return settings.Frame(p.Deps, text.T("settings.about.hint"), components.Card{}.With(
		app.Dl().Class("settings-facts").Body(
			settings.Fact("about-product", text.T("about.product"), text.T("app")),
			settings.Fact("about-interface", text.T("profile.interface"), text.LTR(interfaceVersion)),
			settings.Fact("about-build", text.T("about.build"), text.LTR(p.State.Session().Version)),
		),
	), components.Shown(owner, &jobs{Deps: p.Deps}), components.Shown(owner, &crashes{Deps: p.Deps}))
}
