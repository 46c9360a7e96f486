package dates

import (
	"slices"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// list is the list to send, in the order of its dates. An entry that nobody
// changed is the platform's own, to the byte, wherever that fits the anchor (see
// [rules.Calendar]).
func (m *model) list() platform.SpecialDates {
	calendar := rules.ReadCalendar(m.read, m.at.anchor, m.at.zone)
	var list []rules.Dated
	for _, it := range sorted(m.items) {
		first, last, ok := it.span()
		if !ok {
			continue
		}
		d := rules.Dated{SpecialDate: platform.SpecialDate{BusinessHour: it.periods(), Extra: it.Extra}, First: first, Last: last}
		if i := slices.IndexFunc(m.base, func(b item) bool { return b.ID == it.ID }); i >= 0 {
			if it.same(m.base[i]) {
				d.SpecialDate = m.read[i]
			} else {
				d.BusinessHour = rules.KeepExtra(m.read[i].BusinessHour, d.BusinessHour)
			}
		}
		list = append(list, d)
	}
	calendar.Keep(list)
	return calendar.Write()
}

// Changed reports whether an entry isn't what the platform has, or isn't called
// what our server has.
func (m *model) Changed(it item) bool {
	b := find(m.base, it.ID)
	return b == nil || !b.same(it) || b.Name != it.Name
}

// count is [model.Count], worked out.
func (m *model) count() int {
	n := 0
	for _, it := range m.items {
		if m.Changed(it) {
			n++
		}
	}
	for _, b := range m.base {
		if find(m.items, b.ID) == nil {
			n++
		}
	}
	return n
}

// Dirty reports whether there is something to save.
func (m *model) Dirty() bool { return m.loaded && m.Count() > 0 }
