package components

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// What lists that one chooses from have in common: keys that move, and only the
// rows around the visible ones drawn.
const (
	usualRow = 52 // a row's height at the browser's usual size of text; the style sheet's 3.25rem
	rowsMost = 18 // rows drawn at once: what fits on a tall screen, and some on either side
	rowsLead = 4  // of them before the first visible one
	rowsStep = 3  // how many rows one scrolls before others are drawn
)

// rowWindow gives the half-open range of rows to draw of count, when the row
// first is the first visible one.
func rowWindow(count, first int) (from, to int) {
	from = max(0, min(first-rowsLead, count-rowsMost))
	return from, min(count, from+rowsMost)
}

// step moves the active row for a key of a list box; ok is false for any other
// key. A count of 0 has no active row.
func step(key string, active, count int) (next int, ok bool) {
	if count == 0 {
		return 0, false
	}
	switch key {
	case "ArrowDown":
		return (active + 1) % count, true
	case "ArrowUp":
		return (active - 1 + count) % count, true
	case "Home":
		return 0, true
	case "End":
		return count - 1, true
	case "PageDown":
		return min(active+6, count-1), true
	case "PageUp":
		return max(active-6, 0), true
	default:
		return active, false
	}
}

// rowHeight is a row's height at the browser's size of text.
func rowHeight() float64 {
	if app.IsServer {
		return usualRow
	}
	return app.Window().Call("parseFloat", rootStyle().Get("fontSize")).Float() / 16 * usualRow
}

// spacer keeps the place of rows that aren't drawn. It is an empty drawing, whose
// height is an attribute: a style would break the page's policy.
func spacer(rows int, height float64) app.UI {
	return app.Div().Role("presentation").Body(
		svgElem("svg").Aria("hidden", "true").Attr("width", 1).Attr("height",
			strconv.FormatFloat(float64(rows)*height, 'f', -1, 64)),
	)
}
