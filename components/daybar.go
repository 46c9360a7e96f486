package components

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

const daySeconds = 24 * 60 * 60

// Segment is a stretch of a day, in seconds after midnight.
type Segment struct {
	From, To int
	Spill    bool // runs over from the day before
	Bad      bool // part of a problem
}

// DayBar shows a day of 24 hours as a bar with the open stretches filled; what
// runs over from the day before is hatched. The day goes the way of the script.
// The bar is decoration: words beside it say the same.
//
// The stretches are SVG rectangles placed by attributes, because the page's
// policy forbids styles in the markup.
type DayBar struct {
	app.Compo

	ID       string
	Segments []Segment
	Ticks    bool // hour figures below, on wide screens
	Now      *int // a mark at this second of the day, optional
}

// Render draws the bar.
func (d *DayBar) Render() app.UI {
	return app.Div().Class("daybar").Aria("hidden", "true").Body(
		dayDrawing(
			app.If(slices.ContainsFunc(d.Segments, func(s Segment) bool { return s.Spill }), d.hatched),
			dayRect(daySeconds).Class("daybar-ground"),
			svgElem("g").Body(app.Range(d.Segments).Slice(func(i int) app.UI { return d.segment(d.Segments[i]) })),
			app.If(d.Now != nil, func() app.UI {
				return svgElem("path").Class("daybar-now").Attr("d", fmt.Sprintf("M%d 0v10", clampDay(*d.Now)))
			}),
		),
		app.If(d.Ticks, hourFigures),
	)
}

// dayDrawing stretches a day over the width that there is.
func dayDrawing(parts ...app.UI) app.UI {
	return svgElem("svg").Class("daybar-line").Attr("viewBox", "0 0 "+strconv.Itoa(daySeconds)+" 10").
		Attr("preserveAspectRatio", "none").Attr("focusable", "false").Body(parts...)
}

func dayRect(width int) app.HTMLElem {
	return svgElem("rect").Attr("width", width).Attr("height", 10)
}

func (d *DayBar) hatched() app.UI {
	return svgElem("defs").Body(
		svgElem("pattern").Attr("id", d.hatch()).
			Attr("patternUnits", "userSpaceOnUse").Attr("width", 1080).Attr("height", 10).
			Body(svgElem("path").Class("daybar-hatch").Attr("d", "M0 10 540 0h540L540 10z")),
	)
}

func (d *DayBar) hatch() string { return d.ID + "-hatch" }

func (d *DayBar) segment(s Segment) app.UI {
	x, width := place(s)
	rect := dayRect(width).Class("daybar-open").Attr("x", x).Attr("rx", 540).Attr("ry", 5).DataSet("bad", Flag(s.Bad))
	if s.Spill {
		rect = rect.DataSet("spill", "true").Attr("fill", "url(#"+d.hatch()+")")
	}
	return rect
}

// dayLine is the bar without marks, for many small ones: three drawings whatever
// the day, so that another day changes two attributes.
func dayLine(segments []Segment) app.UI {
	var open, spill strings.Builder
	for _, s := range segments {
		to := &open
		if s.Spill {
			to = &spill
		}
		x, width := place(s)
		fmt.Fprintf(to, "M%d 0h%dv10h-%dz", x, width, width)
	}
	return app.Div().Class("daybar").Aria("hidden", "true").Body(dayDrawing(
		dayRect(daySeconds).Class("daybar-ground"),
		svgElem("path").Class("daybar-open").Attr("d", open.String()),
		svgElem("path").Class("daybar-over").Attr("d", spill.String()),
	))
}

// place cuts a segment to the day.
func place(s Segment) (x, width int) {
	from, to := clampDay(s.From), clampDay(s.To)
	return from, max(0, to-from)
}

func clampDay(seconds int) int { return max(0, min(seconds, daySeconds)) }

// hourFigures are shown below the bar where there is room.
func hourFigures() app.UI {
	return app.Div().Class("daybar-hours", "num").Aria("hidden", "true").Body(
		app.Span().Text("0"), app.Span().Text("6"), app.Span().Text("12"), app.Span().Text("18"), app.Span().Text("24"),
	)
}
