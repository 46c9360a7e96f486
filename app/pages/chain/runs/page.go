package runs

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/runs/wizard"
	"github.com/shopdesk/shopdesk/app/routes"
)

// At is the place of a run.
func At(id string) routes.Route { return routes.Route{Page: routes.Runs, Rest: id} }

// Page is the page at "/runs" and below.
func Page(d pages.Deps) app.UI {
	switch d.Route.Rest {
	case "":
		return &List{Deps: d}
	case wizard.Place.Rest:
		return &wizard.Page{Deps: d}
	}
	return &One{Deps: d}
}
