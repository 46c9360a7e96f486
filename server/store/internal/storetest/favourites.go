package storetest

import (
	"github.com/shopdesk/shopdesk/server/store"
)

func favourites() cases {
	owner := store.Membership{ShopID: store.AllShops, Role: "owner"}
	wants := func(s tested, operator int64, want ...int64) {
		s.Helper()
		returns(s, want)(s.Favourites(ctx, operator))
	}
	return cases{
		"each operator marks and unmarks shops": func(s tested) {
			ann, bob := person(s, "ann", owner), person(s, "bob")
			wants(s, ann)
			for _, shop := range []int64{9007199254740993, 7, 7} {
				must(s, s.SetFavourite(ctx, ann, shop, true))
			}
			must(s, s.SetFavourite(ctx, bob, 8, true))
			wants(s, ann, 7, 9007199254740993)
			must(s, s.SetFavourite(ctx, ann, 7, false))
			must(s, s.SetFavourite(ctx, ann, 7, false))
			wants(s, ann, 9007199254740993)
			wants(s, bob, 8)
			s.notFound(s.SetFavourite(ctx, 99, 7, true))
		},
		"favourites are deleted with their operator": func(s tested) {
			person(s, "ann", owner)
			bob := person(s, "bob")
			must(s, s.SetFavourite(ctx, bob, 8, true))
			must(s, s.RemoveOperator(ctx, bob, now))
			wants(s, bob)
		},
		"concurrent marks are kept": func(s tested) {
			ann := person(s, "ann", owner)
			allSucceed(s, func(i int) error { return s.SetFavourite(ctx, ann, int64(i%4+1), true) })
			wants(s, ann, 1, 2, 3, 4)
		},
	}
}
