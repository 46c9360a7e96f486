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
	g := &editor.Merge{}
	now := canonical(theirs)
	for _, d := range platform.Days() {
		was, mine, other := m.base.Day(d), m.Now[d].periods(), now.Day(d)
		ours, they := !rules.SameHours(mine, was), !rules.SameHours(other, was)
		id, name := d.Key(), text.Day(d)
		switch words := func(periods []platform.Period) string { return dayOf(periods).words() }; {
		case ours && they && !rules.SameHours(mine, other):
			g.Clashes = append(g.Clashes, editor.Clash{
				ID: id, Name: name, Was: []string{words(was)}, Mine: []string{m.Now[d].words()}, Theirs: []string{words(other)},
			})
		case they && !ours:
			g.Taken = append(g.Taken, editor.Change{ID: id, Name: name, Text: words(other)})
		case ours && !they:
			g.Kept = append(g.Kept, editor.Change{ID: id, Name: name, Text: m.Now[d].words()})
		}
	}
	return g
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
