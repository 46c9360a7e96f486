package dates

import "github.com/shopdesk/shopdesk/platform"

// draft is an unsaved edit as it is kept in the browser: the platform's list
// that it started from, and what stood on the screen.
type draft struct {
	Base  []platform.SpecialDate `json:"base"`
	Items []item                 `json:"items"`
}

// Snapshot is the edit as a draft.
func (m *model) Snapshot() draft { return draft{Base: m.read, Items: clone(m.items)} }

// Resume begins with a draft, on the list it started from.
func (m *model) Resume(d draft, at place) {
	m.Load(d.Base, at)
	m.items = clone(d.Items)
	for _, it := range m.items {
		m.last = max(m.last, it.ID)
	}
}
