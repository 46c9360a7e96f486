package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func connections(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"come back with the next version": func(t *testing.T, s store.Store) {
			_, err := s.Connection(ctx, "app")
			wantError(t, err, store.ErrNotFound)
			c := store.Connection{ID: "app", SealedAccess: "v1.k.a", IssuedAt: now, ExpiresAt: now + 1}
			for version := range int64(3) {
				c.Version = version
				c.SealedAccess = strings.Repeat(fmt.Sprint(version), 100_000)
				c.SealedRefresh = fmt.Sprint("refresh", version)
				must(t, s.SaveConnection(ctx, c))
				want := c
				want.Version++
				got, err := s.Connection(ctx, "app")
				must(t, err)
				same(t, want, got)
			}
		},
		"a stale version changes nothing": func(t *testing.T, s store.Store) {
			must(t, s.SaveConnection(ctx, store.Connection{ID: "app", SealedAccess: "one"}))
			must(t, s.SaveConnection(ctx, store.Connection{ID: "app", SealedAccess: "two", Version: 1}))
			for _, version := range []int64{0, 1, 3, -1} {
				wantError(t, s.SaveConnection(ctx, store.Connection{ID: "app", SealedAccess: "x", Version: version}), store.ErrConflict)
			}
			wantError(t, s.SaveConnection(ctx, store.Connection{ID: "other", Version: 1}), store.ErrConflict)
			got, err := s.Connection(ctx, "app")
			must(t, err)
			same(t, store.Connection{ID: "app", SealedAccess: "two", Version: 2}, got)
			_, err = s.Connection(ctx, "other")
			wantError(t, err, store.ErrNotFound)
		},
		"of many, one saves each version": func(t *testing.T, s store.Store) {
			for version := range int64(5) {
				oneWins(t, race(func(i int) error {
					return s.SaveConnection(ctx, store.Connection{ID: "app", SealedAccess: fmt.Sprint(i), Version: version})
				}), store.ErrConflict)
				got, err := s.Connection(ctx, "app")
				must(t, err)
				same(t, version+1, got.Version)
			}
		},
	})
}
