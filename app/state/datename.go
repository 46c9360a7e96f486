package state

import "github.com/shopdesk/shopdesk/api"

// DateNames is what the shop's special dates are called, as last read; known is
// false until then. The list is shared: treat it as read-only.
func (s *State) DateNames(shopID int64) (names []api.DateName, known bool) {
	names, known = s.dateNames[shopID]
	return names, known
}

// SetDateNames takes the server's list.
func (s *State) SetDateNames(shopID int64, names []api.DateName) {
	if s.dateNames == nil {
		s.dateNames = map[int64][]api.DateName{}
	}
	s.dateNames[shopID] = names
	s.revision++
}
