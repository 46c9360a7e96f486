//go:build gallery

package program

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/gallery"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
)

func init() {
	table[routes.Gallery] = func(d pages.Deps) app.UI { return &gallery.Page{Deps: d} }
}
