package state

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// DisplayName is the name that leads in the language on screen.
func DisplayName(shop api.Shop) string {
	name, _ := shop.Names(text.Lang())
	return name
}

// OtherName is the shop's other name, "" for none.
func OtherName(shop api.Shop) string {
	_, other := shop.Names(text.Lang())
	return other
}

// Shops lists the operator's shops, by [DisplayName]. Listed reports whether the list
// is an answer of this visit.
func (s *State) Shops() (shops []api.Shop, listed bool) { return s.shops, s.listed }

// ShopsTag names the list to the server, "" when it can't be named.
func (s *State) ShopsTag() string { return s.tag }

// listing is the list of shops as it outlives a visit.
type listing struct {
	api.Shops

	Tag string `json:"tag,omitempty"`
}

// readShops takes up the list that an earlier visit left.
func (s *State) readShops() {
	var kept listing
	if s.read(s.own(keyShops), &kept) {
		s.keep(kept.Spread(), kept.Tag)
	}
}

// keep holds a list that is in its order.
func (s *State) keep(shops []api.Shop, tag string) {
	s.shops, s.tag, s.byID = shops, tag, make(map[int64]int, len(shops))
	zones, most := map[string]int{}, 0
	s.home = ""
	for i, shop := range shops {
		s.byID[shop.ShopID] = i
		zones[shop.Zone]++
		if n := zones[shop.Zone]; n > most || n == most && shop.Zone < s.home {
			s.home, most = shop.Zone, n
		}
	}
	s.zones = len(zones)
}

// HomeZone is the name of the zone in which most shops are, "" without shops. Of several, it is the first by name.
func (s *State) HomeZone() string { return s.home }

// ZonesMeet reports whether the shops are in several zones: a time among others says in which.
func (s *State) ZonesMeet() bool { return s.zones > 1 }

// SetShops takes the server's answer.
func (s *State) SetShops(shops []api.Shop) { s.SetListing(shops, "") }

// SetListing takes the server's answer and what names it.
func (s *State) SetListing(shops []api.Shop, tag string) {
	s.keep(byName(shops), tag)
	s.SameShops()
	_ = s.cache(keyShops, listing{api.Gather(s.shops), tag})
}

// byName returns shops in the order of the names on screen.
func byName(shops []api.Shop) []api.Shop {
	type named struct {
		name string
		shop api.Shop
	}
	sorted := make([]named, len(shops))
	for i, shop := range shops {
		sorted[i] = named{strings.ToLower(DisplayName(shop)), shop}
	}
	slices.SortStableFunc(sorted, func(a, b named) int { return strings.Compare(a.name, b.name) })
	shops = make([]api.Shop, len(sorted))
	for i := range sorted {
		shops[i] = sorted[i].shop
	}
	return shops
}

// SameShops notes that the list still is the server's.
func (s *State) SameShops() {
	s.listed, s.listErr = true, nil
	s.revision++
}

// SetFavourite marks a shop, or takes the mark away.
func (s *State) SetFavourite(id int64, on bool) {
	if i, ok := s.byID[id]; ok {
		s.shops = slices.Clone(s.shops)
		s.shops[i].Favourite = on
		s.revision++
	}
}

// ListErr is why the list couldn't be read last, nil when it could.
func (s *State) ListErr() error { return s.listErr }

// SetListErr takes the reason why the list couldn't be read.
func (s *State) SetListErr(err error) {
	s.listErr = err
	s.revision++
}

// Shop is the operator's shop with that id.
func (s *State) Shop(id int64) (api.Shop, bool) {
	i, ok := s.byID[id]
	if !ok {
		return api.Shop{}, false
	}
	return s.shops[i], true
}

// May reports whether the operator may do something to a shop. It decides what
// is offered; the server decides what is done.
func (s *State) May(id int64, permission platform.Permission) bool {
	shop, _ := s.Shop(id)
	return slices.Contains(shop.Permissions, string(permission))
}

// ShopFor is a shop in which the operator may do something: one of these if there
// is, else any, 0 for none.
func (s *State) ShopFor(permission platform.Permission, rather []int64) int64 {
	for _, id := range rather {
		if s.May(id, permission) {
			return id
		}
	}
	for _, shop := range s.shops {
		if slices.Contains(shop.Permissions, string(permission)) {
			return shop.ShopID
		}
	}
	return 0
}

// MayAnywhere reports whether the operator may do something to any of their
// shops.
func (s *State) MayAnywhere(permission platform.Permission) bool {
	return s.ShopFor(permission, nil) != 0
}
