package state

import (
	"encoding/json"
	"time"

	"github.com/shopdesk/shopdesk/api"
)

// DateNames is what the shop's special dates are called, as last read; known is
// false until then. The list is shared: treat it as read-only.
func (s *State) DateNames(shopID int64) (names []api.DateName, known bool) {
	names = s.record(shopID).Names
	return names, names != nil
}

// SetOtherDates takes the Past and the Unlisted of an [api.ShopRecord].
func (s *State) SetOtherDates(shopID int64, past, unlisted json.RawMessage) {
	s.change(shopID, func(r *Record, _ time.Time) { r.Past, r.Unlisted = past, unlisted })
}

// SetDateNames takes the server's list.
func (s *State) SetDateNames(shopID int64, names []api.DateName) {
	if names == nil {
		names = []api.DateName{}
	}
	s.change(shopID, func(r *Record, now time.Time) { r.Names, r.NamesAt = names, now })
}
