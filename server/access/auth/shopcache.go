package auth

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// shopList is the shops we look after, as they were at one moment.
type shopList struct {
	byID   map[int64]store.Shop
	byName []store.Shop // and by number
	at     time.Time
}

// shopCache remembers the shops we look after for a moment.
type shopCache struct {
	mu    sync.RWMutex
	list  *shopList
	drops int // how often the list was forgotten
}

// fresh is the remembered list, nil if there is none or it is old; and a
// number for keep.
func (c *shopCache) fresh(now time.Time) (*shopList, int) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.list == nil || now.Sub(c.list.at) >= cacheFor {
		return nil, c.drops
	}
	return c.list, c.drops
}

// keep remembers list, unless something was forgotten since fresh gave drops:
// then list may be older than the change.
func (c *shopCache) keep(list *shopList, drops int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drops == drops {
		c.list = list
	}
}

func (c *shopCache) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = nil
	c.drops++
}

// ourShops is the shops we look after, at most cacheFor old.
func (s *Service) ourShops(ctx context.Context) (*shopList, error) {
	now := s.cfg.Now()
	list, drops := s.shops.fresh(now)
	if list != nil {
		return list, nil
	}
	shops, err := s.store.Shops(ctx)
	if err != nil {
		return nil, s.unavailable(ctx, "list shops", err)
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
