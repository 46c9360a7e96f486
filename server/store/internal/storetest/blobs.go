package storetest

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func blobs(t *testing.T, open func(t *testing.T) store.Store) {
	RunBlobs(t, func(t *testing.T) store.Blobs { return open(t) })
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"a name that exists is refused": func(t *testing.T, s store.Store) {
			must(t, s.PutBlob(ctx, "a.jpg", "image/jpeg", []byte("a")))
			wantError(t, s.PutBlob(ctx, "a.jpg", "image/jpeg", nil), store.ErrConflict)
			must(t, s.PutBlob(ctx, "empty", "", nil))
			returns(t, []byte{})(s.Blob(ctx, "empty"))
			fails(t, store.ErrNotFound)(s.Blob(ctx, wild))
		},
	})
}

// RunBlobs runs the tests of every store of blobs. open returns a new, empty store.
func RunBlobs(t *testing.T, open func(t *testing.T) store.Blobs) {
	ctx := t.Context()
	for name, run := range map[string]func(t *testing.T, s store.Blobs){
		"stored blobs come back": func(t *testing.T, s store.Blobs) {
			fails(t, store.ErrNotFound)(s.Blob(ctx, "a.jpg"))
			large := make([]byte, 4_999_999)
			for i := range large {
				large[i] = byte(i * i >> 3 & 255)
			}
			for name, body := range map[string][]byte{"a.jpg": large, "c.jpg": {0, 255, 0}} {
				must(t, s.PutBlob(ctx, name, "image/jpeg", body))
				returns(t, body)(s.Blob(ctx, name))
			}
		},
		"deleted blobs are gone": func(t *testing.T, s store.Blobs) {
			must(t, s.PutBlob(ctx, "a", "image/png", []byte("a")))
			must(t, s.PutBlob(ctx, "b", "image/png", []byte("b")))
			must(t, s.DeleteBlob(ctx, "a"))
			must(t, s.DeleteBlob(ctx, "a"))
			fails(t, store.ErrNotFound)(s.Blob(ctx, "a"))
			returns(t, []byte("b"))(s.Blob(ctx, "b"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, open(t))
		})
	}
}
