package dates

import (
	"slices"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// span is a stretch of days, both ends included.
type span struct{ first, last rules.Date }

// words are the days as briefly as possible: "25–26 Dec".
func (s span) words() string { return text.Isolate(text.Days(s.first, s.last)) }

// Having is the id of the entry that has all days from first to last, 0 for none.
func (m *model) Having(first, last rules.Date) int {
	for _, it := range m.items {
		if from, to, ok := it.span(); ok && !first.Before(from) && !to.Before(last) {
			return it.ID
		}
	}
	return 0
}

// Clash are the days of the entry in the editor that other entries have, and those that they leave.
func (m *model) Clash() (taken, free []span) {
	it, _ := m.Item(m.open)
	first, last, ok := it.span()
	if !ok {
		return nil, nil
	}
	for _, other := range sorted(m.items) {
		if other.ID == it.ID || !other.overlaps(it) {
			continue
		}
		from, to, _ := other.span()
		if from.Before(first) {
			from = first
		}
		if last.Before(to) {
			to = last
		}
		if n := len(taken); n > 0 && !taken[n-1].last.AddDays(1).Before(from) {
			if taken[n-1].last.Before(to) {
				taken[n-1].last = to
			}
			continue
		}
		taken = append(taken, span{from, to})
	}
	next := first
	for _, s := range taken {
		if next.Before(s.first) {
			free = append(free, span{next, s.first.AddDays(-1)})
		}
		next = s.last.AddDays(1)
	}
	if len(taken) > 0 && !last.Before(next) {
		free = append(free, span{next, last})
	}
	return taken, free
}

// Replace takes the days of the entry in the editor from all other entries. An entry with days on both sides becomes
// two.
func (m *model) Replace() {
	it, _ := m.Item(m.open)
	first, last, ok := it.span()
	if !ok {
		return
	}
	m.worked, m.typing = true, ""
	m.change(func(items []item) []item {
		var kept []item
		for _, other := range items {
			if other.ID == it.ID || !other.overlaps(it) {
				kept = append(kept, other)
				continue
			}
			from, to, _ := other.span()
			before, after := other, other
			if from.Before(first) {
				before.Last = first.AddDays(-1).String()
				kept = append(kept, before)
				m.last++
				after.ID, after.Shifts = m.last, slices.Clone(other.Shifts)
			}
			if last.Before(to) {
				after.First = last.AddDays(1).String()
				kept = append(kept, after)
			}
		}
		return kept
	})
}

// Only gives the entry in the editor these days.
func (m *model) Only(days span) {
	m.edit("", func(it *item) { it.First, it.Last = days.first.String(), days.last.String() })
}
