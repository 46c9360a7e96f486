package components

import (
	"strconv"
	"strings"
)

// ShopItem is a shop one can switch to.
type ShopItem struct {
	ID     int64
	Name   string
	Detail string // a second name or the district; searched too
	Tone   Tone
	Status string // "Open", "Paused"; empty while unknown
}

// matchShops gives the positions of the shops that hold every word of query in
// their name, detail or id, in the order they came.
func matchShops(shops []ShopItem, query string) []int {
	words := strings.Fields(strings.ToLower(query))
	found := make([]int, 0, len(shops))
	for i, s := range shops {
		text := strings.ToLower(s.Name + " " + s.Detail + " " + strconv.FormatInt(s.ID, 10))
		if holdsAll(text, words) {
			found = append(found, i)
		}
	}
	return found
}

func holdsAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// The list draws only the rows around the visible ones.
const (
	shopRowPx    = 52 // a row's height at the browser's usual text size; the style sheet's 3.25rem
	shopListRows = 30 // rows drawn at once: what fits on a tall screen, and some on either side
	shopListLead = 8  // of them before the first visible one
)

// shopWindow gives the half-open range of rows to draw of count, when the row
// first is the first visible one.
func shopWindow(count, first int) (from, to int) {
	from = max(0, min(first-shopListLead, count-shopListRows))
	return from, min(count, from+shopListRows)
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
