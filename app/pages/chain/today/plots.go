package today

import (
	"slices"
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
			return pages.Stack(p.tiles(f), pages.Soft(text.T("today.compared."+string(f.Period))),
				app.Div().Class("today-plots").Body(p.shopsPlot(f), p.hoursPlot(f), p.salesPlot(f), p.waitsPlot(f), p.prepsPlot(f),
					p.endsPlot(f), p.refundsPlot(f)))
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
	heads := []string{text.T("today.shop")}
	for _, n := range p.numbers(f, &f.All) {
		heads = append(heads, n.name())
	}
	bars := make([]components.PlotRow, min(few, len(f.Shops)))
	table := plot("shops", title, "", heads, nil, &components.PlotRows{Rows: bars})
	for i := range f.Shops {
		s := &f.Shops[i]
		row, links := []string{p.shopName(s.ShopID)}, []string{p.behind(f, s.ShopID, "only", string(api.BehindLost))}
		for _, n := range p.numbers(f, s) {
			row, links = append(row, beside(n.now, n.before)), append(links, n.href)
		}
		if i < few {
			words := beside(text.Number(s.Now.Lost), text.Number(s.Before.Lost))
			bars[i] = components.PlotRow{Name: row[0], Value: int64(s.Now.Lost), Text: words}
		}
		table.Rows, table.Links = append(table.Rows, row), append(table.Links, links)
	}
	all := &f.All
	table.Says = text.T("today.shops.says", beside(lost(&all.Now), lost(&all.Before)),
		beside(text.Number(all.Now.Orders), text.Number(all.Before.Orders)))
	if f.MoreShops > 0 {
		table.Says = text.T("error.both", table.Says, text.N("today.more", f.MoreShops))
	}
	return table
}

// inHours is a plot of an amount in each hour, beside the one before.
type inHours struct {
	id, head    string
	now, before [24]int64
	words       func(int64) string
}

// hoursPlot is when orders were placed.
func (p *Page) hoursPlot(f *api.Figures) app.UI {
	title := text.T("today.hours")
	if f.Orders == 0 {
		return plot("hours", title, text.T("today.hours.none"), nil, nil, nil)
	}
	in := inHours{
		id: "hours", head: text.T("today.col.orders"), words: func(n int64) string { return text.Number(int(n)) },
	}
	for hour := range f.Hours {
		in.now[hour], in.before[hour] = int64(f.Hours[hour]), int64(f.Before[hour])
	}
	return p.hourly(f, in, title, "today.hours.says")
}

// salesPlot is what customers pay for the orders of each hour. It draws the currency of most orders, and the table has
// all.
func (p *Page) salesPlot(f *api.Figures) app.UI {
	title := text.T("today.sales")
	if len(f.Sales) == 0 {
		return plot("sales", title, text.T("today.hours.none"), nil, nil, nil)
	}
	var table *components.Plot
	for i := range f.Sales {
		s := &f.Sales[i]
		of := p.hourly(f, inHours{
			id: "sales", head: text.T("today.col.sales") + ", " + s.Currency, now: s.Hours, before: s.Before,
			words: func(n int64) string { return moneyWords([]api.Money{{Amount: n, Currency: s.Currency}}) },
		}, title, "today.sales.says")
		if table == nil {
			table = of
			continue
		}
		table.Heads = append(table.Heads, of.Heads[1])
		for row := range table.Rows { // of the same hours
			table.Rows[row] = append(table.Rows[row], of.Rows[row][1])
		}
	}
	return table
}

// hourly draws an amount in each hour of the axis.
func (p *Page) hourly(f *api.Figures, in inHours, title, says string) *components.Plot {
	from, to := hours(f)
	most, top, sum := from, int64(0), int64(0)
	bars := make([]components.PlotBar, 0, to-from)
	heads := []string{text.T("today.col.hour"), in.head}
	table := plot(in.id, title, "", heads, nil, nil)
	for hour := from; hour < to; hour++ {
		now, before := in.now[hour], in.before[hour]
		if now > in.now[most] {
			most = hour
		}
		top, sum = max(top, now, before), sum+now
		words := beside(in.words(now), in.words(before))
		bars = append(bars, components.PlotBar{
			Value: now, Before: before, Closed: f.Closed[hour], Tick: hourTick(hour, to-from),
			Words: text.T("edit.of", text.Hour(hour), words),
		})
		table.Rows = append(table.Rows, []string{text.Hour(hour), words})
		table.Links = append(table.Links, []string{p.behind(f, 0, "hour", strconv.Itoa(hour))})
	}
	top = components.RoundUp(top)
	table.Says = text.T(says, text.LTR(text.Hour(most)), in.words(in.now[most]), in.words(sum))
	now, then, closed := p.keys(f)
	table.Draw = func() []app.UI {
		return []app.UI{&components.PlotBars{
			Bars: bars, Top: top, Mark: in.words(top), Now: now, Then: then, Off: closed,
		}}
	}
	return table
}

// keys are the words for what is drawn: now, before, and closed hours if there are any.
func (p *Page) keys(f *api.Figures) (now, then, closed string) {
	from, to := hours(f)
	if slices.Contains(f.Closed[from:to], true) {
		closed = text.T("today.key.closed")
	}
	now = text.T("today.period." + string(f.Period))
	if p.yesterday {
		now = text.T("nav.yesterday")
	}
	return now, text.T("today.key.before"), closed
}

