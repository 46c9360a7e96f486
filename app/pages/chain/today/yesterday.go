package today

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Yesterday is the page of how the orders went on the last day that is over, by each shop's own calendar. Daily
// summaries lead to it.
type Yesterday struct {
	app.Compo

	pages.Deps

	answer *api.Yesterday
	read   pages.Reader
}

// OnMount reads the figures.
func (y *Yesterday) OnMount(ctx app.Context) {
	pages.Read(ctx, &y.read, backend.Yesterday.From(y.Backend), pages.Into(&y.answer))
}

// Render draws the page.
func (y *Yesterday) Render() app.UI {
	return pages.Stack(
		pages.Head(
			app.Div().Body(
				pages.Heading(text.T("nav.yesterday")),
				pages.P("soft today-count", y.days()),
			),
			y.LinkTo(routes.Route{Page: routes.Devices}, text.T("daily.title")),
		),
		y.read.Note(4, text.T("edit.failed")),
		components.Maybe(y.answer != nil && y.answer.Zones > 1, func() app.UI {
			return pages.Soft(text.T("yesterday.zones", y.answer.Zones))
		}),
		components.Shown(y.answer != nil && y.answer.Figures.Orders == 0,
			pages.EmptyCard(components.IconToday, text.T("yesterday.none"), "")),
		components.Maybe(y.answer != nil && len(y.answer.Figures.Shops) > 0, y.figures),
	)
}

// days names the days of the shops, of which there are two where it is still yesterday in some zone.
func (y *Yesterday) days() string {
	if y.answer == nil {
		return ""
	}
	var words []string
	for _, day := range y.answer.Figures.Days {
		if date, ok := rules.ParseDate(day); ok {
			words = append(words, text.Date(date, text.DateFull))
		}
	}
	return text.List(words)
}

// page is Today's with the figures of yesterday.
func (y *Yesterday) page() *Page {
	p := &Page{Deps: y.Deps, yesterday: true}
	p.model.today.Now = y.answer.Now
	return p
}

// figures are those of Today, of another day.
func (y *Yesterday) figures() app.UI {
	f, p := &y.answer.Figures, y.page()
	return components.Card{ID: "yesterday", Title: text.T("today.figures")}.With(pages.Stack(
		p.tiles(f), pages.Soft(compared(f, text.T("yesterday.before"))),
		pages.Div("today-plots", p.shopsPlot(f), p.hoursPlot(f), p.salesPlot(f), p.waitsPlot(f), p.prepsPlot(f),
			p.endsPlot(f), p.refundsPlot(f)),
	))
}
