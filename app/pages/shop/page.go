package shop

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
)

// Page is the overview of one shop. It only shows: the shell reads.
type Page struct {
	app.Compo

	Deps pages.Deps
}

// again reads the shop once more.
func (p *Page) again(ctx app.Context) { p.Deps.Read(ctx) }
