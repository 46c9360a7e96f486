package components

import (
	"fmt"

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
	return plotAxes(p.Mark,
		plotGround(len(p.Bars), app.Range(p.Bars).Slice(func(i int) app.UI {
			bar := p.Bars[i]
			y := height(bar.Value, p.Top)
			return plotHit(i, bar.Words, plotClosed(i, bar.Closed),
				plotRect(i*plotPlace+2, plotPlace-3, plotRoom-y).Class("plot-bar").Attr("y", y).
					DataSet("most", Flag(bar.Value == most && most > 0)),
				plotBefore(i, bar.Before, p.Top))
		})),
		names, plotKey{"now", p.Now}, plotKey{"before", p.Then}, plotKey{"closed", p.Off},
	)
}

// plotClosed shades a place's ground, if it is closed.
func plotClosed(place int, closed bool) app.UI {
	high := 0
	if closed {
		high = plotRoom
	}
	return plotRect(place*plotPlace, plotPlace, high).Class("plot-closed")
}

func plotRect(x, width, height int) app.HTMLElem {
	return svgElem("rect").Attr("x", x).Attr("width", width).Attr("height", height)
}

// plotBefore is a line across a place at an earlier value, if there was one.
func plotBefore(place int, before, top int64) app.UI {
	d := ""
	if before > 0 {
		d = fmt.Sprintf("M%d %dh%d", place*plotPlace, height(before, top), plotPlace-1)
	}
	return svgElem("path").Class("plot-before").Attr("d", d)
}

// plotGround is what all drawings with axes stand on.
func plotGround(places int, marks app.UI) app.UI {
	width := places * plotPlace
	ground := drawing(fmt.Sprintf("0 0 %d %d", width, plotRoom)).Class("plot-ground").Attr("preserveAspectRatio", "none")
	return ground.Body(
		svgElem("path").Class("plot-lines").Attr("d", fmt.Sprintf("M0 0h%dM0 500h%d", width, width)),
		marks,
		svgElem("path").Class("plot-base").Attr("d", fmt.Sprintf("M0 1000h%d", width)),
	)
}

// plotHit is a place with what is drawn there: a pointer anywhere in it is
// shown its words.
func plotHit(place int, words string, marks ...app.UI) app.UI {
	body := []app.UI{
		plotRect(place*plotPlace, plotPlace, plotRoom).Class("plot-hit"),
		Only(words != "", svgElem("title").Text(words)),
	}
	return svgElem("g").Class("plot-place").Body(append(body, marks...)...)
}
