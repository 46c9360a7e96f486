package dates

import (
	"slices"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Type takes what stands in a time's field while it is being typed.
func (m *model) Type(i int, end bool, text string) {
	m.typing = shiftID(i, end)
	m.setTime(i, end, text)
}

// Enter takes what stands in a time's field that is left.
func (m *model) Enter(i int, end bool, text string) {
	m.typing = ""
	m.setTime(i, end, settled(text))
}

// Step moves a time by quarters of an hour, around the clock. An end goes to
// 24:00, not to 00:00.
func (m *model) Step(i int, end bool, by int) {
	const quarter = 15 * 60
	it, _ := m.Item(m.open)
	if i >= len(it.Shifts) {
		return
	}
	at := seconds(*it.Shifts[i].time(end))
	if at == platform.NoTime {
		return
	}
	slot := at / quarter
	if by > 0 || at%quarter == 0 {
		slot += by
	}
	at = (slot*quarter + platform.DaySeconds) % platform.DaySeconds
	if end && at == 0 {
		at = platform.DaySeconds
	}
	m.Enter(i, end, rules.FormatClock(at))
}

func (m *model) setTime(i int, end bool, text string) {
	m.edit(func(it *item) {
		if i < len(it.Shifts) {
			*it.Shifts[i].time(end) = text
		}
	})
}

// AddShift adds an empty shift to the entry and tells its place.
func (m *model) AddShift() (at int) {
	m.edit(func(it *item) {
		at = len(it.Shifts)
		it.Shifts = append(it.Shifts, shift{})
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
