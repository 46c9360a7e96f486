package components

import "strings"

// line is a row of the list: an item, by its position among the items, or the
// heading of a section.
type line struct {
	item    int // -1 for a heading
	section string
}

// found is what a list shows of its items.
type found struct {
	lines   []line
	options []int // of each item, in order, the line that it is on
}

// item is the position among the items of the nth option.
func (f found) item(n int) int { return f.lines[f.options[n]].item }

func (f *found) add(item int, section string) {
	if item >= 0 {
		f.options = append(f.options, len(f.lines))
	}
	f.lines = append(f.lines, line{item, section})
}

// everything lists all items, with a heading where a section begins.
func everything(items []PickerItem) found {
	var f found
	section := ""
	for i, item := range items {
		if item.Section != section {
			section = item.Section
			f.add(-1, section)
		}
		f.add(i, section)
	}
	return f
}

// folded are the texts that items are found by.
func folded(items []PickerItem) []string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = item.Name + " " + item.Detail + " " + item.ID
	}
	return FoldAll(texts)
}

// matching lists the items that hold every word of query, by the texts that they
// are found by: first the one with that id, then those in which each begins a
// word, then the others. No query is everything.
func matching(items []PickerItem, texts []string, query string) found {
	words := strings.Fields(Fold(query))
	if len(words) == 0 {
		return everything(items)
	}
	var ranks [3][]int
	for i, text := range texts {
		rank := 1
		for _, word := range words {
			at := strings.Index(text, word)
			if at < 0 {
				rank = -1
				break
			}
			if at > 0 && text[at-1] != ' ' && !strings.Contains(text, " "+word) {
				rank = 2
			}
		}
		if rank >= 0 && len(words) == 1 && strings.EqualFold(items[i].ID, words[0]) {
			rank = 0
		}
		if rank >= 0 {
			ranks[rank] = append(ranks[rank], i)
		}
	}
	var f found
	for _, rank := range ranks {
		for _, i := range rank {
			f.add(i, "")
		}
	}
	return f
}
