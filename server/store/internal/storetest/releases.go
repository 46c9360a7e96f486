package storetest

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func releases(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	app := func(hash string, at int64) store.Released {
		return store.Released{Name: "app.wasm", Hash: hash, ServedAt: at}
	}
	put := func(t *testing.T, s store.Store, name, hash string, at int64) {
		t.Helper()
		must(t, s.PutReleased(ctx, store.Released{Name: name, Hash: hash, ServedAt: at}, []byte(name+hash)))
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"the last served file comes first": func(t *testing.T, s store.Store) {
			for at, hash := range []string{"a", "b", "c"} {
				put(t, s, "app.wasm", hash, int64(at))
			}
			put(t, s, "boot.js", "a", 9)
			must(t, s.PutReleased(ctx, app("a", 7), []byte("ignored")))
			returns(t, []store.Released{app("a", 7), app("c", 2), app("b", 1)})(s.Released(ctx, "app.wasm"))
			returns(t, []byte("app.wasma"))(s.ReleasedBody(ctx, "app.wasm", "a"))
			fails(t, store.ErrNotFound)(s.ReleasedBody(ctx, "boot.js", "b"))
		},
		"older files are dropped": func(t *testing.T, s store.Store) {
			for at, hash := range []string{"a", "b", "c", "d"} {
				put(t, s, "app.wasm", hash, int64(at))
			}
			put(t, s, "boot.js", "a", 0)
			must(t, s.DropReleased(ctx, 2))
			returns(t, []store.Released{app("d", 3), app("c", 2)})(s.Released(ctx, "app.wasm"))
			counts(t, 1)(s.Released(ctx, "boot.js"))
			must(t, s.DropReleased(ctx, 0))
			for _, name := range []string{"app.wasm", "boot.js"} {
				counts(t, 0)(s.Released(ctx, name))
			}
		},
		"replicas put one file at once": func(t *testing.T, s store.Store) {
			mustAll(t, race(func(i int) error {
				return s.PutReleased(ctx, app("a", int64(i)), []byte("body"))
			}))
			counts(t, 1)(s.Released(ctx, "app.wasm"))
		},
	})
}
