package hours

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the page: the week, or the choice between two versions of it.
func (p *Page) Render() app.UI {
	return p.editor.Page(p.head(), p.form, p.reviewDialog(), p.copyDialog())
}

func (p *Page) head() app.UI {
	zone := text.T("hours.zone.unknown")
	if shop, ok := p.Deps.State.Shop(p.Deps.Route.ShopID); ok && shop.Zone != "" {
		zone = text.T("hours.zone", text.Place(shop.Zone))
	}
	return app.Div().Class("head").Body(app.Div().Body(
		app.H1().ID(pages.HeadingID).TabIndex(-1).Text(text.T("hours.title")),
		app.P().Class("soft").Text(zone),
	))
}

// form is the week with its save bar. It is a form, so that assistive technology
// knows what belongs together. Enter in a time only ends the time: a change of a
// live shop takes a press of its button, which submits nothing.
func (p *Page) form() app.UI {
	may := p.editor.May()
	rows := p.model.Rows(!may)
	return app.Form().ID("%s", p.editor.FormID()).Class("stack").Attr("novalidate", "true").Aria("label", text.T("hours.week")).
		OnSubmit(p.submit).
		Body(
			app.Div().Class("hours-notes", "stack").Body(
				p.editor.Summary(),
				app.If(p.empty(), func() app.UI {
					return &components.Note{Tone: components.ToneInfo, Title: text.T("hours.empty"), Text: text.T("hours.empty.text"), Quiet: true}
				}),
			),
			app.Div().Class("card", "hours-card").Body(
				app.Range(rows[:]).Slice(func(i int) app.UI { return &row{Board: &p.board, View: rows[i]} }),
				app.If(may, func() app.UI { return app.P().Class("hint", "hours-hint").Text(text.T("hours.hint")) }),
			),
			p.editor.Bar(),
		)
}

// empty reports whether the shop has no hours and nobody has begun any.
func (p *Page) empty() bool {
	for _, d := range p.model.week {
		if d.Open {
			return false
		}
	}
	return p.editor.May() && !p.model.Dirty()
}
