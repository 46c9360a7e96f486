package dates

import "github.com/shopdesk/shopdesk/app/pages/shop/special"

// SetTime takes what stands in a time's field, and whether that is left.
func (m *model) SetTime(i int, end, left bool, text string) {
	typing := ""
	if !left {
		typing = shiftID(i, end)
	}
	m.edit(typing, func(it *item) { special.SetTime(it.Shifts, i, end, left, text) })
}

// AddShift adds an empty shift to the entry and tells its place.
func (m *model) AddShift() (at int) {
	it, _ := m.Item(m.open)
	at = len(it.Shifts)
	m.edit(shiftID(at, false), func(it *item) { it.Shifts = append(it.Shifts, special.NewShift()) })
	return at
}

// RemoveShift takes a shift from the entry, but not its last one: of two quick presses the second may mean a shift that
// has gone.
func (m *model) RemoveShift(i int) {
	m.edit("", func(it *item) { it.Shifts = special.Without(it.Shifts, i) })
}
