package sandbox

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// state is everything that survives a restart.
type state struct {
	Version int                    `json:"version"`
	Offset  time.Duration          `json:"clockOffset"` // nanoseconds
	Shops   []*shop                `json:"shops"`       // in the order of their ids
	Tokens  map[string]tokenRecord `json:"tokens"`      // by their SHA-256 in hex

	Callbacks []callback `json:"callbacks,omitempty"` // replaced whole
	// Variants is what the control page chose; nil for Plays.
	Variants *[]Variant `json:"variants,omitempty"`
	// ShopDates tells which midnight bounds the special dates; nil in files of before.
	ShopDates *bool `json:"shopDates,omitempty"`
	// Listing is how files of before name the variant ActiveDates.
	Listing *platform.Listing `json:"listing,omitempty"`
	OAuth   oauthState        `json:"oauth,omitzero"`
}

// shop is a shop as the platform knows it. A shop in the state is never
// written to: a change puts a copy in its place, and slices are replaced
// whole, so that readers need no lock.
type shop struct {
	Record     platform.Shop          `json:"record"` // own pictures are paths that start with /sandbox/
	Zone       string                 `json:"zone"`
	Authorised bool                   `json:"authorised"`
	Week       platform.Week          `json:"week"`
	Special    []platform.SpecialDate `json:"special"`
	Reopens    int64                  `json:"reopens,omitempty"` // milliseconds of Unix time; closed by itself until then
	Asked      int64                  `json:"asked,omitempty"`   // milliseconds of Unix time; for the picture in review
}

// clone copies st so that it can be written while st changes on.
func (st *state) clone() *state {
	c := *st
	c.Shops = slices.Clone(st.Shops)
	c.Tokens = maps.Clone(st.Tokens)
	c.OAuth = st.OAuth.clone()
	return &c
}

// update makes a change and has it on disk before it returns. When change
// returns an error nothing is changed.
func (s *Sandbox) update(change func(*state) error) error {
	if err := s.Load(); err != nil {
		return err
	}
	if err := s.locked(change); err != nil {
		return err
	}
	return s.commit()
}

func (s *Sandbox) locked(change func(*state) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := change(&s.state); err != nil {
		return err
	}
	s.changes++
	return nil
}

// updateShop changes a copy of the shop and puts it in its place.
func (s *Sandbox) updateShop(id int64, change func(*shop) error) error {
	return s.update(func(st *state) error {
		at, ok := s.index[id]
		if !ok {
			return fmt.Errorf("%w: %d", ErrUnknownShop, id)
		}
		next := *st.Shops[at]
		if err := change(&next); err != nil {
			return err
		}
		st.Shops[at] = &next
		return nil
	})
}

// shop finds a shop; what it returns must not be changed.
func (s *Sandbox) shop(id int64) (*shop, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.index[id]
	if !ok {
		return nil, false
	}
	return s.state.Shops[at], true
}

// use makes st the state. The caller holds the lock, or is loading.
func (s *Sandbox) use(st state) {
	s.state = st
	s.index = make(map[int64]int, len(st.Shops))
	for at, shop := range st.Shops {
		s.index[shop.Record.ShopID] = at
	}
	s.changes++
}
