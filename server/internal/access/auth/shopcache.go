package auth

import (
	"cmp"
	"context"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

// shopList lists our shops at one moment.
type shopList struct {
	byID   map[int64]store.Shop
	byName []store.Shop // by name, then by number
}

// isOurs reports whether a shop is ours. One that isn't in the list may just have been added by another replica.
func (s *Service) isOurs(ctx context.Context, shopID int64) (bool, error) {
	list, err := s.ourShops(ctx)
	if err != nil {
		return false, err
	}
	if _, ours := list.byID[shopID]; ours {
		return true, nil
	}
	s.ShopsChanged()
	if list, err = s.ourShops(ctx); err != nil {
		return false, err
	}
	_, ours := list.byID[shopID]
	return ours, nil
}

// ourShops gives the list of our shops, at most cacheFor old.
func (s *Service) ourShops(ctx context.Context) (*shopList, error) {
	now := s.Now()
	list, drops := s.shops.get("", now)
	if list != nil {
		return list, nil
	}
	shops, err := s.Store.Shops(ctx)
	if err != nil {
		return nil, unavailable("list shops", err)
	}
	slices.SortFunc(shops, func(a, b store.Shop) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ShopID, b.ShopID))
	})
	list = &shopList{byID: make(map[int64]store.Shop, len(shops)), byName: shops}
	for _, shop := range shops {
		list.byID[shop.ShopID] = shop
	}
	s.shops.keep("", list, now.Add(cacheFor), drops)
	return list, nil
}
