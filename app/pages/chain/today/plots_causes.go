package today

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

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
