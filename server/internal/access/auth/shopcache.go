package auth

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/shopdesk/shopdesk/server/internal/background"
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
	if list, err = s.readShops(ctx); err != nil {
		return false, err
	}
	_, ours := list.byID[shopID]
	return ours, nil
}

// ourShops gives the list of our shops, at most cacheFor old.
func (s *Service) ourShops(ctx context.Context) (*shopList, error) {
	if list, _ := s.shops.get("", s.Now()); list != nil {
		return list, nil
	}
	return s.readShops(ctx)
}

// readShops reads the list of our shops, also what another replica has just added. Calls at one time share a read, but
// never one that began before the last change.
func (s *Service) readShops(ctx context.Context) (*shopList, error) {
	_, drops := s.shops.get("", s.Now())
	list, err := background.Share(ctx, &s.loads, fmt.Sprintf("shops.%d", drops),
		func(ctx context.Context) (*shopList, error) { return s.loadShops(ctx, drops) })
	if err != nil {
		return nil, unavailable("list shops", err)
	}
	return list, nil
}

func (s *Service) loadShops(ctx context.Context, drops uint64) (*shopList, error) {
	ctx, cancel := context.WithTimeout(ctx, LoadWithin)
	defer cancel()
	now := s.Now()
	shops, err := s.Store.Shops(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(shops, func(a, b store.Shop) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ShopID, b.ShopID))
	})
	list := &shopList{byID: make(map[int64]store.Shop, len(shops)), byName: shops}
	for _, shop := range shops {
		list.byID[shop.ShopID] = shop
	}
	s.shops.keep("", list, now.Add(cacheFor), drops)
	return list, nil
}
