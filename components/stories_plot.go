package components

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func plotStories() []Story {
	counts := []int64{0, 0, 0, 0, 0, 0, 0, 0, 2, 5, 9, 18, 34, 29, 12, 8, 11, 23, 38, 42, 31, 17, 6, 1}
	var bars []PlotBar
	var rows [][]string
	var spans []PlotSpan
	for hour, n := range counts {
		tick, name := "", strconv.Itoa(hour)+":00"
		if hour%6 == 0 {
			tick = strconv.Itoa(hour)
		}
		bar := PlotBar{Value: n, Before: n * 3 / 4, Closed: n == 0, Tick: tick}
		bar.Words = name + ": " + strconv.FormatInt(n, 10)
		bars = append(bars, bar)
		spans = append(spans, PlotSpan{
			None: n < 2, Low: 20 + n, High: 40 + 3*n, Before: 5 * n, Closed: n == 0, Tick: tick,
		})
		rows = append(rows, []string{name, strconv.FormatInt(n, 10)})
	}
	plot := func(id, title, says string, draw func() app.UI) *Plot {
		return &Plot{
			ID: id, Title: title, Says: says, Toggle: "Show as table", Heads: []string{"Hour", "Orders"}, Rows: rows,
			Draw: row(draw),
		}
	}
	hours := func() app.UI {
		return &PlotBars{Bars: bars, Top: 50, Mark: "50", Now: "Today", Then: "Last week", Off: "Closed"}
	}
	reasons := func() app.UI {
		return &PlotRows{Now: "Today", Then: "Before", Rows: []PlotRow{
			{"Soup spilled", 12, 9, "12 (before: 9) · HKD 620.00"},
			{longText, 5, 14, "5 (before: 14) · HKD 96.00 and JPY 480"}, {"Other reasons", 0, 0, "0"},
		}}
	}
	return []Story{
		{Name: "with bars", UI: plot("s-plot", "Orders per hour", "Most orders at 19:00: 42.", hours)},
		{Name: "without numbers", UI: &Plot{
			ID: "s-plot-none", Title: "Orders per hour", Says: "No orders in this time.",
		}},
		{
			Name: "right to left, narrow", RTL: true, Narrow: true,
			UI: plot("s-plot-rtl", "الطلبات في الساعة", "أكثر الطلبات في 19:00: 42.", hours),
		},
		{Name: "hours", UI: hours()},
		{Name: "nothing at all", UI: &PlotBars{Bars: make([]PlotBar, 7), Top: 1, Mark: "1"}},
		{
			Name: "hours, with gaps",
			UI: &PlotSpread{
				Spans: spans, Top: 300, Mark: "5:00", Now: "Today", Then: "Last week", Off: "Closed", Half: "Half within",
				Most: "Nine of ten within",
			},
		},
		{Name: "one alone", UI: &PlotSpread{
			Spans: []PlotSpan{{None: true}, {Low: 40, High: 70, Tick: "Fri"}, {None: true}}, Top: 120, Mark: "2:00",
		}},
		{Name: "reasons", Narrow: true, UI: reasons()},
		{Name: "right to left", RTL: true, UI: reasons()},
	}
}
