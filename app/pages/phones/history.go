package phones

import "slices"

// depth bounds how far back undo goes.
const depth = 200

// history is what undo and redo go through.
type history struct {
	past, future [][]entry
}

// keep remembers a list that is about to change.
func (h *history) keep(list []entry) {
	h.past, h.future = append(h.past, list), nil
	if len(h.past) > depth {
		h.past = h.past[1:]
	}
}

// forget drops the last list kept if nothing came of the change.
func (h *history) forget(list []entry) {
	if n := len(h.past); n > 0 && slices.Equal(h.past[n-1], list) {
		h.past = h.past[:n-1]
	}
}

// back gives the list before list.
func (h *history) back(list []entry) ([]entry, bool) { return move(&h.past, &h.future, list) }

// forward gives the list that back left.
func (h *history) forward(list []entry) ([]entry, bool) { return move(&h.future, &h.past, list) }

func move(from, to *[][]entry, list []entry) ([]entry, bool) {
	n := len(*from)
	if n == 0 {
		return list, false
	}
	out := (*from)[n-1]
	*from, *to = (*from)[:n-1], append(*to, list)
	return out, true
}

// Undo goes one edit back.
func (m *model) Undo() bool { return m.travel(m.back) }

// Redo takes an Undo back.
func (m *model) Redo() bool { return m.travel(m.forward) }

func (m *model) travel(way func([]entry) ([]entry, bool)) bool {
	m.Settle()
	list, ok := way(m.list)
	m.list, m.said = list, nil
	m.look()
	return ok
}

// CanUndo reports whether there is an edit to undo.
func (m *model) CanUndo() bool { return len(m.past) > 0 }

// CanRedo reports whether there is an Undo to take back.
func (m *model) CanRedo() bool { return len(m.future) > 0 }
