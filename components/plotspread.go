package components

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// PlotSpan is a place of [PlotSpread]; None has nothing to show.
type PlotSpan struct {
	None      bool
	Low, High int64
	Before    int64  // a line at the Low of earlier; 0 for none
	Closed    bool   // its ground is shaded
	Tick      string // its name on the axis, or nothing
	Words     string // shown to a pointer above it
}

// PlotSpread draws for each hour or day a line from Low to High, and joins the
// Lows. Where there is nothing the joint line is broken.
type PlotSpread struct {
	app.Compo

	Spans []PlotSpan
	Top   int64  // value at the top
	Mark  string // the same in words

	Now, Then, Off string // what spans, lines and shaded ground are, in words; "" isn't told
	Half, Most     string // likewise what Low and High are, a dot and the end of its line
}

// Render draws the spans. Dots are lines without length: the drawing is
// stretched, their round ends are not.
func (p *PlotSpread) Render() app.UI {
	names := make([]string, len(p.Spans))
	var joint strings.Builder
	pen := "M"
	for i, s := range p.Spans {
		names[i] = s.Tick
		if s.None {
			pen = "M"
			continue
		}
		joint.WriteString(pen + plotPoint(i, height(s.Low, p.Top)))
		pen = "L"
	}
	return plotAxes(p.Mark,
		plotGround(len(p.Spans), svgElem("g").Body(
			app.Range(p.Spans).Slice(func(i int) app.UI {
				s := p.Spans[i]
				closed, before := plotClosed(i, s.Closed), plotBefore(i, s.Before, p.Top)
				if s.None {
					return plotHit(i, s.Words, closed, before)
				}
				low, high := height(s.Low, p.Top), height(s.High, p.Top)
				return plotHit(i, s.Words, closed, before,
					svgElem("path").Class("plot-reach").Attr("d", fmt.Sprintf("M%sV%d", plotPoint(i, low), high)),
					svgElem("path").Class("plot-dot").Attr("d", "M"+plotPoint(i, low)+"h0"),
				)
			}),
			svgElem("path").Class("plot-joint").Attr("d", joint.String()),
		)),
		names, plotKey{"now", p.Now}, plotKey{"half", p.Half}, plotKey{"most", p.Most}, plotKey{"before", p.Then},
		plotKey{"closed", p.Off},
	)
}

// plotPoint is the middle of a place at a height.
func plotPoint(place, y int) string { return fmt.Sprint(place*plotPlace+plotPlace/2, y) }
