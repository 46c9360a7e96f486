package hours

import (
	"slices"

	"github.com/shopdesk/shopdesk/platform"
)

// merge is what came of two edits that started from the same week: ours, and
// the one that somebody else saved.
type merge struct {
	theirs platform.Week
	taken  []platform.Day // only they changed these: theirs hold
	kept   []platform.Day // only we did: ours hold
	clash  []platform.Day // both did, in different ways
	picks  map[platform.Day]pick
	missed []platform.Day // clashes without a pick at the last try
}

// pick is which version of a day holds.
type pick int

const (
	pickNone pick = iota
	pickMine
	pickTheirs
)

// Merge compares the week on the screen with what the platform has now.
func (m *model) Merge(theirs platform.Week) *merge {
	m.Settle()
	g := &merge{theirs: theirs, picks: map[platform.Day]pick{}}
	now := canonical(&theirs)
	for _, d := range platform.Days() {
		was, mine, other := m.base.Day(d), m.week[d].periods(), now.Day(d)
		ours, they := !sameTimes(mine, was), !sameTimes(other, was)
		switch {
		case ours && they && !sameTimes(mine, other):
			g.clash = append(g.clash, d)
		case they && !ours:
			g.taken = append(g.taken, d)
		case ours && !they:
			g.kept = append(g.kept, d)
		}
	}
	return g
}

// trivial reports whether nothing of theirs touches what is on the screen.
func (g *merge) trivial() bool { return len(g.clash) == 0 && len(g.taken) == 0 }

// missing are the clashes nobody has decided.
func (g *merge) missing() []platform.Day {
	return slices.DeleteFunc(slices.Clone(g.clash), func(d platform.Day) bool { return g.picks[d] != pickNone })
}

// Rebase goes on from what the platform has now, with each day as the merge
// has it. A clash without a pick keeps ours. It is a step of undo.
func (m *model) Rebase(g *merge) {
	m.Settle()
	now := canonical(&g.theirs)
	m.change(field{}, func(w *week) {
		for _, d := range platform.Days() {
			if slices.Contains(g.taken, d) || g.picks[d] == pickTheirs {
				w[d] = dayOf(now.Day(d))
			}
		}
	})
	m.read, m.base = g.theirs, now
	m.look()
}

// sameWeek compares two weeks of the platform's by their times.
func sameWeek(a, b *platform.Week) bool {
	a, b = canonical(a), canonical(b)
	for _, d := range platform.Days() {
		if !sameTimes(a.Day(d), b.Day(d)) {
			return false
		}
	}
	return true
}
