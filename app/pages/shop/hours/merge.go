package hours

import (
	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Merge compares the week on the screen with another of the platform's, day by
// day.
func (m *model) Merge(theirs *platform.Week) *editor.Merge {
	parts := func(w week) (list []editor.Part) {
		for _, d := range platform.Days() {
			list = append(list, editor.Part{ID: d.Key(), Name: text.DayWithin(d), Lines: []string{w[d].words()}})
		}
		return list
	}
	return editor.Compare(parts(weekOf(m.base)), parts(m.Now), parts(weekOf(canonical(theirs))))
}

// Rebase goes on from what the platform has now, with each day as the merge
// has it.
func (m *model) Rebase(theirs *platform.Week, g *editor.Merge) {
	now := canonical(theirs)
	take := func(w week, holds func(platform.Day) bool) week {
		w = w.Clone()
		for _, d := range platform.Days() {
			if holds(d) {
				w[d] = dayOf(now.Day(d))
			}
		}
		return w
	}
	m.Carry(func(w week) week {
		return take(w, func(d platform.Day) bool {
			was := m.base.Day(d)
			return rules.SameHours(w[d].periods(), was) && !rules.SameHours(now.Day(d), was)
		})
	})
	next := take(m.Now, func(d platform.Day) bool { return g.Holds(d.Key()) })
	if !next.Equal(m.Now) { // else a time may be typed on
		m.Change(field{}, func(w *week) { *w = next })
	}
	m.read, m.base = *theirs, now
}

// sameWeek compares two weeks of the platform's by their times.
func sameWeek(a, b *platform.Week) bool {
	x, y := canonical(a), canonical(b)
	for _, d := range platform.Days() {
		if !rules.SameHours(x.Day(d), y.Day(d)) {
			return false
		}
	}
	return true
}
