package storetest

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func blobs() cases {
	all := cases{
		"a name that exists is refused": func(s tested) {
			must(s, s.PutBlob(ctx, "a.jpg", "image/jpeg", []byte("a")))
			s.conflicts(s.PutBlob(ctx, "a.jpg", "image/jpeg", nil))
			must(s, s.PutBlob(ctx, "empty", "", nil))
			returns(s, []byte{})(s.Blob(ctx, "empty"))
			s.notFound(s.Blob(ctx, wild))
		},
	}
	for name, run := range ofBlobs {
		all[name] = func(s tested) { run(s.test, s) }
	}
	return all
}

// RunBlobs runs the tests of every store of blobs. open returns a new, empty store.
func RunBlobs(t *testing.T, open func(t *testing.T) store.Blobs) {
	for name, run := range ofBlobs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(test{t}, open(t))
		})
	}
}

// ofBlobs are the cases for every store of blobs.
var ofBlobs = map[string]func(t test, s store.Blobs){
	"stored blobs come back": func(t test, s store.Blobs) {
		t.notFound(s.Blob(ctx, "a.jpg"))
		large := make([]byte, 4_999_999)
		for i := range large {
			large[i] = byte(i * i >> 3 & 255)
		}
		for name, body := range map[string][]byte{"a.jpg": large, "c.jpg": {0, 255, 0}} {
			must(t, s.PutBlob(ctx, name, "image/jpeg", body))
			returns(t, body)(s.Blob(ctx, name))
		}
	},
	"deleted blobs are gone": func(t test, s store.Blobs) {
		must(t, s.PutBlob(ctx, "a", "image/png", []byte("a")))
		must(t, s.PutBlob(ctx, "b", "image/png", []byte("b")))
		must(t, s.DeleteBlob(ctx, "a"))
		must(t, s.DeleteBlob(ctx, "a"))
		t.notFound(s.Blob(ctx, "a"))
		returns(t, []byte("b"))(s.Blob(ctx, "b"))
	},
}
