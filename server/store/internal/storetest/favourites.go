package storetest

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func favourites(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	owner := store.Membership{ShopID: store.AllShops, Role: "owner"}
	wants := func(t *testing.T, s store.Store, operator int64, want ...int64) {
		t.Helper()
		returns(t, want)(s.Favourites(ctx, operator))
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"each operator marks and unmarks shops": func(t *testing.T, s store.Store) {
			ann, bob := person(t, s, "ann", owner), person(t, s, "bob")
			wants(t, s, ann)
			for _, shop := range []int64{9007199254740993, 7, 7} {
				must(t, s.SetFavourite(ctx, ann, shop, true))
			}
			must(t, s.SetFavourite(ctx, bob, 8, true))
			wants(t, s, ann, 7, 9007199254740993)
			must(t, s.SetFavourite(ctx, ann, 7, false))
			must(t, s.SetFavourite(ctx, ann, 7, false))
			wants(t, s, ann, 9007199254740993)
			wants(t, s, bob, 8)
			wantError(t, s.SetFavourite(ctx, 99, 7, true), store.ErrNotFound)
		},
		"favourites are deleted with their operator": func(t *testing.T, s store.Store) {
			person(t, s, "ann", owner)
			bob := person(t, s, "bob")
			must(t, s.SetFavourite(ctx, bob, 8, true))
			must(t, s.RemoveOperator(ctx, bob, now))
			wants(t, s, bob)
		},
		"concurrent marks are kept": func(t *testing.T, s store.Store) {
			ann := person(t, s, "ann", owner)
			mustAll(t, race(func(i int) error { return s.SetFavourite(ctx, ann, int64(i%4+1), true) }))
			wants(t, s, ann, 1, 2, 3, 4)
		},
	})
}
