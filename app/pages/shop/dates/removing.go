package dates

import (
	"slices"
)

// Remove takes an entry from the list.
func (m *model) Remove(id int) {
	m.change(func(items []item) []item {
		return slices.DeleteFunc(items, func(it item) bool { return it.ID == id })
	})
}

// RemoveOpen takes the entry in the editor from the list and closes it.
func (m *model) RemoveOpen() {
	id := m.open
	if id == 0 { // of two quick presses the second
		return
	}
	m.open = 0
	m.items = slices.DeleteFunc(clone(m.items), func(it item) bool { return it.ID == id })
	m.keep(m.before, m.items)
	m.before, m.said = nil, nil
}

// Clear takes all entries from the list. It can be undone.
func (m *model) Clear() {
	m.Cancel()
	m.change(func([]item) []item { return nil })
}

// Reset goes back to the platform's list, as an edit that can be undone.
func (m *model) Reset() {
	m.Cancel()
	m.change(func([]item) []item { return clone(m.base) })
	m.tried = 0
}
