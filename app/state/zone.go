package state

import (
	"sync"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Zone is the shop's time zone; ok is false when the shop or its zone's name is
// unknown here.
func (s *State) Zone(shopID int64) (zone rules.Zone, ok bool) {
	shop, ok := s.Shop(shopID)
	if !ok {
		return nil, false
	}
	return ZoneOf(shop.Zone)
}

// Anchor is the midnight that bounds special dates, from the server's profile.
func (s *State) Anchor() platform.Anchor {
	if s.session.Profile.Anchor == "shop" {
		return platform.AnchorShop
	}
	return platform.AnchorUTC
}

// ListsActive reports whether the platform lists the special dates of today alone,
// by the server's profile: what lies ahead is known from our own record.
func (s *State) ListsActive() bool { return s.session.Profile.ListsActive }

// RefundBySpu reports whether a refund names products by their spuId, by the
// server's profile.
func (s *State) RefundBySpu() bool { return s.session.Profile.RefundBySpu }

// Leaves are what becomes of input that the interface doesn't forbid outright, from
// the server's profile.
func (s *State) Leaves() rules.Leaves {
	leaves := rules.Leaves{}
	for code, leave := range s.session.Profile.Leaves {
		leaves[code] = platform.Leave(leave)
	}
	return leaves
}

// zones holds the zones made so far by IANA name: making one is slow in a
// browser, and a zone has no state of anybody's.
var zones sync.Map

// ZoneOf is the zone with that IANA name ("Asia/Hong_Kong"); ok is false when
// the device doesn't know it.
func ZoneOf(name string) (zone rules.Zone, ok bool) {
	if z, ok := zones.Load(name); ok {
		return z.(rules.Zone), true
	}
	lookup, err := offsets(name)
	if name == "" || err != nil {
		return nil, false
	}
	z, _ := zones.LoadOrStore(name, &cachedZone{lookup: lookup, known: map[int64]int{}})
	return z.(rules.Zone), true
}

const (
	// quarter is the grid on which zones change their offsets, in milliseconds.
	quarter = 15 * 60 * 1000
	// maxKnown bounds a zone's memory.
	maxKnown = 4096
)

// cachedZone asks for an offset once per quarter of an hour.
type cachedZone struct {
	lookup func(unixMS int64) int

	mutex sync.Mutex
	known map[int64]int
}

var _ rules.Zone = (*cachedZone)(nil)

// OffsetAt implements [rules.Zone].
func (z *cachedZone) OffsetAt(unixMS int64) int {
	slot := unixMS / quarter
	if unixMS%quarter < 0 {
		slot--
	}
	z.mutex.Lock()
	defer z.mutex.Unlock()
	if offset, ok := z.known[slot]; ok {
		return offset
	}
	if len(z.known) >= maxKnown {
		clear(z.known)
	}
	offset := z.lookup(slot * quarter)
	z.known[slot] = offset
	return offset
}
