package storetest

import (
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func meta(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"the first value stays": func(t *testing.T, s store.Store) {
			fails(t, store.ErrNotFound)(s.Meta(ctx, "canary"))
			for _, value := range []string{wild, "second"} {
				returns(t, wild)(s.PutMeta(ctx, "canary", value))
			}
			returns(t, wild)(s.Meta(ctx, "canary"))
			fails(t, store.ErrNotFound)(s.Meta(ctx, "Canary"))
		},
		"many callers all get the first value": func(t *testing.T, s store.Store) {
			var seen [rivals]string
			mustAll(t, race(func(i int) (err error) {
				seen[i], err = s.PutMeta(ctx, "canary", fmt.Sprint("value ", i))
				return err
			}))
			holds, err := s.Meta(ctx, "canary")
			must(t, err)
			for _, value := range seen {
				same(t, holds, value)
			}
		},
	})
}
