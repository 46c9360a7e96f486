package dates

import "slices"

// depth bounds how far back undo goes.
const depth = 100

// history is what undo goes through.
type history struct{ past [][]item }

// keep remembers a list that has changed into now.
func (h *history) keep(was, now []item) {
	if slices.EqualFunc(was, now, func(a, b item) bool { return a.ID == b.ID && a.identical(b) }) {
		return
	}
	h.past = append(h.past, was)
	if len(h.past) > depth {
		h.past = h.past[1:]
	}
}

// CanUndo reports whether there is an edit to undo.
func (m *model) CanUndo() bool { return len(m.past) > 0 }

// Undo goes one edit back.
func (m *model) Undo() bool {
	n := len(m.past)
	if n == 0 {
		return false
	}
	m.items, m.past, m.said = m.past[n-1], m.past[:n-1], nil
	return true
}
