package phones

// Undo goes one edit back.
func (m *model) Undo() bool { return m.travel(m.Back) }

// Redo takes an Undo back.
func (m *model) Redo() bool { return m.travel(m.Forward) }

func (m *model) travel(way func([]entry) ([]entry, bool)) bool {
	m.Settle()
	list, ok := way(m.list)
	m.list, m.said = list, nil
	m.look()
	return ok
}
