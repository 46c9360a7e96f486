package dates

import (
	"slices"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
)

// Type takes what stands in a time's field while it is being typed.
func (m *model) Type(i int, end bool, text string) {
	m.typing = shiftID(i, end)
	m.edit(func(it *item) { special.SetTime(it.Shifts, i, end, false, text) })
}

// Enter takes what stands in a time's field that is left.
func (m *model) Enter(i int, end bool, text string) {
	m.typing = ""
	m.edit(func(it *item) { special.SetTime(it.Shifts, i, end, true, text) })
}

// AddShift adds an empty shift to the entry and tells its place.
func (m *model) AddShift() (at int) {
	m.edit(func(it *item) {
		at = len(it.Shifts)
		it.Shifts = append(it.Shifts, special.NewShift())
	})
	m.typing = shiftID(at, false)
	return at
}

// RemoveShift takes a shift from the entry.
func (m *model) RemoveShift(i int) {
	m.typing = ""
	m.edit(func(it *item) {
		if i < len(it.Shifts) {
			it.Shifts = slices.Delete(it.Shifts, i, i+1)
		}
	})
}
