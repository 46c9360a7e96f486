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
			_, err := s.Meta(ctx, "canary")
			wantError(t, err, store.ErrNotFound)
			for _, value := range []string{wild, "second"} {
				holds, err := s.PutMeta(ctx, "canary", value)
				must(t, err)
				same(t, wild, holds)
			}
			got, err := s.Meta(ctx, "canary")
			must(t, err)
			same(t, wild, got)
			_, err = s.Meta(ctx, "Canary")
			wantError(t, err, store.ErrNotFound)
		},
		"many callers all get the first value": func(t *testing.T, s store.Store) {
			var seen [rivals]string
			for _, err := range race(func(i int) (err error) {
				seen[i], err = s.PutMeta(ctx, "canary", fmt.Sprint("value ", i))
				return err
			}) {
				must(t, err)
			}
			holds, err := s.Meta(ctx, "canary")
			must(t, err)
			for _, value := range seen {
				same(t, holds, value)
			}
		},
	})
}
