package dates

import (
	"encoding/json"

	"github.com/shopdesk/shopdesk/platform"
)

// draft is an unsaved edit as it is kept in the browser: the platform's list
// that it started from, and what stood on the screen.
type draft struct {
	Base  json.RawMessage `json:"base"`
	Items []item          `json:"items"`
}

// Snapshot is the edit as a draft. The list it started from is written once.
func (m *model) Snapshot() (draft, error) {
	if m.written == nil {
		data, err := json.Marshal(m.read)
		if err != nil {
			return draft{}, err
		}
		m.written = data
	}
	return draft{Base: m.written, Items: m.items}, nil
}

// Resume begins with a draft, on the list it started from. It reports false,
// and changes nothing, when the draft can't be read.
func (m *model) Resume(d draft, at place) bool {
	var read []platform.SpecialDate
	if json.Unmarshal(d.Base, &read) != nil {
		return false
	}
	m.Load(read, at)
	m.items = clone(d.Items)
	for _, it := range m.items {
		m.last = max(m.last, it.ID)
	}
	return true
}
