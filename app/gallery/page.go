package gallery

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
)

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
