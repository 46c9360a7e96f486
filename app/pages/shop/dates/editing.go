package dates

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Add makes an entry for some days and opens the editor on it, unless the editor
// is open: of two quick presses the second. A new entry says "closed", the commonest.
func (m *model) Add(first, last rules.Date) int {
	if !m.begin() {
		return m.open
	}
	return m.start(item{First: first.String(), Last: last.String(), Kind: kindClosed})
}

// start adds an entry with the editor open on it.
func (m *model) start(it item) (id int) {
	m.open = m.last + 1 // before the list changes: that is no step of undo yet
	m.append([]item{it})
	return m.open
}

// append adds entries to the list, as one step of undo, and tells how many they are.
func (m *model) append(more []item) int {
	if len(more) > 0 {
		m.change(func(items []item) []item { return append(items, m.numbered(more)...) })
	}
	return len(more)
}

// numbered gives entries ids of their own, in place.
func (m *model) numbered(items []item) []item {
	for i := range items {
		m.last++
		items[i].ID = m.last
	}
	return items
}

// Open opens the editor on an entry.
func (m *model) Open(id int) {
	if find(m.items, id) != nil && m.begin() {
		m.open = id
	}
}

// begin reports whether the editor can be opened.
func (m *model) begin() bool {
	if m.open != 0 {
		return false
	}
	m.before, m.asked, m.worked, m.spans, m.typing = clone(m.items), false, false, false, ""
	return true
}

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
	m.edit("", func(it *item) { it.Name = strings.TrimSpace(it.Name) })
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

// edit changes the entry in the editor. Typing is the field being typed in, "" for none.
func (m *model) edit(typing string, f func(it *item)) {
	m.worked, m.typing = true, typing
	m.change(func(items []item) []item {
		if it := find(items, m.open); it != nil {
			f(it)
		}
		return items
	})
}

// SetFirst takes the first date as it was typed. A last date that was never
// after it follows.
func (m *model) SetFirst(text string) {
	m.edit(fieldFirst, func(it *item) {
		m.spans = m.spans || it.First < it.Last
		if it.Last == it.First && !m.spans {
			it.Last = text
		}
		it.First = text
	})
}

// SetLast takes the last date as it was typed.
func (m *model) SetLast(text string) {
	m.edit(fieldLast, func(it *item) { it.Last = text })
}

// SetKind says what the entry's days are. The first shifts are the weekly ones
// of the entry's first day, else a usual day.
func (m *model) SetKind(k kind) {
	m.edit("", func(it *item) {
		it.Kind = k
		if k == kindShifts && len(it.Shifts) == 0 {
			it.Shifts = usual(it.First, m.at.Week)
		}
	})
}

func usual(first string, week *platform.Week) []special.Shift {
	if d, ok := rules.ParseDate(first); ok && week != nil && !rules.Closed(week.Day(d.Weekday())) {
		return special.Times(special.ShiftsOf(rules.NormalizeDay(week.Day(d.Weekday()))))
	}
	return special.ShiftsOf([]platform.Period{{StartTime: 11 * 3600, EndTime: 22 * 3600}})
}

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
