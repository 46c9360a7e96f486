package dates

import (
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// derived is what follows from a list, worked out once: the page draws itself
// anew at every press. Lists are never changed in place, so that the same
// slice is the same list.
type derived struct {
	entries  []platform.SpecialDate
	ids      []int
	problems []problem
	doubts   []problem      // what the platform may refuse
	judged   bool           // problems were worked out
	judgedBy *platform.Week // with these weekly hours

	week *platform.Week
	all  rules.Schedule

	base    []item // what changes and rows were worked out against
	counted bool
	changes int

	byID         map[int]*row // the rows, nil until they are worked out, for what follows
	today        rules.Date
	may          bool
	coming, past []*row

	before  *derived // what was derived of the list before, to take over what stayed
	items   []item   // the list that all this follows from
	touched []span   // where this list differs from that

	month  rules.Date // whose days were worked out, for what follows
	days   []components.CalendarDay
	dated  rules.Date                            // today, when they were
	byDate map[rules.Date]components.CalendarDay // those of all months looked at
}

// derive is what follows from the list on the screen.
func (m *model) derive() *derived {
	if m.cache == nil || !identical(m.cache.items, m.items) {
		m.cache = m.follow(m.cache)
	}
	return m.cache
}

// identical reports whether two slices are one.
func identical(a, b []item) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// schedule is what applies on every date; ids are its entries'.
func (m *model) schedule() (all rules.Schedule, ids []int) {
	d := m.derive()
	if d.week == nil || d.week != m.at.Week {
		d.byID, d.days, d.byDate = nil, nil, nil
		d.all, d.week = rules.NewSchedule(m.at.Week, d.entries, m.at.Anchor, m.at.Zone), m.at.Week
	}
	return d.all, d.ids
}

// Problems is everything that is wrong with the list, in its order.
func (m *model) Problems() []problem { return m.judged().problems }

// Doubts are what the platform may refuse of the entry in the editor. They keep nobody from saving.
func (m *model) Doubts() (words []string) {
	for _, p := range m.judged().doubts {
		if p.item == m.open && p.field != m.typing {
			words = append(words, text.Doubt(p.text))
		}
	}
	return words
}

// judged is what follows from the list, once it was judged.
func (m *model) judged() *derived {
	d := m.derive()
	if !d.judged || d.judgedBy != m.at.Week {
		d.judged, d.judgedBy = true, m.at.Week
		d.problems, d.doubts = m.judge(d)
	}
	return d
}

// against forgets what was worked out against another base.
func (d *derived) against(base []item) {
	if !identical(d.base, base) {
		d.base, d.counted, d.byID, d.days, d.byDate = base, false, nil, nil, nil
	}
}

// Count counts the entries added, changed and removed.
func (m *model) Count() int {
	d := m.derive()
	if d.against(m.base); !d.counted {
		d.changes, d.counted = m.count(), true
	}
	return d.changes
}

// Rows are the entries that are on or to come, and those that are over.
func (m *model) Rows(today rules.Date, may bool) (coming, past []*row) {
	d := m.derive()
	if d.against(m.base); d.byID == nil || d.today != today || d.may != may || d.week != m.at.Week {
		d.coming, d.past = m.rows(today, may)
		d.today, d.may = today, may
	}
	return d.coming, d.past
}
