package today

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// cause is why orders ended, or why money went back.
type cause struct {
	name  string
	count int
	money string   // "" for none
	pairs []string // that lead to the orders ([Page.behind])
}

// causesPlot is a bar and a row of the table for each cause.
func (p *Page) causesPlot(f *api.Figures, id, title, says string, heads []string, causes []cause) app.UI {
	bars := make([]components.PlotRow, len(causes))
	table := plot(id, title, says, heads, &components.PlotRows{Rows: bars})
	for i, c := range causes {
		row := []string{c.name, text.Number(c.count), c.money}
		bars[i] = components.PlotRow{Name: c.name, Value: int64(c.count), Text: row[1]}
		if c.money != "" {
			bars[i].Text = text.T("join.dot", row[1], c.money)
		}
		table.Rows = append(table.Rows, row[:len(heads)])
		table.Links = append(table.Links, []string{p.behind(f, 0, c.pairs...)})
	}
	return table
}

// endsPlot is by whom and why orders were cancelled.
func (p *Page) endsPlot(f *api.Figures) app.UI {
	title := text.T("today.ends")
	if f.Cancelled == 0 {
		return plot("ends", title, text.T("today.ends.none"), nil, nil)
	}
	causes := make([]cause, len(f.Ends))
	for i, e := range f.Ends {
		causes[i] = cause{endWords(e), e.Count, "", ended(&e)}
	}
	says := text.T("today.ends.says", text.Number(f.Cancelled), text.Number(f.Orders), share(f.Cancelled, f.Orders))
	return p.causesPlot(f, "ends", title, says, []string{text.T("label.reason"), text.T("nav.orders")}, causes)
}

// refundsPlot is why money went back, and how much in each currency.
func (p *Page) refundsPlot(f *api.Figures) app.UI {
	title := text.T("orders.refunds")
	if len(f.Refunds) == 0 {
		return plot("refunds", title, text.T("today.refunds.none"), nil, nil)
	}
	causes := make([]cause, len(f.Refunds))
	count, sums := 0, []api.Money{}
	for i, r := range f.Refunds {
		causes[i] = cause{refundReason(r), r.Count, moneyWords(r.Money), refunded(&r)}
		count += r.Count
		for _, m := range r.Money {
			sums = api.AddMoney(sums, &m)
		}
	}
	says := text.N("today.refunds.says", count)
	if len(sums) > 0 {
		says = text.T("join.dot", says, moneyWords(sums))
	}
	heads := []string{text.T("label.reason"), text.T("today.col.count"), text.T("today.col.money")}
	return p.causesPlot(f, "refunds", title, says, heads, causes)
}
