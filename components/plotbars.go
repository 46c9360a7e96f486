package components

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// PlotBar is a place of [PlotBars].
type PlotBar struct {
	Value  int64
	Before int64  // a line across the bar, as a rule for it; 0 for none
	Closed bool   // nothing is expected here: its ground is shaded
	Tick   string // its name on the axis, or nothing
	Words  string // shown to a pointer above it: "19:00: 42"
}

// PlotBars draws a bar for each hour or day, the greatest darkest. Time goes
// the way of the script, as on [DayBar].
type PlotBars struct {
	app.Compo

	Bars []PlotBar
	Top  int64  // value at the top
	Mark string // the same in words

	Now, Then, Off string // what bars, lines and shaded ground are, in words; "" isn't told
}

// Render draws the bars.
func (p *PlotBars) Render() app.UI {
	most, names := int64(0), make([]string, len(p.Bars))
	for i, bar := range p.Bars {
		most, names[i] = max(most, bar.Value), bar.Tick
	}
	return app.Div().Class("plot-axes").Body(
		app.Div().Class("plot-top", "num").Text(p.Mark),
		plotGround(len(p.Bars), app.Range(p.Bars).Slice(func(i int) app.UI {
			bar := p.Bars[i]
			y := height(bar.Value, p.Top)
			return plotHit(i, bar.Words, plotClosed(i, bar.Closed), svgElem("rect").Class("plot-bar").DataSet("most",
				when(bar.Value == most && most > 0, "true")).
				Attr("x", plotText(i*plotPlace+2)).Attr("width", plotText(plotPlace-3)).
				Attr("y", strconv.FormatInt(y, 10)).Attr("height", strconv.FormatInt(plotRoom-y, 10)),
				plotBefore(i, bar.Before, p.Top))
		})),
		ticks(names),
		plotKeys(plotKey{"now", p.Now}, plotKey{"before", p.Then}, plotKey{"closed", p.Off}),
	)
}

// plotClosed shades a place's ground, if it is closed.
func plotClosed(place int, closed bool) app.UI {
	high := 0
	if closed {
		high = plotRoom
	}
	return svgElem("rect").Class("plot-closed").Attr("x", plotText(place*plotPlace)).Attr("width", plotText(plotPlace)).
		Attr("height", plotText(high))
}

// plotBefore is a line across a place at an earlier value, if there was one.
func plotBefore(place int, before, top int64) app.UI {
	d := ""
	if before > 0 {
		d = "M" + plotText(place*plotPlace) + " " + strconv.FormatInt(height(before, top), 10) + "h" + plotText(plotPlace-1)
	}
	return svgElem("path").Class("plot-before").Attr("d", d)
}

// plotGround is what all drawings with axes stand on.
func plotGround(places int, marks app.UI) app.UI {
	width := plotText(places * plotPlace)
	return svgElem("svg").Class("plot-ground").Attr("viewBox", "0 0 "+width+" "+plotText(plotRoom)).
		Attr("preserveAspectRatio", "none").Attr("focusable", "false").Aria("hidden", "true").Body(
		svgElem("path").Class("plot-lines").Attr("d", "M0 0h"+width+"M0 500h"+width),
		marks,
		svgElem("path").Class("plot-base").Attr("d", "M0 1000h"+width),
	)
}

// plotHit is a place with what is drawn there: a pointer anywhere in it is
// shown its words.
func plotHit(place int, words string, marks ...app.UI) app.UI {
	body := []app.UI{svgElem("rect").Class("plot-hit").Attr("x", plotText(place*plotPlace)).Attr("width",
		plotText(plotPlace)).Attr("height", plotText(plotRoom))}
	if words != "" {
		body = append(body, svgElem("title").Text(words))
	}
	return svgElem("g").Class("plot-place").Body(append(body, marks...)...)
}

func plotText(n int) string { return strconv.Itoa(n) }
