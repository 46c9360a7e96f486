package wizard

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages"
)

// pasted is what a text of shop numbers holds.
type pasted struct {
	Known   []int64  // each once, in their order
	Unknown []string // numbers that are no shop of the operator's
	Foreign []string // what is no number: words of a list, lines of a table
	Failed  bool     // the file couldn't be read
}

// paste reads shop numbers from what was pasted or a CSV file: from each line of
// a table the first cell that is a shop of the operator's, from any other line
// all of them.
func paste(typed string, has func(int64) bool) pasted {
	var p pasted
	seen := map[int64]bool{}
	take := func(id int64) {
		switch {
		case seen[id]:
		case has(id):
			p.Known = append(p.Known, id)
		default:
			p.Unknown = append(p.Unknown, strconv.FormatInt(id, 10))
		}
		seen[id] = true
	}
	lines := apart(typed, "\n\r")
	table := isTable(lines)
	usual := column(lines, has)
	for i, line := range lines {
		if !table {
			for _, word := range pages.ShopNumbers(line) {
				if id, ok := pages.ShopNumber(word); ok {
					take(id)
				} else {
					p.Foreign = append(p.Foreign, word)
				}
			}
			continue
		}
		words := cells(line)
		at := shopCell(words, usual, has)
		switch {
		case at >= 0:
			id, _ := pages.ShopNumber(words[at])
			take(id)
		case i > 0 && strings.TrimSpace(line) != "": // a head of columns is no mistake
			p.Foreign = append(p.Foreign, strings.TrimSpace(line))
		}
	}
	return p
}

// column is the one of a table in which most shops of the operator's stand: the
// others may number its lines.
func column(lines []string, has func(int64) bool) (best int) {
	known := map[int]int{}
	for _, line := range lines {
		for i, word := range cells(line) {
			if id, ok := pages.ShopNumber(word); ok && has(id) {
				known[i]++
			}
			if known[i] > known[best] || known[i] == known[best] && i < best {
				best = i
			}
		}
	}
	return best
}

// shopCell is the cell of a line that holds a shop's number: one of the
// operator's, in the usual column if it is there, else whatever reads as one; -1
// for none.
func shopCell(words []string, usual int, has func(int64) bool) int {
	number := func(word string) bool { _, ok := pages.ShopNumber(word); return ok }
	ours := func(word string) bool { id, ok := pages.ShopNumber(word); return ok && has(id) }
	for _, fits := range []func(string) bool{ours, number} {
		if usual < len(words) && fits(words[usual]) {
			return usual
		}
		if at := slices.IndexFunc(words, fits); at >= 0 {
			return at
		}
	}
	return -1
}

// isTable tells a table from a list of numbers: beside a number, some cell holds
// words.
func isTable(lines []string) bool {
	for _, line := range lines {
		if !strings.ContainsAny(line, ",;\t") {
			continue
		}
		for _, cell := range cells(line) {
			for _, word := range pages.ShopNumbers(cell) {
				if _, ok := pages.ShopNumber(word); !ok {
					return true
				}
			}
		}
	}
	return false
}

// cells cuts a line of a table.
func cells(line string) []string { return apart(line, ",;\t،؛，；") }

// apart cuts a text at signs. Quotes hold signs together, unless one is left open: that one is no quote.
func apart(text, signs string) []string {
	quoted, pairs := false, strings.Count(text, `"`)%2 == 0
	return strings.FieldsFunc(text, func(r rune) bool {
		if r == '"' {
			quoted = !quoted && pairs
		}
		return !quoted && strings.ContainsRune(signs, r)
	})
}
