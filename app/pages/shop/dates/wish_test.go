package dates

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/internal/datewish"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// The editor makes the list that a run and the quick edit make, by whichever
// anchor the shop's entries are kept. What is in the way of an entry is shortened
// or removed by hand, as the editor asks for it.
func TestEditorMakesTheListOfTheWish(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, w := datewish.DrawShop(t), datewish.DrawWish(t, false)
		var m model
		m.load(s.List, special.Place{Anchor: s.Anchor, Zone: s.Zone})
		// An entry split by hand loses the members that only the platform knows.
		for _, it := range m.items {
			days, _ := it.span()
			if days.first.Before(w.First) && w.Last.Before(days.last) {
				w.Last = days.last
			}
		}
		id := 0
		for _, it := range clone(m.items) {
			switch days, _ := it.span(); {
			case !days.overlaps(span{w.First, w.Last}):
			case days == span{w.First, w.Last}:
				m.Open(it.ID)
				id = it.ID
			case days.first.Before(w.First):
				m.Open(it.ID)
				m.SetLast(w.First.AddDays(-1).String())
				m.Done()
			case w.Last.Before(days.last):
				m.Open(it.ID)
				m.SetFirst(w.Last.AddDays(1).String())
				m.Done()
			default:
				m.Remove(it.ID)
			}
		}
		if id == 0 {
			m.Add(w.First, w.Last)
		}
		set(&m, w.Hours)
		if !m.Done() || !m.Try() {
			t.Fatalf("%+v", m.Problems())
		}
		if diff := cmp.Diff(s.Want(w), []platform.SpecialDate(m.list())); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", s.Name, diff)
		}
		if found := rules.Special(rules.ReadCalendar(m.read, s.Anchor, s.Zone).Entries(), s.Anchor, s.Zone); len(found) > 0 {
			t.Fatalf("taken back: %+v", found)
		}
		m.Reset()
		before := []platform.SpecialDate(rules.ReadCalendar(s.List, s.Anchor, s.Zone).Write())
		if diff := cmp.Diff(before, []platform.SpecialDate(m.list())); diff != "" {
			t.Fatalf("undone (-before +after):\n%s", diff)
		}
	})
}

// set gives the entry in the editor its hours, line by line.
func set(m *model, hours []platform.Period) {
	switch {
	case rules.Closed(hours):
		m.SetKind(kindClosed)
		return
	case hours[0].StartTime == 0:
		m.SetKind(kindWhole)
		return
	}
	m.SetKind(kindShifts)
	m.edit("", func(it *item) { it.Shifts = nil })
	for _, p := range hours {
		at := m.AddShift()
		m.SetTime(at, false, true, rules.FormatClock(p.StartTime))
		m.SetTime(at, true, true, rules.FormatClock(p.EndTime))
	}
}
