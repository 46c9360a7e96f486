package hours

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// reviewButton stands in the save bar.
func (p *Page) reviewButton(off bool) []app.UI {
	return []app.UI{&components.Button{ID: "hours-review", Label: text.T("hours.review"), Disabled: off, OnClick: p.review}}
}

// review shows what would change, once nothing is wrong.
func (p *Page) review(app.Context) { p.reviewing = p.editor.Try() }

func (p *Page) closeReview(app.Context) { p.reviewing = false }

func (p *Page) saveReviewed(ctx app.Context) {
	p.reviewing = false
	p.editor.Save(ctx)
}

// submit is Enter in a week with a single time field.
func (p *Page) submit(_ app.Context, e app.Event) {
	e.PreventDefault()
	p.settle()
}
