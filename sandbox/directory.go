package sandbox

import (
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// FirstShopID is the id of the first seeded shop; ids count up from it.
const FirstShopID = 100001

// ShopInfo is what a console needs to know of a shop that has authorised it:
// the platform has no list of shops.
type ShopInfo struct {
	ShopID int64  `json:"shopId"`
	Name   string `json:"name"`
	EnName string `json:"enName"`
	Zone   string `json:"zone"` // IANA name
}

// Directory lists the shops whose merchants have authorised the application,
// in the order of their ids. It is empty when the state can't be read.
func (s *Sandbox) Directory() []ShopInfo {
	var list []ShopInfo
	for _, sh := range s.all() {
		if sh.Authorised {
			list = append(list, ShopInfo{
				ShopID: sh.Record.ShopID, Name: sh.Record.Name, EnName: sh.Record.EnName, Zone: sh.Zone,
			})
		}
	}
	return list
}

// ShopState is a shop as the platform knows it.
type ShopState struct {
	Record     platform.Shop          `json:"record"` // own pictures are paths that start with /sandbox/
	Zone       string                 `json:"zone"`
	Authorised bool                   `json:"authorised"`
	Week       platform.Week          `json:"week"`
	Special    []platform.SpecialDate `json:"special"` // active and to come
}

// Shop is the state of one shop; false for an unknown id.
func (s *Sandbox) Shop(id int64) (ShopState, bool) {
	if s.Load() != nil {
		return ShopState{}, false
	}
	sh, ok := s.shop(id)
	if !ok {
		return ShopState{}, false
	}
	return ShopState{
		Record: sh.public(""), Zone: sh.Zone, Authorised: sh.Authorised, Week: sh.Week, Special: s.current(sh),
	}, true
}

// all lists the shops; they must not be changed.
func (s *Sandbox) all() []*shop {
	if s.Load() != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*shop(nil), s.state.Shops...)
}

// Reset brings back the seed: shops, clock, tokens, faults, orders, pushes and
// the log. The registered webhook URLs stay: whoever listens there goes on.
func (s *Sandbox) Reset() error {
	return s.update(func(*state) error {
		s.state = state{Version: stateVersion, Tokens: map[string]tokenRecord{}, Callbacks: s.state.Callbacks}
		s.use(s.withShops(s.state))
		s.book.clear()
		s.post.clear()
		s.flow, s.cut = flowState{}, time.Time{}
		s.faults = nil
		s.calls = callLog{}
		return nil
	})
}
