package today

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// plots tell how the orders went, below what needs somebody.
func (p *Page) plots() app.UI {
	f := p.model.figures
	return components.Card{ID: "today-figures", Title: text.T("today.figures"), Head: p.periods}.With(
		components.Shown(f == nil && p.model.err == nil, &components.Skeleton{Label: text.T("loading"), Lines: 6}),
		components.Maybe(f != nil, func() app.UI {
			return pages.Stack(p.tiles(f), pages.Soft(compared(f, text.T("today.compared."+string(f.Period)))),
				pages.Div("today-plots",
					components.Maybe(p.model.shop == 0, func() app.UI { return later(p, f, p.shopsPlot) }),
					later(p, f, p.hoursPlot), later(p, f, p.salesPlot), later(p, f, p.waitsPlot), later(p, f, p.prepsPlot),
					later(p, f, p.endsPlot), later(p, f, p.refundsPlot),
				)).Aria("busy", components.Flag(f.Period != p.model.period))
		}),
	)
}

// later draws a plot once the page is on the screen: what needs somebody stands above.
func later[U app.UI](p *Page, f *api.Figures, plot func(*api.Figures) U) app.UI {
	return &components.Later{Page: &p.ctx, Draw: func() app.UI { return plot(f) }}
}

// periods switch what the figures are of.
func (p *Page) periods() []app.UI {
	all := []api.Period{api.PeriodToday, api.PeriodWeek, api.PeriodMonth}
	return []app.UI{app.Div().Class("today-periods").Role("group").Aria("label", text.T("today.period")).Body(
		pages.Each(all, p.periodButton),
	)}
}

func (p *Page) periodButton(period api.Period) app.UI {
	return app.Button().Type("button").ID("%s", "today-"+string(period)).Class("today-period").
		Aria("pressed", strconv.FormatBool(p.model.period == period)).
		OnClick(func(app.Context, app.Event) {
			p.model.choose(period)
			p.ask(p.ctx)
		}).
		Text(text.T("today.period." + string(period)))
}

// plot draws numbers of which there are some.
func plot(id, title, says string, heads []string, drawing app.UI) *components.Plot {
	plot := &components.Plot{
		ID: "plot-" + id, Title: title, Says: says, Toggle: text.T("today.table"), Heads: heads,
	}
	if drawing != nil {
		plot.Draw = func() []app.UI { return []app.UI{drawing} }
	}
	return plot
}

// shopsPlot is how the shops did, the worst first, each number with what it was before.
func (p *Page) shopsPlot(f *api.Figures) app.UI {
	title := text.T("today.shops")
	if len(f.Shops) == 0 {
		return plot("shops", title, text.T("today.none"), nil, nil)
	}
	heads := []string{text.T("nav.shop")}
	for _, n := range p.numbers(f, &f.All) {
		heads = append(heads, n.name())
	}
	bars := make([]components.PlotRow, min(few, len(f.Shops)))
	now, then, _ := p.keys(f, false)
	table := plot("shops", title, "", heads, &components.PlotRows{Rows: bars, Now: now, Then: then})
	for i := range f.Shops {
		s := &f.Shops[i]
		row, links := []string{p.ShopName(s.ShopID)}, []string{p.behind(f, s.ShopID, "only", string(api.BehindLost))}
		for _, n := range p.numbers(f, s) {
			row, links = append(row, beside(n.now.words(), n.before.words())), append(links, n.href)
		}
		if i < few {
			words := beside(text.Number(s.Now.Lost), text.Number(s.Before.Lost))
			bars[i] = components.PlotRow{
				Name: row[0], Value: int64(s.Now.Lost), Before: int64(s.Before.Lost), Text: words,
			}
		}
		table.Rows, table.Links = append(table.Rows, row), append(table.Links, links)
	}
	all := &f.All
	table.Says = text.T("today.shops.says", beside(lost(&all.Now).words(), lost(&all.Before).words()),
		beside(text.Number(all.Now.Orders), text.Number(all.Before.Orders)))
	if f.MoreShops > 0 {
		table.Says = text.Together(table.Says, text.N("today.more", f.MoreShops))
	}
	return table
}
