package storetest

import (
	"github.com/shopdesk/shopdesk/server/store"
)

func releases() cases {
	app := func(hash string, at int64) store.Released {
		return store.Released{Name: "app.wasm", Hash: hash, ServedAt: at}
	}
	put := func(s tested, name, hash string, at int64) {
		s.Helper()
		must(s, s.PutReleased(ctx, store.Released{Name: name, Hash: hash, ServedAt: at}, []byte(name+hash)))
	}
	return cases{
		"the last served file comes first": func(s tested) {
			for at, hash := range []string{"a", "b", "c"} {
				put(s, "app.wasm", hash, int64(at))
			}
			put(s, "boot.js", "a", 9)
			must(s, s.PutReleased(ctx, app("a", 7), []byte("ignored")))
			returns(s, []store.Released{app("a", 7), app("c", 2), app("b", 1)})(s.Released(ctx, "app.wasm"))
			returns(s, []byte("app.wasma"))(s.ReleasedBody(ctx, "app.wasm", "a"))
			s.notFound(s.ReleasedBody(ctx, "boot.js", "b"))
		},
		"older files are dropped": func(s tested) {
			for at, hash := range []string{"a", "b", "c", "d"} {
				put(s, "app.wasm", hash, int64(at))
			}
			put(s, "boot.js", "a", 0)
			must(s, s.DropReleased(ctx, 2))
			returns(s, []store.Released{app("d", 3), app("c", 2)})(s.Released(ctx, "app.wasm"))
			counts(s, 1)(s.Released(ctx, "boot.js"))
			must(s, s.DropReleased(ctx, 0))
			for _, name := range []string{"app.wasm", "boot.js"} {
				counts(s, 0)(s.Released(ctx, name))
			}
		},
		"replicas put one file at once": func(s tested) {
			allSucceed(s, func(i int) error {
				return s.PutReleased(ctx, app("a", int64(i)), []byte("body"))
			})
			counts(s, 1)(s.Released(ctx, "app.wasm"))
		},
	}
}
