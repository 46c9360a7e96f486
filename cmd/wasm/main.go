// Command wasm is the browser's program for the daily pages: web/build compiles
// it for js/wasm. Compiled for anything else it does nothing. The other pages are
// in the folders below.
package main

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/dates"
	"github.com/shopdesk/shopdesk/app/pages/hours"
	"github.com/shopdesk/shopdesk/app/pages/invite"
	"github.com/shopdesk/shopdesk/app/pages/orders"
	"github.com/shopdesk/shopdesk/app/pages/setup"
	"github.com/shopdesk/shopdesk/app/pages/shop"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/shell"
)

func main() { shell.Run(shell.Program{Name: api.Daily, Pages: daily}) }

// daily are the pages of a working day.
var daily = shell.Pages{
	routes.Setup:  func(d pages.Deps) app.UI { return &setup.Page{Deps: d, Done: shell.Enter} },
	routes.Invite: func(d pages.Deps) app.UI { return &invite.Page{Deps: d, Done: shell.Enter} },
	routes.Orders: func(d pages.Deps) app.UI { return &orders.Board{Deps: d} },
	routes.Order:  func(d pages.Deps) app.UI { return &orders.One{Deps: d} },
	routes.Refund: func(d pages.Deps) app.UI { return &orders.Refund{Deps: d} },
	routes.Past:   func(d pages.Deps) app.UI { return &orders.Past{Deps: d} },
	routes.Shop:   func(d pages.Deps) app.UI { return &shop.Page{Deps: d} },
	routes.Hours:  func(d pages.Deps) app.UI { return &hours.Page{Deps: d} },
	routes.Dates:  func(d pages.Deps) app.UI { return &dates.Page{Deps: d} },
}
