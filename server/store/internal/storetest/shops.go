package storetest

import (
	"slices"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func shops(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	shop := func(id int64) store.Shop {
		return store.Shop{ShopID: id, Name: wild, EnName: "Shop", Zone: "Asia/Hong_Kong", AddedAt: now + id}
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"shops come back sorted by ID": func(t *testing.T, s store.Store) {
			must(t, s.PutShops(ctx, []store.Shop{shop(3), shop(9_007_199_254_740_993), shop(1)}))
			returns(t, []store.Shop{shop(1), shop(3), shop(9_007_199_254_740_993)})(s.Shops(ctx))
			returns(t, shop(9_007_199_254_740_993))(s.Shop(ctx, 9_007_199_254_740_993))
		},
		"an empty store has no shops": func(t *testing.T, s store.Store) {
			must(t, s.PutShops(ctx, nil))
			returns(t, []store.Shop(nil))(s.Shops(ctx))
			fails(t, store.ErrNotFound)(s.Shop(ctx, 1))
		},
		"a known shop keeps AddedAt": func(t *testing.T, s store.Store) {
			must(t, s.PutShops(ctx, []store.Shop{shop(1), shop(2)}))
			must(t, s.PutShops(ctx, []store.Shop{
				{ShopID: 1, Name: "first", Zone: "UTC", AddedAt: 5},
				{ShopID: 1, Name: "last", EnName: "Last", Zone: "Asia/Dubai", AddedAt: 6},
			}))
			returns(t, []store.Shop{
				{ShopID: 1, Name: "last", EnName: "Last", Zone: "Asia/Dubai", AddedAt: now + 1}, shop(2),
			})(s.Shops(ctx))
		},
		"concurrent callers save shops in opposite orders": func(t *testing.T, s store.Store) {
			var many []store.Shop
			for id := range int64(120) {
				many = append(many, shop(id+1))
			}
			backwards := slices.Clone(many)
			slices.Reverse(backwards)
			mustAll(t, race(func(i int) error {
				if i%2 == 0 {
					return s.PutShops(ctx, many)
				}
				return s.PutShops(ctx, backwards)
			}))
			returns(t, many)(s.Shops(ctx))
		},
	})
}
