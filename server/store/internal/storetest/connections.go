package storetest

import (
	"fmt"
	"strings"

	"github.com/shopdesk/shopdesk/server/store"
)

func connections() cases {
	return cases{
		"saved connections come back with the next version": func(s tested) {
			s.notFound(s.Connection(ctx, "app"))
			c := store.Connection{
				ID: "app", SealedAccess: "v1.k.a", IssuedAt: now, ExpiresAt: now + 1, State: store.ConnectionSignIn, RenewAt: 2,
				LeaseOwner: wild, LeaseUntil: 3, SpentAt: 4, Attempts: 5, Trouble: "refused", OperatorID: 6,
				Operator: wild, ConnectedAt: 7,
			}
			for version := range int64(3) {
				c.Version = version
				c.SealedAccess = strings.Repeat(fmt.Sprint(version), 100_000)
				c.SealedRefresh = fmt.Sprint("refresh", version)
				must(s, s.SaveConnection(ctx, c))
				want := c
				want.Version++
				returns(s, want)(s.Connection(ctx, "app"))
			}
		},
		"connections are listed, and deleted with their shops": func(s tested) {
			must(s, s.SaveConnection(ctx, store.Connection{ID: "b"}))
			must(s, s.SaveConnection(ctx, store.Connection{ID: "a"}))
			must(s, s.BindShops(ctx, "a", []int64{1, 2}))
			must(s, s.BindShops(ctx, "b", []int64{3}))
			returns(s, []store.Connection{{ID: "a", Version: 1, State: store.ConnectionGood},
				{ID: "b", Version: 1, State: store.ConnectionGood}})(s.Connections(ctx))
			s.conflicts(s.DeleteConnection(ctx, "a", 2))
			must(s, s.DeleteConnection(ctx, "a", 1))
			s.conflicts(s.DeleteConnection(ctx, "a", 1))
			returns(s, map[int64]string{3: "b"})(s.ConnectionShops(ctx))
		},
		"a shop belongs to the connection that bound it last": func(s tested) {
			s.notFound(s.BindShops(ctx, "a", []int64{1}))
			must(s, s.SaveConnection(ctx, store.Connection{ID: "a"}))
			must(s, s.SaveConnection(ctx, store.Connection{ID: "b"}))
			must(s, s.BindShops(ctx, "a", []int64{2, 1, 2, 9007199254740993}))
			must(s, s.BindShops(ctx, "b", []int64{2}))
			must(s, s.AddShops(ctx, "b", []int64{5}))
			returns(s, map[int64]string{1: "a", 2: "b", 5: "b", 9007199254740993: "a"})(s.ConnectionShops(ctx))
			must(s, s.BindShops(ctx, "b", nil))
			returns(s, map[int64]string{1: "a", 9007199254740993: "a"})(s.ConnectionShops(ctx))
		},
	}
}
