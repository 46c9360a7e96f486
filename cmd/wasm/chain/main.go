// Command chain is the browser's program for looking at many shops at once.
// Its addresses are those of api.Parts; the daily pages are in cmd/wasm.
package main

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/runs"
	"github.com/shopdesk/shopdesk/app/pages/shops"
	"github.com/shopdesk/shopdesk/app/pages/today"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/shell"
)

func main() { shell.Run(shell.Program{Name: api.Chain, Pages: chain}) }

// chain are the pages about many shops.
var chain = shell.Pages{
	routes.Shops: func(d pages.Deps) app.UI {
		return app.Div().Class("stack").Body(&shops.Page{Deps: d}, &runs.Last{Deps: d})
	},
	routes.Today: func(d pages.Deps) app.UI { return &today.Page{Deps: d} },
}
