package hours

// Undo goes one edit back.
func (m *model) Undo() bool { return m.travel(m.Back) }

// Redo takes an Undo back.
func (m *model) Redo() bool { return m.travel(m.Forward) }

func (m *model) travel(way func(week) (week, bool)) bool {
	m.Settle()
	w, ok := way(m.week)
	m.week, m.said = w, nil
	m.look()
	return ok
}