// waitsPlot is how long orders waited until they were accepted.
func (p *Page) waitsPlot(f *api.Figures) app.UI {
	return p.spread(f, lengths{
		"waits", text.T("today.waits"), text.T("today.waits.none"), "today.waits.says", api.BehindAccepted, f.Waits, f.Wait,
	})
}

// prepsPlot is how long accepted orders took until they were ready.
func (p *Page) prepsPlot(f *api.Figures) app.UI {
	return p.spread(f, lengths{
		"preps", text.T("today.preps"), text.T("today.preps.none"), "today.preps.says", api.BehindReady, f.Preps, f.Prep,
	})
}

// lengths are how long orders took in each hour, or on each day, and in all. says is a key.
type lengths struct {
	id, title, none, says string

	only  api.Behind
	waits []api.Wait
	all   api.Wait
}

// spread draws how long orders took.
func (p *Page) spread(f *api.Figures, of lengths) app.UI {
	if of.all.Count == 0 {
		return plot(of.id, of.title, of.none, nil, nil, nil)
	}
	heads := []string{
		text.T("today.col.day"), text.T("today.col.orders"), text.T("today.col.median"), text.T("today.col.most"),
	}
	from, to := 0, len(of.waits)
	byHour := f.Period == api.PeriodToday
	if byHour {
		heads[0] = text.T("today.col.hour")
		from, to = hours(f)
	}
	table := plot(of.id, of.title, "", heads, nil, nil)
	most := int64(0)
	var spans []components.PlotSpan
	for i := from; i < to; i++ {
		w := &of.waits[i]
		name, tick := slotName(f, i)
		span := components.PlotSpan{
			None: w.Count == 0, Low: w.Median, High: w.Most, Before: w.Before, Closed: byHour && f.Closed[i], Tick: tick,
		}
		most = max(most, w.Most, w.Before)
		if w.Count > 0 {
			span.Words = text.T("edit.of", name, text.T("today.waits.span", lasted(w.Median), lasted(w.Most)))
			half := lasted(w.Median)
			if w.Before > 0 {
				half = beside(half, lasted(w.Before))
				span.Words = text.T("orders.both", span.Words, text.T("today.was", lasted(w.Before)))
			}
			table.Rows = append(table.Rows, []string{name, text.Number(w.Count), half, lasted(w.Most)})
			pairs := []string{"only", string(of.only)}
			if byHour {
				pairs = append(pairs, "hour", strconv.Itoa(i))
			} else {
				pairs = append(pairs, "from", f.Days[i], "to", f.Days[i])
			}
			table.Links = append(table.Links, []string{p.behind(f, 0, pairs...)})
		}
		spans = append(spans, span)
	}
	table.Says = text.T(of.says, text.LTR(lasted(of.all.Median)), text.LTR(lasted(of.all.Most)))
	if of.all.Before > 0 {
		table.Says = text.T("error.both", table.Says, text.T("today.half.was", text.LTR(lasted(of.all.Before))))
	}
	top := topWait(most)
	now, then, closed := p.keys(f)
	if !byHour {
		closed = ""
	}
	table.Draw = func() []app.UI {
		return []app.UI{&components.PlotSpread{
			Spans: spans, Top: top, Mark: lasted(top), Now: now, Then: then, Off: closed,
		}}
	}
	return table
}

// endsPlot is by whom and why orders were cancelled.
func (p *Page) endsPlot(f *api.Figures) app.UI {
	title, heads := text.T("today.ends"), []string{text.T("today.col.why"), text.T("today.col.orders")}
	if f.Cancelled == 0 {
		return plot("ends", title, text.T("today.ends.none"), nil, nil, nil)
	}
	rows := make([][]string, len(f.Ends))
	bars := make([]components.PlotRow, len(f.Ends))
	links := make([][]string, len(f.Ends))
	for i, e := range f.Ends {
		links[i] = []string{p.behind(f, 0, ended(&e)...)}
		rows[i] = []string{endWords(e), text.Number(e.Count)}
		bars[i] = components.PlotRow{Name: rows[i][0], Value: int64(e.Count), Text: rows[i][1]}
	}
	says := text.T("today.ends.says", text.Number(f.Cancelled), text.Number(f.Orders), share(f.Cancelled, f.Orders))
	table := plot("ends", title, says, heads, rows, &components.PlotRows{Rows: bars})
	table.Links = links
	return table
}

// refundsPlot is why money went back, and how much in each currency.
func (p *Page) refundsPlot(f *api.Figures) app.UI {
	title := text.T("today.refunds")
	if len(f.Refunds) == 0 {
		return plot("refunds", title, text.T("today.refunds.none"), nil, nil, nil)
	}
	heads := []string{text.T("today.col.why"), text.T("today.col.count"), text.T("today.col.money")}
	rows := make([][]string, len(f.Refunds))
	bars := make([]components.PlotRow, len(f.Refunds))
	links := make([][]string, len(f.Refunds))
	count, sums := 0, []api.Money{}
	for i, r := range f.Refunds {
		links[i] = []string{p.behind(f, 0, refunded(&r)...)}
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
	table := plot("refunds", title, says, heads, rows, &components.PlotRows{Rows: bars})
	table.Links = links
	return table
}
