package state

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
)

// DisplayName is the name that operators read: the console is in English.
func DisplayName(shop api.Shop) string {
	if shop.EnName != "" {
		return shop.EnName
	}
	return shop.Name
}

// OtherName is the shop's name in the other language, "" when it is the same.
func OtherName(shop api.Shop) string {
	if shop.Name == DisplayName(shop) {
		return ""
	}
	return shop.Name
}

// Shops lists the operator's shops, by [DisplayName]. Listed reports whether the list
// is an answer of this visit.
func (s *State) Shops() (shops []api.Shop, listed bool) { return s.shops, s.listed }

// SetShops takes the server's answer.
func (s *State) SetShops(shops []api.Shop) {
	shops = slices.Clone(shops)
	slices.SortStableFunc(shops, func(a, b api.Shop) int {
		return strings.Compare(strings.ToLower(DisplayName(a)), strings.ToLower(DisplayName(b)))
	})
	s.shops, s.listed, s.listErr = shops, true, nil
	s.revision++
	_ = s.write(s.own(keyShops), shops) // a cache, as above
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
	for _, shop := range s.shops {
		if shop.ShopID == id {
			return shop, true
		}
	}
	return api.Shop{}, false
}

// May reports whether the operator may do something to a shop. It decides what
// is offered; the server decides what is done.
func (s *State) May(id int64, permission platform.Permission) bool {
	shop, ok := s.Shop(id)
	return ok && slices.Contains(shop.Permissions, string(permission))
}

// MayAnywhere reports whether the operator may do something to any of their
// shops.
func (s *State) MayAnywhere(permission platform.Permission) bool {
	return slices.ContainsFunc(s.shops, func(shop api.Shop) bool {
		return slices.Contains(shop.Permissions, string(permission))
	})
}
