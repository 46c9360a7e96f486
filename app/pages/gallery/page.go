package gallery

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
)

// Enabled reports whether this console shows its gallery: the server sets
// SHOPDESK_GALLERY to 1 in the environment it hands the browser.
func Enabled() bool { return app.Getenv("SHOPDESK_GALLERY") == "1" }

// Page is the gallery.
type Page struct {
	app.Compo

	Deps pages.Deps
}

func (p *Page) view() View { return ParseView(p.Deps.Route.Rest) }

// href is the address of another view.
func (p *Page) href(v View) string {
	return p.Deps.Href(routes.Route{Page: routes.Gallery, Rest: v.Path()})
}
