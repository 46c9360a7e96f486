package today

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

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
		return plot("hours", title, text.T("today.none"), nil, nil)
	}
	in := inHours{
		id: "hours", head: text.T("nav.orders"), words: func(n int64) string { return text.Number(int(n)) },
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
		return plot("sales", title, text.T("today.none"), nil, nil)
	}
	var table *components.Plot
	for i := range f.Sales {
		s := &f.Sales[i]
		of := p.hourly(f, inHours{
			id: "sales", head: text.T("join.comma", text.T("today.col.sales"), s.Currency), now: s.Hours, before: s.Before,
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
	table := plot(in.id, title, "", heads, nil)
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
	table.Says = text.T(says, text.Hour(most), in.words(in.now[most]), in.words(sum))
	now, then, closed := p.keys(f, slices.Contains(f.Closed[from:to], true))
	table.Draw = func() []app.UI {
		return []app.UI{&components.PlotBars{
			Bars: bars, Top: top, Mark: in.words(top), Now: now, Then: then, Off: closed,
		}}
	}
	return table
}

// keys are the words for what is drawn: now, before, and closed places of the axis if there are any.
func (p *Page) keys(f *api.Figures, shut bool) (now, then, closed string) {
	if shut {
		closed = text.T("dates.kind.closed")
	}
	now = text.T("today.period." + string(f.Period))
	if p.yesterday {
		now = text.T("nav.yesterday")
	}
	return now, text.T("today.key.before"), closed
}
