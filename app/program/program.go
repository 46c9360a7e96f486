// Package program is the console in the browser: its table of pages. cmd/shopdesk-web is its main. With the build tag
// gallery it has the gallery of components too.
package program

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/activity"
	"github.com/shopdesk/shopdesk/app/pages/chain/runs"
	"github.com/shopdesk/shopdesk/app/pages/chain/shops"
	"github.com/shopdesk/shopdesk/app/pages/chain/templates"
	"github.com/shopdesk/shopdesk/app/pages/chain/today"
	"github.com/shopdesk/shopdesk/app/pages/entry/invite"
	"github.com/shopdesk/shopdesk/app/pages/entry/setup"
	"github.com/shopdesk/shopdesk/app/pages/orders"
	"github.com/shopdesk/shopdesk/app/pages/settings/about"
	"github.com/shopdesk/shopdesk/app/pages/settings/account"
	"github.com/shopdesk/shopdesk/app/pages/settings/connections"
	"github.com/shopdesk/shopdesk/app/pages/settings/devices"
	"github.com/shopdesk/shopdesk/app/pages/settings/hooks"
	"github.com/shopdesk/shopdesk/app/pages/settings/index"
	"github.com/shopdesk/shopdesk/app/pages/settings/operators"
	"github.com/shopdesk/shopdesk/app/pages/settings/profile"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates"
	"github.com/shopdesk/shopdesk/app/pages/shop/hours"
	"github.com/shopdesk/shopdesk/app/pages/shop/overview"
	"github.com/shopdesk/shopdesk/app/pages/shop/phones"
	"github.com/shopdesk/shopdesk/app/pages/shop/photo"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/shell"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Main runs the console in the browser and never returns. Elsewhere it does nothing.
func Main() { shell.Run(table) }

// table are the pages of the console.
var table = shell.Pages{
	routes.Setup:  func(d pages.Deps) app.UI { return &setup.Page{Deps: d, Done: shell.Enter} },
	routes.Invite: func(d pages.Deps) app.UI { return &invite.Page{Deps: d, Done: shell.Enter} },
	routes.Orders: func(d pages.Deps) app.UI { return &orders.Board{Deps: d} },
	routes.Order:  func(d pages.Deps) app.UI { return &orders.One{Deps: d} },
	routes.Refund: func(d pages.Deps) app.UI { return &orders.Refund{Deps: d} },
	routes.Past:   func(d pages.Deps) app.UI { return &orders.Past{Deps: d} },
	routes.Shop:   func(d pages.Deps) app.UI { return &overview.Page{Deps: ofShop(d)} },
	routes.Hours:  func(d pages.Deps) app.UI { return &hours.Page{Deps: ofShop(d)} },
	routes.Dates:  func(d pages.Deps) app.UI { return &dates.Page{Deps: ofShop(d)} },
	routes.Shops: func(d pages.Deps) app.UI {
		return pages.Div("stack", &shops.Page{Deps: d}, &runs.Last{Deps: d})
	},
	routes.Today:       func(d pages.Deps) app.UI { return &today.Page{Deps: d} },
	routes.Yesterday:   func(d pages.Deps) app.UI { return &today.Yesterday{Deps: d} },
	routes.Activity:    within(api.MayViewActivity, func(d pages.Deps) app.UI { return &activity.Page{Deps: d} }),
	routes.Phones:      func(d pages.Deps) app.UI { return &phones.Page{Deps: ofShop(d)} },
	routes.Photo:       func(d pages.Deps) app.UI { return &photo.Page{Deps: ofShop(d)} },
	routes.Settings:    func(d pages.Deps) app.UI { return &index.Page{Deps: d} },
	routes.Operators:   func(d pages.Deps) app.UI { return &operators.Page{Deps: d} },
	routes.Devices:     func(d pages.Deps) app.UI { return &devices.Page{Deps: d} },
	routes.Account:     func(d pages.Deps) app.UI { return &account.Page{Deps: d} },
	routes.Profile:     func(d pages.Deps) app.UI { return &profile.Page{Deps: d} },
	routes.About:       func(d pages.Deps) app.UI { return &about.Page{Deps: d} },
	routes.Connections: func(d pages.Deps) app.UI { return &connections.Page{Deps: d} },
	routes.Hooks:       func(d pages.Deps) app.UI { return &hooks.Page{Deps: d} },
	routes.Runs:        within(api.MayViewActivity, runs.Page),
	routes.Templates:   within(api.MayUseTemplates, templates.New),
}

// within has a page say that the operator's role doesn't include it, where that is so.
func within(permission string, page func(pages.Deps) app.UI) func(pages.Deps) app.UI {
	return func(d pages.Deps) app.UI {
		if d.State.Operator().May(permission) {
			return page(d)
		}
		return pages.Stack(pages.Heading(text.T("nav."+string(d.Route.Page))), &components.Note{
			Tone: components.ToneInfo, Title: text.T("error.forbidden"), Text: text.T("error.forbidden.do"), Quiet: true,
		})
	}
}

// ofShop has a shop's page say how the shop differs from its templates.
func ofShop(d pages.Deps) pages.Deps {
	of := d
	d.Beside = func() app.UI { return &templates.OfShop{Deps: of} }
	return d
}
