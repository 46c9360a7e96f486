// Command office is the browser's program for what is set up now and then:
// a shop's phones and photo, settings and activity, and the gallery of components. Its addresses are those
// of api.Parts; the daily pages are in cmd/wasm.
package main

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/activity"
	"github.com/shopdesk/shopdesk/app/pages/gallery"
	"github.com/shopdesk/shopdesk/app/pages/phones"
	"github.com/shopdesk/shopdesk/app/pages/photo"
	"github.com/shopdesk/shopdesk/app/pages/settings/about"
	"github.com/shopdesk/shopdesk/app/pages/settings/account"
	"github.com/shopdesk/shopdesk/app/pages/settings/connections"
	"github.com/shopdesk/shopdesk/app/pages/settings/devices"
	"github.com/shopdesk/shopdesk/app/pages/settings/hooks"
	"github.com/shopdesk/shopdesk/app/pages/settings/index"
	"github.com/shopdesk/shopdesk/app/pages/settings/operators"
	"github.com/shopdesk/shopdesk/app/pages/settings/profile"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/shell"
)

func main() { shell.Run(shell.Program{Name: api.Office, Pages: office}) }

// office are the pages of the office program.
var office = shell.Pages{
	routes.Activity:    func(d pages.Deps) app.UI { return &activity.Page{Deps: d} },
	routes.Phones:      func(d pages.Deps) app.UI { return &phones.Page{Deps: d} },
	routes.Photo:       func(d pages.Deps) app.UI { return &photo.Page{Deps: d} },
	routes.Settings:    func(d pages.Deps) app.UI { return &index.Page{Deps: d} },
	routes.Operators:   func(d pages.Deps) app.UI { return &operators.Page{Deps: d} },
	routes.Devices:     func(d pages.Deps) app.UI { return &devices.Page{Deps: d} },
	routes.Account:     func(d pages.Deps) app.UI { return &account.Page{Deps: d} },
	routes.Profile:     func(d pages.Deps) app.UI { return &profile.Page{Deps: d} },
	routes.About:       func(d pages.Deps) app.UI { return &about.Page{Deps: d} },
	routes.Connections: func(d pages.Deps) app.UI { return &connections.Page{Deps: d} },
	routes.Hooks:       func(d pages.Deps) app.UI { return &hooks.Page{Deps: d} },
	routes.Gallery:     func(d pages.Deps) app.UI { return &gallery.Page{Deps: d} },
}
