package today

import (
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// cause is why orders ended, or why money went back, beside what it was before.
type cause struct {
	name               string
	count, before      int
	money, moneyBefore string   // "" for none
	pairs              []string // that lead to the orders ([Page.behind])
}

// causesPlot is a bar and a row of the table for each cause.
func (p *Page) causesPlot(f *api.Figures, id, title, says string, heads []string, causes []cause) *components.Plot {
	now, then, _ := p.keys(f, false)
	bars := make([]components.PlotRow, len(causes))
	table := plot(id, title, says, heads, &components.PlotRows{Rows: bars, Now: now, Then: then})
	for i, c := range causes {
		row := []string{c.name, beside(text.Number(c.count), text.Number(c.before)), beside(c.money, c.moneyBefore)}
		bars[i] = components.PlotRow{Name: c.name, Value: int64(c.count), Before: int64(c.before), Text: row[1]}
		if c.money != "" {
			bars[i].Text = text.Dots(row[1], c.money)
		}
		var links []string
		if c.count > 0 {
			links = []string{p.behind(f, 0, c.pairs...)}
		}
		table.Rows, table.Links = append(table.Rows, row[:len(heads)]), append(table.Links, links)
	}
	return table
}

// endsPlot is by whom and why orders were cancelled.
func (p *Page) endsPlot(f *api.Figures) *components.Plot {
	title := text.T("today.ends")
	if len(f.Ends) == 0 {
		return plot("ends", title, text.T("today.none"), nil, nil)
	}
	causes := make([]cause, len(f.Ends))
	for i, e := range f.Ends {
		causes[i] = cause{name: endWords(e), count: e.Count, before: e.Before, pairs: ended(&e)}
	}
	says, before := text.T("today.none"), f.All.Before.Orders
	if f.Cancelled > 0 {
		says = text.T("today.ends.says", text.Number(f.Cancelled), text.Number(f.Orders), share(f.Cancelled, f.Orders))
	}
	if before > 0 {
		was := text.T("today.ends.was", text.Number(f.CancelledBefore), text.Number(before), share(f.CancelledBefore, before))
		says = text.Together(says, was)
	}
	return p.causesPlot(f, "ends", title, says, []string{text.T("label.reason"), text.T("nav.orders")}, causes)
}

// refundsPlot is why money went back, and how much in each currency.
func (p *Page) refundsPlot(f *api.Figures) *components.Plot {
	title := text.T("orders.refunds")
	if len(f.Refunds) == 0 {
		return plot("refunds", title, text.T("today.none"), nil, nil)
	}
	causes := make([]cause, len(f.Refunds))
	count, before, sums, sumsBefore := 0, 0, []api.Money{}, []api.Money{}
	for i, r := range f.Refunds {
		causes[i] = cause{
			name: refundReason(r), count: r.Count, before: r.Before, pairs: refunded(&r),
			money: moneyWords(r.Money), moneyBefore: moneyWords(r.MoneyBefore),
		}
		count, before = count+r.Count, before+r.Before
		sums, sumsBefore = added(sums, r.Money), added(sumsBefore, r.MoneyBefore)
	}
	says := beside(refunds(count, sums), refunds(before, sumsBefore))
	heads := []string{text.T("label.reason"), text.T("today.col.count"), text.T("today.col.money")}
	return p.causesPlot(f, "refunds", title, says, heads, causes)
}

// refunds says how many refunds there were, and how much money went back.
func refunds(count int, sums []api.Money) string {
	says := text.N("today.refunds.says", count)
	if len(sums) > 0 {
		says = text.Dots(says, moneyWords(sums))
	}
	return says
}

// added are sums with further amounts.
func added(sums, more []api.Money) []api.Money {
	for _, m := range more {
		sums = api.AddMoney(sums, &m)
	}
	return sums
}
