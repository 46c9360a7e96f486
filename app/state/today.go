package state

import "github.com/shopdesk/shopdesk/api"

// KeptToday is what the page of today showed last, and of what.
type KeptToday struct {
	ShopID int64      `json:"shopId,string,omitempty"` // 0: of all shops
	Period api.Period `json:"period"`
	Today  api.Today  `json:"today"`
}

// KeptToday is what an earlier visit left; ok is false when none did.
func (s *State) KeptToday() (k KeptToday, ok bool) {
	ok = s.read(s.own(keyToday), &k) && k.Period.Days() > 0
	return k, ok
}

// KeepToday keeps it for the next visit, until somebody signs out.
func (s *State) KeepToday(k KeptToday) {
	if s.session.Operator != nil {
		_ = s.write(s.own(keyToday), k) // a cache: without it the next visit only waits longer
	}
}
