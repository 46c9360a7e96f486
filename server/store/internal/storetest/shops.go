package storetest

import (
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

func shops() cases {
	shop := func(id int64) store.Shop {
		return store.Shop{ShopID: id, Name: wild, EnName: "Shop", Zone: "Asia/Hong_Kong", AddedAt: now + id}
	}
	return cases{
		"shops come back sorted by ID": func(s tested) {
			must(s, s.PutShops(ctx, []store.Shop{shop(3), shop(9_007_199_254_740_993), shop(1)}))
			returns(s, []store.Shop{shop(1), shop(3), shop(9_007_199_254_740_993)})(s.Shops(ctx))
			returns(s, shop(9_007_199_254_740_993))(s.Shop(ctx, 9_007_199_254_740_993))
		},
		"an empty store has no shops": func(s tested) {
			must(s, s.PutShops(ctx, nil))
			counts(s, 0)(s.Shops(ctx))
			s.notFound(s.Shop(ctx, 1))
		},
		"a known shop keeps AddedAt": func(s tested) {
			must(s, s.PutShops(ctx, []store.Shop{shop(1), shop(2)}))
			must(s, s.PutShops(ctx, []store.Shop{
				{ShopID: 1, Name: "first", Zone: "UTC", AddedAt: 5},
				{ShopID: 1, Name: "last", EnName: "Last", Zone: "Asia/Dubai", AddedAt: 6},
			}))
			returns(s, []store.Shop{
				{ShopID: 1, Name: "last", EnName: "Last", Zone: "Asia/Dubai", AddedAt: now + 1}, shop(2),
			})(s.Shops(ctx))
		},
		"a known shop keeps its zone where none is given": func(s tested) {
			must(s, s.PutShops(ctx, []store.Shop{shop(1)}))
			must(s, s.PutShops(ctx, []store.Shop{{ShopID: 1, Name: "new"}}))
			returns(s, store.Shop{ShopID: 1, Name: "new", Zone: "Asia/Hong_Kong", AddedAt: now + 1})(s.Shop(ctx, 1))
		},
		"concurrent callers save shops in opposite orders": func(s tested) {
			var many []store.Shop
			for id := range int64(120) {
				many = append(many, shop(id+1))
			}
			backwards := slices.Clone(many)
			slices.Reverse(backwards)
			allSucceed(s, func(i int) error {
				if i%2 == 0 {
					return s.PutShops(ctx, many)
				}
				return s.PutShops(ctx, backwards)
			})
			returns(s, many)(s.Shops(ctx))
		},
	}
}
