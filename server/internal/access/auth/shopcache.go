package auth

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// shopList lists our shops at one moment.
type shopList struct {
	byID   map[int64]store.Shop
	byName []store.Shop // by name, then by number
	at     time.Time
}

// shopCache remembers the list of our shops for cacheFor.
type shopCache struct {
	mu            sync.RWMutex
	list          *shopList
	invalidations int // number of calls of drop
}

// fresh gives the remembered list, nil if there is no list or the list is old, and
// the value of drops for keep.
func (c *shopCache) fresh(now time.Time) (*shopList, int) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.list == nil || now.Sub(c.list.at) >= cacheFor {
		return nil, c.invalidations
	}
	return c.list, c.invalidations
}

// keep remembers list, unless a drop came after fresh returned drops: list may be
// older than the change.
func (c *shopCache) keep(list *shopList, drops int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.invalidations == drops {
		c.list = list
	}
}

func (c *shopCache) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = nil
	c.invalidations++
}

// ourShops gives the list of our shops, at most cacheFor old.
func (s *Service) ourShops(ctx context.Context) (*shopList, error) {
	now := s.Now()
	list, drops := s.shops.fresh(now)
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
	list = &shopList{byID: make(map[int64]store.Shop, len(shops)), byName: shops, at: now}
	for _, shop := range shops {
		list.byID[shop.ShopID] = shop
	}
	s.shops.keep(list, drops)
	return list, nil
}
