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

// days is how many days there are.
func (s span) days() int { return s.last.Days() - s.first.Days() + 1 }

// has reports whether all days of another stretch are in this one.
func (s span) has(other span) bool { return !other.first.Before(s.first) && !s.last.Before(other.last) }

// overlaps reports whether two stretches share a day.
func (s span) overlaps(other span) bool {
	return !s.last.Before(other.first) && !other.last.Before(s.first)
}

// without is what other stretches leave of this one, in the order of its days.
func (s span) without(others ...span) (left []span) {
	calendar := rules.Calendar{List: []rules.Dated{{First: s.first, Last: s.last, Mark: rules.Listed}}}
	for _, other := range others {
		calendar.Free(other.first, other.last)
	}
	for _, d := range calendar.List {
		left = append(left, span{d.First, d.Last})
	}
	return left
}

// Having is the id of the entry that has all days from first to last, 0 for none.
func (m *model) Having(first, last rules.Date) int {
	for _, it := range m.items {
		if days, ok := it.span(); ok && days.has(span{first, last}) {
			return it.ID
		}
	}
	return 0
}

// Clash are the days of the entry in the editor that other entries have, and those that they leave.
func (m *model) Clash() (taken, free []span) {
	it, _ := m.Item(m.open)
	days, ok := it.span()
	if !ok {
		return nil, nil
	}
	var others []span
	for _, other := range m.items {
		if theirs, known := other.span(); known && other.ID != it.ID {
			others = append(others, theirs)
		}
	}
	free = days.without(others...)
	if taken = days.without(free...); len(taken) == 0 {
		return nil, nil
	}
	return taken, free
}

// Replace takes the days of the entry in the editor from all other entries. An entry with days on both sides becomes
// two.
func (m *model) Replace() {
	it, _ := m.Item(m.open)
	days, ok := it.span()
	if !ok {
		return
	}
	m.worked, m.typing = true, ""
	m.change(func(items []item) []item {
		var kept []item
		for _, other := range items {
			theirs, known := other.span()
			if !known || other.ID == it.ID {
				kept = append(kept, other)
				continue
			}
			for i, left := range theirs.without(days) {
				part := other
				part.First, part.Last = left.first.String(), left.last.String()
				if i > 0 {
					m.last++
					part.ID, part.Shifts = m.last, slices.Clone(other.Shifts)
				}
				kept = append(kept, part)
			}
		}
		return kept
	})
}

// Only gives the entry in the editor these days.
func (m *model) Only(days span) {
	m.edit("", func(it *item) { it.First, it.Last = days.first.String(), days.last.String() })
}
