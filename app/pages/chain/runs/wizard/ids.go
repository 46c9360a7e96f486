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
	lines := slices.DeleteFunc(apart(typed, "\n\r"), isEmpty)
	ours := func(word string) bool { id, ok := pages.ShopNumber(word); return ok && has(id) }
	table := isTable(lines, ours)
	usual := column(lines, ours)
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
		at := shopCell(words, usual, ours)
		switch {
		case at >= 0:
			id, _ := pages.ShopNumber(words[at])
			take(id)
		case i == 0 && !slices.ContainsFunc(pages.ShopNumbers(line), isNumber): // a head of columns is no mistake
		default:
			p.Foreign = append(p.Foreign, strings.TrimSpace(line))
		}
	}
	return p
}

// column is the one of a table in which most shops of the operator's stand: the
// others may number its lines.
func column(lines []string, ours func(string) bool) (best int) {
	known := map[int]int{}
	for _, line := range lines {
		for i, word := range cells(line) {
			if ours(word) {
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
func shopCell(words []string, usual int, ours func(string) bool) int {
	for _, fits := range []func(string) bool{ours, isNumber} {
		if usual < len(words) && fits(words[usual]) {
			return usual
		}
		if at := slices.IndexFunc(words, fits); at >= 0 {
			return at
		}
	}
	return -1
}

// isEmpty tells a row that a spreadsheet left empty.
func isEmpty(line string) bool { return strings.Trim(line, ",;\" \t") == "" }

func isNumber(word string) bool { _, ok := pages.ShopNumber(word); return ok }
func isWord(word string) bool   { return !isNumber(word) }

// several is how many shops of the operator's in one line make a text a list.
const several = 3

// isTable tells a table from a list of numbers: some cell holds words. No line of a table has several of the operator's
// shops, and no cell has one beside other words.
func isTable(lines []string, ours func(string) bool) (table bool) {
	for _, line := range lines {
		found, cut := 0, strings.ContainsAny(line, ",;\t")
		for _, cell := range cells(line) {
			words := pages.ShopNumbers(cell)
			table = table || cut && slices.ContainsFunc(words, isWord)
			switch at := slices.IndexFunc(words, ours); {
			case at < 0:
			case len(words) > 1:
				return false
			default:
				found++
			}
		}
		if found >= several {
			return false
		}
	}
	return table
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
