package hours

// depth bounds how far back undo goes.
const depth = 200

// history is what undo and redo go through.
type history struct {
	past, future []week
}

// keep remembers a week that is about to change.
func (h *history) keep(w week) {
	h.past, h.future = append(h.past, w), nil
	if len(h.past) > depth {
		h.past = h.past[1:]
	}
}

// forget drops the last week kept if nothing came of the change.
func (h *history) forget(w week) {
	if n := len(h.past); n > 0 && h.past[n-1].equal(w) {
		h.past = h.past[:n-1]
	}
}

// back gives the week before w.
func (h *history) back(w week) (week, bool) { return move(&h.past, &h.future, w) }

// forward gives the week that back left.
func (h *history) forward(w week) (week, bool) { return move(&h.future, &h.past, w) }

func move(from, to *[]week, w week) (week, bool) {
	n := len(*from)
	if n == 0 {
		return w, false
	}
	out := (*from)[n-1]
	*from, *to = (*from)[:n-1], append(*to, w)
	return out, true
}

// Undo goes one edit back.
func (m *model) Undo() bool { return m.travel(m.back) }

// Redo takes an Undo back.
func (m *model) Redo() bool { return m.travel(m.forward) }

func (m *model) travel(way func(week) (week, bool)) bool {
	m.Settle()
	w, ok := way(m.week)
	m.week, m.said = w, nil
	m.look()
	return ok
}

// CanUndo reports whether there is an edit to undo.
func (m *model) CanUndo() bool { return len(m.past) > 0 }

// CanRedo reports whether there is an Undo to take back.
func (m *model) CanRedo() bool { return len(m.future) > 0 }
