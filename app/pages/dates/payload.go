package dates

import (
	"slices"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Payload is the list to send, in the order of its dates. An entry that nobody
// changed is the platform's own, to the byte, wherever that fits the anchor.
func (m *model) Payload() platform.SpecialDates {
	list := platform.SpecialDates{}
	for _, it := range sorted(m.items) {
		i := slices.IndexFunc(m.base, func(b item) bool { return b.ID == it.ID })
		if i >= 0 && it.same(m.base[i]) && rules.FitsAnchor(m.read[i], m.at.anchor, m.at.zone) {
			list = append(list, m.read[i])
		} else if d, ok := it.entry(m.at.anchor, m.at.zone); ok {
			list = append(list, d)
		}
	}
	return list
}

// Changed reports whether an entry isn't what the platform has, or isn't called
// what our server has.
func (m *model) Changed(it item) bool {
	b := find(m.base, it.ID)
	return b == nil || !b.same(it) || b.Name != it.Name
}

// count is [model.Changes], worked out.
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
func (m *model) Dirty() bool { return m.loaded && m.Changes() > 0 }
