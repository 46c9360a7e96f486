package components

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// PlotRow is a row of [PlotRows].
type PlotRow struct {
	Name   string
	Value  int64
	Before int64  // a mark across the bar, as a rule for it; 0 for none
	Text   string // the value in words: "12 · HKD 620.00"
}

// PlotRows draws a bar for each reason, beside its words. The bars grow in the
// direction of the script.
type PlotRows struct {
	app.Compo

	Rows []PlotRow

	Now, Then string // what bars and marks are, in words; "" isn't told
}

// Render draws the rows.
func (p *PlotRows) Render() app.UI {
	most := int64(1)
	for _, row := range p.Rows {
		most = max(most, row.Value, row.Before)
	}
	rows := app.Div().Class("plot-rows").Body(app.Range(p.Rows).Slice(func(i int) app.UI {
		row := p.Rows[i]
		return app.Div().Class("plot-row").Body(
			app.Elem("bdi").Text(row.Name),
			app.Elem("bdi").Class("plot-value", "num").Text(row.Text),
			drawing("0 0 1000 10").Class("plot-line").Attr("preserveAspectRatio", "none").Body(
				svgElem("rect").Class("plot-rail").Attr("width", 1000).Attr("height", 10),
				svgElem("rect").Class("plot-bar").Attr("width", row.Value*plotRoom/most).Attr("height", 10),
				rowBefore(row.Before*plotRoom/most),
			),
		)
	}))
	return app.Div().Body(rows, plotKeys(plotKey{"now", p.Now}, plotKey{"before", p.Then}))
}

// rowBefore is a mark at the end of an earlier bar, if there was one. It stays within the line.
func rowBefore(at int64) app.UI {
	d := ""
	if at > 0 {
		d = fmt.Sprintf("M%d 0v10", max(2, at-4))
	}
	return svgElem("path").Class("plot-before").Attr("d", d)
}
