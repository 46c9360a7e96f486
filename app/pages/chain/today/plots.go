package today

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
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
			return app.Div().Class("today-plots").Body(p.shopsPlot(f), hoursPlot(f), waitsPlot(f), endsPlot(f), refundsPlot(f))
		}),
	)
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
			p.model.choose(p.model.shop, period)
			p.ask(p.ctx)
		}).
		Text(text.T("today.period." + string(period)))
}

// plot draws numbers of which there are some.
func plot(id, title, says string, heads []string, rows [][]string, drawing app.UI) *components.Plot {
	plot := &components.Plot{
		ID: "plot-" + id, Title: title, Says: says, Toggle: text.T("today.table"), Heads: heads, Rows: rows,
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
		return plot("shops", title, text.T("today.hours.none"), nil, nil, nil)
	}
	heads := []string{
		text.T("today.shop"), text.T("today.col.orders"), text.T("today.col.lost"), text.T("today.col.money"),
		text.T("today.col.accepted"), text.T("today.col.refunded"), text.T("today.col.median"),
	}
	bars := make([]components.PlotRow, min(few, len(f.Shops)))
	table := plot("shops", title, "", heads, nil, &components.PlotRows{Rows: bars})
	for i, s := range f.Shops {
		row := append([]string{p.shopName(s.ShopID)}, scoreWords(s)...)
		if i < few {
			bars[i] = components.PlotRow{Name: row[0], Value: int64(s.Now.Lost), Text: row[2]}
		}
		table.Rows = append(table.Rows, row)
		table.Hrefs = append(table.Hrefs, p.Href(routes.Route{Page: routes.Past, ShopID: s.ShopID}))
	}
	all := scoreWords(f.All)
	lost := all[1]
	if all[2] != "" {
		lost = text.T("orders.both", lost, all[2])
	}
	table.Says = text.T("today.shops.says", lost, all[0])
	if f.MoreShops > 0 {
		table.Says = text.T("error.both", table.Says, text.N("today.more", f.MoreShops))
	}
	return table
}

// hoursPlot is when orders were placed.
func hoursPlot(f *api.Figures) app.UI {
	title, heads := text.T("today.hours"), []string{text.T("today.col.hour"), text.T("today.col.orders")}
	if f.Orders == 0 {
		return plot("hours", title, text.T("today.hours.none"), nil, nil, nil)
	}
	most := 0
	var rows [][]string
	bars := make([]components.PlotBar, len(f.Hours))
	for hour, n := range f.Hours {
		if n > f.Hours[most] {
			most = hour
		}
		words := text.T("edit.of", hourName(hour), text.Number(n))
		bars[hour] = components.PlotBar{Value: int64(n), Words: words, Tick: hourTick(hour)}
		if n > 0 {
			rows = append(rows, []string{hourName(hour), text.Number(n)})
		}
	}
	top := components.RoundUp(int64(f.Hours[most]))
	says := text.T("today.hours.says", text.LTR(hourName(most)), text.Number(f.Hours[most]), text.Number(f.Orders))
	return plot("hours", title, says, heads, rows, &components.PlotBars{Bars: bars, Top: top, Mark: text.Number(int(top))})
}

// waitsPlot is how long orders waited until they were accepted.
func waitsPlot(f *api.Figures) app.UI {
	title := text.T("today.waits")
	if f.Wait.Count == 0 {
		return plot("waits", title, text.T("today.waits.none"), nil, nil, nil)
	}
	heads := []string{
		text.T("today.col.day"), text.T("today.col.orders"), text.T("today.col.median"), text.T("today.col.most"),
	}
	if f.Period == api.PeriodToday {
		heads[0] = text.T("today.col.hour")
	}
	var rows [][]string
	most := int64(0)
	spans := make([]components.PlotSpan, len(f.Waits))
	for i, w := range f.Waits {
		name, tick := slotName(f, i)
		spans[i] = components.PlotSpan{None: w.Count == 0, Low: w.Median, High: w.Most, Tick: tick}
		if w.Count == 0 {
			continue
		}
		most = max(most, w.Most)
		spans[i].Words = text.T("edit.of", name, text.T("today.waits.span", lasted(w.Median), lasted(w.Most)))
		rows = append(rows, []string{name, text.Number(w.Count), lasted(w.Median), lasted(w.Most)})
	}
	top := topWait(most)
	says := text.T("today.waits.says", text.LTR(lasted(f.Wait.Median)), text.LTR(lasted(f.Wait.Most)))
	return plot("waits", title, says, heads, rows, &components.PlotSpread{Spans: spans, Top: top, Mark: lasted(top)})
}

// endsPlot is by whom and why orders were cancelled.
func endsPlot(f *api.Figures) app.UI {
	title, heads := text.T("today.ends"), []string{text.T("today.col.why"), text.T("today.col.orders")}
	if f.Cancelled == 0 {
		return plot("ends", title, text.T("today.ends.none"), nil, nil, nil)
	}
	rows := make([][]string, len(f.Ends))
	bars := make([]components.PlotRow, len(f.Ends))
	for i, e := range f.Ends {
		rows[i] = []string{endWords(e), text.Number(e.Count)}
		bars[i] = components.PlotRow{Name: rows[i][0], Value: int64(e.Count), Text: rows[i][1]}
	}
	says := text.T("today.ends.says", text.Number(f.Cancelled), text.Number(f.Orders), share(f.Cancelled, f.Orders))
	return plot("ends", title, says, heads, rows, &components.PlotRows{Rows: bars})
}

// refundsPlot is why money went back, and how much in each currency.
func refundsPlot(f *api.Figures) app.UI {
	title := text.T("today.refunds")
	if len(f.Refunds) == 0 {
		return plot("refunds", title, text.T("today.refunds.none"), nil, nil, nil)
	}
	heads := []string{text.T("today.col.why"), text.T("today.col.count"), text.T("today.col.money")}
	rows := make([][]string, len(f.Refunds))
	bars := make([]components.PlotRow, len(f.Refunds))
	count, sums := 0, []api.Money{}
	for i, r := range f.Refunds {
		amounts := moneyWords(r.Money)
		rows[i] = []string{refundReason(r), text.Number(r.Count), amounts}
		words := rows[i][1]
		if amounts != "" {
			words = text.T("orders.both", words, amounts)
		}
		bars[i] = components.PlotRow{Name: rows[i][0], Value: int64(r.Count), Text: words}
		count += r.Count
		sums = plus(sums, r.Money)
	}
	says := text.N("today.refunds.says", count)
	if len(sums) > 0 {
		says = text.T("orders.both", says, moneyWords(sums))
	}
	return plot("refunds", title, says, heads, rows, &components.PlotRows{Rows: bars})
}
