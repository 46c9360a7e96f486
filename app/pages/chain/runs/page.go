package runs

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/runs/wizard"
	"github.com/shopdesk/shopdesk/app/routes"
)

// restNew is what follows "/runs/" where a run is made.
const restNew = "new"

// New is the place where a run is made.
var New = routes.Route{Page: routes.Runs, Rest: restNew}

// At is the place of a run.
func At(id string) routes.Route { return routes.Route{Page: routes.Runs, Rest: id} }

// Page is the page at "/runs" and below.
func Page(d pages.Deps) app.UI {
	switch d.Route.Rest {
	case "":
		return &List{Deps: d}
	case restNew:
		return &wizard.Page{Deps: d}
	}
	return &One{Deps: d}
}
