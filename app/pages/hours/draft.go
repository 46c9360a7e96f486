package hours

import "github.com/shopdesk/shopdesk/platform"

// draft is an unsaved edit as it is kept in the browser: the platform's week
// that it started from, and what stood on the screen.
type draft struct {
	Base platform.Week `json:"base"`
	Days week          `json:"days"`
}

// Snapshot is the edit as a draft.
func (m *model) Snapshot() draft { return draft{Base: m.read, Days: m.week} }

// Resume begins with a draft, on the week it started from.
func (m *model) Resume(d draft) {
	m.Load(d.Base)
	m.week = d.Days.clone()
	m.look()
}
