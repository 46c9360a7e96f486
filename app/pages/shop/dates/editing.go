package dates

import (
	"strings"

	"github.com/shopdesk/shopdesk/platform/rules"
)

// Add makes an entry for some days and opens the editor on it. A new entry
// says "closed", the commonest.
func (m *model) Add(first, last rules.Date) int {
	m.begin()
	m.last++
	id := m.last
	m.open = id
	m.change(func(items []item) []item {
		return append(items, item{ID: id, First: first.String(), Last: last.String(), Kind: kindClosed})
	})
	return id
}

// Open opens the editor on an entry.
func (m *model) Open(id int) {
	if find(m.items, id) != nil {
		m.begin()
		m.open = id
	}
}

func (m *model) begin() { m.before, m.asked, m.worked, m.typing = clone(m.items), false, false, "" }

// Done closes the editor and keeps what was edited, as one step of undo. It
// reports false, and keeps the editor open, while something is wrong with the
// entry. Of two quick presses the second finds no entry and does nothing.
func (m *model) Done() bool {
	if m.open == 0 {
		return false
	}
	m.asked, m.typing = true, ""
	if len(m.EditorProblems()) > 0 {
		return false
	}
	m.edit(func(it *item) { it.Name = strings.TrimSpace(it.Name) })
	m.open = 0
	m.keep(m.before, m.items)
	m.before = nil
	return true
}

// Cancel closes the editor and drops what was edited in it: undo has it back.
func (m *model) Cancel() {
	if m.open == 0 {
		return
	}
	if m.worked {
		m.keep(m.items, m.before)
	}
	m.items, m.open, m.before, m.said = m.before, 0, nil, nil
}

// edit changes the entry in the editor.
func (m *model) edit(f func(it *item)) {
	m.worked = true
	m.change(func(items []item) []item {
		if it := find(items, m.open); it != nil {
			f(it)
		}
		return items
	})
}
